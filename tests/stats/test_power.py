"""What a design can show, against exact enumerations."""

from __future__ import annotations

import numpy as np
import pytest

from cenario.errors import BadInputError
from cenario.stats.paired import noninferiority_outcome, tango_interval
from cenario.stats.power import (
    at_least_pass_probability,
    at_most_pass_probability,
    detectable_difference,
    exact_pass_probability,
    exposure_needed,
    not_greater_pass_probability,
    pairs_needed,
    planned_design_effect,
)
from tests.stats.oracles import read_rows

LEVELS = {"1s95": 0.90, "2s95": 0.95}


@pytest.mark.parametrize(
    "row", read_rows("f5_judge_exact.csv"), ids=lambda r: f"{r['bound']}-{r['method']}-{r['tie']}"
)
def test_judge_operating_characteristics(row):
    for difference in (-0.1, 0, 0.05, 0.1):
        ours = exact_pass_probability(
            60,
            margin=0.1,
            discordance=1 - float(row["tie"]),
            difference=difference,
            level=LEVELS[row["bound"]],
            method=row["method"],
        )
        assert ours == pytest.approx(float(row[f"P(pass|{difference:g})"]), abs=6e-5)


# tie rate, bound -> pairs for 80 % and 90 % power at no difference, margin .10 (formula)
PAIRS = {
    (0.3, "1s95"): (433, 600),
    (0.3, "2s95"): (550, 736),
    (0.5, "1s95"): (310, 429),
    (0.5, "2s95"): (393, 526),
    (0.7, "1s95"): (186, 257),
    (0.7, "2s95"): (236, 316),
    (0.9, "1s95"): (62, 86),
    (0.9, "2s95"): (79, 106),
}


@pytest.mark.parametrize("case", sorted(PAIRS))
def test_pairs_needed(case):
    tie, bound = case
    ours = [
        pairs_needed(margin=0.1, discordance=1 - tie, level=LEVELS[bound], power=power)
        for power in (0.8, 0.9)
    ]
    assert tuple(ours) == PAIRS[case]


# Items for 80 % power at no difference, one-sided and two-sided 95 %.
ITEMS = {
    (0.05, 0.02): (773, 982),
    (0.05, 0.03): (344, 437),
    (0.05, 0.05): (124, 157),
    (0.1, 0.02): (1546, 1963),
    (0.1, 0.03): (687, 873),
    (0.1, 0.05): (248, 314),
    (0.165, 0.02): (2551, 3238),
    (0.165, 0.03): (1134, 1439),
    (0.165, 0.05): (409, 519),
}


@pytest.mark.parametrize("case", sorted(ITEMS))
def test_items_needed_by_g(case):
    discordance, margin = case
    ours = [pairs_needed(margin=margin, discordance=discordance, level=level) for level in (0.9, 0.95)]
    assert tuple(ours) == pytest.approx(ITEMS[case], abs=1)
    doubled = pairs_needed(margin=margin, discordance=discordance, level=0.9, design_effect=2)
    assert doubled == pytest.approx(2 * ours[0], abs=1)


def test_planned_design_effect():
    assert planned_design_effect(10, 0.1) == pytest.approx(1.9)
    assert planned_design_effect(10, -0.1) == 1.0


def test_detectable_difference_and_its_inverse():
    assert detectable_difference(rate=0.05, exposure=450, design_effect=1.3) == pytest.approx(0.041, abs=5e-4)
    assert exposure_needed(rate=0.05, rise=0.025, design_effect=1.3) == pytest.approx(1220, abs=5)
    calls = exposure_needed(rate=0.03, rise=0.01)
    assert (
        detectable_difference(rate=0.03, exposure=calls)
        <= 0.01
        < detectable_difference(rate=0.03, exposure=calls - 1)
    )


