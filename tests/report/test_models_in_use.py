"""The switch is global: it turns only when every model in use approves (S001-8)."""

from __future__ import annotations

import pytest

from cenario.domain.execution import Execution, Manifest
from cenario.report.study import open_study
from cenario.store import journal


@pytest.fixture
def files(tmp_path):
    paths = []
    for model, approves in (("m:a", True), ("m:b", True), ("m:c", False)):
        path = tmp_path / f"{model[-1]}.jsonl"
        execution = Execution(
            batch=model, evaluation="toy", arm="off", model=model, conversation="1", repetition=0,
            outcome="completed", reply="ok" if approves else None,
        )  # fmt: skip
        opening = Manifest(batch=model, evaluation="toy", seal="", sealed_at="", models=(model,))
        journal.write_whole(path, [opening, execution])
        paths.append(str(path))
    return paths


TOY = """
from cenario.domain.evaluation import Decision, Evaluation
from cenario.domain.verdict import Clause, Counts
from cenario.labels.text import message


def decide(batch, params):
    good = all(one.reply for one in batch.executions)
    reason = message("criteria-complete", planned="1")
    return Decision(
        clauses=(Clause(name="toy", outcome="holds" if good else "fails", reason=reason),), counts=Counts()
    )


EVALUATION = Evaluation(
    code="toy", title=message("c-title"), question=message("c-question"), params=(), arms=(), decide=decide
)
"""


def outcome(tmp_path, files, in_use):
    declared = tmp_path / "toy.py"
    declared.write_text(TOY)
    return open_study(str(declared), runs=files, models_in_use=in_use).ruling


def clean(ruling):
    return {model.model: model.in_use for model in ruling.models}


def test_a_rejected_model_that_is_not_in_use_does_not_block(tmp_path, files):
    ruling = outcome(tmp_path, files, ["m:a", "m:b"])
    assert clean(ruling) == {"m:a": True, "m:b": True, "m:c": False}
    assert ruling.outcome != "REPROVA"


def test_a_rejected_model_in_use_blocks(tmp_path, files):
    assert outcome(tmp_path, files, []).outcome == "REPROVA"


def test_a_model_in_use_without_a_measurement_is_no_approval(tmp_path, files):
    ruling = outcome(tmp_path, files[:2], ["m:a", "m:b", "m:d"])
    assert ruling.outcome == "INCONCLUSIVO"
    assert "m:d" in str(ruling.headline)
