"""A threshold from the chatbot against itself: at least three runs, the lowest mean less a margin."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cenario.domain.bank import DIMENSIONS, Dimension
from cenario.errors import InsufficientDataError, message
from cenario.measures.bank.items import Item
from cenario.measures.bank.summary import summarise
from cenario.stats.bands import NoiseBand, noise_band

__all__ = ["MARGIN", "RUNS", "Calibration", "calibrate", "run_means"]

RUNS = 3
"""Runs that a calibration needs at least (the design's)."""
MARGIN = 0.3
"""What is taken off the lowest mean, in points of the 1..5 scale (the design's)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A dimension's threshold and the noise band that it came from.

    `threshold` is the lowest mean less the margin, rounded down to hundredths so that rounding never
    makes the gate stricter. `within_noise` says that the margin is narrower than the band: a run
    like these could fall below a later threshold drawn as tightly.
    """

    dimension: Dimension
    band: NoiseBand
    margin: float
    threshold: float

    @property
    def within_noise(self) -> bool:
        """Whether the runs differ among themselves by more than the margin."""
        return self.band.upper - self.band.lower > self.margin


def run_means(runs: Sequence[Iterable[Item]]) -> dict[Dimension, list[Fraction | None]]:
    """Return the mean of each dimension in each run (a run is one pass of the bank), in order."""
    summaries = [summarise(run) for run in runs]
    seen = [dimension for dimension in DIMENSIONS if any(dimension in each for each in summaries)]
    return {
        dimension: [each[dimension].mean if dimension in each else None for each in summaries]
        for dimension in seen
    }


def calibrate(
    means: Mapping[Dimension, Sequence[Fraction | None]], *, margin: float = MARGIN, runs: int = RUNS
) -> tuple[Calibration, ...]:
    """Return the threshold of each dimension.

    Parameters
    ----------
    means
        One mean a run; None where the run has no score, which does not count as a run.
    margin
        Taken off the lowest mean, in points of the scale.
    runs
        How many runs are needed at least.

    Raises
    ------
    InsufficientDataError
        A dimension with fewer than `runs` means.
    """
    found: list[Calibration] = []
    for dimension, values in means.items():
        known = [value for value in values if value is not None]
        if len(known) < runs:
            raise InsufficientDataError(
                message("bank-calibrate-short", dimension=dimension, got=len(known), need=runs)
            )
        exact = min(known) - Fraction(str(margin))
        band = noise_band([float(value) for value in known])
        threshold = math.floor(exact * 100) / 100
        found.append(Calibration(dimension=dimension, band=band, margin=margin, threshold=threshold))
    return tuple(found)
