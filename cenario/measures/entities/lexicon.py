"""The words that the rules know, flat, in `lexicon.json` beside this file."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def words(kind: str) -> frozenset[str]:
    """Return the set of words named `kind`."""
    return frozenset(word for line in _lexicon()[kind] for word in line.split())


@cache
def _lexicon() -> dict[str, list[str]]:
    text = files(__package__).joinpath("lexicon.json").read_text(encoding="utf-8")
    lexicon: dict[str, list[str]] = json.loads(text)
    return lexicon
