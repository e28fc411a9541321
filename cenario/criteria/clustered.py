"""Non-inferiority of paired items that repeat by script: the clustered bound decides, the naive one is shown.

Reading 12 of the user's rule: lower bound ≥ −margin holds; naive bound passes and the clustered one
does not: on the edge, which is no verdict; both below: fails, and the reason says whether the
candidate was *shown worse* (upper bound below −margin) or only *not shown* non-inferior, with the
items that would be needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cenario.domain.verdict import Clause, ClauseOutcome
from cenario.labels import numbers
from cenario.labels.text import Message, message
from cenario.stats.clusters import cluster_mean_interval, tango_clustered_interval
from cenario.stats.paired import noninferiority_outcome, paired_counts, tango_interval
from cenario.stats.power import pairs_needed
from cenario.stats.proportions import wilson_interval
from cenario.stats.results import ClusteredInterval, Interval, PairedCounts

_LEAST_CLUSTERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredComparison:
    """Candidate − control over paired items, by every bound that is printed. Shares, 0..1."""

    counts: PairedCounts
    clustered: ClusteredInterval
    cr1: ClusteredInterval
    naive: Interval
    one_sided: ClusteredInterval
    """The clustered interval whose lower limit alone has the confidence of the two-sided one."""
    naive_one_sided: Interval
    needed: int | None
    """Items that would show equal arms with power .8, discordant and clustered as these; None without any."""


def compare_clustered(
    control: Sequence[bool],
    candidate: Sequence[bool],
    clusters: Sequence[str],
    *,
    margin: float,
    level: float,
) -> ClusteredComparison:
    """Return the comparison of paired items.

    Parameters
    ----------
    control, candidate : sequence of bool, shape (n_items,)
        Whether each arm kept each item.
    clusters : sequence of str, shape (n_items,)
        The script of each item, or what stands alone.
    margin : float
        Tolerated loss, share of items.
    level : float
        Two-sided confidence.

    Raises
    ------
    InsufficientDataError
        No item, or a single cluster.
    """
    counts = paired_counts(control, candidate)
    differences = [int(new) - int(old) for old, new in zip(control, candidate, strict=True)]
    b, c, n = counts.only_candidate, counts.only_baseline, counts.n_pairs
    clustered = tango_clustered_interval(differences, clusters, level=level)
    one_sided_level = 2 * level - 1
    discordance = (b + c) / n
    needed = None
    if discordance > 0 and margin > 0:
        effect = clustered.design_effect or 1.0
        needed = math.ceil(effect * pairs_needed(margin=margin, discordance=discordance, level=level))
    return ClusteredComparison(
        counts=counts,
        clustered=clustered,
        cr1=cluster_mean_interval(differences, clusters, correction="CR1", level=level),
        naive=tango_interval(b, c, n, level=level),
        one_sided=tango_clustered_interval(differences, clusters, level=one_sided_level),
        naive_one_sided=tango_interval(b, c, n, level=one_sided_level),
        needed=needed,
    )


def clustered_clause(
    name: str,
    control: Sequence[bool],
    candidate: Sequence[bool],
    clusters: Sequence[str],
    *,
    margin: float,
    level: float,
) -> Clause:
    """Return the clause of one endpoint, ``endpoint-<name>`` in the labels; see the module.

    ``short`` where there is no item, or only one cluster.
    """
    what = message(f"endpoint-{name}")
    if len(set(clusters)) < _LEAST_CLUSTERS:
        return Clause(
            name=name,
            outcome="short",
            reason=message("clustered-none", what=what, n=len(clusters)),
            threshold=-margin,
            n=len(clusters),
            unit="share",
            proposed=True,
        )
    found = compare_clustered(control, candidate, clusters, margin=margin, level=level)
    outcome, code = _read(found, margin)
    return Clause(
        name=name,
        outcome=outcome,
        reason=_reason(code, what, found, margin),
        value=found.clustered.estimate,
        lower=found.clustered.lower,
        upper=found.clustered.upper,
        threshold=-margin,
        n=found.counts.n_pairs,
        unit="share",
        proposed=True,
        detail=_detail(found, code),
    )


def _read(found: ClusteredComparison, margin: float) -> tuple[ClauseOutcome, str]:
    reading = noninferiority_outcome(found.clustered, margin=margin)
    if reading == "shown_non_inferior":
        return "holds", "shown"
    if noninferiority_outcome(found.naive, margin=margin) == "shown_non_inferior":
        return "undecided", "edge"
    return "fails", "worse" if reading == "shown_worse" else "not-shown"


def _reason(code: str, what: Message, found: ClusteredComparison, margin: float) -> Message:
    return message(
        f"clustered-{code}",
        what=what,
        value=numbers.as_share(found.clustered.estimate, signed=True),
        lower=numbers.as_share(found.clustered.lower, signed=True),
        upper=numbers.as_share(found.clustered.upper, signed=True),
        naive=numbers.as_share(found.naive.lower, signed=True),
        margin=numbers.as_share(-margin, signed=True),
        n=numbers.as_count(found.counts.n_pairs),
        needed=numbers.as_count(found.needed),
    )


def _detail(found: ClusteredComparison, code: str) -> dict[str, object]:
    counts = found.counts
    return {
        "reading": code.replace("-", "_"),
        "method": found.clustered.method,
        "level": found.clustered.level,
        "only_shadow": counts.only_candidate,
        "only_control": counts.only_baseline,
        "both": counts.both,
        "neither": counts.neither,
        "control_kept": (counts.both + counts.only_baseline) / counts.n_pairs,
        "shadow_kept": (counts.both + counts.only_candidate) / counts.n_pairs,
        "one_sided_lower": found.one_sided.lower,
        "cr1_lower": found.cr1.lower,
        "cr1_upper": found.cr1.upper,
        "naive_lower": found.naive.lower,
        "naive_upper": found.naive.upper,
        "naive_one_sided_lower": found.naive_one_sided.lower,
        "n_clusters": found.clustered.n_clusters,
        "design_effect": found.clustered.design_effect,
        "icc": found.clustered.icc,
        "needed": found.needed,
    }


def ceiling_clause(name: str, count: int, n: int, *, ceiling: float, proposed: bool = False) -> Clause:
    """Return the clause of a share that may not pass a ceiling; equal passes. ``ceiling-<name>`` names it.

    Parameters
    ----------
    count, n : int
        Events, and what could have been one.
    ceiling : float
        Largest share allowed (0..1).
    """
    what = message(f"ceiling-{name}")
    if n == 0:
        return Clause(
            name=name,
            outcome="short",
            reason=message("clustered-ceiling-none", what=what),
            threshold=ceiling,
            n=0,
            unit="share",
            proposed=proposed,
        )
    above = count > ceiling * n * (1 + 1e-12)
    interval = wilson_interval(count, n)
    return Clause(
        name=name,
        outcome="fails" if above else "holds",
        reason=message(
            "clustered-ceiling-above" if above else "clustered-ceiling-holds",
            what=what,
            count=numbers.as_count(count),
            n=numbers.as_count(n),
            share=numbers.as_share(count / n),
            ceiling=numbers.as_share(ceiling),
        ),
        value=count / n,
        lower=interval.lower,
        upper=interval.upper,
        threshold=ceiling,
        n=n,
        unit="share",
        proposed=proposed,
        detail={"count": count},
    )
