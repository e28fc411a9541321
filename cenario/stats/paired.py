"""Paired binary outcomes: the difference candidate − baseline, its intervals, tests and sample sizes.

Everywhere ``only_candidate`` (b) and ``only_baseline`` (c) count the discordant pairs, ``n_pairs`` all
pairs, and the difference is ``(b − c) / n``. A judge's win / tie / loss is such a table with ties as
concordant pairs. Methods that only use b, c and n accept real values, for effective sample sizes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.checks import (
    Floats,
    binary_array,
    check_at_least,
    check_between,
    check_margin,
    check_pairs,
    check_whole,
    same_shape,
    too_few,
)
from cenario.stats.quantiles import normal_cdf, normal_critical
from cenario.stats.results import Interval, NonInferiority, PairedCounts, TestResult

ROUNDING = 1e-12
"""Slack for a limit that stands exactly on a margin and is pushed over it by binary rounding only."""


def paired_counts(baseline: ArrayLike, candidate: ArrayLike) -> PairedCounts:
    """Count the paired 2x2 table.

    Parameters
    ----------
    baseline, candidate : array_like of bool, shape (n_pairs,)
        Success of the same item under each arm, in the same order.

    Raises
    ------
    BadInputError
        A value that is neither 0 nor 1, or arrays of different lengths.
    """
    before, after = binary_array("baseline", baseline), binary_array("candidate", candidate)
    same_shape("candidate", after, before.shape)
    return PairedCounts(
        only_candidate=int(np.sum(after & ~before)),
        only_baseline=int(np.sum(before & ~after)),
        both=int(np.sum(before & after)),
        neither=int(np.sum(~before & ~after)),
    )


def tango_z(
    only_candidate: ArrayLike, only_baseline: ArrayLike, n_pairs: ArrayLike, *, difference: float
) -> Floats:
    """Return Tango's score statistic of H0: true difference = `difference`.

    Parameters
    ----------
    only_candidate, only_baseline, n_pairs : array_like of float, broadcastable
        Discordant counts and pairs; real values allowed.
    difference : float
        The hypothesised difference, in [−1, 1].

    Returns
    -------
    ndarray of float
        Positive where the data lie above `difference`; ±inf where the data are impossible under it,
        0 where they are the only ones possible.

    Notes
    -----
    z = (b − c − nD) / sqrt(n(2q + D(1 − D))), q the constrained maximum-likelihood estimate of the share
    of baseline-only pairs.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908,
    doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B
    """
    check_between("difference", difference, low=-1, high=1)
    b, c, n = (np.asarray(x, dtype=np.float64) for x in (only_candidate, only_baseline, n_pairs))
    second = -b - c + (2 * n - b + c) * difference
    third = -c * difference * (1 - difference)
    root = np.sqrt(np.maximum(second**2 - 8 * n * third, 0))
    # The larger root, in the form that does not subtract nearly equal numbers.
    with np.errstate(divide="ignore", invalid="ignore"):
        q = np.where(second > 0, -2 * third / (second + root), (root - second) / (4 * n))
    q = np.maximum(np.where(np.isfinite(q), q, 0), max(0.0, -difference))
    numerator = b - c - n * difference
    variance = np.maximum(n * (2 * q + difference * (1 - difference)), 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = numerator / np.sqrt(variance)
    return np.where(np.abs(numerator) <= 1e-12 * np.maximum(n, 1), 0.0, z)


def tango_interval(
    only_candidate: float,
    only_baseline: float,
    n_pairs: float,
    *,
    level: float = 0.95,
    critical: float | None = None,
) -> Interval:
    """Return Tango's score interval for the difference of paired proportions.

    Parameters
    ----------
    only_candidate, only_baseline, n_pairs : float
        Discordant counts and pairs; real values allowed (effective sizes).
    level : float, default .95
        Two-sided confidence, 0..1.
    critical : float, optional
        Critical value in place of the normal's at `level`, such as a t quantile.

    Returns
    -------
    Interval
        Defined, and not of zero width, also when there is no discordant pair.

    Raises
    ------
    BadInputError
        Negative or non-finite counts, b + c > n, or `level` outside (0, 1).
    InsufficientDataError
        No pair.

    Notes
    -----
    Assumes independent pairs; for items that repeat by script or conversation use
    `cenario.stats.clusters.tango_clustered_interval`.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908,
    doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B
    """
    b, c, n = check_pairs(only_candidate, only_baseline, n_pairs)
    z = normal_critical(level) if critical is None else check_at_least("critical", critical, 0)
    estimate = (b - c) / n
    return Interval(
        estimate=estimate,
        lower=-_tango_upper(c, b, n, z),
        upper=_tango_upper(b, c, n, z),
        level=level,
        method="tango",
        n=n,
    )


def _tango_upper(b: float, c: float, n: float, critical: float) -> float:
    """Return the D above the estimate at which the score statistic falls to −critical, by bisection."""
    if n - b <= ROUNDING * n:
        return 1.0
    low, high = max(-1.0, min((b - c) / n, 1.0)), 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if _score(b, c, n, middle) > -critical:
            low = middle
        else:
            high = middle


def _score(b: float, c: float, n: float, difference: float) -> float:
    """Return `tango_z` of one table: the same formula without arrays, which bisection needs quick."""
    second = -b - c + (2 * n - b + c) * difference
    third = -c * difference * (1 - difference)
    root = math.sqrt(max(second * second - 8 * n * third, 0.0))
    q = -2 * third / (second + root) if second > 0 else (root - second) / (4 * n)
    variance = n * (2 * max(q, 0.0, -difference) + difference * (1 - difference))
    numerator = b - c - n * difference
    if abs(numerator) <= 1e-12 * max(n, 1.0):
        return 0.0
    return numerator / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, numerator)


def noninferiority_test(
    only_candidate: float, only_baseline: float, n_pairs: float, *, margin: float
) -> TestResult:
    """Test that the candidate is worse than the baseline by `margin` or more (Tango's score test).

    A small p-value shows non-inferiority. Consistent with `tango_interval`: the lower limit is not
    below −margin exactly when the p-value is at most half of 1 − level.

    Parameters
    ----------
    only_candidate, only_baseline, n_pairs : float
        Discordant counts and pairs.
    margin : float
        The loss that would be tolerated, in [0, 1).

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908,
    doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B
    """
    b, c, n = check_pairs(only_candidate, only_baseline, n_pairs)
    z = float(tango_z(b, c, n, difference=-check_margin(margin)))
    return TestResult(
        statistic=z,
        p_value=normal_cdf(-z),
        alternative="greater",
        method="tango non-inferiority",
        n=n,
        exact=False,
    )


def noninferiority_outcome(interval: Interval, *, margin: float) -> NonInferiority:
    """Read an interval of candidate − baseline against a margin, in the one wording of the project.

    Returns
    -------
    str
        ``shown_non_inferior`` when lower ≥ −margin, ``shown_worse`` when upper < −margin, else ``not_shown``.
        A degenerate interval shows nothing: ``not_shown``.
    """
    limit = -check_margin(margin)
    if interval.degenerate:
        return "not_shown"
    if interval.lower >= limit - ROUNDING:
        return "shown_non_inferior"
    return "shown_worse" if interval.upper < limit - ROUNDING else "not_shown"


def mcnemar_exact(only_candidate: int, only_baseline: int) -> TestResult:
    """Return the exact two-sided McNemar test (binomial on the discordant pairs; 1 when there is none).

    References
    ----------
    McNemar (1947), Psychometrika 12:153-157, doi:10.1007/BF02295996
    """
    b = check_whole("only_candidate", only_candidate, least=0)
    c = check_whole("only_baseline", only_baseline, least=0)
    total, fewer = b + c, min(b, c)
    tail = sum(math.comb(total, i) for i in range(fewer + 1))
    return TestResult(
        statistic=float(fewer),
        p_value=min(1.0, 2 * tail / 2**total),
        alternative="two-sided",
        method="mcnemar exact",
        n=total,
        exact=True,
    )


def mcnemar_chi2(only_candidate: int, only_baseline: int) -> TestResult:
    """Return the asymptotic two-sided McNemar test without continuity correction.

    Raises
    ------
    InsufficientDataError
        No discordant pair.

    References
    ----------
    McNemar (1947), Psychometrika 12:153-157, doi:10.1007/BF02295996
    """
    b = check_whole("only_candidate", only_candidate, least=0)
    c = check_whole("only_baseline", only_baseline, least=0)
    if b + c == 0:
        raise too_few("only_candidate + only_baseline", needed=1, received=0)
    chi2 = (b - c) ** 2 / (b + c)
    return TestResult(
        statistic=chi2,
        p_value=2 * normal_cdf(-math.sqrt(chi2)),
        alternative="two-sided",
        method="mcnemar chi2",
        n=b + c,
        exact=False,
    )
