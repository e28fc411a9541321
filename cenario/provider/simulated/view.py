"""A request as the simulated model sees it: what is on the wire, whichever wire it is."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import msgspec

__all__ = ["OfferedTool", "SeenCall", "SeenMessage", "View", "read_view"]

WireName = Literal["anthropic", "openai"]

SEED_HEADER = "x-simulated-seed"
_top = msgspec.json.Decoder(dict[str, msgspec.Raw])
_CALL_ID = re.compile(r"^call_(?P<seed>-?\d+)_\d+_\d+$")


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool as offered on the wire."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeenCall:
    """A call that the model made earlier in this conversation; `arguments` is its JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """One message; `failed` marks a tool's answer that is an error."""

    role: Literal["user", "assistant", "tool"]
    text: str = ""
    calls: tuple[SeenCall, ...] = ()
    call_id: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that the simulated model knows; `prefix` is the digest of tools and system."""

    wire: WireName
    model: str
    system: str
    tools: tuple[OfferedTool, ...]
    messages: tuple[SeenMessage, ...]
    max_tokens: int
    response_schema: Mapping[str, Any] | None
    cache_marked: bool
    prefix: str
    seed: int
    attempt: int

    @property
    def opening(self) -> str:
        """The first user message."""
        return next((m.text for m in self.messages if m.role == "user"), "")

    @property
    def last(self) -> SeenMessage:
        """The last message."""
        return self.messages[-1] if self.messages else SeenMessage("user")

    @property
    def answered(self) -> int:
        """How many times the model has answered already."""
        return sum(message.role == "assistant" for message in self.messages)

    def tool(self, name: str) -> OfferedTool | None:
        """Return the offered tool of that name."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def draws(self, *names: object) -> random.Random:
        """Return the generator of one choice: same seed and names, same draws, in any order asked."""
        return seeded(self.seed, *names)


def seeded(*names: object) -> random.Random:
    """Return a generator seeded by a digest of `names`."""
    text = "\x1f".join(str(name) for name in names)
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))  # noqa: S311 noise, no secret


def read_view(wire: WireName, content: bytes, seed_header: str | None, fallback_seed: int) -> View:
    """Return the request as seen.

    The seed is the header's, else that in an earlier call's id, else the fallback.

    Raises
    ------
    ValueError
        The body is not of the wire's shape.
    """
    parts = _top.decode(content)
    body = {name: msgspec.json.decode(raw) for name, raw in parts.items() if name != "tools"}
    said = body.get("messages")
    if not isinstance(said, list) or not all(isinstance(item, dict) for item in said):
        raise ValueError("messages")
    messages = tuple(_anthropic(said) if wire == "anthropic" else _openai(said))
    seed, attempt = _seed(seed_header, messages, fallback_seed)
    limit = body.get("max_tokens", body.get("max_completion_tokens"))
    tools = bytes(parts.get("tools", b"[]"))
    system = _system(wire, body, said)
    return View(
        wire=wire,
        model=str(body.get("model", "")),
        system=system,
        tools=_tools(tools),
        messages=messages,
        max_tokens=limit if isinstance(limit, int) else 4096,
        response_schema=_schema(body),
        cache_marked=wire == "openai" or _is_marked(tools) or _is_marked(bytes(parts.get("system", b""))),
        prefix=hashlib.sha256(tools + system.encode("utf-8", "replace")).hexdigest(),
        seed=seed,
        attempt=attempt,
    )


def _is_marked(raw: bytes) -> bool:
    """Whether a part of the body has a cache mark: a name of its own, for inside a text it is escaped."""
    return b'"cache_control":' in raw


def _seed(header: str | None, messages: Sequence[SeenMessage], fallback: int) -> tuple[int, int]:
    if header is not None:
        seed, _, attempt = header.partition("/")
        return int(seed), int(attempt or 0)
    for seen in messages:
        for call in seen.calls:
            if found := _CALL_ID.match(call.id):
                return int(found["seed"]), 0
    return fallback, 0


def _system(wire: WireName, body: Mapping[str, Any], raw: Sequence[Mapping[str, Any]]) -> str:
    if wire == "anthropic":
        return _text(body.get("system"))
    return "\n".join(
        _text(item.get("content")) for item in raw if item.get("role") in ("system", "developer")
    )


@lru_cache(maxsize=64)
def _tools(raw: bytes) -> tuple[OfferedTool, ...]:
    """Return the tools offered: the same in request after request, and so read once."""
    value = msgspec.json.decode(raw)
    offered = []
    for item in value if isinstance(value, list) else ():
        told = item.get("function", item)
        parameters = told.get("parameters", told.get("input_schema")) or {}
        offered.append(OfferedTool(told.get("name", ""), told.get("description", ""), parameters))
    return tuple(offered)


def _schema(body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    chosen = body.get("response_format") or (body.get("output_config") or {}).get("format") or {}
    told = chosen.get("json_schema", chosen)
    schema = told.get("schema")
    return schema if isinstance(schema, dict) else None


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(block.get("text", "") for block in content if isinstance(block, dict))
    return ""


def _openai(raw: Sequence[Mapping[str, Any]]) -> list[SeenMessage]:
    seen = []
    for item in raw:
        text = _text(item.get("content"))
        match item.get("role"):
            case "user":
                seen.append(SeenMessage("user", text))
            case "assistant":
                calls = tuple(
                    SeenCall(
                        call["id"],
                        call["function"]["name"],
                        call["function"]["arguments"],
                    )
                    for call in item.get("tool_calls") or ()
                )
                seen.append(SeenMessage("assistant", text, calls))
            case "tool":
                seen.append(
                    SeenMessage("tool", text, call_id=item.get("tool_call_id"), failed=_tells_error(text))
                )
    return seen


def _anthropic(raw: Sequence[Mapping[str, Any]]) -> list[SeenMessage]:
    seen: list[SeenMessage] = []
    for item in raw:
        content = item.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
        if item.get("role") == "assistant":
            calls = tuple(
                SeenCall(block["id"], block["name"], json.dumps(block["input"], ensure_ascii=False))
                for block in blocks
                if block.get("type") == "tool_use"
            )
            seen.append(SeenMessage("assistant", _text(blocks), calls))
            continue
        said = [block for block in blocks if block.get("type") == "text"]
        for block in blocks:
            if block.get("type") == "tool_result":
                text = _text(block.get("content"))
                failed = bool(block.get("is_error")) or _tells_error(text)
                seen.append(SeenMessage("tool", text, call_id=block.get("tool_use_id"), failed=failed))
        if said:
            seen.append(SeenMessage("user", _text(said)))
    return seen


def _tells_error(text: str) -> bool:
    """Whether a tool's answer reads as an error: one wire has no mark for it."""
    start = text.lstrip()[:12].casefold()
    return start.startswith(("error", "erro", '{"error"', '{"erro"', '{"ok":false', '{"ok": false'))
