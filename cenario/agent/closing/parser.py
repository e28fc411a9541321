"""Find the closing in a model's answer, whatever stands around it.

Taken as they come: code fences, prose before and after, several objects, trailing commas. The
first object that parses *and* has the closing's shape wins; nothing is ever filled in. A refusal
says which kind it is and where in the shape it failed, and never carries the model's words:
they hold people's data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from cenario.domain.closing import Closing, RefusalKind

MAX_CHARACTERS = 200_000
"""Longer answers are read up to here: no closing is near this long."""

_MAX_STEPS = 200_000
"""Bound on the marks looked at over all starts, so that braces alone cannot take our time."""

_MARK = re.compile(r'["{}]')
_IN_STRING = re.compile(r'["\\]')
_COMMA = re.compile(r'"|,(?=\s*[}\]])')
_PLACE = re.compile(r"`(\$[\w.\[\]]*)`$")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why no closing was read: its kind, and the place in the shape where the best object failed."""

    kind: RefusalKind
    place: str | None = None


def parse_closing(answer: str) -> Closing | Refusal:
    """Return the first object of `answer` that is a closing, or why there is none.

    An object that parses but has another shape is passed over whole: a closing wrapped in
    something else is another shape. Braces that are no JSON are passed one at a time.
    """
    text = answer[:MAX_CHARACTERS]
    if "{" not in text:
        return Refusal("no_json")
    refusal = Refusal("invalid_json")
    for found in _objects(text):
        if isinstance(found, Closing):
            return found
        if refusal.kind == "invalid_json":
            refusal = found
    return refusal


def _objects(text: str) -> Iterator[Closing | Refusal]:
    steps = _Steps(_MAX_STEPS)
    start, broken_until = text.find("{"), -1
    while start >= 0 and steps.left > 0:
        end = _closing_brace(text, start, steps)
        parsed = None if end is None else _decode(text[start : end + 1])
        if end is None or parsed is None:
            broken_until = max(broken_until, len(text) if end is None else end)
            start = text.find("{", start + 1)
            continue
        found = _shaped(parsed)
        if isinstance(found, Closing) or start > broken_until:  # a piece of a broken object says nothing
            yield found
        start = text.find("{", end + 1)


@dataclass(slots=True)
class _Steps:
    left: int


def _closing_brace(text: str, start: int, steps: _Steps) -> int | None:
    """Return where the object opened at `start` closes, strings respected; None if it never does."""
    depth, at, in_string = 0, start, False
    while steps.left > 0:
        steps.left -= 1
        found = (_IN_STRING if in_string else _MARK).search(text, at)
        if found is None:
            return None
        at = found.end()
        mark = found[0]
        if mark == '"':
            in_string = not in_string
        elif mark == "\\":
            at += 1
        else:
            depth += 1 if mark == "{" else -1
            if depth == 0:
                return found.start()
    return None


def _decode(candidate: str) -> object | None:
    for text in (candidate, _without_trailing_commas(candidate)):
        try:
            return msgspec.json.decode(text, type=dict)
        except (msgspec.DecodeError, RecursionError):
            continue
    return None


def _without_trailing_commas(text: str) -> str:
    """Return `text` without commas that stand before a closing bracket, outside strings."""
    pieces: list[str] = []
    kept, at, in_string = 0, 0, False
    while found := (_IN_STRING if in_string else _COMMA).search(text, at):
        at = found.end()
        if found[0] == '"':
            in_string = not in_string
        elif found[0] == "\\":
            at += 1
        else:
            pieces.append(text[kept : found.start()])
            kept = at
    pieces.append(text[kept:])
    return "".join(pieces)


def _shaped(parsed: object) -> Closing | Refusal:
    try:
        return msgspec.convert(parsed, Closing)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        return Refusal("invalid_shape", place[1] if place else "$")
