"""The switches of the embedded agent that an evaluation may turn, each with its legal values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from cenario.agent.preview.history import HISTORY_FORMATS, HistoryFormat
from cenario.agent.preview.tools.schema import ToolSchemaKnob
from cenario.errors import BadInputError, message

_LEGAL: Mapping[str, tuple[str, ...]] = {"tool_schema": ("off", "on"), "history_format": HISTORY_FORMATS}


@dataclass(frozen=True, slots=True)
class Knobs:
    """The switches in force; each default is what runs in production today."""

    tool_schema: ToolSchemaKnob = "off"
    history_format: HistoryFormat = "json"


def read_knobs(given: Mapping[str, str]) -> Knobs:
    """Return `given` as `Knobs`; an unknown name or value is refused, never passed over."""
    for name, value in given.items():
        if name not in _LEGAL:
            raise BadInputError(message("agent-knob-unknown", name=name, known=", ".join(_LEGAL)))
        if value not in _LEGAL[name]:
            legal = ", ".join(_LEGAL[name])
            raise BadInputError(message("agent-knob-value", name=name, value=value, legal=legal))
    return Knobs(
        tool_schema=cast("ToolSchemaKnob", given.get("tool_schema", "off")),
        history_format=cast("HistoryFormat", given.get("history_format", "json")),
    )
