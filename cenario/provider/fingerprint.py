"""Read a request's body as it left, and take the digest of each of its parts.

Values that mark who asked rather than what was asked (a user's tag, a seed) are in no digest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from cenario.domain.wire import WireRequest

__all__ = ["PARTS", "digest", "read_parts", "read_request"]

PARTS = ("system", "tools", "opening", "parameters")

_NOT_PARAMETERS = frozenset({"system", "tools", "messages", "metadata", "user", "seed"})
_REPEATED = frozenset({"system", "tools"})
_encoder = msgspec.json.Encoder(order="sorted")
_top = msgspec.json.Decoder(dict[str, msgspec.Raw])


def digest(value: object) -> str:
    """Return the first 16 hex digits of the sha256 of `value` as canonical JSON."""
    return sha256(_encoder.encode(value)).hexdigest()[:16]


def read_parts(content: bytes) -> dict[str, Any]:
    """Return a request's body. Tools and system, the same in request after request, are read once.

    Raises
    ------
    msgspec.DecodeError
        It is not a JSON object.
    """
    return _parts(_top.decode(content))


def _parts(raw: Mapping[str, msgspec.Raw]) -> dict[str, Any]:
    return {
        name: _repeated(bytes(part))[0] if name in _REPEATED else msgspec.json.decode(part)
        for name, part in raw.items()
    }


@lru_cache(maxsize=256)
def _repeated(raw: bytes) -> tuple[Any, str]:
    value = msgspec.json.decode(raw)
    return value, digest(value)


def read_request(provider: str, content: bytes) -> WireRequest | None:
    """Return what a request's body says, with its digests; None where it is not a JSON object."""
    try:
        raw = _top.decode(content)
        body = _parts(raw)
    except msgspec.DecodeError:
        return None
    messages = body.get("messages")
    parts: dict[str, object] = {
        "opening": _opening(messages),
        "parameters": {name: value for name, value in body.items() if name not in _NOT_PARAMETERS},
    }
    digests = {name: _repeated(bytes(raw[name]))[1] for name in ("system", "tools") if body.get(name)}
    if "system" not in body:
        parts["system"] = _system(messages)
    digests.update({name: digest(part) for name, part in parts.items() if part})
    return WireRequest(provider=provider, body=body, model_asked=str(body.get("model", "")), digests=digests)


def _system(messages: object) -> object:
    return [item.get("content") for item in _items(messages) if item.get("role") in ("system", "developer")]


def _opening(messages: object) -> object:
    return next((item.get("content") for item in _items(messages) if item.get("role") == "user"), None)


def _items(messages: object) -> list[Mapping[str, Any]]:
    if not isinstance(messages, Sequence) or isinstance(messages, str):
        return []
    return [item for item in messages if isinstance(item, Mapping)]
