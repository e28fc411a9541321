"""Do inputs that should be the same to the agent get the same? An exact test over their repetitions."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.checks import binary_array, check_whole, out_of_range, too_few
from cenario.stats.results import TestResult

MOST_WORK = 300_000_000
"""Additions up to which the distribution is enumerated; beyond it a seeded sample is drawn."""


def input_divergence_test(
    outcomes: Sequence[ArrayLike], *, rng: np.random.Generator | None = None, draws: int = 9999
) -> TestResult:
    """Test that all inputs share one success rate, by permuting executions between inputs.

    Parameters
    ----------
    outcomes : sequence of array_like of bool, shape (n_inputs, repetitions of each)
        Success of each repetition of each input; inputs may have different repetitions.
    rng : numpy.random.Generator, optional
        Needed only where the permutations are too many to enumerate.
    draws : int, default 9999
        Permutations drawn in that case.

    Returns
    -------
    TestResult
        Statistic: Σ xᵢ²/nᵢ (successes x of n repetitions), large where rates differ. p is exact where
        `exact` says so.

    Raises
    ------
    InsufficientDataError
        Fewer than two inputs with a repetition.
    BadInputError
        Too many permutations to enumerate and no `rng`.

    Notes
    -----
    Given all successes, the successes of each input are multivariate hypergeometric. With three
    repetitions of two inputs the smallest possible p is .1: the plain table must stand beside it.

    References
    ----------
    Freeman & Halton (1951), Biometrika 38:141-149, doi:10.1093/biomet/38.1-2.141
    """
    rows = [row for row in (binary_array("outcomes", values) for values in outcomes) if row.size]
    if len(rows) < 2:
        raise too_few("outcomes", needed=2, received=len(rows))
    check_whole("draws", draws, least=99)
    sizes = [int(row.size) for row in rows]
    common, every = math.lcm(*sizes), sum(sizes)
    won = [int(row.sum()) for row in rows]
    if 2 * sum(won) > every:  # counting failures instead shifts the statistic by a constant
        won = [n - x for x, n in zip(won, sizes, strict=True)]
    total = sum(won)
    observed = sum(x * x * (common // n) for x, n in zip(won, sizes, strict=True))
    exact = (total + 1) * (common * total + 1) * (every + len(sizes)) <= MOST_WORK
    if exact:
        p_value = _enumerated(sizes, total, observed, common)
    else:
        if rng is None:
            raise out_of_range("rng", legal="numpy.random.Generator", received=rng)
        drawn = rng.multivariate_hypergeometric(sizes, total, size=draws, method="marginals")
        values = (drawn.astype(np.int64) ** 2) @ np.array([common // n for n in sizes], dtype=np.int64)
        p_value = (1 + int(np.sum(values >= observed))) / (draws + 1)
    return TestResult(
        statistic=sum(float(row.sum()) ** 2 / row.size for row in rows),
        p_value=p_value,
        alternative="greater",
        method="permutation between inputs",
        n=every,
        exact=exact,
    )


def _enumerated(sizes: list[int], total: int, observed: int, common: int) -> float:
    """Return P(statistic ≥ observed) by adding one input at a time to the joint distribution.

    Successes are drawn as if independent at the common rate, and conditioned on their total at the end.
    """
    every = sum(sizes)
    rate = total / every
    chance = np.zeros((total + 1, common * total + 1))
    chance[0, 0] = 1.0
    for n in sizes:
        grown = np.zeros_like(chance)
        for x in range(min(n, total) + 1):
            weight = math.comb(n, x) * rate**x * (1 - rate) ** (n - x)
            value = x * x * (common // n)
            if value < chance.shape[1]:
                grown[x:, value:] += weight * chance[: total + 1 - x, : chance.shape[1] - value]
        chance = grown
    return min(1.0, float(chance[total, observed:].sum() / chance[total].sum()))
