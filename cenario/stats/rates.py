"""The difference of two pooled rates (events per call) measured on the same conversations."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from cenario.stats.checks import Floats, finite_array, out_of_range, same_shape, too_few
from cenario.stats.quantiles import t_critical
from cenario.stats.results import ClusteredInterval


def rate_difference_interval(
    candidate_events: ArrayLike,
    candidate_exposure: ArrayLike,
    baseline_events: ArrayLike,
    baseline_exposure: ArrayLike,
    *,
    level: float = 0.9,
) -> ClusteredInterval:
    """Return the interval of a difference of two pooled rates measured on the same conversations.

    Parameters
    ----------
    candidate_events, baseline_events : array_like of float, shape (n_conversations,)
        Events of each conversation, summed over its repetitions.
    candidate_exposure, baseline_exposure : array_like of float, shape (n_conversations,)
        Calls (or turns) of each conversation; zero is allowed in single conversations.
    level : float, default .9
        Two-sided confidence: at .9 each limit alone is a one-sided 95 % bound.

    Returns
    -------
    ClusteredInterval
        Estimate Σx/Σn (candidate) − Σx/Σn (baseline), in events per call; standard error linearised, CR1
        over conversations, t(n − 1). Degenerate where no event was seen: then use `rule_of_three`.

    Raises
    ------
    InsufficientDataError
        Fewer than two conversations, or an arm without exposure.

    Notes
    -----
    The one-sided upper bound covers .95 without run-level shocks; a 30 % shock common to a whole run
    lowers that to .90 (30 conversations) or .83 (100): interleave the arms in time.

    References
    ----------
    Woodruff (1971), Journal of the American Statistical Association 66:411-414,
    doi:10.1080/01621459.1971.10482279
    """
    arms = []
    for name, events, exposure in (
        ("candidate", candidate_events, candidate_exposure),
        ("baseline", baseline_events, baseline_exposure),
    ):
        arms.append(
            _linearised(
                name, finite_array(f"{name}_events", events), finite_array(f"{name}_exposure", exposure)
            )
        )
    (rate, residuals, exposed), (base_rate, base_residuals, base_exposed) = arms
    same_shape("baseline_events", base_residuals, residuals.shape)
    conversations = len(residuals)
    if conversations < 2:
        raise too_few("conversations", needed=2, received=conversations)
    change = residuals - base_residuals
    error = math.sqrt(conversations / (conversations - 1) * float(change @ change))
    half = t_critical(level, df=conversations - 1) * error
    return ClusteredInterval(
        estimate=rate - base_rate,
        lower=rate - base_rate - half,
        upper=rate - base_rate + half,
        level=level,
        method="linearised ratio CR1-t",
        n=exposed + base_exposed,
        degenerate=error == 0,
        standard_error=error,
        n_clusters=conversations,
        design_effect=_ratio_design_effect(error, (rate, exposed), (base_rate, base_exposed)),
        icc=None,
    )


def _linearised(name: str, events: Floats, exposure: Floats) -> tuple[float, Floats, float]:
    """Return the pooled rate, each conversation's pull on it, and the exposure."""
    same_shape(f"{name}_exposure", exposure, events.shape)
    for what, values in ((f"{name}_events", events), (f"{name}_exposure", exposure)):
        if values.size and values.min() < 0:
            raise out_of_range(what, legal="x ≥ 0", received=float(values.min()))
    total = float(exposure.sum())
    if total == 0:
        raise too_few(f"{name}_exposure", needed=1, received=0)
    rate = float(events.sum()) / total
    return rate, (events - rate * exposure) / total, total


def _ratio_design_effect(
    error: float, candidate: tuple[float, float], baseline: tuple[float, float]
) -> float | None:
    """Return the variance over that of independent binary events; None where that is not defined."""
    if max(candidate[0], baseline[0]) > 1:  # steps per turn are counts, not shares
        return None
    independent = sum(rate * (1 - rate) / exposed for rate, exposed in (candidate, baseline))
    return error**2 / independent if independent > 0 else None
