"""Simulated batches under rule C against an independent simulation of the same model."""

from __future__ import annotations

import numpy as np
import pytest

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.band_power import PlannedAgreement, PlannedIndicator, band_rule_power, worsened

PLAN = tuple(
    PlannedIndicator(name=name, baseline_rate=rate, candidate_rate=rate, exposure=5, kind=kind)
    for name, rate, kind in (
        ("invalid", 0.05, "share"),
        ("nonexistent", 0.003, "share"),
        ("landfill", 0.002, "share"),
        ("veto", 0.03, "share"),
        ("steps", 2.2, "count"),
    )
)

# (K, n, multiplier): P(any of six rejects), independent simulation (R = 2000)
REJECT = {
    (3, 30, 1.0): 0.742,
    (3, 30, 1.5): 0.988,
    (3, 30, 2.0): 1.0,
    (5, 30, 1.0): 0.456,
    (5, 30, 1.5): 0.932,
    (10, 30, 1.0): 0.086,
    (10, 30, 1.5): 0.688,
}


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(REJECT))
def test_reject_share_equals_the_independent_simulation(case):
    repetitions, n, multiplier = case
    rates, agreement = worsened(PLAN, PlannedAgreement(), multiplier=multiplier)
    power = band_rule_power(
        rates, repetitions=repetitions, conversations=n, agreement=agreement, rng=np.random.default_rng(7)
    )
    assert power.reject_share == pytest.approx(REJECT[case], abs=0.05)
    assert power.approve_share == 1 - power.reject_share


@pytest.mark.slow
def test_one_continuous_indicator_equals_the_quadrature():
    steps = [plan for plan in PLAN if plan.kind == "count"]
    power = band_rule_power(steps, repetitions=3, conversations=30, rng=np.random.default_rng(8), draws=4000)
    assert power.reject_share == pytest.approx(0.1853, abs=4 * power.standard_error)
    assert power.by_indicator == {"steps": power.reject_share}


def test_same_seed_same_power_and_more_harm_more_rejection():
    def rejects(multiplier, seed):
        rates, agreement = worsened(PLAN, PlannedAgreement(), multiplier=multiplier)
        return band_rule_power(
            rates,
            repetitions=5,
            conversations=30,
            agreement=agreement,
            rng=np.random.default_rng(seed),
            draws=400,
        )

    assert rejects(1.0, 1) == rejects(1.0, 1)
    assert rejects(1.0, 1).reject_share < rejects(1.5, 1).reject_share < rejects(3.0, 1).reject_share


def test_harmless_is_unchanged_and_worse_is_worse():
    same, agreement = worsened(PLAN, PlannedAgreement(), multiplier=1)
    assert (same, agreement) == (PLAN, PlannedAgreement())
    worse, changed = worsened(PLAN, PlannedAgreement(), multiplier=1.5)
    assert [row.candidate_rate / row.baseline_rate for row in worse] == pytest.approx(
        [1.5, 1.5, 1.5, 1.5, 1.05]
    )
    assert changed.shift == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"repetitions": 1}, BadInputError),
        ({"conversations": 1}, BadInputError),
        ({"draws": 10}, BadInputError),
        ({"indicators": ()}, InsufficientDataError),
        (
            {"indicators": [PlannedIndicator(name="x", baseline_rate=1.2, candidate_rate=0, exposure=5)]},
            BadInputError,
        ),
    ],
)
def test_a_plan_that_cannot_be_simulated_is_refused(change, error):
    call = {
        "indicators": PLAN,
        "repetitions": 3,
        "conversations": 30,
        "rng": np.random.default_rng(0),
    } | change
    indicators = call.pop("indicators")
    with pytest.raises(error):
        band_rule_power(indicators, **call)
