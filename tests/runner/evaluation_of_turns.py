"""An evaluation of single turns that only a test runs: two arms of the tool schema, over corpus C."""

from __future__ import annotations

from cenario.agent.preview.proof import schema_off, schema_on
from cenario.domain.evaluation import Arm, Decision, Evaluation
from cenario.domain.verdict import Counts
from cenario.labels.text import message


def decide(batch, params):
    return Decision(clauses=(), counts=Counts())


EVALUATION = Evaluation(
    code="T",
    title=message("help-run"),
    question=message("help-run"),
    params=(),
    arms=(
        Arm(name="off", role="baseline", knobs={"tool_schema": "off"}, proof=schema_off),
        Arm(name="on", role="candidate", knobs={"tool_schema": "on"}, proof=schema_on),
    ),
    decide=decide,
    repetitions=3,
    corpus="c",
)
