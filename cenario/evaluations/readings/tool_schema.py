"""The calibrated reading of C: what the same data say with error rates known. It decides nothing.

Runs of one conversation are exchangeable if the change does nothing; permuting their labels inside
each conversation gives exact p-values for all indicators at once (max-T), and the share of identical
arms that the user's rule would reject. Beside them: how large a regression could still be (one-sided
upper bounds), indicators too rare for a band, the smallest change this sample could show, and
whether the baseline's runs differ among themselves more than chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import polars as pl

from cenario.domain.evaluation import Params
from cenario.domain.verdict import Clause, Reading
from cenario.errors import InsufficientDataError
from cenario.labels.numbers import as_count, as_number, as_share
from cenario.labels.text import message
from cenario.measures.turns import INDICATORS, Indicator, wide
from cenario.stats import relabelling
from cenario.stats.band_power import PlannedAgreement, PlannedIndicator, band_rule_power, worsened
from cenario.stats.permutation import PermutationTest, run_heterogeneity_test, within_conversation_test
from cenario.stats.power import detectable_difference
from cenario.stats.proportions import rare_events_test, rule_of_three
from cenario.stats.rates import rate_difference_interval

ARMS = ("off", "on")
RARE_EVENTS = 3
"""Events expected in an arm below which a band says nothing (our reading of the simulations)."""

ADVISED_REPETITIONS = (5, 10)
"""K whose error rates are simulated beside those of the K measured."""

Counted = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Baseline events and exposure, candidate events and exposure, each of shape (K, n_conversations)."""


def calibrated_readings(
    turns: pl.DataFrame, clauses: Sequence[Clause], params: Params
) -> tuple[Reading, ...]:
    """Return the readings of one model; those that cannot be computed say why.

    Parameters
    ----------
    turns : DataFrame
        The turn table of both arms.
    clauses : sequence of Clause
        The verdict's clauses; a band [0, 0] is told apart by them.
    params : mapping
        ``alpha``, ``permutations``, ``seed``.
    """
    counted = {indicator.name: _counted(turns, indicator) for indicator in INDICATORS}
    if not counted["invalid"][0].size:
        return (Reading(name="permutation", reason=message("c-reading-no-whole-conversation"), flagged=True),)
    try:
        test = _permute(turns, counted, params)
    except InsufficientDataError as error:
        return (Reading(name="permutation", reason=error.message, flagged=True),)
    level = 1 - 2 * float(params["alpha"] or 0.05)
    readings = [_self_fire(test), _max_t(test, float(params["alpha"] or 0.05))]
    for indicator in INDICATORS:
        readings += _indicator_readings(indicator, counted[indicator.name], test, level=level)
    readings += _rare_bands(clauses, counted)
    readings.append(_heterogeneity(counted["invalid"], params))
    readings += _advice(turns, counted, clauses, params)
    readings += _empty_searches(turns)
    return tuple(readings)


def _counted(turns: pl.DataFrame, indicator: Indicator) -> Counted:
    events = np.array(wide(turns, indicator.events, ARMS), dtype=float)
    exposure = np.array(wide(turns, indicator.exposure, ARMS), dtype=float)
    if events.ndim != 3:
        empty = np.zeros((0, 0))
        return empty, empty, empty, empty
    return events[:, 0].T, exposure[:, 0].T, events[:, 1].T, exposure[:, 1].T


def _permute(turns: pl.DataFrame, counted: dict[str, Counted], params: Params) -> PermutationTest:
    sequences = wide(turns, "sequence", ARMS)
    off = [list(run) for run in zip(*(row[0] for row in sequences), strict=True)]
    on = [list(run) for run in zip(*(row[1] for row in sequences), strict=True)]
    return within_conversation_test(
        [
            relabelling.Indicator(
                name=name,
                baseline_events=off_events,
                baseline_exposure=off_exposure,
                candidate_events=on_events,
                candidate_exposure=on_exposure,
            )
            for name, (off_events, off_exposure, on_events, on_exposure) in counted.items()
        ],
        rng=np.random.default_rng(int(params["seed"] or 0)),
        baseline_sequences=off,
        candidate_sequences=on,
        draws=int(params["permutations"] or 1999),
        rule=relabelling.band_rule(),
    )


