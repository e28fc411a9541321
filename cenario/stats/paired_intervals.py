"""Other intervals for the difference of paired proportions: cross-checks and reproductions.

Tango's score interval (`cenario.stats.paired.tango_interval`) is the one that decides; counts and
signs are as there.
"""

from __future__ import annotations

import math

from cenario.stats.checks import check_at_least, check_pairs
from cenario.stats.proportions import wilson_limits
from cenario.stats.quantiles import normal_critical
from cenario.stats.results import Interval


def newcombe10_interval(
    both: float, only_candidate: float, only_baseline: float, neither: float, *, level: float = 0.95
) -> Interval:
    """Return Newcombe's method 10 (square-and-add of Wilson limits, with continuity-corrected phi).

    Needs the split of concordant pairs, which win / tie / loss votes do not have.

    Parameters
    ----------
    both, only_candidate, only_baseline, neither : float
        The four cells of the paired table.
    level : float, default .95
        Two-sided confidence.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17:2635-2650,
    doi:10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C
    """
    a, d = check_at_least("both", both, 0), check_at_least("neither", neither, 0)
    b, c, n = check_pairs(only_candidate, only_baseline, a + d + only_candidate + only_baseline)
    z = normal_critical(level)
    candidate, baseline = (a + b) / n, (a + c) / n
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    cross = a * d - b * c
    if cross > 0:
        cross = max(cross - n / 2, 0.0)
    phi = cross / math.sqrt(margins) if margins > 0 else 0.0
    low1, high1 = wilson_limits(candidate, n, critical=z)
    low2, high2 = wilson_limits(baseline, n, critical=z)
    down1, up1, down2, up2 = candidate - low1, high1 - candidate, baseline - low2, high2 - baseline
    estimate = (b - c) / n
    below = math.sqrt(max(down1**2 - 2 * phi * down1 * up2 + up2**2, 0))
    above = math.sqrt(max(up1**2 - 2 * phi * up1 * down2 + down2**2, 0))
    return Interval(
        estimate=estimate,
        lower=estimate - below,
        upper=estimate + above,
        level=level,
        method="newcombe10",
        n=n,
    )


def wald_interval(
    only_candidate: float, only_baseline: float, n_pairs: float, *, level: float = 0.95
) -> Interval:
    """Return the Wald interval: for reproducing others' numbers, never for a verdict.

    `Interval.degenerate` is set where it has zero width without saying anything (b = c = 0, b = n, c = n).

    Notes
    -----
    Its size at the margin reaches .065 at nominal .05 (60 pairs, 80 % ties).
    """
    b, c, n = check_pairs(only_candidate, only_baseline, n_pairs)
    estimate = (b - c) / n
    half = normal_critical(level) * math.sqrt(max(b + c - (b - c) ** 2 / n, 0)) / n
    return _clipped(estimate, half, level=level, method="wald", n=n, degenerate=half == 0)


def agresti_min_interval(
    only_candidate: float, only_baseline: float, n_pairs: float, *, level: float = 0.95
) -> Interval:
    """Return Agresti and Min's adjusted Wald interval (half a pair added to each cell).

    References
    ----------
    Agresti & Min (2005), Statistics in Medicine 24:729-740, doi:10.1002/sim.1781
    """
    b, c, n = check_pairs(only_candidate, only_baseline, n_pairs)
    half = normal_critical(level) * math.sqrt(b + c + 1 - (b - c) ** 2 / (n + 2)) / (n + 2)
    centre = (b - c) / (n + 2)
    return _around((b - c) / n, centre - half, centre + half, level=level, method="agresti_min", n=n)


def bonett_price_interval(
    only_candidate: float, only_baseline: float, n_pairs: float, *, level: float = 0.95
) -> Interval:
    """Return Bonett and Price's adjusted Wald interval (one pair added to each discordant cell).

    References
    ----------
    Bonett & Price (2012), Journal of Educational and Behavioral Statistics 37:479-488,
    doi:10.3102/1076998611411915
    """
    b, c, n = check_pairs(only_candidate, only_baseline, n_pairs)
    up, down = (b + 1) / (n + 2), (c + 1) / (n + 2)
    half = normal_critical(level) * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    return _around((b - c) / n, up - down - half, up - down + half, level=level, method="bonett_price", n=n)


def _clipped(
    estimate: float, half: float, *, level: float, method: str, n: float, degenerate: bool
) -> Interval:
    return Interval(
        estimate=estimate,
        lower=max(-1.0, estimate - half),
        upper=min(1.0, estimate + half),
        level=level,
        method=method,
        n=n,
        degenerate=degenerate,
    )


def _around(estimate: float, lower: float, upper: float, *, level: float, method: str, n: float) -> Interval:
    """Return an interval centred elsewhere than its estimate, stretched to hold it and cut at ±1."""
    return Interval(
        estimate=estimate,
        lower=max(-1.0, min(lower, estimate)),
        upper=min(1.0, max(upper, estimate)),
        level=level,
        method=method,
        n=n,
    )
