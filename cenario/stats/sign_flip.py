"""The exact sign-flip test of cluster sums: every cluster's difference could have had either sign."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.checks import Floats, check_choice, finite_array, out_of_range, too_few
from cenario.stats.results import Alternative, TestResult

MOST_REAL_CLUSTERS = 40
"""Clusters with a non-integer sum that are enumerated (two halves of 2^20)."""
MOST_INTEGER_TOTAL = 10_000_000
"""Sum of |integer cluster sums| up to which the distribution is convolved."""


def sign_flip_test(cluster_sums: ArrayLike, *, alternative: Alternative = "two-sided") -> TestResult:
    """Test that the cluster sums are symmetric around zero, by all 2^G sign patterns.

    Parameters
    ----------
    cluster_sums : array_like of float, shape (n_clusters,)
        One sum of differences a cluster (add ``margin × size`` to each to test non-inferiority).
    alternative : str, default 'two-sided'
        'greater': the sum of all is larger than by chance; 'less': smaller.

    Returns
    -------
    TestResult
        Exact for any number of clusters with integer sums (by convolution), and for at most
        40 clusters otherwise.

    Raises
    ------
    InsufficientDataError
        No cluster.
    BadInputError
        Non-integer sums over more clusters than can be enumerated.

    Notes
    -----
    Assumes clusters independent and symmetric under the null. Zero sums carry no information.

    References
    ----------
    Fisher (1935), The Design of Experiments, Oliver & Boyd;
    Winkler et al. (2014), NeuroImage 92:381-397, doi:10.1016/j.neuroimage.2014.01.060
    """
    check_choice("alternative", alternative, get_args(Alternative))
    sums = finite_array("cluster_sums", cluster_sums)
    if sums.size == 0:
        raise too_few("cluster_sums", needed=1, received=0)
    total = float(sums.sum())
    sizes = np.abs(sums[sums != 0])
    upper, lower = _tails(sizes, total)
    p_value = {"greater": upper, "less": lower, "two-sided": min(1.0, 2 * min(upper, lower))}[alternative]
    return TestResult(
        statistic=total, p_value=p_value, alternative=alternative, method="sign-flip", n=sums.size, exact=True
    )


def _tails(sizes: Floats, total: float) -> tuple[float, float]:
    """Return P(sum ≥ total) and P(sum ≤ total) over all sign patterns."""
    if sizes.size == 0:
        return 1.0, 1.0
    if np.all(sizes == np.round(sizes)) and sizes.sum() <= MOST_INTEGER_TOTAL:
        return _convolved_tails(sizes.astype(np.int64).tolist(), round(total))
    if sizes.size > MOST_REAL_CLUSTERS:
        raise out_of_range("cluster_sums", legal=f"ℤ, n ≤ {MOST_REAL_CLUSTERS}", received=int(sizes.size))
    slack = 1e-9 * float(sizes.sum())
    half = sizes.size // 2
    left, right = _signed_sums(sizes[:half]), np.sort(_signed_sums(sizes[half:]))
    patterns = 2.0**sizes.size
    above = right.size - np.searchsorted(right, total - left - slack, side="left")
    below = np.searchsorted(right, total - left + slack, side="right")
    return float(above.sum()) / patterns, float(below.sum()) / patterns


def _convolved_tails(sizes: list[int], total: int) -> tuple[float, float]:
    """Return both tails by convolving the two-point distributions of ±size."""
    reach = sum(sizes)
    chance = np.zeros(2 * reach + 1)
    chance[reach] = 1.0
    for size in sizes:
        moved = np.zeros_like(chance)
        moved[size:] += chance[: chance.size - size] / 2
        moved[: chance.size - size] += chance[size:] / 2
        chance = moved
    at = total + reach
    return min(1.0, math.fsum(chance[at:])), min(1.0, math.fsum(chance[: at + 1]))


def _signed_sums(sizes: Floats) -> Floats:
    """Return the sum of every sign pattern of `sizes`."""
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate((sums - size, sums + size))
    return sums
