"""What an answer says, without a judge: case, accents and spacing put aside, whole words only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cenario.measures.entities.flat import squeeze

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")

EDGE = " \t\n.,;:!?…\"'“”‘’«»()[]{}*_`"
"""What may stand around an answer without changing it."""


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of `text`, flat: a number with its separators (``3,5``) is one token."""
    return tuple(_TOKEN.findall(squeeze(text)))


def normalise(text: str) -> str:
    """Return `text` lower case, without accents, spaces squeezed and edge punctuation dropped."""
    return squeeze(text).strip(EDGE)


def contains(words: Sequence[str], phrase: str) -> bool:
    """Whether the tokens of `phrase` stand in `words`, whole and in a row; an empty phrase never does."""
    wanted = tokens(phrase)
    if not wanted:
        return False
    given, size = tuple(words), len(wanted)
    return any(given[start : start + size] == wanted for start in range(len(given) - size + 1))


def mentions(text: str, phrases: Iterable[str]) -> bool:
    """Whether any of `phrases` stands in `text` as whole words."""
    words = tokens(text)
    return any(contains(words, phrase) for phrase in phrases)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCheck:
    """An answer held against the known right and wrong ones.

    `exact` is whether the whole answer is a right one. `right` is True where only right answers
    are mentioned, False where none is, and None (undecided, a reader's job) where right and wrong
    ones both are: "it is not Toronto, it is Ottawa". Both are None where no answer is known.
    """

    exact: bool | None
    right: bool | None


def check_answer(answer: str, *, accepted: Sequence[str], rejected: Sequence[str] = ()) -> AnswerCheck:
    """Return how `answer` stands to the `accepted` and `rejected` ones; see `AnswerCheck`."""
    if not accepted:
        return AnswerCheck(exact=None, right=None)
    exact = normalise(answer) in {normalise(known) for known in accepted}
    if not mentions(answer, accepted):
        return AnswerCheck(exact=exact, right=exact)
    return AnswerCheck(exact=exact, right=True if exact or not mentions(answer, rejected) else None)
