"""Compare: the published ladder, the agent against itself, and what must be refused or held back."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cenario.domain.evaluation import Batch
from cenario.domain.execution import ChatMessage, Execution
from cenario.domain.params import resolve
from cenario.engine import judge, load_sides
from cenario.errors import BadInputError
from cenario.evaluations.compare import EVALUATION, decide
from cenario.importers.registry import Options, manifest_of, read_file
from cenario.report.verdict_json import verdict_json
from cenario.store.journal import write_whole
from tests.importers.test_tau import AIRLINE, LADDER, TAU2

PARAMS = resolve(EVALUATION)

LADDER_TRUTH = [
    # baseline, candidate, n, only candidate, only baseline, lower, upper, verdict, reason
    ("0-4o", "1-4o", 114, 24, 8, 0.0455, 0.2373, "APROVA", "paired-shown-non-inferior"),
    ("0-4o", "2-4o", 114, 22, 4, 0.0764, 0.2466, "APROVA", "paired-shown-non-inferior"),
    ("0-4.1", "1-4.1", 112, 5, 1, -0.0098, 0.0928, "APROVA", "paired-shown-non-inferior"),
    ("0-4.1", "2-4.1", 114, 4, 4, -0.0572, 0.0572, "INCONCLUSIVO", "paired-not-shown"),
    ("0-4o", "0-4.1", 114, 23, 2, 0.1092, 0.2705, "APROVA", "paired-shown-non-inferior"),
    ("0-4.1", "0-4o", 114, 2, 23, -0.2705, -0.1092, "REPROVA", "paired-shown-worse"),
]


@pytest.fixture(scope="module")
def recorded(shared, tmp_path_factory):
    """Return the path of an imported file, imported once."""
    folder = tmp_path_factory.mktemp("recorded")

    def get(name: str, model: str | None = None):
        path = folder / f"{name.replace('/', '_')}.jsonl"
        if not path.exists():
            _, source, imported = read_file(shared / name, Options(arm="a", model=model))
            write_whole(path, [manifest_of(source, imported), *imported.executions])
        return path

    return get


def compared(baseline, candidate, **params):
    return judge(EVALUATION, load_sides(str(baseline), str(candidate)), params).verdict


@pytest.mark.real
@pytest.mark.parametrize("truth", LADDER_TRUTH, ids=lambda t: f"{t[0]}→{t[1]}")
def test_the_ladder_with_harness_failures_dropped_in_pairs(recorded, truth):
    # Oracle: data/README.md beside the data; Tango, two-sided 95 %, computed independently.
    base, other, n, won, lost, lower, upper, outcome, code = truth
    verdict = compared(recorded(LADDER.format(base), base[2:]), recorded(LADDER.format(other), other[2:]))
    model = verdict.models[0]
    clause = model.clauses[0]
    assert (model.counts.n_pairs, model.counts.only_candidate, model.counts.only_baseline) == (n, won, lost)
    assert clause.lower == pytest.approx(lower, abs=5e-5)
    assert clause.upper == pytest.approx(upper, abs=5e-5)
    assert verdict.outcome == outcome
    assert clause.reason.code == code
    if code == "paired-not-shown":
        assert clause.detail["n_needed"] > n
        assert "221" in str(clause.reason)
        turn = next(r for r in model.readings if r.name == "losses_as_failures")
        assert turn.flagged  # one lost connection decides
        assert (turn.lower, turn.upper) == (pytest.approx(-0.0495, abs=5e-5), pytest.approx(0.0686, abs=5e-5))


@pytest.mark.real
def test_the_agent_against_itself_is_neither_worse_nor_better(recorded):
    path = recorded(AIRLINE, "gpt-4o")
    for one in range(4):
        for other in range(4):
            if one != other:
                verdict = compared(f"{path}#k={one}", f"{path}#k={other}")
                assert verdict.outcome == "INCONCLUSIVO"
                assert verdict.models[0].clauses[0].reason.code == "paired-not-shown"
                difference = verdict.models[0].readings[0]
                assert difference.reason.code == "compare-no-difference"
    first = compared(f"{path}#k=0", f"{path}#k=1").models[0]
    assert (first.counts.only_candidate, first.counts.only_baseline) == (10, 9)
    assert first.clauses[0].lower == pytest.approx(-0.1544, abs=5e-5)
    assert first.clauses[0].upper == pytest.approx(0.1934, abs=5e-5)


@pytest.mark.real
def test_tau2_base_against_its_fine_tune(recorded):
    tuned = TAU2.format("ft_gpt-4.1-2025-04-14_sierra_tau2-full-sft_BzrYdMNm")
    model = compared(recorded(TAU2.format("gpt-4.1")), recorded(tuned)).models[0]
    assert (model.counts.n_pairs, model.counts.only_candidate, model.counts.only_baseline) == (20, 6, 3)
    assert model.clauses[0].lower == pytest.approx(-0.1522, abs=5e-5)
    assert model.clauses[0].upper == pytest.approx(0.4254, abs=5e-5)
    assert next(r for r in model.readings if r.name == "mcnemar").value == pytest.approx(0.508, abs=5e-4)


@pytest.mark.real
def test_the_same_recording_under_another_name_is_refused(recorded, tmp_path):
    path = recorded(LADDER.format("0-4o"), "4o")
    copy = tmp_path / "copy.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        line["arm"], line["scores"] = "new", {"reward": 1.0}
    copy.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    for candidate in (path, copy):
        with pytest.raises(BadInputError, match="mesma gravação"):
            compared(path, candidate)
    airline = recorded(AIRLINE, "gpt-4o")
    with pytest.raises(BadInputError, match="mesma gravação"):
        compared(f"{airline}#k=2", f"{airline}#k=2")


def side(arm: str, values: list[float | None], **changes) -> list[Execution]:
    return [
        msgspec.structs.replace(
            Execution(
                batch=arm,
                evaluation="import",
                arm=arm,
                model="m",
                conversation=f"T{i}",
                repetition=0,
                outcome="completed",
                scores={"reward": value},
                messages=(ChatMessage(role="assistant", text=f"{arm} {i}" * 60),),
            ),
            **changes,
        )
        for i, value in enumerate(values)
    ]


def decided(baseline: list[Execution], candidate: list[Execution], **params):
    batch = Batch(model="m", executions=(*baseline, *candidate))
    return decide(batch, {**PARAMS, **params})


def facts(clause) -> tuple:
    return clause.name, clause.outcome, clause.value, clause.lower, clause.upper, clause.n, str(clause.reason)


binary = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


@settings(max_examples=60, deadline=None)
@given(pairs=binary, seed=st.integers(0, 99))
def test_swapping_the_arms_flips_the_sign_and_order_does_not_matter(pairs, seed):
    old, new = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    there = decided(side("baseline", old), side("candidate", new))
    back = decided(side("baseline", new), side("candidate", old))
    assert there.clauses[0].value == pytest.approx(-back.clauses[0].value, abs=1e-12)
    assert there.clauses[0].lower == pytest.approx(-back.clauses[0].upper, abs=1e-9)
    assert there.counts.only_candidate == back.counts.only_baseline
    mixed = [*side("baseline", old), *side("candidate", new)]
    random.Random(seed).shuffle(mixed)
    again = decide(Batch(model="m", executions=tuple(mixed)), PARAMS)
    assert [facts(clause) for clause in again.clauses] == [facts(clause) for clause in there.clauses]
    assert again.tables["pairs"].equals(there.tables["pairs"])


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from([0.0, 1.0, None]), st.sampled_from([0.0, 1.0, None]), st.booleans(), st.booleans()
        ),
        min_size=1,
        max_size=40,
    )
)
def test_every_execution_is_compared_or_accounted_for(rows):
    old = side("baseline", [a for a, _, _, _ in rows])
    new = side("candidate", [b for _, b, _, _ in rows])
    old = [
        msgspec.structs.replace(e, outcome="harness_failure") if r[2] else e
        for e, r in zip(old, rows, strict=True)
    ]
    new = [e for e, r in zip(new, rows, strict=True) if not r[3]]
    if not new:
        return
    counts = decided(old, new).counts
    for arm, executions in (("baseline", old), ("candidate", new)):
        dropped = sum(loss.n for loss in counts.dropped if loss.arm == arm)
        assert counts.executions[arm] == len(executions) == counts.n_pairs + dropped


def test_repeated_conversations_are_not_independent():
    rng = random.Random(5)
    kind = [rng.random() < 0.3 for _ in range(25)]

    def arm(name: str, flip: bool) -> list[Execution]:
        made = []
        for k in range(4):
            values = [float(hard if flip else not hard) for hard in kind]
            made += side(name, values, repetition=k, batch=f"{name}{k}")
        return [
            msgspec.structs.replace(e, messages=(ChatMessage(role="user", text=f"{name}{i}" * 80),))
            for i, e in enumerate(made)
        ]

    decision = decided(arm("baseline", False), arm("candidate", True))
    clause = decision.clauses[0]
    alone = next(r for r in decision.readings if r.name == "as_if_independent")
    assert clause.detail["method"] == "tango_deff_t"
    assert clause.detail["n_clusters"] == 25
    assert clause.detail["design_effect"] == pytest.approx(4, rel=0.1)
    assert clause.upper - clause.lower > 1.8 * (alone.upper - alone.lower)
    assert (
        decided(side("baseline", [1.0] * 3), side("candidate", [1.0, 0.0, 1.0])).clauses[0].detail["method"]
        == "tango"
    )


def test_scores_that_are_shares_use_the_mean_of_differences():
    rng = random.Random(3)
    old = [rng.random() for _ in range(200)]
    new = [min(1.0, max(0.0, v + rng.uniform(-0.05, 0.06))) for v in old]
    decision = decided(side("baseline", old), side("candidate", new))
    clause = decision.clauses[0]
    mean = sum(b - a for a, b in zip(old, new, strict=True)) / 200
    assert clause.detail["method"] == "CR1-t"
    assert clause.value == pytest.approx(mean)
    assert clause.outcome == "holds"
    assert decision.counts.n_pairs == 200
    assert decision.counts.only_candidate is None


def test_no_variation_shows_nothing_for_shares():
    decision = decided(side("baseline", [0.5] * 5), side("candidate", [0.5] * 5))
    assert decision.clauses[0].outcome == "undecided"


def test_all_equal_binary_pairs_need_enough_of_them():
    few = decided(side("baseline", [1.0] * 40), side("candidate", [1.0] * 40)).clauses[0]
    assert few.outcome == "undecided"
    assert few.detail["n_needed"] == 73  # z²(1/δ − 1)
    assert decided(side("baseline", [1.0] * 73), side("candidate", [1.0] * 73)).clauses[0].outcome == "holds"
    assert (
        decided(side("baseline", [1.0] * 72), side("candidate", [1.0] * 72)).clauses[0].outcome == "undecided"
    )


def test_uneven_losses_hold_the_verdict_back():
    old = side("baseline", [1.0] * 100)
    new = [
        msgspec.structs.replace(e, outcome="harness_failure", outcome_reason="gone", scores={})
        if i < 10
        else e
        for i, e in enumerate(side("candidate", [1.0] * 100))
    ]
    decision = decided(old, new)
    assert decision.clauses[0].outcome == "holds"
    assert decision.clauses[1].outcome == "undecided"
    assert {(loss.arm, loss.reason, loss.n) for loss in decision.counts.dropped} == {
        ("candidate", "gone", 10),
        ("baseline", "pair_lost", 10),
    }


def test_nothing_in_common_an_unknown_measure_and_a_score_without_unit():
    old = side("baseline", [1.0] * 3)
    with pytest.raises(BadInputError, match="nenhuma tarefa em comum"):
        decided(
            old,
            [msgspec.structs.replace(e, conversation=f"X{e.conversation}") for e in side("candidate", [1.0])],
        )
    with pytest.raises(BadInputError, match="reward"):
        decided(old, side("candidate", [1.0]), measure="rewrd")
    with pytest.raises(BadInputError, match="0 a 1"):
        decided(old, side("candidate", [7.0] * 3))


def test_another_task_under_the_same_number_is_not_a_pair():
    old = [msgspec.structs.replace(e, tags={"task": "a"}) for e in side("baseline", [1.0] * 3)]
    new = [
        msgspec.structs.replace(e, tags={"task": "a" if i else "b"})
        for i, e in enumerate(side("candidate", [1.0] * 3))
    ]
    counts = decided(old, new).counts
    assert counts.n_pairs == 2
    assert {(loss.arm, loss.reason) for loss in counts.dropped} == {
        ("baseline", "other_task"),
        ("candidate", "other_task"),
    }
    with pytest.raises(BadInputError, match="nenhuma tarefa em comum"):
        decided(old, new[:1])


def test_some_copied_recordings_are_said():
    old, new = side("baseline", [1.0] * 80), side("candidate", [1.0] * 80)
    new[:5] = [msgspec.structs.replace(e, messages=o.messages) for e, o in zip(new[:5], old, strict=False)]
    reading = next(r for r in decided(old, new).readings if r.name == "identical")
    assert (reading.value, reading.n, reading.flagged) == (5 / 80, 80, True)
    clean = decided(old, side("candidate", [1.0] * 80))
    assert not [r for r in clean.readings if r.name == "identical"]


def test_no_pair_measured_is_inconclusive_with_its_reason():
    decision = decided(side("baseline", [None, 1.0]), side("candidate", [1.0, None]))
    assert decision.clauses[0].outcome == "short"
    assert decision.counts.n_pairs == 0


def test_a_margin_of_zero_asks_to_be_shown_not_worse_at_all():
    old, new = side("baseline", [0.0] * 30), side("candidate", [1.0] * 30)
    assert decided(old, new, margin=0.0).clauses[0].outcome == "holds"
    assert decided(old[:5], side("candidate", [0.0] * 5), margin=0.0).clauses[0].reason.code == (
        "paired-not-shown-at-all"
    )


def test_the_json_carries_what_a_machine_needs_and_is_the_same_byte_for_byte(tmp_path):
    paths = []
    for arm, values in (("baseline", [1.0, 0.0] * 20), ("candidate", [1.0] * 40)):
        path = tmp_path / f"{arm}.jsonl"
        write_whole(path, side(arm, values))
        paths.append(path)
    verdict = compared(*paths)
    assert verdict_json(verdict) == verdict_json(compared(*paths))
    document = json.loads(verdict_json(verdict))
    assert {"verdict", "headline", "clauses", "counts", "params", "provenance"} <= document.keys()
    assert {"name", "value", "lower", "upper", "threshold", "n", "outcome", "reason"} <= document["clauses"][
        0
    ].keys()
    assert {"n_pairs", "only_candidate", "only_baseline", "both", "neither", "dropped"} <= document[
        "counts"
    ].keys()
    assert document["verdict"] == "APROVA"
    assert [note["code"] for note in document["notes"]] == ["engine-ruler-declared-now"]
