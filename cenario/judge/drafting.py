"""Make a draft scenario of an observed turn: the situation verbatim, the expectations only suggested.

What the agent did is not yet what it should do: nothing seen in the turn is an expectation until
somebody declares it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from cenario.agent.preview.fitting import procedures_of, typed_resources_of
from cenario.agent.preview.persona import Persona, load_personas
from cenario.domain.conversation import Conversation
from cenario.domain.execution import EndState, Execution
from cenario.domain.scenario import (
    CollectedExpectation,
    Expectation,
    FieldType,
    FollowUpExpectation,
    GroundingExpectation,
    HandoffExpectation,
    Origin,
    Procedure,
    ProcedureExpectation,
    ReplyExpectation,
    ResumptionExpectation,
    Scenario,
    WorkExpectation,
)
from cenario.errors import BadInputError, message
from cenario.store.scenarios import situation_digest
from cenario.store.turns import ObservedTurn, situation_of

__all__ = ["draft_from_turn", "draft_of", "suggested_by"]


def draft_from_turn(
    execution: Execution, situation: Conversation, persona: Persona | None, *, scenario_id: str, title: str
) -> Scenario:
    """Return a draft of the turn; it cannot measure until it is declared.

    Parameters
    ----------
    execution : Execution
        The observed turn: a single one.
    situation : Conversation
        Where it started, see `cenario.store.turns.situation_of`; copied as it is.
    persona : Persona or None
        The agent, whose procedures and resources the draft declares; None: one of no declaration.

    Raises
    ------
    BadInputError
        Nothing was observed: the execution was lost or stopped, or holds several turns.
    """
    if not execution.is_measured:
        raise BadInputError(message("draft-not-observed", outcome=execution.outcome))
    if sum(each.role == "user" for each in execution.messages) > 1:
        raise BadInputError(message("draft-several-turns"))
    procedures = procedures_of(persona) if persona is not None else ()
    return Scenario(
        id=scenario_id,
        title=title,
        situation=situation,
        inputs=(situation.message,),
        suggested=suggested_by(execution.end_state, procedures),
        procedures=procedures,
        resources=typed_resources_of(persona) if persona is not None else (),
        origin=Origin(
            batch=execution.batch,
            conversation=execution.conversation,
            arm=execution.arm,
            repetition=execution.repetition,
            situation=situation_digest(situation),
        ),
    )


def draft_of(turn: ObservedTurn, *, scenario_id: str, title: str) -> Scenario:
    """Return a draft of a turn found in the journals; the embedded agent's procedures come with it."""
    situation = situation_of(turn)
    personas = {each.business: each for each in load_personas().values()}
    persona = personas.get(situation.business) if turn.execution.mode == "preview" else None
    return draft_from_turn(turn.execution, situation, persona, scenario_id=scenario_id, title=title)


def suggested_by(state: EndState | None, procedures: tuple[Procedure, ...]) -> tuple[Expectation, ...]:
    """Return what was true at the end of the turn, each as an expectation that somebody may take up."""
    return () if state is None else tuple(_seen(state, {each.name: each for each in procedures}))


def _seen(state: EndState, procedures: Mapping[str, Procedure]) -> Iterator[Expectation]:
    if state.replied is not None:
        yield ReplyExpectation(spoke=state.replied)
    if state.work is not None:
        yield WorkExpectation(state=state.work)
    yield from _procedures(state, procedures)
    if state.follow_up_at is not None:
        yield FollowUpExpectation()
    if state.origin == "scheduled_return":
        yield ResumptionExpectation()
    if state.handed_off:
        yield HandoffExpectation()
    if state.replied:
        for source in state.sources:
            yield GroundingExpectation(source=source)


def _procedures(state: EndState, procedures: Mapping[str, Procedure]) -> Iterator[Expectation]:
    last = {run.name: run for run in state.procedures if run.name in procedures}
    for name, run in last.items():
        if run.state in procedures[name].states:
            yield ProcedureExpectation(procedure=name, state=run.state)
        kinds = {field.name: field.type for field in procedures[name].fields}
        for field, raw in run.fields.items():
            value = _plain(raw, kinds.get(field))
            if value is not None:
                yield CollectedExpectation(procedure=name, field=field, value=value)


def _plain(raw: str, kind: FieldType | None) -> bool | int | float | str | None:
    """Return the value that a field received, where its type can be compared."""
    if kind is None or kind == "list":
        return None
    try:
        value = json.loads(raw)
    except ValueError:
        return raw
    return value if isinstance(value, (bool, int, float, str)) else None
