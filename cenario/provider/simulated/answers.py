"""What the simulated model answers, written on either wire."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cenario.provider import tokens
from cenario.provider.simulated.view import View
from cenario.provider.usage import Billed

__all__ = ["Answer", "MadeCall", "count_output", "write"]


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call to make; `arguments` is its JSON text, and may be invalid where the wire lets it."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Text, calls, or both."""

    text: str = ""
    calls: tuple[MadeCall, ...] = ()


def count_output(answer: Answer) -> int:
    """Return the answer's o200k tokens."""
    return 4 + tokens.count(answer.text) + sum(
        12 + tokens.count(call.name) + tokens.count(call.arguments) for call in answer.calls
    )  # fmt: skip


def write(view: View, answer: Answer, billed: Billed, identity: str) -> dict[str, Any]:
    """Return the answer's body on the view's wire."""
    if view.wire == "anthropic":
        return _anthropic(view, answer, billed, identity)
    return _openai(view, answer, billed, identity)


def _call_id(view: View, position: int) -> str:
    return f"call_{view.seed}_{view.answered}_{position}"


def _anthropic(view: View, answer: Answer, billed: Billed, identity: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": answer.text}] if answer.text else []
    for position, call in enumerate(answer.calls):
        content.append(
            {
                "type": "tool_use",
                "id": _call_id(view, position),
                "name": call.name,
                "input": _object(call.arguments),
            }
        )
    return {
        "id": identity,
        "type": "message",
        "role": "assistant",
        "model": view.model,
        "content": content,
        "stop_reason": "tool_use" if answer.calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": billed.input,
            "output_tokens": billed.output,
            "cache_read_input_tokens": billed.cache_read or 0,
            "cache_creation_input_tokens": billed.cache_write_1h or 0,
            "cache_creation": {
                "ephemeral_5m_input_tokens": 0,
                "ephemeral_1h_input_tokens": billed.cache_write_1h or 0,
            },
        },
    }


def _openai(view: View, answer: Answer, billed: Billed, identity: str) -> dict[str, Any]:
    said: dict[str, Any] = {"role": "assistant", "content": answer.text or None}
    if answer.calls:
        said["tool_calls"] = [
            {
                "id": _call_id(view, position),
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for position, call in enumerate(answer.calls)
        ]
    return {
        "id": identity,
        "object": "chat.completion",
        "created": 0,
        "model": view.model,
        "choices": [{"index": 0, "message": said, "finish_reason": "tool_calls" if answer.calls else "stop"}],
        "usage": {
            "prompt_tokens": billed.prompt,
            "completion_tokens": billed.output,
            "total_tokens": billed.total,
            "prompt_tokens_details": {"cached_tokens": billed.cache_read or 0},
        },
    }


def _object(arguments: str) -> Mapping[str, Any]:
    try:
        value = json.loads(arguments)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"_raw": arguments}
