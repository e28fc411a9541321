"""How alike two texts are, 0..1, by a named and replaceable choice.

Lexical choices are embedded and need nothing; embeddings are an extra and need a model's files.
All of them measure form or topic, never truth: they stand beside a judge, not in its place.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from cenario.errors import BadInputError, message
from cenario.measures.matching import tokens

__all__ = [
    "DEFAULT",
    "ChrF",
    "Embeddings",
    "Similarity",
    "TokenJaccard",
    "mean_pairwise",
    "similarity",
]

DEFAULT = "chrf"
"""The similarity used where none is named; ours."""


class Similarity(Protocol):
    """A named similarity. `compare` is 0..1 and need not be symmetric: the reference comes second."""

    @property
    def name(self) -> str:
        """What the report calls it; with the model's name where it stands on one."""

    def compare(self, answer: str, reference: str) -> float:
        """Return how much of `reference` the `answer` has, 0..1."""


@dataclass(frozen=True, slots=True)
class ChrF:
    """Character n-gram F-score (n up to 6, recall weighing twice), by sacrebleu.

    References
    ----------
    Popović (2015), WMT, doi:10.18653/v1/W15-3049
    """

    name: str = "chrf"

    def compare(self, answer: str, reference: str) -> float:
        """Return chrF2 / 100; 1 where both are empty, 0 where one is."""
        if not answer.strip() or not reference.strip():
            return float(answer.strip() == reference.strip())
        return float(_chrf().sentence_score(answer, [reference]).score) / 100


@cache
def _chrf() -> Any:
    from sacrebleu.metrics.chrf import CHRF  # a third of a second, only where texts are compared

    return CHRF()


@dataclass(frozen=True, slots=True)
class TokenJaccard:
    """Share of distinct words in common, case and accents put aside; symmetric."""

    name: str = "jaccard"

    def compare(self, answer: str, reference: str) -> float:
        """Return |A ∩ B| / |A ∪ B| of the two texts' words; 1 where both have none."""
        left, right = set(tokens(answer)), set(tokens(reference))
        return len(left & right) / len(left | right) if left | right else 1.0


@dataclass(frozen=True)
class Embeddings:
    """Cosine of two texts' vectors, held to 0..1, by a static embedding model on disk (model2vec).

    Needs the extra ``cenario[embeddings]`` and a model's folder, which the user downloads: nothing is
    fetched here.
    """

    folder: Path
    _known: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """``embeddings:`` and the folder's name."""
        return f"embeddings:{self.folder.name}"

    def compare(self, answer: str, reference: str) -> float:
        """Return the cosine, negative values as 0; 0 where a text has no word that the model knows."""
        left, right = self._vector(answer), self._vector(reference)
        norm = math.sqrt(float(left @ left) * float(right @ right))
        return 0.0 if norm == 0 else min(1.0, max(0.0, float(left @ right) / norm))

    def _vector(self, text: str) -> Any:
        if text not in self._known:
            self._known[text] = _model(self.folder).encode([text])[0]
        return self._known[text]


@cache
def _model(folder: Path) -> Any:
    try:
        from model2vec import StaticModel
    except ImportError:
        raise BadInputError(message("bank-similarity-extra", folder=folder)) from None
    if not folder.is_dir():
        raise BadInputError(message("bank-similarity-model", folder=folder))
    return StaticModel.from_pretrained(folder, force_download=False)


EMBEDDED: Mapping[str, Callable[[], Similarity]] = MappingProxyType({"chrf": ChrF, "jaccard": TokenJaccard})


def similarity(choice: str) -> Similarity:
    """Return the similarity named ``chrf``, ``jaccard`` or ``embeddings:FOLDER``.

    Raises
    ------
    BadInputError
        No such name.
    """
    if choice in EMBEDDED:
        return EMBEDDED[choice]()
    kind, _, folder = choice.partition(":")
    if kind == "embeddings" and folder:
        return Embeddings(Path(folder))
    raise BadInputError(message("bank-similarity-unknown", choice=choice))


def mean_pairwise(texts: Sequence[str], by: Similarity) -> float | None:
    """Return the mean similarity of all pairs, each pair taken both ways; None for fewer than two texts."""
    pairs = list(itertools.combinations(texts, 2))
    if not pairs:
        return None
    return math.fsum(by.compare(a, b) + by.compare(b, a) for a, b in pairs) / (2 * len(pairs))
