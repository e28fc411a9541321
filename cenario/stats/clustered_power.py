"""What a clustered, paired design can show: seeded simulation of scripts × conversations × repetitions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from cenario.stats.checks import (
    Bools,
    Floats,
    Ints,
    check_between,
    check_margin,
    check_whole,
    out_of_range,
    too_few,
)
from cenario.stats.paired import ROUNDING, tango_z
from cenario.stats.quantiles import normal_critical, t_critical


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredPlan:
    """A paired design: which script and which conversation each item belongs to."""

    scripts: Ints
    """The script (cluster) of each conversation, shape (n_conversations,)."""
    repetitions: int
    """K repetitions of each conversation in each arm."""

    @classmethod
    def of(cls, sizes: Sequence[int], *, repetitions: int) -> ClusteredPlan:
        """Return the plan of scripts with `sizes` conversations each (1 for a conversation of its own)."""
        if len(sizes) < 2:
            raise too_few("sizes", needed=2, received=len(sizes))
        for size in sizes:
            check_whole("sizes", size, least=1)
        check_whole("repetitions", repetitions, least=1)
        return cls(scripts=np.repeat(np.arange(len(sizes)), sizes), repetitions=repetitions)

    @property
    def clusters(self) -> Ints:
        """The script of each item, shape (n_items,); items run conversation by conversation."""
        return np.repeat(self.scripts, self.repetitions)


@dataclass(frozen=True, slots=True, kw_only=True)
class LatentShares:
    """How the latent variance of an outcome (total 1) divides; what is left is the repetition's own."""

    script: float = 0.2
    """Common to both arms of a script: cancels in the difference."""
    script_arm: float = 0.05
    """A script that the change hurts or helps: what makes clustering matter."""
    conversation: float = 0.2
    """Common to both arms of a conversation: cancels."""
    conversation_arm: float = 0.05
    """A conversation that the change hurts or helps."""

    @property
    def own(self) -> float:
        """The share of a single repetition."""
        return 1 - self.script - self.script_arm - self.conversation - self.conversation_arm


def simulate_paired_differences(
    plan: ClusteredPlan,
    *,
    baseline_rate: float,
    difference: float,
    rng: np.random.Generator,
    shares: LatentShares | None = None,
    draws: int = 1000,
) -> Floats:
    """Return candidate − baseline of every pair of simulated batches.

    Parameters
    ----------
    plan : ClusteredPlan
        The design.
    baseline_rate : float
        Probability of success in the baseline, 0..1.
    difference : float
        True difference of probabilities, candidate − baseline.
    rng : numpy.random.Generator
        Source of the simulation: store its seed.
    shares : LatentShares, optional
        How alike repetitions are. The defaults are ours: intraclass correlation of the difference about .04.
    draws : int, default 1000
        Batches, at least 1.

    Returns
    -------
    ndarray of {−1, 0, 1}, shape (draws, n_items)
        In the order of `ClusteredPlan.clusters`.

    Notes
    -----
    An outcome is a success where a normal score (script + script in this arm + conversation +
    conversation in this arm + own) stays under the quantile of its arm's rate.
    """
    parts = shares or LatentShares()
    for name in ("script", "script_arm", "conversation", "conversation_arm", "own"):
        check_between(name, getattr(parts, name), low=0, high=1)
    check_whole("draws", draws, least=1)
    rates = (baseline_rate, baseline_rate + difference)
    for name, rate in zip(("baseline_rate", "baseline_rate + difference"), rates, strict=True):
        check_between(name, rate, low=0, high=1)
    scripts, conversations = int(plan.scripts.max()) + 1, len(plan.scripts)

    def drawn(share: float, size: int) -> Floats:
        return math.sqrt(share) * rng.standard_normal((draws, size))

    common = drawn(parts.script, scripts)[:, plan.scripts] + drawn(parts.conversation, conversations)
    outcomes: list[Bools] = []
    for rate in rates:
        score = common + drawn(parts.script_arm, scripts)[:, plan.scripts]
        score = np.repeat(score + drawn(parts.conversation_arm, conversations), plan.repetitions, axis=1)
        score = score + drawn(parts.own, conversations * plan.repetitions)
        outcomes.append(score <= _quantile(rate))
    before, after = outcomes
    return after.astype(np.float64) - before


def _quantile(rate: float) -> float:
    return NormalDist().inv_cdf(rate) if 0 < rate < 1 else math.copysign(math.inf, rate - 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredPower:
    """How often simulated batches show non-inferiority."""

    clustered: float
    """Share shown by Tango at effective sizes with t(G − 1), which decides."""
    mean: float
    """Share shown by the cluster-robust mean with t(G − 1)."""
    naive: float
    """Share shown by Tango as if items were independent."""
    icc: float
    """Intraclass correlation of the difference, mean over batches."""
    standard_error: float
    """Monte Carlo standard error of `clustered`."""
    draws: int
    """Simulated batches."""


def clustered_pass_probability(
    differences: Floats, clusters: Ints, *, margin: float, level: float = 0.95
) -> ClusteredPower:
    """Return how often batches of paired differences show non-inferiority, three ways.

    Parameters
    ----------
    differences : ndarray of {−1, 0, 1}, shape (draws, n_items)
        From `simulate_paired_differences`.
    clusters : ndarray of int, shape (n_items,)
        The cluster of each item, numbered from 0.
    margin : float
        Tolerated loss, in [0, 1).
    level : float, default .95
        Two-sided confidence of the interval whose lower limit decides.
    """
    limit = -check_margin(margin)
    draws, items = differences.shape
    if clusters.shape != (items,):
        raise out_of_range("clusters", legal=f"shape ({items},)", received=clusters.shape)
    sizes = np.bincount(clusters).astype(np.float64)
    groups = len(sizes)
    if groups < 2:
        raise too_few("clusters", needed=2, received=groups)
    sums = differences @ (clusters[:, None] == np.arange(groups)).astype(np.float64)
    mean = differences.mean(axis=1)
    wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    robust = groups / (groups - 1) * ((sums - sizes * mean[:, None]) ** 2).sum(axis=1) / items**2
    independent = (wins + losses - items * mean**2) / items**2
    varies = independent > 1e-15
    effect = np.maximum(1.0, np.where(varies, robust / np.where(varies, independent, 1), 1.0))
    quantile = t_critical(level, df=groups - 1)
    shown = tango_z(wins / effect, losses / effect, items / effect, difference=limit) >= quantile - ROUNDING
    naive = tango_z(wins, losses, items, difference=limit) >= normal_critical(level) - ROUNDING
    share = float(shown.mean())
    return ClusteredPower(
        clustered=share,
        mean=float(np.mean(mean - quantile * np.sqrt(robust) >= limit - ROUNDING)),
        naive=float(naive.mean()),
        icc=_mean_icc(differences, sums, sizes),
        standard_error=math.sqrt(share * (1 - share) / draws),
        draws=draws,
    )


def _mean_icc(differences: Floats, sums: Floats, sizes: Floats) -> float:
    """Return the ANOVA intraclass correlation, averaged over the batches in which it is defined; else 0."""
    items, groups = differences.shape[1], len(sizes)
    if items == groups:
        return 0.0
    squares = (differences**2).sum(axis=1)
    explained = (sums**2 / sizes).sum(axis=1)
    between = (explained - items * differences.mean(axis=1) ** 2) / (groups - 1)
    within = (squares - explained) / (items - groups)
    size = (items - float(sizes @ sizes) / items) / (groups - 1)
    spread = between + (size - 1) * within
    known = spread > 1e-15
    return float(np.mean((between - within)[known] / spread[known])) if known.any() else 0.0
