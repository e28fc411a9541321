"""Read a request's body as it left, and take the digest of each of its parts.

Values that mark who asked rather than what was asked (a user's tag, a seed) are in no digest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from cenario.domain.wire import WireRequest

__all__ = ["PARTS", "digest", "read_request"]

PARTS = ("system", "tools", "opening", "parameters")

_NOT_PARAMETERS = frozenset({"system", "tools", "messages", "metadata", "user", "seed"})
_encoder = msgspec.json.Encoder(order="sorted")


def digest(value: object) -> str:
    """Return the first 16 hex digits of the sha256 of `value` as canonical JSON."""
    return sha256(_encoder.encode(value)).hexdigest()[:16]


def read_request(provider: str, content: bytes) -> WireRequest | None:
    """Return what a request's body says, with its digests; None where it is not a JSON object."""
    try:
        body = msgspec.json.decode(content)
    except msgspec.DecodeError:
        return None
    if not isinstance(body, dict):
        return None
    messages = body.get("messages")
    parts: dict[str, object] = {
        "system": _system(body, messages),
        "tools": body.get("tools"),
        "opening": _opening(messages),
        "parameters": {name: value for name, value in body.items() if name not in _NOT_PARAMETERS},
    }
    digests = {name: digest(part) for name, part in parts.items() if part}
    return WireRequest(provider=provider, body=body, model_asked=str(body.get("model", "")), digests=digests)


def _system(body: Mapping[str, Any], messages: object) -> object:
    if "system" in body:
        return body["system"]
    return [item.get("content") for item in _items(messages) if item.get("role") in ("system", "developer")]


def _opening(messages: object) -> object:
    return next((item.get("content") for item in _items(messages) if item.get("role") == "user"), None)


def _items(messages: object) -> list[Mapping[str, Any]]:
    if not isinstance(messages, Sequence) or isinstance(messages, str):
        return []
    return [item for item in messages if isinstance(item, Mapping)]
