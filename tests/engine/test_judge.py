"""The straight line: files in, a verdict out; the ruler's age, the models in use, the params."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution, Manifest, Source
from cenario.domain.verdict import Clause, Counts
from cenario.engine import RunRef, judge, load, load_sides
from cenario.errors import BadInputError, InsufficientDataError
from cenario.labels.text import message
from cenario.store.journal import write_whole
from cenario.store.seal import seal_ruler

MODELS = ("anthropic:a", "openai:b")


def decide(batch: Batch, params: Params) -> Decision:
    """Hold where the candidate's mean score is not below the baseline's by more than the margin."""
    means = {}
    for arm in ("off", "on"):
        scores = [e.scores["s"] for e in batch.executions if e.arm == arm]
        if not scores:
            raise InsufficientDataError(message("engine-no-clause"))
        means[arm] = sum(scores) / len(scores)
    holds = means["on"] - means["off"] >= -params["margin"]
    clause = Clause(name="s", outcome="holds" if holds else "fails", reason=message("glossary-margin"))
    return Decision(clauses=(clause,), counts=Counts(executions={"off": 1, "on": 1}))


EVALUATION = Evaluation(
    code="T",
    title=message("glossary-scenario"),
    question=message("glossary-scenario"),
    params=(
        Param(name="margin", default=0.05, low=0.0, high=1.0, origin="proposal"),
        Param(name="k", default=3, low=1),
        Param(name="strict", default=False),
        Param(name="unit", default="call", choices=("call", "turn")),
        Param(name="seed", default=None, low=0),
    ),
    arms=(Arm(name="off", role="baseline"), Arm(name="on", role="candidate")),
    decide=decide,
)
DEFAULTS = {"margin": 0.05, "k": 3, "strict": False, "unit": "call", "seed": None}


def manifest(batch: str = "b", **changes) -> Manifest:
    sealed = seal_ruler(EVALUATION, DEFAULTS)
    made = Manifest(
        batch=batch,
        evaluation="T",
        seal=sealed.whole,
        sealed_at="2026-11-04T13:00:00Z",
        parts=dict(sealed.parts),
        planned=4,
    )
    return msgspec.structs.replace(made, **changes)


def executions(model: str = MODELS[0], on: float = 1.0, batch: str = "b") -> list[Execution]:
    return [
        Execution(
            batch=batch,
            evaluation="T",
            arm=arm,
            model=model,
            conversation=f"C{i}",
            repetition=0,
            outcome="completed",
            scores={"s": score},
        )
        for arm, score in (("off", 1.0), ("on", on))
        for i in range(2)
    ]


def verdict(tmp_path: Path, records: list, params=None, **options):
    path = tmp_path / "runs.jsonl"
    write_whole(path, records)
    return judge(EVALUATION, load(EVALUATION, [path]), params, **options).verdict


def test_a_sealed_ruler_that_holds_approves(tmp_path):
    made = verdict(tmp_path, [manifest(), *executions()])
    assert made.outcome == "APROVA"
    assert made.exit_code == 0
    assert made.models[0].counts.planned == 4
    assert made.proposed == ("margin",)
    assert str(made.headline).startswith("APROVA")


def test_a_ruler_younger_than_the_measurement_never_approves_and_says_so(tmp_path):
    made = verdict(tmp_path, [manifest(), *executions()], {"margin": 0.06})
    assert made.outcome == "INCONCLUSIVO"
    assert "mais nova" in str(made.headline)
    worse = verdict(tmp_path, [manifest(), *executions(on=0.0)], {"margin": 0.06})
    assert worse.outcome == "REPROVA"
    assert "mais nova" in str(worse.headline)


@pytest.mark.parametrize(
    "records",
    [
        executions(),
        [manifest(batch="other"), *executions()],
        [manifest(), *(msgspec.structs.replace(e, seal="another") for e in executions())],
        [manifest(parts={}, params={"margin": 0.9}), *executions()],
    ],
)
def test_without_the_ruler_that_measured_nothing_is_approved(tmp_path, records):
    assert verdict(tmp_path, records).outcome == "INCONCLUSIVO"


def test_imported_executions_are_judged_by_a_ruler_declared_now_and_a_note_says_so(tmp_path):
    source = Source(file="f.json", sha256="0" * 64, position="-", format="tau-bench")
    made = verdict(tmp_path, [manifest(source=source, seal="", parts={}), *executions()])
    assert made.outcome == "APROVA"
    assert [note.code for note in made.notes] == ["engine-ruler-declared-now"]


def test_all_models_in_use_must_approve(tmp_path):
    records = [manifest(), *executions(MODELS[0]), *executions(MODELS[1], on=0.0)]
    assert verdict(tmp_path, records).outcome == "REPROVA"
    only_first = verdict(tmp_path, records, models_in_use=[MODELS[0]])
    assert only_first.outcome == "APROVA"
    assert [model.in_use for model in only_first.models] == [True, False]
    missing = verdict(tmp_path, records, models_in_use=[MODELS[0], "x:y"])
    assert missing.outcome == "INCONCLUSIVO"
    assert "x:y" in str(missing.headline)


def test_too_little_data_is_inconclusive_with_its_reason(tmp_path):
    made = verdict(tmp_path, [manifest(), *executions()[:2]])
    assert made.outcome == "INCONCLUSIVO"
    assert made.models[0].clauses[-1].outcome == "short"


def test_a_simulated_model_is_said_first(tmp_path):
    made = verdict(tmp_path, [manifest(), *executions("simulated:steady")])
    assert made.notes[0].code == "engine-simulated"
    assert made.provenance["simulated"] is True


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"margn": 1}, "margin"),
        ({"margin": 1.5}, "[0, 1]"),
        ({"margin": float("nan")}, "nan"),
        ({"margin": None}, "None"),
        ({"margin": "a"}, "'a'"),
        ({"margin": True}, "True"),
        ({"k": 0}, "≥ 1"),
        ({"k": 2.5}, "2.5"),
        ({"strict": "maybe"}, "maybe"),
        ({"unit": "x"}, "call | turn"),
        ({"seed": -1}, "≥ 0"),
    ],
)
def test_an_illegal_parameter_is_refused_naming_what_is_legal(tmp_path, params, words):
    with pytest.raises(BadInputError) as caught:
        verdict(tmp_path, [manifest(), *executions()], params)
    assert words in str(caught.value)


def test_parameters_may_be_text(tmp_path):
    given = {"margin": "0.05", "k": "3", "strict": "não", "unit": "call", "seed": None}
    assert verdict(tmp_path, [manifest(), *executions()], given).params == DEFAULTS


def test_files_by_glob_and_comma_and_none_of_this_evaluation(tmp_path):
    write_whole(tmp_path / "a.jsonl", [manifest(), *executions(MODELS[0])])
    write_whole(tmp_path / "b.jsonl", [manifest("c"), *executions(MODELS[1], batch="c")])
    both = load(EVALUATION, [f"{tmp_path}/*.jsonl"])
    assert [batch.model for batch in both.batches] == list(MODELS)
    assert [batch.manifests[0].batch for batch in both.batches] == ["b", "c"]
    assert load(EVALUATION, [f"{tmp_path}/a.jsonl,{tmp_path}/b.jsonl"]) == both
    with pytest.raises(BadInputError, match="nenhum arquivo"):
        load(EVALUATION, [f"{tmp_path}/z*.jsonl"])
    with pytest.raises(BadInputError, match="T"):
        load(replace(EVALUATION, code="X"), [tmp_path / "a.jsonl"])


def test_a_second_file_of_the_same_keys_is_refused_or_stacked(tmp_path):
    write_whole(tmp_path / "1.jsonl", [manifest(), *executions()])
    write_whole(tmp_path / "2.jsonl", [manifest("c"), *executions(batch="c")])
    with pytest.raises(BadInputError, match=r"1\.jsonl"):
        load(EVALUATION, [tmp_path / "1.jsonl", tmp_path / "2.jsonl"])
    stacked = load(replace(EVALUATION, stacks=True), [tmp_path / "1.jsonl", tmp_path / "2.jsonl"])
    assert sorted({e.repetition for e in stacked.batches[0].executions}) == [0, 1]


def test_references_choose_a_part_of_a_file(tmp_path):
    path = tmp_path / "a.jsonl"
    again = [msgspec.structs.replace(e, repetition=1) for e in executions()]
    write_whole(path, [manifest(), *executions(), *again])
    loaded = load_sides(f"{path}#arm=off&k=0", f"{path}#arm=off&k=1")
    assert {(e.arm, e.repetition) for e in loaded.batches[0].executions} == {
        ("baseline", 0),
        ("candidate", 0),
    }
    whole = load_sides(f"{path}#arm=off", f"{path}#arm=on")
    assert {e.repetition for e in whole.batches[0].executions} == {0, 1}
    for words in (f"{path}#z=1", f"{path}#k=x", f"{path}#k"):
        with pytest.raises(BadInputError, match="#"):
            RunRef.parse(words)
    with pytest.raises(BadInputError, match="arm"):
        load_sides(path, f"{path}#arm=on")
    with pytest.raises(BadInputError, match="k=7"):
        load_sides(f"{path}#arm=off&k=7", f"{path}#arm=on")
