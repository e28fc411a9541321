"""The published table of the user's runbook (seed 001, "Custo e tempo"), cell by cell.

The counts it was made from are not published; REQUIREMENTS §2 derives the only ones that fit: G from
one unknown (1,220.2 o200k tokens a closing), C from a prefix and a weight. The hours need none.
"""

from __future__ import annotations

import pytest

from cenario.plan.constants import constant_values
from cenario.plan.cost import ArmLoad, Prefix, Tariff, arm_cost
from cenario.plan.totals import model_row, parallel_hours, subtotal, suggested_ceiling_usd, without_arm

MEASURED = constant_values()
FACTOR = MEASURED["claude_token_factor"]
CLAUDE = {"cache": "marked", "cache_write_factor": 2.0, "token_factor": FACTOR}
LUNA = Tariff(model="gpt-5.6-luna", input_usd=0.20, output_usd=1.20)
TERRA = Tariff(model="gpt-5.6-terra", input_usd=2.00, output_usd=12.00)
SONNET_46 = Tariff(model="claude-sonnet-4-6", input_usd=3.00, output_usd=15.00, **CLAUDE)
SONNET_5 = Tariff(model="claude-sonnet-5", input_usd=2.00, output_usd=10.00, **CLAUDE)
SHADOW_GPT = Tariff(model="gpt-6-luna", input_usd=0.10, output_usd=0.50)
SHADOW_CLAUDE = Tariff(model="claude-haiku-5.5", input_usd=0.10, output_usd=0.50, **CLAUDE)
MODELS = (LUNA, TERRA, SONNET_46, SONNET_5)


def closing_load(arm: str, executions: int, retries: float = 0.0) -> ArmLoad:
    calls = executions * (1 + retries)
    return ArmLoad(
        arm=arm,
        executions=executions,
        calls=round(calls),
        fresh_tokens=calls * 1220.2,
        output_tokens=calls * MEASURED["output_tokens_per_closing"],
        seconds=calls * MEASURED["seconds_per_closing"],
    )


def closing_arms(tariff: Tariff):
    shadow = SHADOW_CLAUDE if tariff.cache == "marked" else SHADOW_GPT
    return [
        arm_cost(closing_load("atual", 320), tariff),
        arm_cost(closing_load("controle", 320), tariff),
        arm_cost(closing_load("sombra", 320, MEASURED["shadow_retry_share"]), shadow),
    ]


def test_closing_arms_of_the_derived_vector():
    expected = {
        "gpt-5.6-luna": (0.217485, 0.217485, 0.101983),
        "gpt-5.6-terra": (2.174848, 2.174848, 0.101983),
        "claude-sonnet-4-6": (3.298833, 3.298833, 0.115459),
        "claude-sonnet-5": (2.199222, 2.199222, 0.115459),
    }
    for tariff in MODELS:
        got = [arm.usd_cache_off for arm in closing_arms(tariff)]
        assert got == pytest.approx(expected[tariff.model], abs=5e-7)


def test_closing_rows_and_subtotal_as_published():
    rows = {t.model: model_row(t.model, closing_arms(t), published=True) for t in MODELS}
    assert {name: f"{row.usd_cache_off:.2f}" for name, row in rows.items()} == {
        "gpt-5.6-luna": "0.54",
        "gpt-5.6-terra": "4.44",
        "claude-sonnet-4-6": "6.72",
        "claude-sonnet-5": "4.52",
    }
    assert [f"{row.hours:.1f}" for row in rows.values()] == ["4.3"] * 4
    total = subtotal("G", [closing_arms(t) for t in MODELS])
    assert (f"{total.usd_cache_off:.2f}", f"{total.hours:.1f}") == ("16.22", "17.4")
    assert total.usd_cache_on == pytest.approx(total.usd_cache_off), "G marks no cache"


def test_plain_rounding_does_not_reproduce_the_published_rows():
    terra = closing_arms(TERRA)
    assert f"{model_row('terra', terra).usd_cache_off:.2f}" == "4.45"


