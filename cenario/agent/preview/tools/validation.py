"""Judge a tool call as the server would, before anything is discarded: the flags of evaluation C.

The ruler is the tool's own validation, never the JSON Schema on the wire. A landfill uuid (nil or
max, masked or not) passes that validation, so it is looked for apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from cenario.agent.preview.tools.formats import FORMAT_RULES
from cenario.agent.preview.tools.schema import format_nodes, wire_schema
from cenario.domain.execution import Fault

if TYPE_CHECKING:
    from cenario.agent.preview.tools.tool import Arguments, Tool

_UUID_LIKE = re.compile(r"[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}")
_QUOTED = re.compile(r'"([^"\\]*)"')
_VERSION, _VARIANT = 12, 16
_MAX_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """What the server says of one call; `arguments` is None unless it is valid."""

    known: bool
    valid: bool | None
    faults: tuple[Fault, ...]
    has_format_field: bool
    landfill_uuid: bool
    arguments: Arguments | None


def judge_call(name: str, raw: str, tools: Mapping[str, Tool]) -> Judged:
    """Return what the server says of a call to `name` with `raw` arguments.

    A tool that does not exist has no validation: it is unknown, neither valid nor invalid. Blank
    arguments are no arguments (``{}``).
    """
    text = raw if raw.strip() else "{}"
    landfill = has_landfill_uuid(text)
    tool = tools.get(name)
    if tool is None:
        return Judged(False, None, (), False, landfill, None)
    has_format = has_format_field(tool.arguments)
    try:
        arguments = tool.arguments.model_validate_json(text)
    except ValidationError as error:
        return Judged(True, False, _faults(error), has_format, landfill, None)
    return Judged(True, True, (), has_format, landfill, arguments)


@cache
def has_format_field(arguments: type[BaseModel]) -> bool:
    """Whether a tool has, at any depth, a field with a format."""
    return any(True for _ in format_nodes(wire_schema(arguments, "off")))


def has_landfill_uuid(raw: str) -> bool:
    """Whether some value in `raw` arguments is a nil or max uuid, masked or not.

    Where `raw` is no JSON, its quoted pieces are looked at instead.
    """
    try:
        values: Iterator[str] = _texts(json.loads(raw))
    except (ValueError, RecursionError):
        values = (found[1] for found in _QUOTED.finditer(raw))
    return any(is_landfill_uuid(value) for value in values)


def is_landfill_uuid(text: str) -> bool:
    """Whether `text` is a uuid whose hex digits, version and variant aside, are all 0 or all f."""
    stripped = text.strip()
    if not _UUID_LIKE.fullmatch(stripped):
        return False
    digits = stripped.replace("-", "").lower()
    others = set(digits[:_VERSION] + digits[_VERSION + 1 : _VARIANT] + digits[_VARIANT + 1 :])
    return others in ({"0"}, {"f"})


def _texts(value: Any) -> Iterator[str]:
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            stack.extend(each.values())
        elif isinstance(each, list):
            stack.extend(each)


def _faults(error: ValidationError) -> tuple[Fault, ...]:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return tuple(
        Fault(
            rule=each["type"],
            path=".".join(str(part) for part in each["loc"]),
            format=each["type"] in FORMAT_RULES,
        )
        for each in found[:_MAX_FAULTS]
    )
