"""Whether the bank's judge scores as people do: kappa, correlation and error against a human consensus."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cenario.domain.vote import Score
from cenario.errors import InsufficientDataError, message
from cenario.stats.judging import mean_absolute_error, pearson_correlation, weighted_kappa

__all__ = ["HumanLabel", "JudgeValidation", "Strength", "strength_of", "validate_judge"]

ANNOTATORS = 3
"""People that an item needs at least (the design's)."""
HIGH_DISAGREEMENT = 2
"""Points between the lowest and the highest label from which an item is flagged (the design's)."""
TRUSTED = 0.6
"""Linear kappa below which what this judge finds is not to be read as a ranking (the design's)."""
HALF_STEPS = tuple(1 + step / 2 for step in range(9))
"""Every score a judge or a median can give: with an even number of people the median may be a half."""

Key = tuple[str, str | None, int]
"""(case, variant, repetition)."""
Strength = Literal["poor", "slight", "fair", "moderate", "substantial", "almost_perfect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabel:
    """One person's score of one item, 1..5."""

    case: str
    variant: str | None
    repetition: int
    annotator: str
    score: int

    @property
    def key(self) -> Key:
        """The item."""
        return (self.case, self.variant, self.repetition)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeValidation:
    """One judge against the consensus (median) of people, over the items that both scored.

    `kappa_linear` and `kappa_quadratic` are None where chance alone would give full agreement; `pearson`
    where one side does not vary. `between_people` is the mean quadratic kappa of each pair of people who
    scored common items: what a judge can hope for. `disputed` are items on which people differ by
    2 points or more. `too_few` items had fewer than three people, `unscored` no score of the judge.
    """

    judge: str
    n_items: int
    kappa_linear: float | None
    kappa_quadratic: float | None
    pearson: float | None
    mean_absolute_error: float
    between_people: float | None
    n_people: int
    disputed: tuple[Key, ...]
    too_few: int
    unscored: int

    @property
    def strength(self) -> Strength | None:
        """The linear kappa in a word; None where it is not defined."""
        return None if self.kappa_linear is None else strength_of(self.kappa_linear)

    @property
    def is_trusted(self) -> bool:
        """Whether the linear kappa reaches the least for differences to be read as a ranking."""
        return self.kappa_linear is not None and self.kappa_linear >= TRUSTED


def strength_of(kappa: float) -> Strength:
    """Return a kappa's usual name.

    References
    ----------
    Landis & Koch (1977), Biometrics 33:159-174, doi:10.2307/2529310
    """
    bounds: tuple[tuple[float, Strength], ...] = (
        (0.0, "poor"),
        (0.21, "slight"),
        (0.41, "fair"),
        (0.61, "moderate"),
        (0.81, "substantial"),
    )
    return next((name for bound, name in bounds if kappa < bound), "almost_perfect")


def validate_judge(
    labels: Iterable[HumanLabel], scores: Iterable[Score], *, annotators: int = ANNOTATORS
) -> tuple[JudgeValidation, ...]:
    """Return the validation of each judge in `scores`, by name.

    Parameters
    ----------
    labels
        People's scores.
    scores
        Judges' scores; one without a value is no score.
    annotators
        People that an item needs at least; items with fewer are counted and left out.

    Raises
    ------
    InsufficientDataError
        No item with enough people that the judge scored too.
    """
    by_item: dict[Key, dict[str, int]] = {}
    for label in labels:
        by_item.setdefault(label.key, {})[label.annotator] = label.score
    enough = {key: given for key, given in by_item.items() if len(given) >= annotators}
    consensus = {key: statistics.median(given.values()) for key, given in enough.items()}
    judged: dict[str, dict[Key, float]] = {}
    for score in scores:
        mine = judged.setdefault(score.judge, {})
        if score.value is not None:
            mine[(score.conversation, score.variant, score.repetition)] = score.value
    disputed = tuple(
        sorted(
            (
                key
                for key, given in enough.items()
                if max(given.values()) - min(given.values()) >= HIGH_DISAGREEMENT
            ),
            key=str,
        )
    )
    people = {name for given in enough.values() for name in given}
    between = _between(list(enough.values()))
    found = []
    for judge, values in sorted(judged.items()):
        common = sorted(consensus.keys() & values.keys(), key=str)
        if not common:
            raise InsufficientDataError(message("bank-validate-nothing", judge=judge, need=annotators))
        left, right = [values[key] for key in common], [consensus[key] for key in common]
        found.append(
            JudgeValidation(
                judge=judge,
                n_items=len(common),
                kappa_linear=weighted_kappa(left, right, levels=HALF_STEPS, weights="linear"),
                kappa_quadratic=weighted_kappa(left, right, levels=HALF_STEPS, weights="quadratic"),
                pearson=pearson_correlation(left, right) if len(common) > 1 else None,
                mean_absolute_error=mean_absolute_error(left, right),
                between_people=between,
                n_people=len(people),
                disputed=disputed,
                too_few=len(by_item) - len(enough),
                unscored=len(consensus) - len(common),
            )
        )
    return tuple(found)


def _between(items: Sequence[Mapping[str, int]]) -> float | None:
    """Return the mean quadratic kappa over pairs of people with common items; None where there is none."""
    people = sorted({name for given in items for name in given})
    kappas = []
    for one, other in itertools.combinations(people, 2):
        common = [(given[one], given[other]) for given in items if one in given and other in given]
        if common:
            left, right = zip(*common, strict=True)
            kappa = weighted_kappa(left, right, levels=(1, 2, 3, 4, 5), weights="quadratic")
            if kappa is not None:
                kappas.append(kappa)
    return statistics.fmean(kappas) if kappas else None
