"""The bank's gate: means against thresholds, exactly; too little is inconclusive; nothing is a 3."""

from __future__ import annotations

import dataclasses
import json
import random

import pytest

from cenario.domain.bank import BankCase, BankPrompt
from cenario.domain.bank_records import to_tags
from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution, Manifest
from cenario.domain.params import resolve
from cenario.domain.verdict import combine
from cenario.domain.vote import Score
from cenario.engine import judge, load
from cenario.errors import BadInputError
from cenario.evaluations.bank import EVALUATION, decide, embedded
from cenario.report.verdict_json import verdict_json

CHATBOT, JUDGE = "openai:bot-1", "anthropic:judge-1"


def cases(n: int, dimension: str = "factual") -> list[BankCase]:
    return [
        BankCase(
            id=f"{dimension}-{i:03d}",
            dimension=dimension,
            category="x",
            prompt=f"P{i}?",
            ground_truth="Sim.",
        )
        for i in range(n)
    ]


def batch(values: list[float | None], *, planned: int | None = None, judge_name: str = JUDGE) -> Batch:
    """A factual run: one scenario a value; None is an unreadable judge."""
    executions, scores = [], []
    for case, value in zip(cases(len(values)), values, strict=True):
        executions.append(
            Execution(
                batch="b",
                evaluation="bank",
                arm="chatbot",
                model=CHATBOT,
                conversation=case.id,
                repetition=0,
                outcome="completed",
                reply="Sim.",
                tags=to_tags(BankPrompt(case=case, variant=None)),
            )
        )
        scores.append(
            Score(
                batch="b",
                evaluation="bank",
                model=CHATBOT,
                judge=judge_name,
                arm="chatbot",
                conversation=case.id,
                criterion="factual",
                value=value,
                invalid="no_json" if value is None else None,
            )
        )
    manifest = Manifest(
        batch="b", evaluation="bank", seal="s", sealed_at="2026-11-04T00:00:00Z", planned=planned
    )
    return Batch(model=CHATBOT, executions=executions, manifests=[manifest], scores=scores)


def decided(given: Batch, **params):
    return decide(given, resolve(EVALUATION, params))


def outcome(given: Batch, **params) -> str:
    return combine(decided(given, **params).clauses)


def gate(given: Batch, **params):
    return next(c for c in decided(given, **params).clauses if c.name == "gate_factual")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3.0] * 15, "APROVA"),  # exactly at the threshold passes
        ([3, 3, 3, 3, 3, 2, 4, 3, 3, 3, 3, 3, 3, 3, 3], "APROVA"),
        ([3, 3, 3, 3, 3, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], "REPROVA"),
        ([5.0] * 15, "APROVA"),
        ([1.0] * 15, "REPROVA"),
        ([None] * 15, "INCONCLUSIVO"),
    ],
)
def test_the_mean_against_the_threshold(values, expected):
    assert outcome(batch(values)) == expected


def test_an_unreadable_judge_moves_no_mean():
    """With a default of 3 the mean would be 4.86 and 2.86; without, 5 and below the threshold."""
    assert gate(batch([5.0] * 14 + [None])).value == 5
    below = gate(batch([2.8] * 14 + [None]), threshold=2.81)
    assert (below.value, below.outcome) == (pytest.approx(2.8), "fails")


def test_too_few_scores_is_inconclusive_whatever_the_mean():
    assert outcome(batch([5.0] * 13 + [None] * 2)) == "INCONCLUSIVO"
    assert outcome(batch([5.0] * 13 + [None] * 2), minimum_scored_share=0.8) == "APROVA"
    clause = gate(batch([1.0] * 10 + [None] * 5))
    assert clause.outcome == "short"
    assert "66,7%" in str(clause.reason)


def test_a_run_cut_short_is_inconclusive():
    assert outcome(batch([5.0] * 15, planned=15)) == "APROVA"
    assert outcome(batch([5.0] * 15, planned=16)) == "INCONCLUSIVO"


