"""Clauses on pairs: shown non-inferior, shown worse, or not shown, and what it would take to show it.

One score a pair. Where every value is 0 or 1 the interval is Tango's; where the score is a share
between them it is a t interval on the paired differences. Where conversations repeat (or share a
cluster) both know it: Tango at effective sample sizes with t(G − 1), or the cluster-robust mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cenario.domain.verdict import Clause
from cenario.errors import BadInputError, InsufficientDataError, message
from cenario.labels import numbers
from cenario.stats.clusters import cluster_mean_interval, tango_clustered_interval
from cenario.stats.paired import noninferiority_outcome, tango_interval
from cenario.stats.power import pairs_needed
from cenario.stats.quantiles import normal_critical
from cenario.stats.results import ClusteredInterval, Interval

__all__ = ["PairedScores", "noninferiority_clause", "paired_interval", "pairs_to_show"]

EXACTLY = 1e-6
"""How near 0 or 1 a score must be to be a success or a failure (tau2-bench's own rule)."""

POWER = 0.8
"""The chance of showing it that the number of pairs needed is for; our default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedScores:
    """The scores of each pair under both arms, and the cluster of each."""

    baseline: Sequence[float]
    candidate: Sequence[float]
    clusters: Sequence[str]

    @property
    def n(self) -> int:
        """How many pairs."""
        return len(self.clusters)

    @property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""
        return all(min(abs(v), abs(v - 1)) <= EXACTLY for v in (*self.baseline, *self.candidate))

    @property
    def differences(self) -> list[float]:
        """Candidate minus baseline of each pair; whole numbers where the score is binary."""
        found = [new - old for old, new in zip(self.baseline, self.candidate, strict=True)]
        return [float(round(d)) for d in found] if self.binary else found

    @property
    def repeats(self) -> bool:
        """Whether pairs share a cluster."""
        return len(set(self.clusters)) < self.n


def paired_interval(scores: PairedScores, *, level: float, clustered: bool | None = None) -> Interval:
    """Return the interval of the mean difference candidate − baseline.

    Parameters
    ----------
    scores
        Scores within [0, 1].
    level
        Two-sided confidence, 0..1.
    clustered
        Whether pairs of one cluster are taken as alike; None: where they repeat.

    Raises
    ------
    InsufficientDataError
        No pair, or a single cluster where clusters are needed.
    BadInputError
        A score outside [0, 1]: the margin would have no unit.
    """
    if not scores.n:
        raise InsufficientDataError(message("paired-none"))
    outside = [v for v in (*scores.baseline, *scores.candidate) if not -EXACTLY <= v <= 1 + EXACTLY]
    if outside:
        raise BadInputError(message("paired-outside", value=f"{outside[0]:g}"))
    known = scores.repeats if clustered is None else clustered
    if not scores.binary:
        clusters = scores.clusters if known else list(range(scores.n))
        return cluster_mean_interval(scores.differences, clusters, level=level)
    if known:
        return tango_clustered_interval(scores.differences, scores.clusters, level=level)
    won = sum(d > 0 for d in scores.differences)
    lost = sum(d < 0 for d in scores.differences)
    return tango_interval(won, lost, scores.n, level=level)


def pairs_to_show(scores: PairedScores, interval: Interval, *, margin: float, level: float) -> int | None:
    """Return how many pairs like these would show non-inferiority with power .8, were the arms equal.

    None at a margin of zero: equal arms are never shown not to be worse at all.
    """
    if margin <= 0:
        return None
    spread = sum(d * d for d in scores.differences) / scores.n
    effect = interval.design_effect if isinstance(interval, ClusteredInterval) else None
    z = normal_critical(level)
    without_discordance = math.ceil(z**2 * (1 / margin - 1) - 1e-9)
    needed = 1
    if spread > 0 and margin < 1:
        needed = pairs_needed(margin=margin, discordance=min(1.0, spread), level=level, power=POWER)
    return math.ceil(max(needed * max(1.0, effect or 1.0), without_discordance if scores.binary else 2))


def noninferiority_clause(
    name: str, scores: PairedScores, *, margin: float, level: float, proposed: bool = False
) -> Clause:
    """Hold the lower limit of the difference against −margin.

    Returns
    -------
    Clause
        ``holds`` shown non-inferior (lower ≥ −margin); ``fails`` shown worse (upper < −margin);
        ``undecided`` not shown, with the pairs that would be needed; ``short`` with no pair at all.
    """
    try:
        interval = paired_interval(scores, level=level)
    except InsufficientDataError as error:
        return Clause(
            name=name, outcome="short", reason=error.message, threshold=-margin, n=scores.n, unit="share"
        )
    outcome = noninferiority_outcome(interval, margin=margin)
    needed = pairs_to_show(scores, interval, margin=margin, level=level)
    code = {
        "shown_non_inferior": "paired-shown-non-inferior",
        "shown_worse": "paired-shown-worse",
        "not_shown": _not_shown(needed, scores.n),
    }[outcome]
    bound = interval.upper if outcome == "shown_worse" else interval.lower
    values: dict[str, object] = {
        "bound": numbers.as_number(bound, decimals=4, signed=True),
        "limit": numbers.as_number(-margin, decimals=4, signed=True),
        "level": numbers.as_share(level, decimals=0),
        "n": numbers.as_count(scores.n),
    }
    if code == "paired-not-shown":
        values["needed"] = numbers.as_count(needed)
    return Clause(
        name=name,
        outcome={"shown_non_inferior": "holds", "shown_worse": "fails", "not_shown": "undecided"}[outcome],  # type: ignore[arg-type]
        reason=message(code, **values),
        value=interval.estimate,
        lower=interval.lower,
        upper=interval.upper,
        threshold=-margin,
        n=scores.n,
        unit="share",
        proposed=proposed,
        detail=_detail(interval, needed),
    )


def _not_shown(needed: int | None, n: int) -> str:
    if needed is None:
        return "paired-not-shown-at-all"
    return "paired-not-shown" if needed > n else "paired-not-shown-though-many"


def _detail(interval: Interval, needed: int | None) -> dict[str, object]:
    detail: dict[str, object] = {"method": interval.method, "level": interval.level, "n_needed": needed}
    if isinstance(interval, ClusteredInterval):
        detail |= {
            "n_clusters": interval.n_clusters,
            "design_effect": interval.design_effect,
            "icc": interval.icc,
        }
    return detail
