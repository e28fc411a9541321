"""A plan from the real corpora and requests: counts, prices, six statements, odds, refusals."""

from __future__ import annotations

import json

import pytest

from cenario.cli.main import main
from cenario.errors import BadInputError
from cenario.evaluations.registry import find
from cenario.plan.assemble import PlanOptions, build_plan
from cenario.provider.prices import load_prices
from cenario.store.places import data_folder

PRICES = load_prices(data_folder() / "prices" / "2026-11-01.json")


def plan(code="C", **options):
    return build_plan(find(code), PRICES, PlanOptions(**options))


def test_executions_and_hours_of_c_are_the_published_ones():
    c = plan()
    assert (c.total.executions, f"{c.total.hours:.1f}") == (720, "5.6")
    assert all(row.executions == 180 for row in c.rows)
    assert [cost.arm for cost in c.models["anthropic:claude-sonnet-5"]] == ["off", "on"]


def test_the_arm_without_patterns_is_cheaper_and_only_in_its_tools():
    c = plan()
    off, on = (c.loads[arm] for arm in ("off", "on"))
    assert on.fresh_tokens == off.fresh_tokens
    assert all(b.tokens < a.tokens for a, b in zip(off.prefixes, on.prefixes, strict=True))


def test_the_cache_changes_claude_and_not_gpt():
    for model, costs in plan().models.items():
        same = all(cost.usd_cache_on == cost.usd_cache_off for cost in costs)
        assert same is model.startswith("openai:")


def test_a_smaller_plan_costs_in_proportion():
    one, three = plan(repetitions=1), plan(repetitions=3)
    assert three.total.hours == pytest.approx(3 * one.total.hours)
    for small, large in zip(one.rows, three.rows, strict=True):
        if small.label.startswith("anthropic:"):  # a GPT's automatic cache is never off
            assert large.usd_cache_off == pytest.approx(3 * small.usd_cache_off)
    assert plan(conversations=("C02", "C13", "C21")).total.executions == 72


def test_all_six_are_said_before_a_cent_is_spent(capsys):
    assert main(["plano", "--avaliacao", "C"]) == 0
    shown = capsys.readouterr().out
    for said in (
        "O que decide",
        "Contra o que compara",
        "Quando aprova",
        "Com que corpus",
        "Como roda",
        "Quanto custa",
    ):
        assert said in shown
    assert "PROPOSTA" in shown
    assert "erra para cima" in shown


def test_the_plan_as_json_holds_the_same_numbers(capsys):
    assert main(["plan", "--evaluation", "C", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["total"]["usd_cache_on"] == pytest.approx(plan().total.usd_cache_on)
    assert sum(arm["usd_cache_on"] for arm in told["arms"]) == pytest.approx(told["total"]["usd_cache_on"])
    assert told["prices"]["date"] == "2026-11-01"


def test_the_odds_are_those_of_the_rule():
    """STATISTICS §2.1: at K = 3 and 30 conversations a harmless change is rejected .742 of the time."""
    same, half, double, more = plan().odds
    assert more.reject == pytest.approx(0.086, abs=0.04), "K = 10 at 30 conversations"
    assert same.reject == pytest.approx(0.742, abs=0.06)
    assert half.reject == pytest.approx(0.988, abs=0.05)
    assert double.reject == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"models": ("anthropic:claude-nada-9",)}, "não tem preço para anthropic:claude-nada-9"),
        ({"models": ("claude-sonnet-5",)}, "claude-sonnet-5"),
        ({"repetitions": 0}, "K = 0"),
        ({"conversations": ("C99",)}, "C99"),
        ({"arms": ("talvez",)}, "talvez"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_line(options, said):
    with pytest.raises(BadInputError, match=said) as refused:
        plan(**options)
    assert "\n" not in str(refused.value)


def test_an_evaluation_without_a_plan_is_refused():
    with pytest.raises(BadInputError, match="não tem plano"):
        plan("compare")
