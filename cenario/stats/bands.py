"""The noise band: how far the baseline wanders from itself over its repetitions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cenario.stats.checks import check_choice, check_whole, out_of_range, too_few

EQUAL = 1e-9
"""Relative slack: a mean equal to the edge stays inside, whatever binary rounding did to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseBand:
    """The least and the greatest of the baseline's values, one value a repetition."""

    lower: float
    """The least value."""
    upper: float
    """The greatest value."""
    values: tuple[float | None, ...]
    """One a repetition, in order; None where the rate had no denominator."""
    n: int
    """How many values are defined."""

    @property
    def mean(self) -> float:
        """Mean of the defined values."""
        return mean_defined(self.values)

    @property
    def point(self) -> bool:
        """Whether the band has no width, so that any difference leaves it."""
        return self.lower == self.upper


def noise_band(values: Sequence[float | None]) -> NoiseBand:
    """Return the band [min, max] of the baseline against itself.

    Parameters
    ----------
    values : sequence of float or None
        One value a repetition; None where the rate has no denominator (never counted as zero).

    Raises
    ------
    InsufficientDataError
        Fewer than two defined values: one repetition shows no noise.
    """
    defined = _defined(values)
    if len(defined) < 2:
        raise too_few("values", needed=2, received=len(defined))
    return NoiseBand(lower=min(defined), upper=max(defined), values=tuple(values), n=len(defined))


def mean_defined(values: Sequence[float | None]) -> float:
    """Return the mean of the values that are not None.

    Raises
    ------
    InsufficientDataError
        No value is defined.
    """
    defined = _defined(values)
    if not defined:
        raise too_few("values", needed=1, received=0)
    return math.fsum(defined) / len(defined)


def _defined(values: Sequence[float | None]) -> list[float]:
    defined = [float(value) for value in values if value is not None]
    for value in defined:
        if not math.isfinite(value):
            raise out_of_range("values", legal="-∞ < x < ∞ | None", received=value)
    return defined


def leaves_band(value: float, band: NoiseBand, *, side: Literal["above", "below"] = "above") -> bool:
    """Return whether `value` is strictly outside the band on one side; equal to the edge stays inside.

    Parameters
    ----------
    value : float
        The candidate's mean over its repetitions.
    band : NoiseBand
        The baseline's band.
    side : str, default 'above'
        'above': higher is worse; 'below': lower is worse.
    """
    check_choice("side", side, ("above", "below"))
    if not math.isfinite(value):
        raise out_of_range("value", legal="-∞ < x < ∞", received=value)
    edge = band.upper if side == "above" else band.lower
    if math.isclose(value, edge, rel_tol=EQUAL, abs_tol=1e-15):
        return False
    return value > edge if side == "above" else value < edge


def band_exit_probability(
    repetitions: int, *, shift: float = 0.0, candidate_repetitions: int | None = None
) -> float:
    """Return P(mean of the candidate's values > max of the baseline's) for normal values, by quadrature.

    Parameters
    ----------
    repetitions : int
        K of the baseline, at least 1.
    shift : float, default 0
        True difference candidate − baseline, in standard deviations of one repetition's value. At 0 this
        is how often the rule rejects an identical arm, for one continuous indicator.
    candidate_repetitions : int, optional
        K of the candidate; the baseline's when not given.

    Notes
    -----
    E[Φ(M)^K], M ~ N(shift, 1/K). It does not depend on how many conversations each value stands on.
    Counts with fewer than about three expected events an arm behave differently (about .25 at any K).
    """
    baseline = check_whole("repetitions", repetitions, least=1)
    candidate = check_whole("candidate_repetitions", candidate_repetitions or baseline, least=1)
    if not math.isfinite(shift):
        raise out_of_range("shift", legal="-∞ < x < ∞", received=shift)
    from scipy.special import ndtr  # loaded only where a probability is asked for

    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    inside = ndtr(shift + nodes / math.sqrt(candidate)) ** baseline
    return float(weights @ inside / math.sqrt(2 * math.pi))
