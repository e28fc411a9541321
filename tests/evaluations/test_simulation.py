"""The verdict on scores: levels, the declared least, versions in pairs, and what is no number."""

from __future__ import annotations

import random

import msgspec
import pytest

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution, Manifest
from cenario.domain.params import resolve
from cenario.domain.quality import Criterion, Goal, QualityEvaluation
from cenario.domain.verdict import combine
from cenario.domain.vote import Score
from cenario.errors import BadInputError
from cenario.evaluations.simulation import EVALUATION, decide

DECLARED = QualityEvaluation(
    id="minha",
    title="Minha",
    kind="simulated",
    goals=(Goal(conversation="C01", wants="Marcar uma limpeza."),),
    criteria=(Criterion(name="Confirma", description="Confirmou a data?", kind="boolean"),),
    active_criteria=("Alucinações", "Confirma"),
)
PEOPLE = ("Cordial", "Frustrado", "Manipulador")


def execution(number: int, arm: str, *, ended="goal", outcome="completed") -> Execution:
    return Execution(
        batch="b",
        evaluation="simulation",
        arm=arm,
        model="m",
        conversation=f"S{number:03d}",
        cluster=f"C{number % 20:02d}",
        variant=PEOPLE[number % 3],
        repetition=0,
        outcome=outcome,
        seal="s",
        tags={"ended_by": ended},
    )


def score(one: Execution, criterion: str, value: float | None) -> Score:
    return Score(
        batch="b", evaluation="simulation", model="m", judge="j", arm=one.arm, conversation=one.conversation,
        variant=one.variant, repetition=0, criterion=criterion, value=value,
        invalid=None if value is not None else "no_json",
    )  # fmt: skip


def batch(executions, scores, *, planned=None) -> Batch:
    manifest = Manifest(
        batch="b", evaluation="simulation", seal="s", sealed_at="t", quality=DECLARED, planned=planned
    )
    return Batch(model="m", executions=executions, manifests=(manifest,), scores=scores)


def one_version(level=80.0, n=24):
    rng = random.Random(1)
    executions = [execution(i, "atual") for i in range(n)]
    scores = [score(e, "Alucinações", level + rng.uniform(-6, 6)) for e in executions]
    scores += [score(e, "Confirma", 100.0) for e in executions]
    return batch(executions, scores)


def two_versions(shift: float, *, n=40, spread=4.0):
    rng = random.Random(2)
    executions, scores = [], []
    for i in range(n):
        base = 80 + rng.uniform(-8, 8)
        for arm, moved in (("atual", 0.0), ("nova", shift)):
            one = execution(i, arm)
            executions.append(one)
            scores.append(score(one, "Alucinações", base + moved + rng.uniform(-spread, spread)))
            scores.append(score(one, "Confirma", 100.0))
    return batch(executions, scores)


def outcome(of: Batch, **params) -> str:
    return combine(decide(of, resolve(EVALUATION, params)).clauses)


def clause(of: Batch, name: str, **params):
    return next(c for c in decide(of, resolve(EVALUATION, params)).clauses if c.name == name)


def reading(of: Batch, name: str):
    return next(r for r in decide(of, resolve(EVALUATION)).readings if r.name == name)


def test_without_a_declared_least_there_is_nothing_to_approve():
    assert outcome(one_version()) == "INCONCLUSIVO"
    assert "nenhum mínimo foi declarado" in str(clause(one_version(), "minimum_global").reason)


@pytest.mark.parametrize(("least", "expected"), [(80, "APROVA"), (99, "REPROVA"), (90, "INCONCLUSIVO")])
def test_the_global_score_is_held_against_the_declared_least(least, expected):
    assert outcome(one_version(), minimum_global=least) == expected


def test_intervals_say_by_what_they_are_clustered():
    assert "conversa do corpus" in str(clause(one_version(), "minimum_global", minimum_global=50).reason)
    assert "20 grupos" in str(clause(one_version(), "minimum_global", minimum_global=50).reason)


