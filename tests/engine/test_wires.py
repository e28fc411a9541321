"""Arms that ask for the same thing show nothing, and arms that differ in more show nobody knows what."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from cenario.domain.evaluation import Arm, Batch
from cenario.domain.execution import Execution, Wire
from cenario.engine.wires import wires_clause
from tests.engine.test_judge import EVALUATION, executions

ARMS = (
    Arm(name="off", role="baseline"),
    Arm(name="on", role="candidate"),
    Arm(name="again", role="control"),
)
CHANGING = replace(EVALUATION, changes=("tools",), arms=ARMS)
SAME = {"system": "s", "tools": "t", "opening": "o", "parameters": "p"}


def batch(**by_arm: dict[str, str] | None) -> Batch:
    made: list[Execution] = []
    for arm, parts in by_arm.items():
        wire = None if parts is None else Wire(**parts, requests=1)
        made += [msgspec.structs.replace(e, arm=arm, wire=wire) for e in executions()[:2]]
    return Batch(model="m", executions=tuple(made))


def test_arms_that_differ_in_what_they_should_pass():
    assert wires_clause(CHANGING, batch(off=SAME, on={**SAME, "tools": "x"}, again=SAME)) is None


@pytest.mark.parametrize(
    ("on", "again", "code"),
    [
        (SAME, SAME, "engine-wire-same"),
        ({**SAME, "tools": "x", "system": "y"}, SAME, "engine-wire-more"),
        ({**SAME, "parameters": "x"}, SAME, "engine-wire-more"),
        ({**SAME, "tools": "x"}, {**SAME, "tools": "x"}, "engine-wire-more"),
    ],
)
def test_anything_else_refuses_the_verdict(on, again, code):
    clause = wires_clause(CHANGING, batch(off=SAME, on=on, again=again))
    assert clause.outcome == "short"
    assert clause.reason.code == code
    assert str(clause.reason)


def test_what_was_not_recorded_or_not_declared_is_not_judged():
    assert wires_clause(CHANGING, batch(off=None, on=None)) is None
    assert wires_clause(replace(CHANGING, changes=()), batch(off=SAME, on=SAME)) is None
    assert wires_clause(CHANGING, batch(off={**SAME, "opening": ""}, on={**SAME, "tools": "x"})) is None
