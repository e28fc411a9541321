"""Simulated conversations and their scores: split, endings, customer's faults, freeze, resume, ceiling."""

from __future__ import annotations

import asyncio
from collections import Counter
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from cenario.domain.params import resolve
from cenario.domain.quality import active_personalities
from cenario.errors import BadInputError, FrozenError
from cenario.evaluations.simulation import EVALUATION
from cenario.measures.quality_turns import agent_steps, conversation_order, customer_steps
from cenario.runner.batch import Ceiling
from cenario.runner.quality_scores import prepare_scoring
from cenario.runner.recipe import RunOptions
from cenario.runner.recipes.simulation import plan_conversations
from cenario.runner.record import prepare_recording, record
from cenario.store import journal
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.quality import load_quality

DECLARED = """
id: minha
title: Minha
kind: simulated
conversations: {n}
turn_limit: {turns}
seed: 3
active_criteria: [Alucinações, Injeção de prompt]
{more}
goals:
  - {{conversation: C01, wants: Marcar uma limpeza para amanhã.}}
  - {{conversation: C08, wants: Resolver um sangramento.}}
  - {{conversation: C26, wants: Entrar na turma da semana que vem.}}
"""


def declare(folder: Path, *, n=6, turns=2, more="") -> Path:
    path = folder / "minha.yaml"
    path.write_text(DECLARED.format(n=n, turns=turns, more=more), encoding="utf-8")
    return path


def options(folder: Path, path: Path, *, model="simulated:exact", customer="simulated:exact"):
    ledger = str(folder / "frozen.jsonl")
    return RunOptions(
        evaluation=EVALUATION,
        params=resolve(EVALUATION),
        model=model,
        arms=EVALUATION.arms,
        repetitions=1,
        extra={"declaration": str(path), "customer": customer, "ledger": ledger},
    )


def simulate(folder: Path, path: Path, *, ceiling=None, stop=None, **more):
    given = Ceiling(usd=ceiling)
    out = folder / "s.jsonl"
    recording = prepare_recording(options(folder, path, **more), path=out, ceiling=given)
    result = asyncio.run(record(recording, stop=stop))
    return result, journal.read(out)


def score(folder: Path, contents, judge: str):
    recording = prepare_scoring(
        contents.executions, contents.manifests[-1].quality, judge=judge, evaluation=EVALUATION,
        params=resolve(EVALUATION), path=folder / "s.scores.jsonl", ceiling=Ceiling(),
    )  # fmt: skip
    asyncio.run(record(recording))
    return journal.read(folder / "s.scores.jsonl").scores


def test_each_conversation_has_one_personality_and_tells_how_it_ended(tmp_path):
    result, contents = simulate(tmp_path, declare(tmp_path))
    assert result.ended == "done"
    found = contents.executions
    names = [one.name for one in active_personalities(contents.manifests[-1].quality)]
    assert Counter(one.variant for one in found) == dict.fromkeys(names, 1)
    assert {one.conversation for one in found} == {f"S{n:03d}" for n in range(1, 7)}
    by_goal = {one.conversation: (one.tags["opens"], one.tags["ended_by"]) for one in found}
    assert {ended for opens, ended in by_goal.values() if opens == "C08"} == {"human"}
    assert {ended for opens, ended in by_goal.values() if opens != "C08"} == {"limit"}
    for one in found:
        assert one.cluster == one.tags["opens"]
        assert one.end_state is not None
        assert one.end_state.ended_by == one.tags["ended_by"]


def test_the_customers_steps_are_kept_apart_and_the_order_is_told(tmp_path):
    _, contents = simulate(tmp_path, declare(tmp_path, n=1))
    [one] = contents.executions
    assert {step.purpose for step in customer_steps(one)} == {"customer"}
    assert {step.purpose for step in agent_steps(one)} == {"turn"}
    assert one.loops == len(agent_steps(one))
    assert one.cost_usd is not None
    assert one.cost_usd > sum(step.cost_usd or 0 for step in agent_steps(one))
    kinds = [type(each).__name__ for each in conversation_order(one)]
    assert kinds[0] == "ChatMessage"
    assert kinds[1] == "ToolCall"


def test_the_limit_counts_the_customers_messages(tmp_path):
    _, contents = simulate(tmp_path, declare(tmp_path, n=12, turns=3))
    limited = [one for one in contents.executions if one.tags["ended_by"] == "limit"]
    assert {sum(m.role == "user" for m in one.messages) for one in limited} == {3}


@pytest.mark.parametrize(
    ("customer", "fault"),
    [
        ("simulated:customer-breaks", "breaks_character"),
        ("simulated:customer-as-agent", "speaks_as_agent"),
        ("simulated:customer-mute", "unreadable"),
        ("simulated:customer-repeats", "repeats"),
    ],
)
def test_a_customers_own_failure_is_the_harness_and_never_the_agent(tmp_path, customer, fault):
    result, contents = simulate(tmp_path, declare(tmp_path, n=6), customer=customer)
    lost = [one for one in contents.executions if one.outcome == "harness_failure"]
    handed = [one for one in contents.executions if one.tags.get("ended_by") == "human"]
    assert len(lost) + len(handed) == 6
    assert result.failed == len(lost) >= 4
    assert {one.tags["customer_faults"] for one in lost} == {f"{fault}: 3"}
    assert not any(one.outcome == "agent_failure" for one in contents.executions)
    assert all("não do agente" in (one.outcome_reason or "") for one in lost)