@pytest.mark.parametrize(
    ("shift", "expected"), [(0.0, "APROVA"), (-15.0, "REPROVA"), (-5.0, "INCONCLUSIVO"), (10.0, "APROVA")]
)
def test_two_versions_are_compared_in_pairs_by_criterion(shift, expected):
    assert outcome(two_versions(shift), margin_score=5.0) == expected


def test_swapping_the_versions_flips_the_difference():
    of = two_versions(-6.0)
    names = {"atual": "nova", "nova": "atual"}
    swapped = batch(
        [msgspec.structs.replace(e, arm=names[e.arm]) for e in of.executions],
        [msgspec.structs.replace(s, arm=names[s.arm]) for s in of.scores],
    )
    one, other = (clause(each, "criterion_Alucinações") for each in (of, swapped))
    assert one.value == pytest.approx(-other.value)
    assert one.lower == pytest.approx(-other.upper)


def test_the_order_of_rows_does_not_matter():
    of = two_versions(-6.0)
    mixed = batch(list(reversed(of.executions)), list(reversed(of.scores)))
    assert decide(mixed, resolve(EVALUATION)).clauses == decide(of, resolve(EVALUATION)).clauses


def test_a_judge_that_never_varies_shows_nothing_in_a_numeric_criterion():
    of = two_versions(0.0)
    kept = [s for s in of.scores if s.criterion == "Confirma"]
    same = batch(of.executions, [*kept, *(score(e, "Alucinações", 80.0) for e in of.executions)])
    assert clause(same, "criterion_Alucinações").outcome == "undecided"
    assert clause(same, "criterion_Confirma").lower is not None
    assert clause(same, "criterion_Confirma").lower < 0


def test_a_pair_without_one_score_is_out_of_that_criterion_alone():
    of = two_versions(0.0)
    first = of.executions[0]
    scores = [s for s in of.scores if s.key != score(first, "Alucinações", 1.0).key]
    cut = batch(of.executions, [*scores, score(first, "Alucinações", None)])
    assert clause(cut, "criterion_Alucinações").n == 39
    assert clause(cut, "criterion_Confirma").n == 40


def test_people_and_errors_are_not_in_the_global_score_but_in_completed_cases():
    executions = [execution(1, "atual"), execution(2, "atual"), execution(3, "atual", ended="human")]
    scores = [
        score(executions[0], "Alucinações", 80.0),
        score(executions[0], "Confirma", None),
        score(executions[1], "Alucinações", 60.0),
        score(executions[1], "Confirma", None),
    ]
    of = batch(executions, scores)
    assert reading(of, "global_atual").value == pytest.approx(70)
    assert "2/3" in str(reading(of, "completed_atual").reason)
    assert "não é falha" in str(reading(of, "ended_human_atual").reason)


def test_nothing_scored_is_no_number():
    executions = [execution(i, "atual", ended="human") for i in range(3)]
    of = batch(executions, [])
    found = reading(of, "global_atual")
    assert found.value is None
    assert "—" in str(found.reason)
    assert outcome(of, minimum_global=1) == "INCONCLUSIVO"


def test_what_was_not_put_to_the_judge_is_short():
    of = one_version()
    cut = batch(of.executions, of.scores[1:])
    assert clause(cut, "judged").outcome == "short"
    assert outcome(cut, minimum_global=10) == "INCONCLUSIVO"


def test_what_the_customer_got_wrong_is_a_loss_and_no_case():
    lost = execution(30, "atual", outcome="harness_failure")
    of = one_version()
    more = batch([*of.executions, lost], of.scores)
    assert reading(more, "completed_atual").n == 24
    assert decide(more, resolve(EVALUATION)).counts.dropped[0].n == 1


def test_what_is_missing_or_mixed_is_refused():
    of = one_version()
    with pytest.raises(BadInputError, match="avaliação de qualidade"):
        decide(Batch(model="m", executions=of.executions, manifests=()), resolve(EVALUATION))
    other = [msgspec.structs.replace(s, judge="k") for s in of.scores]
    with pytest.raises(BadInputError, match="mais de um juiz"):
        decide(batch(of.executions, [*of.scores, *other]), resolve(EVALUATION))
    assert outcome(batch(of.executions, [*of.scores, *other]), judge="k", minimum_global=80) == "APROVA"
