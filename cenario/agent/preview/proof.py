"""What the wire must show for an arm to be itself: one predicate an arm, over each request.

A predicate returns None, or what is wrong. Tools are found in the shapes of both providers
(``input_schema``; ``function.parameters``), never assumed from what we meant to send.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from cenario.agent.preview.history import HISTORY_HEADING, LINE
from cenario.agent.preview.tools.schema import format_nodes
from cenario.domain.wire import WireRequest
from cenario.errors import Message, message


def schema_off(request: WireRequest) -> Message | None:
    """At least one node has both ``pattern`` and ``format``, and no schema has ``$schema``."""
    if any("$schema" in schema for schema in tool_schemas(request)):
        return message("proof-off-dollar-schema")
    if _repeated_patterns(request) == 0:
        return message("proof-off-no-pattern", tools=len(list(tool_schemas(request))))
    return None


def schema_on(request: WireRequest) -> Message | None:
    """No node has both ``pattern`` and ``format``; some node has a ``format``, or nothing is shown."""
    repeated = _repeated_patterns(request)
    if repeated:
        return message("proof-on-pattern", nodes=repeated)
    if not any(True for schema in tool_schemas(request) for _ in format_nodes(schema)):
        return message("proof-on-no-format")
    return None


def history_json(request: WireRequest) -> Message | None:
    """The opening carries its history as a JSON array."""
    return None if _history_shape(request) == "json" else message("proof-history-not-json")


def history_lines(request: WireRequest) -> Message | None:
    """The opening carries its history as lines."""
    return None if _history_shape(request) == "linhas" else message("proof-history-not-lines")


def tool_schemas(request: WireRequest) -> Iterator[Mapping[str, object]]:
    """Yield the JSON Schema of each tool of `request`, as either provider carries it."""
    tools = request.body.get("tools")
    for tool in tools if isinstance(tools, (list, tuple)) else ():
        if not isinstance(tool, Mapping):
            continue
        function = tool.get("function")
        schema = function.get("parameters") if isinstance(function, Mapping) else tool.get("input_schema")
        if isinstance(schema, Mapping):
            yield schema


def opening(request: WireRequest) -> str:
    """Return the text of the first user message of `request`; empty where there is none."""
    messages = request.body.get("messages")
    for turn in messages if isinstance(messages, (list, tuple)) else ():
        if isinstance(turn, Mapping) and turn.get("role") == "user":
            return _text(turn.get("content"))
    return ""


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, (list, tuple)) else ()
    return "\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, Mapping))


def _repeated_patterns(request: WireRequest) -> int:
    """Return how many nodes repeat their format in a pattern; counted once for tools of one digest."""
    seen = request.digests.get("tools")
    if seen is None:
        return _count_repeated(request)
    if seen not in _counted:
        if len(_counted) > 256:
            _counted.clear()
        _counted[seen] = _count_repeated(request)
    return _counted[seen]


_counted: dict[str, int] = {}


def _count_repeated(request: WireRequest) -> int:
    nodes = (node for schema in tool_schemas(request) for node in format_nodes(schema))
    return sum(isinstance(node.get("pattern"), str) for node in nodes)


def _history_shape(request: WireRequest) -> str | None:
    found = re.search(rf"^{re.escape(HISTORY_HEADING)}\n(.*)$", opening(request), re.MULTILINE)
    if found is None:
        return None
    first = found[1]
    if LINE.match(first):
        return "linhas"
    try:
        return "json" if isinstance(json.loads(first), list) else None
    except ValueError:
        return None