# P(at least 95 % of 64 and of 60 pairs equal) by true agreement
EQUAL_95 = {
    0.8: (0.0005, 0.001),
    0.85: (0.0092, 0.0148),
    0.9: (0.1063, 0.1374),
    0.92: (0.2368, 0.2829),
    0.94: (0.4601, 0.5113),
    0.95: (0.6014, 0.6473),
    0.96: (0.7467, 0.7813),
    0.97: (0.8741, 0.8943),
    0.98: (0.9606, 0.9678),
    0.99: (0.9961, 0.9969),
}


@pytest.mark.parametrize("rate", sorted(EQUAL_95))
def test_sequences_equal_in_95_percent(rate):
    ours = tuple(at_least_pass_probability(n, threshold=0.95, rate=rate) for n in (64, 60))
    assert ours == pytest.approx(EQUAL_95[rate], abs=6e-5)


REFUSED = {
    160: {0.005: 0.999, 0.01: 0.977, 0.02: 0.782, 0.03: 0.474, 0.04: 0.229, 0.05: 0.094, 0.06: 0.034},
    320: {0.005: 1.0, 0.01: 0.998, 0.02: 0.888, 0.03: 0.508, 0.04: 0.174, 0.05: 0.04, 0.06: 0.007},
}


@pytest.mark.parametrize(("n", "rate"), [(n, rate) for n in REFUSED for rate in REFUSED[n]])
def test_refused_in_at_most_3_percent(n, rate):
    assert at_most_pass_probability(n, threshold=0.03, rate=rate) == pytest.approx(REFUSED[n][rate], abs=6e-4)


NOT_GREATER = {0.1: 0.913, 0.5: 0.733, 1: 0.654, 2: 0.604, 5: 0.564, 10: 0.545, 30: 0.526}


@pytest.mark.parametrize("events", sorted(NOT_GREATER))
def test_an_identical_arm_and_a_not_greater_clause(events):
    assert not_greater_pass_probability(events) == pytest.approx(NOT_GREATER[events], abs=6e-4)
    assert not_greater_pass_probability(2 * events, events) < not_greater_pass_probability(events)


def test_no_event_is_never_greater():
    assert not_greater_pass_probability(0) == 1.0
    assert not_greater_pass_probability(0, 3) == pytest.approx(1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "nominal"), [(0.90, 0.05), (0.95, 0.025)])
@pytest.mark.parametrize("tie", [0.3, 0.5, 0.7])
def test_a_judge_at_the_margin_passes_no_more_than_promised(level, nominal, tie):
    rng = np.random.default_rng(20240501)
    batches = 2000
    up, down = (1 - tie - 0.1) / 2, (1 - tie + 0.1) / 2
    wins, losses, _ = rng.multinomial(60, [up, down, tie], size=batches).T
    passed = [
        noninferiority_outcome(tango_interval(int(b), int(c), 60, level=level), margin=0.10)
        == "shown_non_inferior"
        for b, c in zip(wins, losses, strict=True)
    ]
    assert np.mean(passed) <= nominal + 2 * np.sqrt(nominal * (1 - nominal) / batches)
    exact = exact_pass_probability(60, margin=0.1, discordance=1 - tie, difference=-0.1, level=level)
    assert np.mean(passed) == pytest.approx(exact, abs=4 * np.sqrt(exact / batches))


@pytest.mark.parametrize(
    "call",
    [
        lambda: pairs_needed(margin=0, discordance=0.5),
        lambda: pairs_needed(margin=0.1, discordance=0.5, difference=-0.1),
        lambda: pairs_needed(margin=0.1, discordance=0.05, difference=0.06),
        lambda: pairs_needed(margin=0.1, discordance=0.5, power=0.4),
        lambda: exact_pass_probability(0, margin=0.1, discordance=0.5),
        lambda: exact_pass_probability(60, margin=0.1, discordance=0.5, difference=0.6),
        lambda: exact_pass_probability(60, margin=0.1, discordance=0.5, method="bca"),
        lambda: at_least_pass_probability(60, threshold=95, rate=0.9),
        lambda: exposure_needed(rate=0.1, rise=0),
        lambda: planned_design_effect(0.5, 0.1),
    ],
)
def test_a_design_outside_its_range_is_refused(call):
    with pytest.raises(BadInputError):
        call()
