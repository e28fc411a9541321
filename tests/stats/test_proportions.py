"""Intervals of one proportion and exact tests, against statsmodels and scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.proportion import proportion_confint

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.proportions import (
    binomial_test,
    clopper_pearson_interval,
    rare_events_test,
    rule_of_three,
    wilson_interval,
)

trials = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(trials, st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_intervals_equal_statsmodels(count, level):
    k, n = count
    for ours, theirs in ((wilson_interval, "wilson"), (clopper_pearson_interval, "beta")):
        interval = ours(k, n, level=level)
        expected = proportion_confint(k, n, alpha=1 - level, method=theirs)
        assert (interval.lower, interval.upper) == pytest.approx(expected, abs=1e-9)
        assert interval.lower <= interval.estimate <= interval.upper


@given(trials, st.sampled_from([0.1, 1 / 3, 0.5, 0.77]), st.sampled_from(["greater", "less", "two-sided"]))
def test_binomial_test_equals_scipy(count, share, alternative):
    k, n = count
    ours = binomial_test(k, n, share=share, alternative=alternative).p_value
    assert ours == pytest.approx(binomtest(k, n, share, alternative=alternative).pvalue, rel=1e-7, abs=1e-13)


def test_no_trial_has_p_one():
    assert binomial_test(0, 0).p_value == 1.0


def test_rare_events_with_nothing_in_the_baseline():
    # One event has p = .5; five are the first to reach .05.
    p_values = [
        rare_events_test(x, 0, candidate_exposure=450, baseline_exposure=450).p_value for x in (1, 4, 5)
    ]
    assert p_values == pytest.approx([0.5, 0.0625, 0.03125])


def test_rare_events_weigh_by_exposure():
    twice = rare_events_test(4, 1, candidate_exposure=900, baseline_exposure=450)
    assert twice.p_value == pytest.approx(binomtest(4, 5, 2 / 3, alternative="greater").pvalue)


def test_rule_of_three():
    assert rule_of_three(450) == pytest.approx(3 / 450, rel=2e-3)
    assert rule_of_three(450) >= clopper_pearson_interval(0, 450, level=0.9).upper
    assert rule_of_three(1) == 1.0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: wilson_interval(0, 0), InsufficientDataError),
        (lambda: rule_of_three(0), InsufficientDataError),
        (lambda: wilson_interval(5, 4), BadInputError),
        (lambda: binomial_test(5, 4), BadInputError),
        (lambda: binomial_test(1, 4, alternative="more"), BadInputError),
        (lambda: binomial_test(1, 4, share=1.2), BadInputError),
        (lambda: clopper_pearson_interval(True, 4), BadInputError),
        (lambda: rare_events_test(1, 0, candidate_exposure=0, baseline_exposure=1), InsufficientDataError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call()