def turn_load(arm: str, *, prefix: float, weight: float, fresh: float, turns: int = 90) -> ArmLoad:
    """Four prefixes whose call-weighted mean is `prefix` and whose plain mean is `weight` times that.

    Three prefixes of equal size are sent in few calls, one large prefix in most of them.
    """
    calls = int(turns * MEASURED["steps_per_turn"])
    small_calls, large_calls = 30, calls - 90
    # small s, large g: (90 s + large_calls g) / calls = prefix; (3 s + g) / 4 = weight * prefix
    large = (prefix * calls - 90 * 4 * weight * prefix / 3) / (large_calls - 30)
    small = (4 * weight * prefix - large) / 3
    return ArmLoad(
        arm=arm,
        executions=turns,
        calls=calls,
        prefixes=[
            *(Prefix(agent=f"a{i}", tokens=small, calls=small_calls) for i in range(3)),
            Prefix(agent="a3", tokens=large, calls=large_calls),
        ],
        fresh_tokens=calls * fresh,
        measured_tokens=turns * MEASURED["promise_check_tokens_per_turn"],
        output_tokens=calls * MEASURED["output_tokens_per_step"],
        seconds=turns * MEASURED["seconds_per_turn"],
    )


def schema_arms(tariff: Tariff):
    numbers = {"weight": 0.74756, "fresh": 2996.46}
    half = 2864.1 / 2  # the derivation's prefix is the mean of both arms, its delta their difference
    return [
        arm_cost(turn_load("off", prefix=12815 + half, **numbers), tariff),
        arm_cost(turn_load("on", prefix=12815 - half, **numbers), tariff),
    ]


def test_schema_arms_of_the_derived_vector():
    terra, five, four = schema_arms(TERRA), schema_arms(SONNET_5), schema_arms(SONNET_46)
    assert [a.usd_cache_on for a in terra] == pytest.approx([2.5148, 2.3963], abs=6e-5)
    assert [a.usd_cache_on for a in five] == pytest.approx([3.1296, 2.9494], abs=6e-5)
    assert [a.usd_cache_off for a in five] == pytest.approx([9.0479, 7.6779], abs=6e-5)
    assert [a.usd_cache_on for a in four] == pytest.approx([4.6944, 4.4241], abs=6e-5)
    assert [a.usd_cache_off for a in four] == pytest.approx([13.5718, 11.5168], abs=6e-5)


def test_schema_rows_and_subtotal_as_published():
    rows = {t.model: model_row(t.model, schema_arms(t), published=True) for t in MODELS}
    assert {name: (f"{row.usd_cache_on:.2f}", f"{row.usd_cache_off:.2f}") for name, row in rows.items()} == {
        "gpt-5.6-luna": ("0.49", "0.49"),
        "gpt-5.6-terra": ("4.91", "4.91"),
        "claude-sonnet-4-6": ("9.11", "25.09"),
        "claude-sonnet-5": ("6.08", "16.73"),
    }
    total = subtotal("C", [schema_arms(t) for t in MODELS])
    assert (f"{total.usd_cache_on:.2f}", f"{total.usd_cache_off:.2f}") == ("20.60", "47.22")


def history_hours():
    arms = [
        arm_cost(ArmLoad(arm=name, executions=60, calls=120, seconds=60 * 28), TERRA)
        for name in ("json", "linhas", "json_b")
    ]
    return [*arms, arm_cost(ArmLoad(arm="juiz", executions=60, calls=60, seconds=60 * 6), TERRA)]


def test_hours_of_all_three_as_published():
    schema = [schema_arms(t) for t in MODELS]
    history = [history_hours() for _ in MODELS]
    closing = [closing_arms(t) for t in MODELS]
    assert f"{model_row('C', schema[0], published=True).hours:.1f}" == "1.4"
    assert f"{model_row('F5', history[0], published=True).hours:.1f}" == "1.6"
    subtotals = [
        subtotal(name, arms).hours for name, arms in (("C", schema), ("F5", history), ("G", closing))
    ]
    assert [f"{hours:.1f}" for hours in subtotals] == ["5.6", "6.0", "17.4"]
    assert round(sum(subtotals)) == 29
    per_model = [a + b + c for a, b, c in zip(schema, history, closing, strict=True)]
    assert parallel_hours(per_model) == pytest.approx(7.24, abs=0.01)


def test_an_arm_can_be_left_out_and_the_table_totalled_again():
    history = [history_hours() for _ in MODELS]
    kept = without_arm(history, "json_b")
    assert subtotal("F5", history).hours - subtotal("F5", kept).hours == pytest.approx(4 * 60 * 28 / 3600)


def test_automatic_cache_is_the_same_on_and_off_and_marked_cache_saves():
    terra, five = schema_arms(TERRA)[0], schema_arms(SONNET_5)[0]
    assert terra.usd_cache_on == terra.usd_cache_off
    assert five.usd_cache_on < five.usd_cache_off


def test_the_suggested_ceiling_is_the_formula_not_the_constant():
    assert suggested_ceiling_usd(58.88, margin=0.2) == pytest.approx(70.656)
