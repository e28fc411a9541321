"""Can a judge be trusted: position bias and flips of pairwise votes, agreement of scores with people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.checks import Floats, check_choice, finite_array, out_of_range, same_shape, too_few
from cenario.stats.proportions import binomial_test
from cenario.stats.results import TestResult

KappaWeights = Literal["none", "linear", "quadratic"]
Vote = Literal[-1, 0, 1] | None
"""From the candidate's side: 1 it won, 0 tie, −1 the baseline won; None where there is no valid vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothOrders:
    """Pairs judged twice, once with each answer shown first."""

    n_pairs: int
    """Pairs with two valid votes."""
    n_half: int
    """Pairs with one valid vote of two."""
    n_neither: int
    """Pairs without a valid vote."""
    n_consistent: int
    """Pairs with the same vote in both orders."""
    n_flips: int
    """Pairs in which the winner changed with the order."""
    n_flips_to_first: int
    """Flips in which whichever was shown first won."""
    first_wins: int
    """Votes, in either order, for the answer shown first (missing partner or not)."""
    second_wins: int
    """Votes, in either order, for the answer shown second."""
    candidate_wins: int
    """Pairs the candidate wins when inconsistent votes count as ties."""
    baseline_wins: int
    """Pairs the baseline wins when inconsistent votes count as ties."""
    ties: int
    """The other pairs with two valid votes."""
    scores: tuple[float, ...]
    """Mean of the two votes of each pair with both, −1..1: position bias cancels in it."""
    test: TestResult
    """Exact test that flips go to either position equally."""

    @property
    def conservative_ties(self) -> int:
        """Ties when a pair with one valid vote counts as one too, as MT-bench does."""
        return self.ties + self.n_half

    @property
    def flip_share(self) -> float | None:
        """Flips / pairs; None without a pair."""
        return self.n_flips / self.n_pairs if self.n_pairs else None

    @property
    def consistent_share(self) -> float | None:
        """Consistent / pairs; None without a pair."""
        return self.n_consistent / self.n_pairs if self.n_pairs else None


def both_orders(candidate_first: Sequence[Vote], candidate_second: Sequence[Vote]) -> BothOrders:
    """Read votes taken in both orders.

    Parameters
    ----------
    candidate_first, candidate_second : sequence of {−1, 0, 1, None}, shape (n_pairs,)
        Vote on each pair with the candidate's answer shown first, and shown second; always from the
        candidate's side.

    Notes
    -----
    Inconsistent votes are never dropped: that would select. Counted as ties they pull the difference to
    zero; averaged (`scores`, bounded by `cluster_mean_interval`) they do so much less.

    References
    ----------
    Zheng et al. (2023), Judging LLM-as-a-Judge, doi:10.48550/arXiv.2306.05685
    """
    if len(candidate_first) != len(candidate_second):
        raise out_of_range(
            "candidate_second", legal=f"n = {len(candidate_first)}", received=len(candidate_second)
        )
    for vote in (*candidate_first, *candidate_second):
        if vote not in (-1, 0, 1, None):
            raise out_of_range("vote", legal="-1 | 0 | 1 | None", received=vote)
    pairs = [
        (first, second)
        for first, second in zip(candidate_first, candidate_second, strict=True)
        if first is not None and second is not None
    ]
    neither = sum(
        first is None and second is None
        for first, second in zip(candidate_first, candidate_second, strict=True)
    )
    flips_to_first = sum(pair == (1, -1) for pair in pairs)
    flips_to_second = sum(pair == (-1, 1) for pair in pairs)
    return BothOrders(
        n_pairs=len(pairs),
        n_half=len(candidate_first) - len(pairs) - neither,
        n_neither=neither,
        n_consistent=sum(first == second for first, second in pairs),
        n_flips=flips_to_first + flips_to_second,
        n_flips_to_first=flips_to_first,
        first_wins=sum(v == 1 for v in candidate_first) + sum(v == -1 for v in candidate_second),
        second_wins=sum(v == -1 for v in candidate_first) + sum(v == 1 for v in candidate_second),
        candidate_wins=sum(pair == (1, 1) for pair in pairs),
        baseline_wins=sum(pair == (-1, -1) for pair in pairs),
        ties=sum(pair not in ((1, 1), (-1, -1)) for pair in pairs),
        scores=tuple((first + second) / 2 for first, second in pairs),
        test=binomial_test(flips_to_first, flips_to_first + flips_to_second),
    )


