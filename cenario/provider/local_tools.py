"""Tool calls for a local server that ignores ``tools``: as JSON that a schema holds the answer to.

The body still carries ``tools``, as an arm shapes them, for the proof of arm; beside them stand a
schema for the answer (one object a tool, or a reply), the tools' names in the system text, and
past calls and results told as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from cenario.provider.client import Answer
from cenario.provider.openai import OpenAIWire, encode
from cenario.provider.protocol import Request, ToolRequest, ToolSchema, Turn

__all__ = ["SchemaToolsWire"]

_HOW = (
    'Responda só com um objeto JSON: {{"tool": nome, "arguments": {{…}}}} para usar uma ferramenta, '
    'ou {{"reply": texto}} para responder ao contato. Ferramentas:\n{tools}'
)
_NOT_HELD = frozenset({"format", "pattern", "maxLength", "minLength", "description", "title", "examples"})
"""What the answer's schema leaves out: the model must be free to get a format wrong, and short."""


class _Call(msgspec.Struct, frozen=True):
    tool: str = ""
    arguments: msgspec.Raw = msgspec.Raw(b"{}")
    reply: str | None = None


_decoder = msgspec.json.Decoder(_Call)


class SchemaToolsWire(OpenAIWire):
    """The Chat Completions wire, where a tool call is an answer of a given shape."""

    def body(self, request: Request) -> dict[str, Any]:
        """Return the request's body, but for the model's name."""
        if not request.tools:
            return super().body(request)
        told = replace(
            request,
            system=f"{request.system}\n{_HOW.format(tools=_listed(request.tools))}",
            turns=tuple(_as_text(turn) for turn in request.turns),
            response_schema=_answer_schema(request.tools),
        )
        return encode(told, limit_field=self.limit_field)

    def read(self, body: bytes) -> Answer:
        """Read an answer: a call, a reply, or where it is neither, text as it came."""
        answer = super().read(body)
        try:
            said = _decoder.decode(answer.text)
        except msgspec.DecodeError:
            return answer
        if said.tool:
            call = ToolRequest(id="call_0", name=said.tool, arguments=bytes(said.arguments).decode())
            return Answer(text="", tool_requests=(call,), stop_reason=answer.stop_reason)
        return replace(answer, text=said.reply) if said.reply is not None else answer


def _listed(tools: tuple[ToolSchema, ...]) -> str:
    return "\n".join(f"- {tool.name}: {tool.description.partition('. ')[0]}" for tool in tools)


def _answer_schema(tools: tuple[ToolSchema, ...]) -> dict[str, Any]:
    choices: list[dict[str, Any]] = [
        _closed({"tool": {"const": tool.name}, "arguments": _loosened(tool.parameters)}) for tool in tools
    ]
    choices.append(_closed({"reply": {"type": "string"}}))
    return {"oneOf": choices}


def _closed(properties: Mapping[str, object]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _loosened(schema: Any, *, named: bool = False) -> Any:
    """Return the schema without what `_NOT_HELD` lists; a property may have such a name."""
    if isinstance(schema, Mapping):
        return {
            name: _loosened(value, named=name in ("properties", "$defs"))
            for name, value in schema.items()
            if named or name not in _NOT_HELD
        }
    if isinstance(schema, list | tuple):
        return [_loosened(value) for value in schema]
    return schema


def _as_text(turn: Turn) -> Turn:
    if turn.role == "assistant" and turn.tool_requests:
        call = turn.tool_requests[0]
        return Turn(role="assistant", text=json.dumps({"tool": call.name}) + f" {call.arguments}")
    if turn.role == "tool":
        return Turn(role="user", text=f"Resultado: {turn.text}")
    return turn