def test_a_dimension_may_have_a_threshold_of_its_own():
    assert outcome(batch([4.0] * 15), threshold_factual=4.1) == "REPROVA"
    assert outcome(batch([4.0] * 15), threshold_robustness=4.1) == "APROVA"
    with pytest.raises(BadInputError, match="threshold"):
        resolve(EVALUATION, {"threshold": 6})


def test_any_dimension_below_rejects_and_is_named():
    given = batch([5.0] * 15)
    other = [dataclasses.replace(c, dimension="robustness", id=f"r-{i}") for i, c in enumerate(cases(1))]
    assert other  # a second dimension with no score at all
    execution = given.executions[0]
    tags = to_tags(BankPrompt(case=dataclasses.replace(other[0], dimension="consistency"), variant=None))
    stray = type(execution)(
        **{f: getattr(execution, f) for f in execution.__struct_fields__}
        | {"conversation": "r-0", "tags": tags}
    )
    mixed = dataclasses.replace(given, executions=[*given.executions, stray])
    clauses = {c.name: c.outcome for c in decided(mixed).clauses}
    assert clauses["gate_factual"] == "holds"
    assert clauses["gate_consistency"] == "short"


def test_a_small_bank_warns_and_does_not_fail():
    decision = decided(batch([5.0] * 14))
    assert combine(decision.clauses) == "APROVA"
    assert [str(note) for note in decision.notes] == [
        "Precisão factual: 14 cenários, abaixo do alvo de 15; um único cenário ambíguo move demais a média."
    ]
    assert not decided(batch([5.0] * 15)).notes


def test_readings_flag_the_edge_the_lost_and_the_judge_of_itself():
    readings = {r.name: r for r in decided(batch([1.0, 5.0] * 8)).readings}
    assert readings["interval_factual"].flagged
    assert not {r.name: r for r in decided(batch([4.0, 5.0] * 8)).readings}["interval_factual"].flagged
    lost = {r.name: r for r in decided(batch([5.0] * 15 + [None])).readings}["not_evaluated_factual"]
    assert "1 sem nota legível do juiz" in str(lost.reason)
    own = decided(batch([5.0] * 15, judge_name=CHATBOT)).readings
    assert "self_judged" in {r.name for r in own}


def test_row_order_does_not_matter():
    given = batch([1, 2, 3, 4, 5, None, 2, 2, 5, 4, 3, 3, 3, 1, 5, 5.0])
    executions, scores = list(given.executions), list(given.scores)
    random.Random(3).shuffle(executions)
    random.Random(4).shuffle(scores)
    shuffled = dataclasses.replace(given, executions=executions, scores=scores)
    assert [(c.name, c.value, c.outcome) for c in decided(given).clauses] == [
        (c.name, c.value, c.outcome) for c in decided(shuffled).clauses
    ]
    for name, frame in decided(given).tables.items():
        assert frame.equals(decided(shuffled).tables[name]), name


def test_the_embedded_run_is_made_once_and_judged_the_same_each_time(tmp_path):
    made = embedded(tmp_path, "simulated:steady")
    before = [path.read_bytes() for path in (*made.runs, *made.votes)]
    again = embedded(tmp_path, "simulated:steady")
    assert again == made
    assert [path.read_bytes() for path in (*again.runs, *again.votes)] == before
    judgements = [judge(EVALUATION, load(EVALUATION, made.runs, made.votes)) for _ in range(2)]
    told = [verdict_json(j.verdict) for j in judgements]
    assert told[0] == told[1]
    (model,) = judgements[0].verdict.models
    assert model.outcome == "APROVA"
    assert model.counts.planned == 594
    assert judgements[0].verdict.notes[0].code == "engine-simulated"
    other = embedded(tmp_path / "again", "simulated:steady")
    verdict = judge(EVALUATION, load(EVALUATION, other.runs, other.votes)).verdict
    pick = lambda words: {k: v for k, v in json.loads(words).items() if k != "provenance"}  # noqa: E731
    assert pick(verdict_json(verdict)) == pick(told[0])
