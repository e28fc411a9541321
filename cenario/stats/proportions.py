"""One proportion or two rare counts: intervals and exact conditional tests."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import bdtr, bdtrc, betaincinv, gammaln, xlogy

from cenario.stats.checks import (
    check_at_least,
    check_between,
    check_choice,
    check_open_unit,
    check_whole,
    out_of_range,
    too_few,
)
from cenario.stats.quantiles import normal_critical
from cenario.stats.results import Alternative, Interval, TestResult


def wilson_limits(share: float, n: float, *, critical: float) -> tuple[float, float]:
    """Return Wilson's score limits of a share (0..1) of `n` trials at a critical value."""
    square = critical * critical
    centre = share + square / (2 * n)
    half = critical * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, (centre - half) / (1 + square / n)), min(1.0, (centre + half) / (1 + square / n))


def wilson_interval(successes: int, trials: int, *, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of a proportion.

    Parameters
    ----------
    successes, trials : int
        k of n, 0 ≤ k ≤ n.
    level : float, default .95
        Two-sided confidence.

    Raises
    ------
    InsufficientDataError
        No trial: a rate without a denominator is not a rate.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22:209-212,
    doi:10.1080/01621459.1927.10502953
    """
    k, n = _check_count(successes, trials)
    lower, upper = wilson_limits(k / n, n, critical=normal_critical(level))
    return Interval(
        estimate=k / n,
        lower=0.0 if k == 0 else lower,
        upper=1.0 if k == n else upper,
        level=level,
        method="wilson",
        n=n,
    )


def clopper_pearson_interval(successes: int, trials: int, *, level: float = 0.95) -> Interval:
    """Return Clopper and Pearson's exact interval of a proportion (conservative).

    Parameters
    ----------
    successes, trials : int
        k of n, 0 ≤ k ≤ n.
    level : float, default .95
        Two-sided confidence.

    References
    ----------
    Clopper & Pearson (1934), Biometrika 26:404-413, doi:10.1093/biomet/26.4.404
    """
    k, n = _check_count(successes, trials)
    tail = (1 - check_open_unit("level", level)) / 2
    return Interval(
        estimate=k / n,
        lower=0.0 if k == 0 else float(betaincinv(k, n - k + 1, tail)),
        upper=1.0 if k == n else float(betaincinv(k + 1, n - k, 1 - tail)),
        level=level,
        method="clopper-pearson",
        n=n,
    )


def rule_of_three(trials: int, *, level: float = 0.95) -> float:
    """Return the one-sided upper bound of a rate of which no event was seen in `trials`.

    Returns
    -------
    float
        −ln(1 − level) / n, which is 3/n at .95, and never above 1.

    References
    ----------
    Hanley & Lippman-Hand (1983), JAMA 249:1743-1745, doi:10.1001/jama.1983.03330370053031
    """
    n = check_whole("trials", trials, least=0)
    if n == 0:
        raise too_few("trials", needed=1, received=0)
    return min(1.0, -math.log(1 - check_open_unit("level", level)) / n)


def binomial_test(
    successes: int, trials: int, *, share: float = 0.5, alternative: Alternative = "two-sided"
) -> TestResult:
    """Return the exact binomial test of H0: probability = `share`; p = 1 when there is no trial.

    Parameters
    ----------
    successes, trials : int
        k of n.
    share : float, default .5
        Probability under the null, 0..1.
    alternative : str, default 'two-sided'
        'two-sided', 'greater' or 'less'.
    """
    check_choice("alternative", alternative, ("two-sided", "greater", "less"))
    check_between("share", share, low=0, high=1)
    k = check_whole("successes", successes, least=0)
    n = check_whole("trials", trials, least=0)
    if k > n:
        raise out_of_range("successes", legal=f"x ≤ {n}", received=successes)
    return TestResult(
        statistic=float(k),
        p_value=_binomial_tail(k, n, share, alternative),
        alternative=alternative,
        method="binomial exact",
        n=n,
        exact=True,
    )


def _binomial_tail(k: int, n: int, share: float, alternative: Alternative) -> float:
    """Return the exact p-value; two-sided sums the outcomes no likelier than the observed one."""
    if alternative == "less":
        return float(bdtr(k, n, share))
    if alternative == "greater":
        return float(bdtrc(k - 1, n, share)) if k else 1.0
    counts = np.arange(n + 1)
    log = gammaln(n + 1) - gammaln(counts + 1) - gammaln(n - counts + 1)
    chance = np.exp(log + xlogy(counts, share) + xlogy(n - counts, 1 - share))
    return min(1.0, float(chance[chance <= chance[k] * (1 + 1e-7)].sum()))


def rare_events_test(
    candidate_events: int,
    baseline_events: int,
    *,
    candidate_exposure: float,
    baseline_exposure: float,
    alternative: Alternative = "greater",
) -> TestResult:
    """Test two event counts conditionally on their sum (exact), for events too rare for a band.

    Parameters
    ----------
    candidate_events, baseline_events : int
        Events in each arm.
    candidate_exposure, baseline_exposure : float
        Calls (or turns) in which they could happen, above 0.
    alternative : str, default 'greater'
        'greater': the candidate's rate is the higher.

    Notes
    -----
    With equal exposure and no event in the baseline, one event in the candidate has p = .5 and five .031.
    Events of one conversation are taken as independent.

    References
    ----------
    Przyborowski & Wilenski (1940), Biometrika 31:313-323, doi:10.1093/biomet/31.3-4.313
    """
    for name, exposure in (
        ("candidate_exposure", candidate_exposure),
        ("baseline_exposure", baseline_exposure),
    ):
        check_at_least(name, exposure, 0)
        if exposure == 0:
            raise too_few(name, needed=1, received=0)
    events = check_whole("candidate_events", candidate_events, least=0)
    total = events + check_whole("baseline_events", baseline_events, least=0)
    share = candidate_exposure / (candidate_exposure + baseline_exposure)
    test = binomial_test(events, total, share=share, alternative=alternative)
    return TestResult(
        statistic=test.statistic,
        p_value=test.p_value,
        alternative=alternative,
        method="conditional exact",
        n=total,
        exact=True,
    )


def _check_count(successes: int, trials: int) -> tuple[int, int]:
    n = check_whole("trials", trials, least=0)
    if n == 0:
        raise too_few("trials", needed=1, received=0)
    k = check_whole("successes", successes, least=0)
    if k > n:
        raise out_of_range("successes", legal=f"x ≤ {n}", received=successes)
    return k, n
