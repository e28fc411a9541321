"""Clauses on scores of 0 to 100: one mean against a declared least, and one version against another.

The document of criteria declares no rule of approval: the margin and the least are ours, and said so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from cenario.domain.verdict import Clause, ClauseOutcome
from cenario.errors import InsufficientDataError
from cenario.labels import numbers
from cenario.labels.text import Message, message
from cenario.stats.clusters import cluster_mean_interval, tango_clustered_interval
from cenario.stats.results import ClusteredInterval

__all__ = ["difference_of", "least_clause", "mean_of", "noninferior_clause"]

TOP = 100.0
Kind = Literal["numeric", "boolean"]


def mean_of(values: Sequence[float], clusters: Sequence[str], *, level: float) -> ClusteredInterval | None:
    """Return the mean of scores with its clustered interval, held inside 0..100; None: one cluster only."""
    try:
        found = cluster_mean_interval(values, clusters, correction="CR2", level=level)
    except InsufficientDataError:
        return None
    return _within(found, 0.0, TOP)


def difference_of(
    differences: Sequence[float], clusters: Sequence[str], *, kind: Kind, level: float
) -> ClusteredInterval | None:
    """Return the mean difference of paired scores (new − current), in points; None: one cluster only.

    Pairs that pass or do not (`boolean`) take Tango's interval, which keeps its width where all agree.
    """
    try:
        if kind == "boolean":
            signs = [difference / TOP for difference in differences]
            return _scaled(tango_clustered_interval(signs, clusters, level=level))
        return cluster_mean_interval(differences, clusters, correction="CR2", level=level)
    except InsufficientDataError:
        return None


def least_clause(interval: ClusteredInterval | None, *, n: int, least: float | None, by: Message) -> Clause:
    """Return whether the global score is shown at or above a declared least.

    ``undecided`` where no least was declared, where the interval holds it, and where every case has the
    same score, which no interval can be made from.
    """
    values: dict[str, object] = {"by": by, "n": numbers.as_count(n)}
    outcome: ClauseOutcome
    if interval is None:
        code, outcome = "qualityclause-least-short", "short"
    else:
        values |= _bounds(interval)
        if least is None:
            code, outcome = "qualityclause-least-none", "undecided"
        else:
            values["least"] = numbers.as_number(least, decimals=0)
            code, outcome = _against_least(interval, least)
    return Clause(
        name="minimum_global",
        outcome=outcome,
        reason=message(code, **values),
        value=None if interval is None else interval.estimate,
        lower=None if interval is None else interval.lower,
        upper=None if interval is None else interval.upper,
        threshold=least,
        n=n,
        unit="score",
    )


def _against_least(interval: ClusteredInterval, least: float) -> tuple[str, ClauseOutcome]:
    if interval.degenerate:
        return "qualityclause-same", "undecided"
    if interval.lower >= least:
        return "qualityclause-least-holds", "holds"
    if interval.upper < least:
        return "qualityclause-least-fails", "fails"
    return "qualityclause-least-edge", "undecided"


def noninferior_clause(
    name: str, interval: ClusteredInterval | None, *, n: int, margin: float, by: Message
) -> Clause:
    """Return whether the new version is shown to lose at most `margin` points in the criterion `name`."""
    values: dict[str, object] = {"name": name, "by": by, "n": numbers.as_count(n)}
    values["margin"] = numbers.as_number(margin, decimals=1)
    outcome: ClauseOutcome
    if interval is None:
        code, outcome = "qualityclause-pairs-short", "short"
    else:
        values |= _bounds(interval, signed=True)
        if interval.degenerate:
            code, outcome = "qualityclause-same-pairs", "undecided"
        elif interval.lower >= -margin:
            code, outcome = "qualityclause-holds", "holds"
        elif interval.upper < -margin:
            code, outcome = "qualityclause-worse", "fails"
        else:
            code, outcome = "qualityclause-not-shown", "undecided"
    return Clause(
        name=f"criterion_{name}",
        outcome=outcome,
        reason=message(code, **values),
        value=None if interval is None else interval.estimate,
        lower=None if interval is None else interval.lower,
        upper=None if interval is None else interval.upper,
        threshold=-margin,
        n=n,
        unit="score",
    )


def _bounds(interval: ClusteredInterval, *, signed: bool = False) -> dict[str, object]:
    return {
        "value": numbers.as_number(interval.estimate, decimals=1, signed=signed),
        "lower": numbers.as_number(interval.lower, decimals=1, signed=signed),
        "upper": numbers.as_number(interval.upper, decimals=1, signed=signed),
        "clusters": numbers.as_count(interval.n_clusters),
    }


def _within(interval: ClusteredInterval, low: float, high: float) -> ClusteredInterval:
    return replace(interval, lower=max(low, interval.lower), upper=min(high, interval.upper))


def _scaled(interval: ClusteredInterval) -> ClusteredInterval:
    return replace(
        interval,
        estimate=interval.estimate * TOP,
        lower=interval.lower * TOP,
        upper=interval.upper * TOP,
        standard_error=interval.standard_error * TOP,
    )
