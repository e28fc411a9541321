"""Coverage of the clustered bound on simulated closings: scripts, conversations, repetitions."""

from __future__ import annotations

import numpy as np
import pytest

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.clustered_power import (
    ClusteredPlan,
    LatentShares,
    clustered_pass_probability,
    simulate_paired_differences,
)
from cenario.stats.clusters import cluster_mean_interval, intraclass_correlation, tango_clustered_interval
from cenario.stats.paired import noninferiority_outcome, tango_interval

DRAWS = 4000
G_PLAN = ClusteredPlan.of([5] * 20 + [1] * 60, repetitions=2)
BALANCED = ClusteredPlan.of([8] * 20, repetitions=2)
SHARES = {
    "none": LatentShares(script=0, script_arm=0, conversation=0.4, conversation_arm=0.15),
    "low": LatentShares(),
    "middle": LatentShares(script_arm=0.15),
    "high": LatentShares(script=0.1, script_arm=0.4, conversation=0.1, conversation_arm=0.1),
    "very high": LatentShares(script=0.0, script_arm=0.55, conversation=0.0, conversation_arm=0.1),
}


def at_the_margin(plan, rate, margin, shares, *, level, seed=20240504):
    differences = simulate_paired_differences(
        plan,
        baseline_rate=rate,
        difference=-margin,
        rng=np.random.default_rng(seed),
        shares=SHARES[shares],
        draws=DRAWS,
    )
    return clustered_pass_probability(differences, plan.clusters, margin=margin, level=level)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.90, 0.97])
@pytest.mark.parametrize("shares", sorted(SHARES))
def test_coverage_on_the_design_of_g(rate, shares):
    power = at_the_margin(G_PLAN, rate, 0.03, shares, level=0.90)
    assert 1 - power.clustered >= 0.93
    if shares not in ("none", "low"):
        assert power.naive > power.clustered
        assert 1 - power.naive < 0.925
    assert power.icc < 0.4


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "margin"), [(0.90, 0.03), (0.92, 0.05), (0.93, 0.05), (0.97, 0.02)])
def test_false_approval_of_each_endpoint_at_its_margin(rate, margin):
    # The verdict stands on the two-sided 95 % interval, so nominal .025; the promise is .05.
    power = at_the_margin(G_PLAN, rate, margin, "middle", level=0.95)
    assert power.clustered <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / DRAWS)
    assert power.naive > power.clustered


@pytest.mark.slow
def test_balanced_scripts_as_in_the_table_of_the_method():
    # 20 scripts x 8 conversations x 2: .946 clustered, .840 naive, ICC .106 (independent simulation)
    power = at_the_margin(BALANCED, 0.90, 0.03, "middle", level=0.90)
    assert 1 - power.clustered == pytest.approx(0.946, abs=0.012)
    assert 1 - power.naive == pytest.approx(0.840, abs=0.025)
    assert power.icc == pytest.approx(0.106, abs=0.02)


def test_one_batch_at_a_time_gives_the_same_answer():
    rng = np.random.default_rng(4)
    differences = simulate_paired_differences(
        G_PLAN, baseline_rate=0.9, difference=0.03, rng=rng, shares=SHARES["middle"], draws=60
    )
    together = clustered_pass_probability(differences, G_PLAN.clusters, margin=0.03)
    shown = {"clustered": 0, "mean": 0, "naive": 0}
    correlations = []
    for row in differences:
        one = {
            "clustered": tango_clustered_interval(row, G_PLAN.clusters),
            "mean": cluster_mean_interval(row, G_PLAN.clusters),
            "naive": tango_interval(float((row > 0).sum()), float((row < 0).sum()), row.size),
        }
        for name, interval in one.items():
            shown[name] += noninferiority_outcome(interval, margin=0.03) == "shown_non_inferior"
        correlations.append(intraclass_correlation(row, G_PLAN.clusters))
    assert {name: getattr(together, name) for name in shown} == {
        name: count / 60 for name, count in shown.items()
    }
    assert together.icc == pytest.approx(np.mean(correlations))
    assert 0 < together.clustered < 1


def test_simulated_rates_are_the_ones_asked_for():
    differences = simulate_paired_differences(
        BALANCED, baseline_rate=0.9, difference=-0.05, rng=np.random.default_rng(2), draws=2000
    )
    assert differences.shape == (2000, 320)
    assert float(differences.mean()) == pytest.approx(-0.05, abs=0.004)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda rng: ClusteredPlan.of([5], repetitions=2), InsufficientDataError),
        (lambda rng: ClusteredPlan.of([5, 0], repetitions=2), BadInputError),
        (
            lambda rng: simulate_paired_differences(BALANCED, baseline_rate=0.99, difference=0.02, rng=rng),
            BadInputError,
        ),
        (
            lambda rng: simulate_paired_differences(
                BALANCED, baseline_rate=0.9, difference=0, rng=rng, shares=LatentShares(script=0.9)
            ),
            BadInputError,
        ),
        (
            lambda rng: clustered_pass_probability(np.zeros((3, 4)), np.zeros(5, dtype=int), margin=0.1),
            BadInputError,
        ),
    ],
)
def test_a_plan_that_cannot_be_simulated_is_refused(call, error):
    with pytest.raises(error):
        call(np.random.default_rng(0))
