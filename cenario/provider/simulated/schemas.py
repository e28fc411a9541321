"""What a tool's JSON Schema on the wire says of formats, and how a model gets a format wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["FormatField", "format_fields", "has_pattern_beside_format", "spoil_format"]

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FormatField:
    """An argument that is there and whose schema names a format."""

    path: Path
    format: str

    def put(self, arguments: Any, value: object) -> Any:
        """Return the arguments with `value` in this field."""
        return _put(arguments, self.path, value)


def has_pattern_beside_format(schema: object) -> bool:
    """Whether some node of the schema has both ``pattern`` and ``format``."""
    if isinstance(schema, Mapping):
        if "pattern" in schema and "format" in schema:
            return True
        return any(has_pattern_beside_format(value) for value in schema.values())
    if isinstance(schema, list | tuple):
        return any(has_pattern_beside_format(value) for value in schema)
    return False


def format_fields(schema: Mapping[str, Any], arguments: Any) -> list[FormatField]:
    """Return the arguments given that have a format, in the schema's order."""
    return list(_fields(schema, arguments, schema, ()))


def _fields(node: Any, value: Any, root: Mapping[str, Any], path: Path) -> Iterator[FormatField]:
    if not isinstance(node, Mapping):
        return
    reference = node.get("$ref")
    if isinstance(reference, str):
        node = _resolve(reference, root)
    for choice in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
        yield from _fields(choice, value, root, path)
    if isinstance(value, str) and isinstance(node.get("format"), str):
        yield FormatField(path, node["format"])
    elif isinstance(value, Mapping):
        for name, inner in (node.get("properties") or {}).items():
            if name in value:
                yield from _fields(inner, value[name], root, (*path, name))
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from _fields(node.get("items"), item, root, (*path, position))


def _resolve(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    node: Any = root
    for part in reference.removeprefix("#/").split("/"):
        node = node.get(part, {}) if isinstance(node, Mapping) else {}
    return node if isinstance(node, Mapping) else {}


def spoil_format(arguments: Any, field: FormatField, draws: random.Random) -> Any:
    """Return the arguments with that field written as a model writes it that was not told the pattern."""
    value = arguments
    for part in field.path:
        value = value[part]
    return field.put(arguments, _spoiled(str(value), field.format, draws))


def _spoiled(value: str, kind: str, draws: random.Random) -> str:
    match kind:
        case "date-time":
            day, _, clock = value.partition("T")
            return draws.choice((value[:16], f"{day} {clock[:5]}", _day_first(day) + f" {clock[:5]}"))
        case "date":
            return draws.choice((_day_first(value), "amanhã"))
        case "uuid":
            return draws.choice((value[:-1], value.replace("-", "")[:30], "lead-" + value[:8]))
        case "email":
            return draws.choice((value.partition("@")[0] + "@", value.replace("@", " arroba ")))
        case _:
            return f"<{value}>"


def _day_first(day: str) -> str:
    parts = day.split("-")
    return "/".join(reversed(parts)) if len(parts) == 3 else f"dia {day}"


def _put(node: Any, path: Path, value: object) -> Any:
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        return {name: _put(inner, rest, value) if name == first else inner for name, inner in node.items()}
    return [_put(inner, rest, value) if place == first else inner for place, inner in enumerate(node)]
