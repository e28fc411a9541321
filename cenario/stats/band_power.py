"""How often the noise-band rule will reject, before a cent is spent: seeded simulation of whole batches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from cenario.stats.checks import (
    Floats,
    Ints,
    check_at_least,
    check_between,
    check_whole,
    out_of_range,
    too_few,
)
from cenario.stats.relabelling import AGREEMENT, Relabelled, band_rule, pair_shares

CHUNK = 1_000_000
"""Conversation-runs simulated at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedIndicator:
    """What is expected of one indicator."""

    name: str
    """The indicator's name."""
    baseline_rate: float
    """Events per call (or turn) in the baseline."""
    candidate_rate: float
    """Events per call (or turn) in the candidate; equal for a harmless change."""
    exposure: int
    """Calls (or turns) of one conversation in one run, at least 1."""
    kind: Literal["share", "count"] = "share"
    """'share': at most one event a call (binomial); 'count': at least one step a turn (1 + Poisson)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAgreement:
    """What is expected of the tool sequence of one conversation."""

    usual_share: float = 0.9
    """Mean probability that a run takes the conversation's usual sequence."""
    concentration: float = 10.0
    """How alike conversations are in it (a + b of a Beta)."""
    alternatives: int = 4
    """Equally likely sequences when it does not."""
    shift: float = 0.0
    """Share of conversations whose usual sequence the change replaces by another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRulePower:
    """How often the noise-band rule rejects under a plan."""

    reject_share: float
    """Share of simulated batches rejected by any indicator."""
    by_indicator: dict[str, float]
    """Share rejected by each indicator alone."""
    standard_error: float
    """Monte Carlo standard error of `reject_share`."""
    draws: int
    """Simulated batches."""

    @property
    def approve_share(self) -> float:
        """Share of simulated batches approved."""
        return 1 - self.reject_share


def worsened(
    indicators: Sequence[PlannedIndicator], agreement: PlannedAgreement | None, *, multiplier: float
) -> tuple[tuple[PlannedIndicator, ...], PlannedAgreement | None]:
    """Return the plan under a change that multiplies every share by `multiplier`.

    Counts rise by a tenth of (multiplier − 1), and as large a share of conversations changes its
    usual sequence: ×1.5 means steps +5 % and 5 % of the sequences. These proportions are ours.
    """
    check_at_least("multiplier", multiplier, 0)
    rise = 0.1 * (multiplier - 1)
    rates = tuple(
        replace(
            plan,
            candidate_rate=plan.baseline_rate * (1 + rise)
            if plan.kind == "count"
            else min(1.0, plan.baseline_rate * multiplier),
        )
        for plan in indicators
    )
    return rates, None if agreement is None else replace(agreement, shift=min(1.0, max(0.0, rise)))


def band_rule_power(
    indicators: Sequence[PlannedIndicator],
    *,
    repetitions: int,
    conversations: int,
    rng: np.random.Generator,
    agreement: PlannedAgreement | None = None,
    script_spread: float = 0.7,
    run_spread: float = 0.5,
    draws: int = 2000,
) -> BandRulePower:
    """Simulate batches of both arms and apply the noise-band rule to each.

    Parameters
    ----------
    indicators : sequence of PlannedIndicator
        Rates in each arm.
    repetitions, conversations : int
        K runs of each conversation in each arm (at least 2), and conversations (at least 2).
    rng : numpy.random.Generator
        Source of the simulation: store its seed.
    agreement : PlannedAgreement, optional
        Adds the clause of sequence agreement.
    script_spread : float, default .7
        Standard deviation of the log rate between conversations, common to arms and runs. Ours.
    run_spread : float, default .5
        Standard deviation of the log rate between runs of a conversation. Ours.
    draws : int, default 2000
        Simulated batches, at least 100.

    Raises
    ------
    InsufficientDataError
        Nothing to simulate.

    Notes
    -----
    All indicators of a conversation share its difficulty. Rates and spreads are assumptions until a first
    baseline was measured; the self-fire share of `within_conversation_test` needs none.
    """
    check_whole("repetitions", repetitions, least=2)
    check_whole("conversations", conversations, least=2)
    check_whole("draws", draws, least=100)
    if not indicators and agreement is None:
        raise too_few("indicators", needed=1, received=0)
    for plan in indicators:
        _check_plan(plan)
    names = [plan.name for plan in indicators]
    fired = np.zeros(len(names) + 1)
    rejected = 0
    size = max(1, CHUNK // (2 * repetitions * conversations))
    for start in range(0, draws, size):
        shape = (min(size, draws - start), 2 * repetitions, conversations)
        batch = _batches(indicators, agreement, shape, (script_spread, run_spread), rng)
        rejected += int(np.sum(band_rule()(batch)))
        for at, name in enumerate(names):
            fired[at] += np.sum(band_rule([name], agreement=False)(batch))
        if agreement is not None:
            fired[-1] += np.sum(band_rule([])(batch))
    share = rejected / draws
    return BandRulePower(
        reject_share=share,
        by_indicator=dict(
            zip([*names, *([AGREEMENT] if agreement else [])], (fired / draws).tolist(), strict=False)
        ),
        standard_error=math.sqrt(share * (1 - share) / draws),
        draws=draws,
    )


def _check_plan(plan: PlannedIndicator) -> None:
    check_whole(f"{plan.name}: exposure", plan.exposure, least=1)
    for rate in (plan.baseline_rate, plan.candidate_rate):
        if plan.kind == "share":
            check_between(f"{plan.name}: rate", rate, low=0, high=1)
        elif plan.kind == "count":
            check_at_least(f"{plan.name}: rate", rate, 1)
        else:
            raise out_of_range(f"{plan.name}: kind", legal="share | count", received=plan.kind)


def _batches(
    indicators: Sequence[PlannedIndicator],
    agreement: PlannedAgreement | None,
    shape: tuple[int, int, int],
    spreads: tuple[float, float],
    rng: np.random.Generator,
) -> Relabelled:
    """Return the pooled rates and agreements of B simulated batches; shape is (B, 2K, n)."""
    batches, runs, n = shape
    half = runs // 2
    script, run = spreads
    difficulty = np.exp(
        script * rng.standard_normal((batches, 1, n))
        - script**2 / 2
        + run * rng.standard_normal(shape)
        - run**2 / 2
    )
    rates: dict[str, Floats] = {}
    for plan in indicators:
        rate = np.repeat([plan.baseline_rate, plan.candidate_rate], half)[:, None]
        if plan.kind == "share":
            events = rng.binomial(plan.exposure, np.minimum(rate * difficulty, 1.0))
        else:
            events = plan.exposure + rng.poisson((rate - 1) * plan.exposure, size=shape)
        rates[plan.name] = events.sum(axis=2) / (plan.exposure * n)
    within = between = None
    if agreement is not None:
        codes = np.moveaxis(_sequences(agreement, shape, rng), 1, 2)
        within = pair_shares(codes, [(i, j) for i in range(half) for j in range(i + 1, half)])
        between = pair_shares(codes, [(i, j) for i in range(half) for j in range(half, runs)])
    return Relabelled(
        baseline_rates={name: rate[:, :half] for name, rate in rates.items()},
        candidate_rates={name: rate[:, half:] for name, rate in rates.items()},
        within=within,
        between=between,
    )


def _sequences(plan: PlannedAgreement, shape: tuple[int, int, int], rng: np.random.Generator) -> Ints:
    """Return one number a sequence: 0 usual, 1..A alternatives, A + 1 what replaced the usual."""
    batches, runs, n = shape
    check_between("usual_share", plan.usual_share, low=1e-6, high=1 - 1e-6)
    check_between("shift", plan.shift, low=0, high=1)
    usual = rng.beta(
        plan.usual_share * plan.concentration, (1 - plan.usual_share) * plan.concentration, (batches, 1, n)
    )
    other = rng.integers(1, 1 + check_whole("alternatives", plan.alternatives, least=1), size=shape)
    replaced = rng.random((batches, 1, n)) < plan.shift
    is_candidate = (np.arange(runs) >= runs // 2)[:, None]
    normal = np.where(replaced & is_candidate, plan.alternatives + 1, 0)
    return np.asarray(np.where(rng.random(shape) < usual, normal, other), dtype=np.int64)