def position_bias_test(first_wins: int, second_wins: int) -> TestResult:
    """Test that the answer shown first wins as often as the one shown second (exact binomial).

    Parameters
    ----------
    first_wins, second_wins : int
        Decisive votes for each position, one vote a pair, in orders drawn at random.

    Notes
    -----
    With both orders of one pair the votes are not independent: use `both_orders`, which tests the flips.
    """
    return binomial_test(first_wins, first_wins + second_wins)


def weighted_kappa(
    rater: ArrayLike, reference: ArrayLike, *, levels: Sequence[float], weights: KappaWeights = "quadratic"
) -> float | None:
    """Return Cohen's kappa of two raters over ordered levels.

    Parameters
    ----------
    rater, reference : array_like of float, shape (n_items,)
        Scores of the same items, each one of `levels`.
    levels : sequence of float
        Every possible score, in order, at least two; distance is counted in steps.
    weights : str, default 'quadratic'
        'none', 'linear' or 'quadratic' cost of a disagreement.

    Returns
    -------
    float or None
        At most 1; None where chance alone would give full agreement (both raters constant and equal).

    Raises
    ------
    InsufficientDataError
        No item.

    References
    ----------
    Cohen (1968), Psychological Bulletin 70:213-220, doi:10.1037/h0026256
    """
    check_choice("weights", weights, get_args(KappaWeights))
    left, right = _paired_scores(rater, reference)
    scale = finite_array("levels", levels)
    if scale.size < 2 or np.any(np.diff(scale) <= 0):
        raise out_of_range("levels", legal="x₁ < x₂ < …", received=list(levels))
    table = np.zeros((scale.size, scale.size))
    np.add.at(table, (_positions(left, scale), _positions(right, scale)), 1)
    steps = np.abs(np.subtract.outer(np.arange(scale.size), np.arange(scale.size))).astype(np.float64)
    cost = {"none": (steps > 0).astype(np.float64), "linear": steps, "quadratic": steps**2}[weights]
    chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / left.size
    expected = float(np.sum(cost * chance))
    return None if expected == 0 else 1 - float(np.sum(cost * table)) / expected


def _positions(scores: Floats, scale: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    at = np.minimum(np.searchsorted(scale, scores), scale.size - 1)
    wrong = scores[scale[at] != scores]
    if wrong.size:
        raise out_of_range("score", legal=" | ".join(f"{x:g}" for x in scale), received=float(wrong[0]))
    return np.asarray(at)


def pearson_correlation(rater: ArrayLike, reference: ArrayLike) -> float | None:
    """Return Pearson's correlation of two raters' scores; None where either does not vary.

    Parameters
    ----------
    rater, reference : array_like of float, shape (n_items,)
        Scores of the same items.

    Raises
    ------
    InsufficientDataError
        Fewer than two items.
    """
    left, right = _paired_scores(rater, reference)
    if left.size < 2:
        raise too_few("rater", needed=2, received=left.size)
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    left, right = left - left.mean(), right - right.mean()
    return max(-1.0, min(1.0, float(left @ right) / math.sqrt(float(left @ left) * float(right @ right))))


def mean_absolute_error(rater: ArrayLike, reference: ArrayLike) -> float:
    """Return the mean distance of two raters' scores, in the scores' unit.

    Parameters
    ----------
    rater, reference : array_like of float, shape (n_items,)
        Scores of the same items.
    """
    left, right = _paired_scores(rater, reference)
    return float(np.mean(np.abs(left - right)))


def _paired_scores(rater: ArrayLike, reference: ArrayLike) -> tuple[Floats, Floats]:
    left, right = finite_array("rater", rater), finite_array("reference", reference)
    same_shape("reference", right, left.shape)
    if left.size == 0:
        raise too_few("rater", needed=1, received=0)
    return left, right
