"""The JSON Schema of a tool's arguments as it goes on the wire, in each arm of ``tool_schema``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

ToolSchemaKnob = Literal["off", "on"]
"""`off`: today's schema, ``pattern`` beside ``format``. `on`: no ``pattern`` where there is ``format``."""

_OF_ONE = ("items", "additionalProperties", "not")
_OF_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")


@cache
def wire_schema(arguments: type[BaseModel], knob: ToolSchemaKnob) -> dict[str, Any]:
    """Return the schema of `arguments`, self-contained: no references, ``$schema`` or titles."""
    published = arguments.model_json_schema()
    whole = _plain(published, published.get("$defs", {}))
    return _without_repeated_pattern(whole) if knob == "on" else whole


def format_nodes(schema: object) -> Iterator[Mapping[str, object]]:
    """Yield every node of `schema`, however deep, that has a ``format``."""
    if isinstance(schema, Mapping):
        if isinstance(schema.get("format"), str):
            yield schema
        for value in schema.values():
            yield from format_nodes(value)
    elif isinstance(schema, (list, tuple)):
        for value in schema:
            yield from format_nodes(value)


def _plain(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        target = definitions[str(node["$ref"]).rpartition("/")[2]]
        return _plain({**target, **{key: value for key, value in node.items() if key != "$ref"}}, definitions)
    dropped = {"title", "$defs", "$schema"}
    if node.get("default", 0) is None:
        dropped.add("default")
    if "properties" in node:
        dropped.add("description")  # the class's documentation, for us
    kept = {key: value for key, value in node.items() if key not in dropped}
    return _over_children(kept, lambda child: _plain(child, definitions))


def _without_repeated_pattern(node: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in node.items() if not (key == "pattern" and "format" in node)}
    return _over_children(kept, _without_repeated_pattern)


def _over_children(node: dict[str, Any], change: Any) -> dict[str, Any]:
    """Return `node` with `change` applied where a schema may stand, and nowhere else."""
    for key in _OF_ONE:
        if isinstance(node.get(key), Mapping):
            node[key] = change(node[key])
    for key in _OF_MANY:
        if key in node:
            node[key] = [change(child) for child in node[key]]
    if "properties" in node:
        node["properties"] = {name: change(child) for name, child in node["properties"].items()}
    return node
