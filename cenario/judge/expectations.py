"""The nine expectations, judged on the state of the world at the end of a turn.

Each finding is met, not met, or not judgeable, with the reason in a sentence. Nothing here sees
the order of steps, so that no expectation can prescribe the path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from cenario.domain.execution import EndState, ProcedureRun
from cenario.domain.field_values import typed
from cenario.domain.scenario import (
    CollectedExpectation,
    Expectation,
    FieldType,
    FollowUpExpectation,
    GroundingExpectation,
    HandoffExpectation,
    ProcedureExpectation,
    ProhibitionExpectation,
    ReplyExpectation,
    ResumptionExpectation,
    Scenario,
    WorkExpectation,
)
from cenario.labels.text import Message, message

FindingOutcome = Literal["met", "not_met", "not_judgeable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one expectation found in one execution."""

    kind: str
    outcome: FindingOutcome
    reason: Message


def judge_expectation(expectation: Expectation, state: EndState | None, scenario: Scenario) -> Finding:
    """Judge one expectation on the end state of one execution.

    Parameters
    ----------
    expectation : Expectation
        One of the nine.
    state : EndState or None
        The world at the end of the turn; None where the agent did not report it.
    scenario : Scenario
        Whose declared field types say how collected values compare.
    """
    kind = str(type(expectation).__struct_config__.tag)
    if state is None:
        return Finding(kind=kind, outcome="not_judgeable", reason=message("expectation-no-state"))
    outcome, reason = _judge(expectation, state, scenario)
    return Finding(kind=kind, outcome=outcome, reason=reason)


Judged = tuple[FindingOutcome, Message]


def _judge(expectation: Expectation, state: EndState, scenario: Scenario) -> Judged:  # noqa: PLR0911 - nine kinds
    match expectation:
        case ReplyExpectation():
            return _judge_reply(expectation, state)
        case WorkExpectation():
            return _judge_work(expectation, state)
        case ProcedureExpectation():
            return _judge_procedure(expectation, state)
        case CollectedExpectation():
            return _judge_collected(expectation, state, scenario)
        case FollowUpExpectation():
            return _said(state.follow_up_at is not None, "expectation-follow-up")
        case ResumptionExpectation():
            return _said(state.origin == "scheduled_return", "expectation-resumption")
        case HandoffExpectation():
            return _known(state.handed_off, "expectation-handoff")
        case GroundingExpectation():
            return _judge_grounding(expectation, state)
        case ProhibitionExpectation():
            touched = expectation.resource in state.touched
            return _said(not touched, "expectation-prohibition", resource=expectation.resource)
        case _:
            assert_never(expectation)


def _judge_reply(expectation: ReplyExpectation, state: EndState) -> Judged:
    if state.replied is None:
        return "not_judgeable", message("expectation-not-reported")
    name = "expectation-speech" if expectation.spoke else "expectation-silence"
    return _said(state.replied is expectation.spoke, name)


def _judge_work(expectation: WorkExpectation, state: EndState) -> Judged:
    if state.work is None:
        return "not_judgeable", message("expectation-not-reported")
    return _said(state.work == expectation.state, f"expectation-work-{expectation.state}")


def _judge_procedure(expectation: ProcedureExpectation, state: EndState) -> Judged:
    runs = _runs(expectation.procedure, state)
    if expectation.absent:
        return _said(not runs, "expectation-absence", procedure=expectation.procedure)
    if not runs:
        return "not_met", message("expectation-procedure-did-not-run", procedure=expectation.procedure)
    ended = runs[-1].state
    if ended == expectation.state:
        return "met", message("expectation-procedure-met", procedure=expectation.procedure, state=ended)
    return "not_met", message(
        "expectation-procedure-other-state",
        procedure=expectation.procedure,
        state=ended,
        wanted=expectation.state or "",
    )


def _judge_collected(expectation: CollectedExpectation, state: EndState, scenario: Scenario) -> Judged:
    types = field_types(scenario)
    declared = types.get((expectation.procedure, expectation.field))
    if declared is None:
        return "not_judgeable", message("expectation-field-undeclared", field=expectation.field)
    received = [
        run.fields[expectation.field]
        for run in _runs(expectation.procedure, state)
        if expectation.field in run.fields
    ]
    if not received:
        return "not_met", message("expectation-not-collected", field=expectation.field)
    observed = _plain(received[-1], declared)
    wanted, got = typed(expectation.value, declared), typed(observed, declared)
    shown = {"field": expectation.field, "value": str(observed), "wanted": str(expectation.value)}
    if got is None or wanted is None:
        return "not_met", message("expectation-collected-unreadable", type=declared, **shown)
    return ("met" if got == wanted else "not_met"), message(
        "expectation-collected-met" if got == wanted else "expectation-collected-other", **shown
    )


def _judge_grounding(expectation: GroundingExpectation, state: EndState) -> Judged:
    if state.replied is None:
        return "not_judgeable", message("expectation-not-reported")
    if not state.replied:
        return "not_met", message("expectation-no-speech")
    return _said(expectation.source in state.sources, "expectation-grounding", source=expectation.source)


def field_types(scenario: Scenario) -> Mapping[tuple[str, str], FieldType]:
    """Return the declared type of each (procedure, field)."""
    return {
        (procedure.name, field.name): field.type
        for procedure in scenario.procedures
        for field in procedure.fields
    }


def _plain(raw: str, kind: FieldType) -> object:
    """Return the value that the agent's report holds as JSON text, or the text itself.

    A text field that came without its quotes is the text it is: ``1e5`` is not 100000.0.
    """
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return raw
    return raw if kind == "text" and not isinstance(value, str) else value


def _runs(procedure: str, state: EndState) -> list[ProcedureRun]:
    return [run for run in state.procedures if run.name == procedure]


def _known(fact: bool | None, name: str) -> Judged:
    return ("not_judgeable", message("expectation-not-reported")) if fact is None else _said(fact, name)


def _said(holds: bool, name: str, **values: object) -> Judged:
    return (
        ("met", message(f"{name}-met", **values))
        if holds
        else ("not_met", message(f"{name}-not-met", **values))
    )
