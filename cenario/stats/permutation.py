"""Within-conversation permutation of the run labels: is the candidate's arm just another baseline?

If the change does nothing, the K runs of the baseline and the K of the candidate of one conversation are
exchangeable, whatever the conversation is like. Permuting the labels inside each conversation gives exact
p-values for every indicator at once (max-T), and, for free, how often a rule would fire on an identical arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.agreement import Run
from cenario.stats.checks import Bools, Floats, check_whole, same_shape, too_few
from cenario.stats.relabelling import Indicator, Rule, check_counts, read_design
from cenario.stats.results import TestResult

CHUNK = 2_000_000
"""Permuted entries held at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutedIndicator:
    """One indicator's permutation p-values, one-sided: worse in the candidate."""

    name: str
    """The indicator's name."""
    observed: float | None
    """Candidate − baseline in the data: pooled rates, or agreement lost; None where undefined."""
    z: float | None
    """Observed in standard deviations of the permutation distribution; None where nothing varies."""
    p_value: float | None
    """On its own; None where undefined."""
    p_adjusted: float | None
    """Corrected for all indicators at once by max-T; None where undefined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutationTest:
    """All indicators under one set of relabellings."""

    indicators: tuple[PermutedIndicator, ...]
    """In the order given; sequence agreement last, where sequences were given."""
    p_value: float | None
    """Max-T p-value of "something got worse": the least adjusted p; None where nothing is defined."""
    self_fire_share: float | None
    """Share of relabelled (identical) arms that the rule rejects; None without a rule."""
    draws: int
    """Relabellings drawn."""
    n: int
    """Conversations."""


def within_conversation_test(
    indicators: Sequence[Indicator],
    *,
    rng: np.random.Generator,
    baseline_sequences: Sequence[Run] | None = None,
    candidate_sequences: Sequence[Run] | None = None,
    draws: int = 1999,
    rule: Rule | None = None,
) -> PermutationTest:
    """Permute the run labels inside each conversation and read every indicator, one-sided, with max-T.

    Parameters
    ----------
    indicators : sequence of Indicator
        Rates, pooled over conversations and runs of an arm; higher is worse.
    rng : numpy.random.Generator
        Source of the relabellings: store its seed.
    baseline_sequences, candidate_sequences : sequence of Run, shapes (K, n_conversations), optional
        Tool sequence of each run and conversation, None where not measured. Adds the indicator
        ``agreement``: mean agreement inside the baseline minus mean agreement between arms.
    draws : int, default 1999
        Relabellings, at least 99.
    rule : callable, optional
        Evaluated on every relabelling, for `PermutationTest.self_fire_share`; such as
        `cenario.stats.relabelling.band_rule`.

    Raises
    ------
    BadInputError
        Arrays of different shapes, negative counts, or sequences of one arm only.
    InsufficientDataError
        No conversation, or no indicator.

    Notes
    -----
    p = share of the draws + 1 labellings, the observed among them, that are at least as bad: exact for
    exchangeable runs. A shock common to a whole run breaks that (size .10 at 30 conversations and a 30 %
    shock): interleave arms in time and look at `run_heterogeneity_test`.

    References
    ----------
    Westfall & Young (1993), Resampling-Based Multiple Testing, Wiley;
    Phipson & Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9:39,
    doi:10.2202/1544-6115.1585
    """
    check_whole("draws", draws, least=99)
    design = read_design(indicators, baseline_sequences, candidate_sequences)
    statistics, fired = [design.relabel(design.identity())[1]], 0
    size = max(1, CHUNK // (design.n * design.runs))
    for start in range(0, draws, size):
        shape = (min(size, draws - start), design.n, design.runs)
        seen, drawn = design.relabel(rng.random(shape).argsort(axis=2))
        statistics.append(drawn)
        fired += 0 if rule is None else int(np.sum(rule(seen)))
    rows, p_value = _read(design.names, np.concatenate(statistics))
    return PermutationTest(
        indicators=rows,
        p_value=p_value,
        self_fire_share=None if rule is None else fired / draws,
        draws=draws,
        n=design.n,
    )


def _read(names: Sequence[str], statistics: Floats) -> tuple[tuple[PermutedIndicator, ...], float | None]:
    """Return each indicator's p-values from statistics whose first row is the observed labelling."""
    observed, known = statistics[0], ~np.isnan(statistics)
    count = known.sum(axis=0)
    filled = np.where(known, statistics, 0)
    mean = filled.sum(axis=0) / np.maximum(count, 1)
    spread = np.sqrt((np.where(known, statistics - mean, 0) ** 2).sum(axis=0) / np.maximum(count, 1))
    varies = known[0] & (spread > 1e-14)
    # A labelling under which a rate is not defined counts as at least as bad: conservative.
    z = np.where(known, (filled - mean) / np.where(varies, spread, 1), np.inf)
    z[:, ~varies] = 0
    slack = 1e-9
    alone = (z >= z[0] - slack).mean(axis=0)
    greatest = z[:, varies].max(axis=1) if varies.any() else np.zeros(len(z))
    together = (greatest[:, None] >= z[0] - slack).mean(axis=0)
    rows = tuple(
        PermutedIndicator(
            name=name,
            observed=float(observed[j]) if known[0, j] else None,
            z=float(z[0, j]) if varies[j] else None,
            p_value=_p_of(j, known[0], varies, alone),
            p_adjusted=_p_of(j, known[0], varies, together),
        )
        for j, name in enumerate(names)
    )
    adjusted = [row.p_adjusted for row in rows if row.p_adjusted is not None]
    return rows, min(adjusted, default=None)


