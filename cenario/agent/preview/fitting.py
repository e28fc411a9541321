"""Whether a scenario speaks of things that the embedded agent has, by the names and kinds it gives them.

Without this a procedure misspelt would be "did not run" for ever, and a read that a file calls a
consequence could be forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from cenario.agent.preview.persona import Persona
from cenario.agent.preview.tools.registry import resources_of, tools_of
from cenario.domain.scenario import (
    Expectation,
    GroundingExpectation,
    Procedure,
    ProcedureField,
    Resource,
    Scenario,
)
from cenario.errors import BadInputError, Message, message

__all__ = ["check_fits", "procedures_of", "typed_resources_of"]


def procedures_of(persona: Persona) -> tuple[Procedure, ...]:
    """Return the procedures that the persona's tools run, with their states and typed fields."""
    found = {tool.procedure.name: tool.procedure for tool in tools_of(persona).values() if tool.procedure}
    return tuple(
        Procedure(
            name=each.name,
            states=each.states,
            fields=tuple(ProcedureField(name=name, type=kind) for name, kind in each.fields.items()),
        )
        for each in found.values()
    )


def typed_resources_of(persona: Persona) -> tuple[Resource, ...]:
    """Return the resources that the persona may touch, with their effect."""
    return tuple(Resource(name=name, effect=effect) for name, effect in resources_of(persona).items())


def check_fits(scenario: Scenario, persona: Persona, *, source: str) -> None:
    """Refuse a scenario whose procedures, fields, resources or sources are not the persona's.

    Raises
    ------
    BadInputError
        Names the first that differs, and what there is.
    """
    for fault in (*_procedures(scenario, persona), *_resources(scenario, persona)):
        raise BadInputError(message("scenario-fault", source=source, fault=fault))
    for each in (*scenario.expectations, *scenario.suggested):
        for fault in _sources(each, persona):
            raise BadInputError(message("scenario-fault", source=source, fault=fault))


def _procedures(scenario: Scenario, persona: Persona) -> Iterable[Message]:
    own = {each.name: each for each in procedures_of(persona)}
    for declared in scenario.procedures:
        real = own.get(declared.name)
        if real is None:
            known = ", ".join(own)
            yield message("scenario-agent-procedure", agent=persona.id, procedure=declared.name, known=known)
            continue
        for state in declared.states:
            if state not in real.states:
                yield message(
                    "scenario-agent-state",
                    agent=persona.id,
                    procedure=declared.name,
                    state=state,
                    known=", ".join(real.states),
                )
        types = {field.name: field.type for field in real.fields}
        for field in declared.fields:
            if types.get(field.name) != field.type:
                yield message(
                    "scenario-agent-field",
                    agent=persona.id,
                    procedure=declared.name,
                    field=field.name,
                    type=types.get(field.name, "—"),
                    declared=field.type,
                )


def _resources(scenario: Scenario, persona: Persona) -> Iterable[Message]:
    own = resources_of(persona)
    for declared in scenario.resources:
        real = own.get(declared.name)
        if real is None:
            known = ", ".join(own)
            yield message("scenario-agent-resource", agent=persona.id, resource=declared.name, known=known)
        elif declared.effect != real:
            yield message(
                "scenario-agent-effect",
                agent=persona.id,
                resource=declared.name,
                effect=real,
                declared=declared.effect or "—",
            )


def _sources(expectation: Expectation, persona: Persona) -> Iterable[Message]:
    known = [source.name for source in persona.sources]
    if isinstance(expectation, GroundingExpectation) and expectation.source not in known:
        yield message(
            "scenario-agent-source", agent=persona.id, source=expectation.source, known=", ".join(known)
        )