def _self_fire(test: PermutationTest) -> Reading:
    share = test.self_fire_share
    return Reading(
        name="self_fire",
        value=share,
        n=test.draws,
        unit="probability",
        flagged=share is not None and share > 0.2,
        reason=message("c-reading-self-fire", share=as_share(share, decimals=0)),
    )


def _max_t(test: PermutationTest, alpha: float) -> Reading:
    worst = min(
        (row for row in test.indicators if row.p_adjusted is not None),
        key=lambda row: (row.p_adjusted, -(row.z or 0.0)),
        default=None,
    )
    shown = test.p_value is not None and test.p_value < alpha
    return Reading(
        name="max_t",
        value=test.p_value,
        n=test.n,
        unit="p",
        flagged=shown,
        reason=message(
            "c-reading-max-t-shown" if shown else "c-reading-max-t-not-shown",
            p=as_number(test.p_value, decimals=4),
            indicator=message(f"measure-{worst.name}") if worst else "",
        ),
        detail={
            row.name: {
                "p_value": row.p_value,
                "p_adjusted": row.p_adjusted,
                "z": row.z,
                "observed": row.observed,
            }
            for row in test.indicators
        },
    )


def _indicator_readings(
    indicator: Indicator, counted: Counted, test: PermutationTest, *, level: float
) -> list[Reading]:
    off_events, off_exposure, on_events, on_exposure = (array.sum(axis=0) for array in counted)
    label = message(f"measure-{indicator.name}")
    try:
        interval = rate_difference_interval(on_events, on_exposure, off_events, off_exposure, level=level)
    except InsufficientDataError as error:
        return [Reading(name=f"upper_{indicator.name}", reason=error.message, flagged=True)]
    upper = interval.upper
    if interval.degenerate:
        upper = rule_of_three(int(on_exposure.sum()), level=(1 + level) / 2)
    row = next(row for row in test.indicators if row.name == indicator.name)
    readings = [
        Reading(
            name=f"upper_{indicator.name}",
            value=interval.estimate * indicator.per,
            upper=upper * indicator.per,
            n=int(interval.n_clusters),
            unit=indicator.unit,
            reason=message(
                "c-reading-upper",
                indicator=label,
                difference=as_number(interval.estimate * indicator.per, signed=True),
                upper=as_number(upper * indicator.per, signed=True),
                p=as_number(row.p_value, decimals=4),
            ),
            detail={
                "p_value": row.p_value,
                "p_adjusted": row.p_adjusted,
                "design_effect": interval.design_effect,
            },
        )
    ]
    if indicator.name == "invalid" and off_exposure.sum():
        readings.append(
            _detectable(float(off_events.sum() / off_exposure.sum()), interval.design_effect, off_exposure)
        )
    return readings


def _detectable(rate: float, design_effect: float | None, exposure: np.ndarray) -> Reading:
    smallest = detectable_difference(
        rate=rate, exposure=float(exposure.sum()), design_effect=max(1.0, design_effect or 1.0)
    )
    return Reading(
        name="detectable",
        value=smallest * 100,
        n=int(exposure.sum()),
        unit="per_100_calls",
        reason=message(
            "c-reading-detectable",
            difference=as_number(smallest * 100, signed=True),
            times=as_number(1 + smallest / rate, decimals=1) if rate else "—",
        ),
    )


def _rare_bands(clauses: Sequence[Clause], counted: dict[str, Counted]) -> list[Reading]:
    readings = []
    for clause in clauses:
        if clause.name not in counted or clause.upper is None:
            continue
        off_events, off_exposure, on_events, on_exposure = (
            float(array.sum()) for array in counted[clause.name]
        )
        if off_events >= RARE_EVENTS:
            continue
        test = rare_events_test(
            int(on_events), int(off_events), candidate_exposure=on_exposure, baseline_exposure=off_exposure
        )
        readings.append(
            Reading(
                name=f"rare_{clause.name}",
                value=test.p_value,
                n=int(on_events + off_events),
                unit="p",
                flagged=True,
                reason=message(
                    "c-reading-rare",
                    indicator=message(f"measure-{clause.name}"),
                    off=int(off_events),
                    on=int(on_events),
                    p=as_number(test.p_value, decimals=3),
                ),
            )
        )
    return readings