def _p_of(j: int, known: Bools, varies: Bools, p_values: Floats) -> float | None:
    """Return the p-value, 1 where no labelling differs from another, None where undefined."""
    if not known[j]:
        return None
    return float(p_values[j]) if varies[j] else 1.0


def run_heterogeneity_test(
    events: ArrayLike, exposure: ArrayLike, *, rng: np.random.Generator, draws: int = 1999
) -> TestResult:
    """Test whether the runs of one arm differ more than their conversations explain.

    A small p-value says that something common to a whole run moved (the hour, the service), which
    breaks the exchangeability that `within_conversation_test` stands on.

    Parameters
    ----------
    events, exposure : array_like of float, shape (K, n_conversations)
        One arm's events and calls.
    rng : numpy.random.Generator
        Source of the relabellings.
    draws : int, default 1999
        Relabellings, at least 99.

    Returns
    -------
    TestResult
        Statistic: variance of the K pooled rates.

    Raises
    ------
    InsufficientDataError
        Fewer than two runs, or a run without exposure.
    """
    check_whole("draws", draws, least=99)
    happened, exposed = check_counts("events", events), check_counts("exposure", exposure)
    same_shape("exposure", exposed, happened.shape)
    runs, n = happened.shape
    if runs < 2 or n == 0:
        raise too_few("K", needed=2, received=runs if n else 0)
    if exposed.sum(axis=1).min() == 0:
        raise too_few("exposure", needed=1, received=0)
    rows = np.arange(n)[:, None]
    variances = [np.var(happened.sum(axis=1) / exposed.sum(axis=1), ddof=1)[None]]
    size = max(1, CHUNK // (n * runs))
    for start in range(0, draws, size):
        labels = rng.random((min(size, draws - start), n, runs)).argsort(axis=2)
        total = exposed.T[rows, labels].sum(axis=1)
        # A labelling that leaves a run without exposure counts as at least as uneven: conservative.
        rates = happened.T[rows, labels].sum(axis=1) / np.where(total > 0, total, np.nan)
        variances.append(np.nan_to_num(np.var(rates, axis=1, ddof=1), nan=np.inf))
    every = np.concatenate(variances)
    return TestResult(
        statistic=float(every[0]),
        p_value=float(np.mean(every >= every[0] * (1 - 1e-9))),
        alternative="greater",
        method="run heterogeneity",
        n=runs,
        exact=False,
    )
