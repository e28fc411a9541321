"""When two promises, or two intents, are the same: the declared rule.

1. *Exact*: equal in lower case, without accents, with spaces made one and punctuation at the ends gone.
2. *Near* (`near`), our default, named ``acts_and_objects``:
   - dates and times are left out: they are the deadline's business;
   - acts (verbs of `acts.json`, by class: send, notify, check …) must have one in common where both name one;
   - identifiers of one kind (money, e-mail, telephone, CPF, code, address) that both name must agree;
   - the other words, less function words and people's names, compared by stem (typing slips allowed),
     must have a Dice coefficient of at least `threshold`; where one side has none, the acts decide.

A promise said in other words altogether is missed, in every arm alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import numpy as np
from rapidfuzz import fuzz
from scipy.optimize import linear_sum_assignment

from cenario.measures.entities.extract import extract_entities
from cenario.measures.entities.flat import Entity, EntityKind, squeeze
from cenario.measures.entities.lexicon import words

How = Literal["exact", "near"]

DEFAULT_THRESHOLD = 0.6
"""Dice coefficient of the words that are not acts, from which two texts are near (our default)."""

_SAME_WORD = 85.0
"""Similarity (0..100) from which two stems are one word with a typing slip."""

_STEM_LETTERS = 5
_SHORTEST_STEM = 3
_IDENTIFIERS: frozenset[EntityKind] = frozenset({"money", "email", "phone", "cpf", "code", "address"})
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Match:
    """What a text of the reference met in an arm: the nearest text, and whether it is the same."""

    how: How | None
    text: str | None
    score: float
    index: int | None = None
    """Which of the arm's texts it is; None where none is the same."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text as the near rule reads it."""

    plain: str
    acts: frozenset[str]
    objects: tuple[str, ...]
    identifiers: tuple[tuple[EntityKind, frozenset[str]], ...]


def match_texts(
    reference: Sequence[str], arm: Sequence[str], *, clock: datetime, threshold: float = DEFAULT_THRESHOLD
) -> tuple[Match, ...]:
    """Match each text of the reference to at most one of the arm's, and each of the arm's to at most one.

    Parameters
    ----------
    reference, arm : sequence of str
        Promises, or intents, of the two closings.
    clock : datetime
        The moment of the turn, for the entities in them.
    threshold : float, default .6
        See the module.

    Returns
    -------
    tuple of Match, one per text of the reference
        The assignment with the most matches, exact ones first, then the highest scores.
    """
    if not reference:
        return ()
    if not arm:
        return tuple(Match(None, None, 0.0) for _ in reference)
    scores = np.array([[similarity(one, other, clock=clock) for other in arm] for one in reference])
    worth = np.where(scores >= 1.0, 2.0, np.where(scores >= threshold, 1.0 + scores / 1000, 0.0))
    rows, columns = linear_sum_assignment(worth, maximize=True)
    taken = {
        int(row): int(column) for row, column in zip(rows, columns, strict=True) if worth[row, column] > 0
    }
    return tuple(_match(row, taken.get(row), scores, arm) for row in range(len(reference)))


def _match(row: int, column: int | None, scores: np.ndarray, arm: Sequence[str]) -> Match:
    nearest = int(np.argmax(scores[row])) if column is None else column
    score = float(scores[row, nearest])
    how: How | None = None if column is None else "exact" if score >= 1.0 else "near"
    return Match(how, arm[nearest] if score > 0 else None, score, column)


def similarity(one: str, other: str, *, clock: datetime) -> float:
    """Return 1 for the same text, 0 for texts that cannot be the same, else how alike they are, below 1."""
    left, right = _read(one, clock), _read(other, clock)
    if left.plain == right.plain:
        return 1.0
    if left.acts and right.acts and not left.acts & right.acts:
        return 0.0
    mine, theirs = dict(left.identifiers), dict(right.identifiers)
    if any(not mine[kind] & theirs[kind] for kind in mine.keys() & theirs.keys()):
        return 0.0
    if left.objects and right.objects:
        return min(_dice(left.objects, right.objects), 0.999)
    return min(_dice(sorted(left.acts), sorted(right.acts)), 0.999)


def _dice(left: Sequence[str], right: Sequence[str]) -> float:
    if not left or not right:
        return 0.0
    alike = np.array([[fuzz.ratio(a, b) >= _SAME_WORD for b in right] for a in left], dtype=float)
    rows, columns = linear_sum_assignment(alike, maximize=True)
    return float(2 * alike[rows, columns].sum() / (len(left) + len(right)))


@lru_cache(maxsize=8192)
def _read(text: str, clock: datetime) -> _Reading:
    entities = extract_entities(text, clock)
    flat = squeeze(text)
    plain = _EDGE.sub("", flat)
    for entity in entities:
        if entity.kind in ("date", "time"):
            flat = flat.replace(squeeze(entity.text), " ")
    names = {word for entity in entities if entity.kind == "name" for word in entity.key.split()}
    acts, objects = set(), []
    for word in _WORD.findall(flat):
        stem = _stem(word)
        act = _acts().get(stem)
        if act:
            acts.add(act)
        elif word not in words("function_words") and word not in names and stem not in objects:
            objects.append(stem)
    return _Reading(plain, frozenset(acts), tuple(objects), _identifiers(entities))


def _identifiers(entities: Sequence[Entity]) -> tuple[tuple[EntityKind, frozenset[str]], ...]:
    kinds = sorted({entity.kind for entity in entities} & _IDENTIFIERS)
    return tuple((kind, frozenset(e.key for e in entities if e.kind == kind)) for kind in kinds)


def _stem(word: str) -> str:
    """Cut a word to what its forms share: "avisar", "aviso" and "avisarei" are one."""
    cut = word.removesuffix("s")[:_STEM_LETTERS]
    bare = cut.rstrip("aeiour")
    return bare if len(bare) >= _SHORTEST_STEM else cut[:_SHORTEST_STEM]


@cache
def _acts() -> dict[str, str]:
    text = files(__package__).joinpath("acts.json").read_text(encoding="utf-8")
    classes: dict[str, str] = json.loads(text)
    return {_stem(verb): act for act, verbs in classes.items() for verb in verbs.split()}