def _heterogeneity(counted: Counted, params: Params) -> Reading:
    off_events, off_exposure, _, _ = counted
    rng = np.random.default_rng(int(params["seed"] or 0))
    draws = int(params["permutations"] or 1999)
    try:
        test = run_heterogeneity_test(off_events, off_exposure, rng=rng, draws=draws)
    except InsufficientDataError as error:
        return Reading(name="heterogeneity", reason=error.message, flagged=True)
    flagged = test.p_value < float(params["alpha"] or 0.05)
    return Reading(
        name="heterogeneity",
        value=test.p_value,
        n=off_events.shape[0],
        unit="p",
        flagged=flagged,
        reason=message(
            "c-reading-heterogeneous" if flagged else "c-reading-homogeneous",
            p=as_number(test.p_value, decimals=3),
        ),
    )


def _empty_searches(turns: pl.DataFrame) -> list[Reading]:
    searches, empty = int(turns["searches"].sum()), int(turns["empty_searches"].sum())
    if not searches:
        return []
    share = empty / searches
    reading = Reading(
        name="empty_searches",
        value=share,
        n=searches,
        unit="share",
        flagged=share > 0.3,
        reason=message("c-reading-empty-searches", share=as_share(share), n=searches),
    )
    return [reading]


def _advice(
    turns: pl.DataFrame, counted: dict[str, Counted], clauses: Sequence[Clause], params: Params
) -> list[Reading]:
    """Return what more repetitions would do, simulated at the rates of the baseline measured here."""
    plans = _planned_indicators(counted)
    conversations = turns["conversation"].n_unique()
    if not plans or conversations < 2:
        return []
    within = next((c.detail.get("within") for c in clauses if c.name == "agreement"), None)
    usual = float(np.sqrt(np.mean(within))) if isinstance(within, list) and within else 0.9
    agreement = PlannedAgreement(usual_share=min(0.99, max(0.3, usual)))
    harmful, shifted = worsened(plans, agreement, multiplier=1.5)
    rng = np.random.default_rng(int(params["seed"] or 0))
    readings = []
    for repetitions in ADVISED_REPETITIONS:
        sizes = {"repetitions": repetitions, "conversations": conversations, "draws": 400}
        same = band_rule_power(plans, agreement=agreement, rng=rng, **sizes)
        worse = band_rule_power(harmful, agreement=shifted, rng=rng, **sizes)
        readings.append(
            Reading(
                name=f"repetitions_{repetitions}",
                value=same.reject_share,
                n=conversations,
                unit="probability",
                reason=message(
                    "c-reading-repetitions",
                    repetitions=repetitions,
                    conversations=as_count(conversations),
                    same=as_share(same.reject_share, decimals=0),
                    worse=as_share(worse.reject_share, decimals=0),
                ),
                detail={"identical": same.reject_share, "worse_by_half": worse.reject_share},
            )
        )
    return readings


def _planned_indicators(counted: dict[str, Counted]) -> list[PlannedIndicator]:
    plans = []
    for name, (events, exposure, _, _) in counted.items():
        if not exposure.sum():
            continue
        rate = float(events.sum() / exposure.sum())
        kind: Literal["share", "count"] = "count" if name == "steps" else "share"
        if kind == "count":
            rate = max(1.0, rate)
        size = max(1, round(float(exposure.mean())))
        plans.append(
            PlannedIndicator(
                name=name,
                baseline_rate=rate if kind == "count" else min(rate, 1.0),
                candidate_rate=rate if kind == "count" else min(rate, 1.0),
                exposure=size,
                kind=kind,
            )
        )
    return plans