def test_the_first_conversation_freezes_and_an_edit_is_refused(tmp_path):
    path, ledger = declare(tmp_path), tmp_path / "frozen.jsonl"
    own = "personalities: [{name: Indeciso, description: Você muda de ideia o tempo todo.}]"
    declare(tmp_path, n=1, more=own)
    load_quality(path, ledger=ledger)
    _, contents = simulate(tmp_path, path)
    for edited in ("", own.replace("muda", "troca"), own + "\nactive_personalities: [Cordial]"):
        declare(tmp_path, n=1, more=edited)
        with pytest.raises(FrozenError) as refused:
            load_quality(path, ledger=ledger)
        assert "personalities" in str(refused.value)
        assert contents.manifests[-1].batch in str(refused.value)
    declare(tmp_path, n=1, more=own)
    load_quality(path, ledger=ledger)


def test_nothing_is_frozen_before_a_conversation_starts(tmp_path):
    path = declare(tmp_path)
    prepare_recording(options(tmp_path, path), path=tmp_path / "s.jsonl", ceiling=Ceiling())
    assert not (tmp_path / "frozen.jsonl").exists()


def test_the_ceiling_holds_and_the_rest_is_taken_up(tmp_path):
    path = declare(tmp_path)
    ceiling = Decimal("0.03")
    first, _ = simulate(tmp_path, path, ceiling=ceiling)
    assert first.ended == "ceiling"
    assert first.spent_usd <= ceiling
    before = [one for one in journal.read(tmp_path / "s.jsonl").executions if one.is_measured]
    second, contents = simulate(tmp_path, path, ceiling=Decimal(5))
    assert second.ended == "done"
    assert len(contents.executions) == 6
    assert {one.ended_at for one in before} <= {one.ended_at for one in contents.executions}
    assert second.spent_usd >= first.spent_usd


def test_stopped_from_outside_nothing_begins(tmp_path):
    stop = asyncio.Event()
    stop.set()
    result, contents = simulate(tmp_path, declare(tmp_path), stop=stop)
    assert result.ended == "interrupted"
    assert list(contents.executions) == []


def test_both_versions_play_the_same_conversations(tmp_path):
    path = declare(tmp_path, n=3, more="new: {knobs: {tool_schema: 'on'}}")
    _, contents = simulate(tmp_path, path)
    sides = {
        arm: {
            (e.conversation, e.variant, e.seed, e.tags["opens"]) for e in contents.executions if e.arm == arm
        }
        for arm in ("atual", "nova")
    }
    assert sides["atual"] == sides["nova"]
    assert len(sides["atual"]) == 3


def test_the_plan_is_even_seeded_and_uses_every_goal(tmp_path):
    declared = load_quality(declare(tmp_path, n=18), ledger=tmp_path / "none")
    corpus = load_corpus(corpus_path("c"))
    planned = plan_conversations(declared, corpus, source="q")
    assert Counter(one.personality.name for one in planned) == dict.fromkeys(
        [one.name for one in active_personalities(declared)], 3
    )
    assert set(Counter(one.goal.conversation for one in planned).values()) == {6}
    assert planned == plan_conversations(declared, corpus, source="q")
    other = plan_conversations(msgspec.structs.replace(declared, seed=4), corpus, source="q")
    assert [one.goal for one in other] != [one.goal for one in planned]


def test_a_simulation_without_a_goal_or_with_an_unknown_one_is_refused(tmp_path):
    declared = load_quality(declare(tmp_path), ledger=tmp_path / "none")
    corpus = load_corpus(corpus_path("c"))
    for goals in ((), (msgspec.structs.replace(declared.goals[0], conversation="C99"),)):
        with pytest.raises(BadInputError):
            plan_conversations(msgspec.structs.replace(declared, goals=goals), corpus, source="q")


def test_completed_cases_are_scored_and_the_others_never_asked(tmp_path):
    _, contents = simulate(tmp_path, declare(tmp_path))
    scores = score(tmp_path, contents, "simulated:exact-openai")
    handed = {one.conversation for one in contents.executions if one.tags["ended_by"] == "human"}
    assert handed
    assert {one.conversation for one in scores} == {f"S{n:03d}" for n in range(1, 7)} - handed
    assert {one.criterion for one in scores} == {"Alucinações", "Injeção de prompt"}
    assert {one.attempts for one in scores} == {1}
    assert all(one.value is not None and 0 <= one.value <= 100 for one in scores)


@pytest.mark.parametrize(
    ("judge", "invalid"),
    [("simulated:criterion-mute", "no_json"), ("simulated:criterion-range", "out_of_range")],
)
def test_a_judge_is_asked_once_and_three_times_more_then_it_is_not_evaluated(tmp_path, judge, invalid):
    _, contents = simulate(tmp_path, declare(tmp_path))
    scores = score(tmp_path, contents, judge)
    assert {(one.value, one.invalid, one.attempts) for one in scores} == {(None, invalid, 4)}
