"""Every tool by name, what each capability offers, and the resources and procedures they declare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from cenario.agent.preview.tools.agenda import AGENDA_TOOLS
from cenario.agent.preview.tools.contacts import CONTACT_TOOLS
from cenario.agent.preview.tools.sales import SALES_TOOLS
from cenario.agent.preview.tools.schema import ToolSchemaKnob, wire_schema
from cenario.agent.preview.tools.service import SERVICE_TOOLS, SOURCE
from cenario.agent.preview.tools.tool import Procedure, Tool
from cenario.provider.protocol import ToolSchema

if TYPE_CHECKING:
    from cenario.agent.preview.persona import Capability, Persona
    from cenario.domain.execution import Effect

TOOLS: Mapping[str, Tool] = MappingProxyType(
    {tool.name: tool for tool in (*AGENDA_TOOLS, *CONTACT_TOOLS, *SALES_TOOLS, *SERVICE_TOOLS)}
)

PROCEDURES: Mapping[str, Procedure] = MappingProxyType(
    {tool.procedure.name: tool.procedure for tool in TOOLS.values() if tool.procedure}
)
"""Every named procedure: the states it may end in and its fields, typed."""


def tools_of(persona: Persona) -> dict[str, Tool]:
    """Return the tools that `persona`'s capabilities offer, in the registry's order."""
    return dict(_offered(persona.capabilities))


def tool_prefix(persona: Persona, knob: ToolSchemaKnob) -> tuple[ToolSchema, ...]:
    """Return the tools as offered to the model in an arm: the prefix that all of a persona's turns share."""
    return _prefix(persona.capabilities, knob)


def resources_of(persona: Persona) -> dict[str, Effect]:
    """Return each resource that `persona` may touch, and what touching it leaves."""
    named: dict[str, Effect] = {
        tool.resource: tool.effect for tool in tools_of(persona).values() if tool.resource != SOURCE
    }
    return named | {f"{SOURCE}{source.name}": "read" for source in persona.sources}


@cache
def _offered(capabilities: tuple[Capability, ...]) -> tuple[tuple[str, Tool], ...]:
    return tuple((name, tool) for name, tool in TOOLS.items() if tool.capability in capabilities)


@cache
def _prefix(capabilities: tuple[Capability, ...], knob: ToolSchemaKnob) -> tuple[ToolSchema, ...]:
    return tuple(
        ToolSchema(name=tool.name, description=tool.description, parameters=wire_schema(tool.arguments, knob))
        for _, tool in _offered(capabilities)
    )
