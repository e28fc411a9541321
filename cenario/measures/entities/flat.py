"""Text made flat: lower case, no accents, plain spaces, and as long as it was.

Patterns run over the flat text, and what they find is cut from the original at the same place.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

EntityKind = Literal["name", "email", "cpf", "phone", "money", "date", "time", "address", "code"]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)

MASK = "\x00"
"""Stands where another entity was already found."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity: its kind, the key that makes two mentions the same, and the words that stood there."""

    kind: EntityKind
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """An entity's place in the text."""

    start: int
    end: int
    kind: EntityKind
    key: str


def flatten(text: str) -> str:
    """Return `text` in lower case without accents, each character in its own place."""
    return "".join(map(_flat_character, text))


@lru_cache(maxsize=4096)
def _flat_character(character: str) -> str:
    if character.isspace():
        return " "
    base = unicodedata.normalize("NFKD", character)[:1].casefold()
    return base if len(base) == 1 else character


def squeeze(text: str) -> str:
    """Return flat text with runs of spaces made one and none at the ends."""
    return " ".join(flatten(unicodedata.normalize("NFC", text)).split())


class Board:
    """A text being read: what is found is masked, so that nothing is found twice."""

    def __init__(self, text: str) -> None:
        self.original = unicodedata.normalize("NFC", text)
        self.case = self.original
        self.flat = flatten(self.original)
        self.found: list[Found] = []

    def take(self, finds: list[Found]) -> None:
        """Keep `finds` and mask their places."""
        if not finds:
            return
        self.found.extend(finds)
        self.hide([(find.start, find.end) for find in finds])

    def hide(self, spans: list[tuple[int, int]]) -> None:
        """Mask places that are no entity and must not be read as one."""
        for start, end in spans:
            gap = MASK * (end - start)
            self.case = self.case[:start] + gap + self.case[end:]
            self.flat = self.flat[:start] + gap + self.flat[end:]

    def entities(self) -> tuple[Entity, ...]:
        """Return what was found, in reading order, each once."""
        seen: dict[tuple[str, str], Entity] = {}
        for find in sorted(self.found, key=lambda one: (one.start, one.end)):
            words = self.original[find.start : find.end].strip()
            seen.setdefault((find.kind, find.key), Entity(find.kind, find.key, words))
        return tuple(seen.values())
