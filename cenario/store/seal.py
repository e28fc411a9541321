"""The seal of a ruler: digests of its parts, so that a ruler changed after the measurement shows."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from cenario.domain.evaluation import Evaluation, Params

__all__ = ["Seal", "digest", "seal", "seal_ruler"]


@dataclass(frozen=True, slots=True)
class Seal:
    """The digest of the whole ruler (`whole`), and of each part by name."""

    whole: str
    parts: Mapping[str, str]


def digest(value: object) -> str:
    """Return the sha256 (64 hex digits) of `value` as canonical JSON: keys sorted, no spaces.

    Functions count by their qualified name (the code's own revision is recorded apart), labels by
    their id and values (a better wording is the same ruler).
    """
    return hashlib.sha256(msgspec.json.encode(_plain(value), order="sorted")).hexdigest()


def seal(parts: Mapping[str, object]) -> Seal:
    """Return the seal of `parts`; a part already given as a digest (text) counts as its text."""
    digests = {name: digest(value) for name, value in sorted(parts.items())}
    return Seal(digest(digests), digests)


def seal_ruler(evaluation: Evaluation, params: Params, **declared: object) -> Seal:
    """Return the seal of an evaluation with the parameters in force.

    Parameters
    ----------
    evaluation, params
        The ruler; all parameters, defaults included.
    **declared
        What else it stands on, by name: digests of corpus, scenarios, criteria, prices.
    """
    return seal({"evaluation": evaluation, "params": dict(params), **declared})


def _plain(value: object) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return _plain_container(value)


def _plain_container(value: object) -> Any:
    match value:
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case set() | frozenset():
            return sorted((_plain(item) for item in value), key=repr)
        case bytes():
            return hashlib.sha256(value).hexdigest()
    if callable(value):
        name = getattr(value, "__qualname__", type(value).__name__)
        return f"{getattr(value, '__module__', '')}.{name}"
    return str(value)
