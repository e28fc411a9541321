"""The JSON objects inside whatever a judge writes around them."""

from __future__ import annotations

import json


def json_objects(answer: str) -> list[dict[str, object]]:
    """Return every outermost JSON object in `answer`, in order."""
    decoder = json.JSONDecoder()
    found: list[dict[str, object]] = []
    start = answer.find("{")
    while start != -1:
        try:
            value, end = decoder.raw_decode(answer, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            found.append(value)
        start = answer.find("{", end)
    return found
