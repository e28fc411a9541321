"""Two chatbots, or two versions of one, on the same bank: paired by base scenario."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from cenario.domain.bank import DIMENSIONS, Dimension
from cenario.errors import BadInputError, message
from cenario.measures.bank.items import Item
from cenario.measures.bank.summary import CaseScore, case_scores
from cenario.stats.clusters import cluster_mean_interval
from cenario.stats.results import Interval, TestResult
from cenario.stats.sign_flip import sign_flip_test

__all__ = ["CasePair", "Comparison", "compare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePair:
    """One scenario in both: candidate − baseline, in points of the 1..5 scale."""

    case_id: str
    category: str
    baseline: Fraction
    candidate: Fraction

    @property
    def difference(self) -> Fraction:
        """Candidate − baseline."""
        return self.candidate - self.baseline


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One dimension compared.

    `interval` is of the mean difference, t(n − 1) over scenarios, None for fewer than two, or no
    spread. `test` is the exact sign-flip test of no difference, None where no scenario differs.
    Scenarios without a score on either side are in `only_one_side` and decide nothing.
    """

    dimension: Dimension
    pairs: tuple[CasePair, ...]
    only_one_side: tuple[str, ...]
    mean_difference: Fraction | None
    interval: Interval | None
    test: TestResult | None

    @property
    def wins(self) -> int:
        """Scenarios on which the candidate scores higher."""
        return sum(pair.difference > 0 for pair in self.pairs)

    @property
    def losses(self) -> int:
        """Scenarios on which the candidate scores lower."""
        return sum(pair.difference < 0 for pair in self.pairs)

    @property
    def ties(self) -> int:
        """Scenarios on which both score the same."""
        return len(self.pairs) - self.wins - self.losses


def compare(
    baseline: Iterable[Item], candidate: Iterable[Item], *, level: float = 0.95
) -> tuple[Comparison, ...]:
    """Return the comparison of each dimension that either side has.

    Raises
    ------
    BadInputError
        A scenario was asked in other words on one side: the banks differ, and so nothing is compared.
    """
    left = {case.case.id: case for case in case_scores(baseline)}
    right = {case.case.id: case for case in case_scores(candidate)}
    for case_id in sorted(left.keys() & right.keys()):
        if left[case_id].case != right[case_id].case:
            raise BadInputError(message("bank-compare-other-case", id=case_id))
    return tuple(
        made for dimension in DIMENSIONS if (made := _comparison(dimension, left, right, level)) is not None
    )


def _comparison(
    dimension: Dimension, left: dict[str, CaseScore], right: dict[str, CaseScore], level: float
) -> Comparison | None:
    ids = sorted(case_id for case_id, case in (left | right).items() if case.case.dimension == dimension)
    if not ids:
        return None
    pairs: list[CasePair] = []
    alone: list[str] = []
    for case_id in ids:
        one, other = left.get(case_id), right.get(case_id)
        if one is None or other is None or one.score is None or other.score is None:
            alone.append(case_id)
            continue
        pairs.append(
            CasePair(case_id=case_id, category=one.case.category, baseline=one.score, candidate=other.score)
        )
    differences = [pair.difference for pair in pairs]
    return Comparison(
        dimension=dimension,
        pairs=tuple(pairs),
        only_one_side=tuple(alone),
        mean_difference=sum(differences, Fraction(0)) / len(pairs) if pairs else None,
        interval=_interval(pairs, level),
        test=_test(differences),
    )


def _interval(pairs: list[CasePair], level: float) -> Interval | None:
    if len(pairs) < 2:
        return None
    values = [float(pair.difference) for pair in pairs]
    found = cluster_mean_interval(values, [pair.case_id for pair in pairs], level=level)
    return None if found.degenerate else found


def _test(differences: list[Fraction]) -> TestResult | None:
    """Return the sign-flip test on whole numbers (differences by their common denominator): exact."""
    moved = [difference for difference in differences if difference]
    if not moved:
        return None
    scale = math.lcm(*(difference.denominator for difference in moved))
    return sign_flip_test([int(difference * scale) for difference in moved])
