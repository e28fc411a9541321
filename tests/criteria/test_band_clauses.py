"""The band and agreement clauses of C, on the user's own boundaries (seed 001, S001-24 … S001-29)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.criteria.bands import agreement_clause, band_clause
from cenario.labels.text import use_locale


def band(off, on, repetitions=3):
    return band_clause("invalid", off, on, unit="per_100_calls", repetitions=repetitions)


def test_mean_above_the_maximum_fails():
    clause = band([F(1), F(2), F(3)], [F(3), F(3), F(4)])
    assert clause.outcome == "fails"
    assert (clause.value, clause.lower, clause.upper) == (pytest.approx(10 / 3), 1.0, 3.0)


def test_equal_to_the_maximum_passes_exactly():
    tenth = F(1, 10)
    assert band([tenth] * 3, [tenth] * 3).outcome == "holds"


def test_one_repetition_above_the_band_is_not_the_mean_above_it():
    assert band([F(1), F(2), F(3)], [F(9), F(0), F(0)]).outcome == "holds"


def test_below_the_band_never_fails_and_is_noted():
    clause = band([F(5), F(6), F(7)], [F(1), F(1), F(1)])
    assert clause.outcome == "holds"
    assert "abaixo da banda" in str(clause.reason)


@pytest.mark.parametrize(("off", "on"), [([F(1), None, F(2)], [F(1)] * 3), ([F(1)] * 3, [F(1), F(1), None])])
def test_an_undefined_rate_is_not_zero(off, on):
    clause = band(off, on)
    assert (clause.outcome, clause.value) == ("short", None)


def test_a_missing_repetition_leaves_the_band_incomplete():
    clause = band([F(1), F(2)], [F(1)] * 3)
    assert clause.outcome == "short"
    assert "2 de 3" in str(clause.reason)


rates = st.lists(st.fractions(min_value=0, max_value=50, max_denominator=900), min_size=3, max_size=3)


@given(off=rates, on=rates)
def test_row_order_changes_nothing_and_worse_is_never_better(off, on):
    clause = band(off, on)
    assert clause == band(off[::-1], on[::-1]) or clause.outcome == band(off[::-1], on[::-1]).outcome
    worse = band(off, [rate + 1 for rate in on])
    assert not (clause.outcome == "fails" and worse.outcome == "holds")


@given(off=rates)
def test_an_arm_equal_to_the_baseline_never_leaves_its_band(off):
    assert band(off, off).outcome == "holds"


def test_agreement_below_the_lowest_fails_and_equal_passes():
    within = [F(20, 30), F(22, 30), F(25, 30)]
    assert agreement_clause(within, [F(20, 30)] * 9, repetitions=3).outcome == "holds"
    clause = agreement_clause(within, [F(20, 30)] * 8 + [F(19, 30)], repetitions=3)
    assert clause.outcome == "fails"
    assert clause.detail["between_min"] == pytest.approx(19 / 30)


def test_agreement_needs_all_three_pairs():
    assert agreement_clause([F(1, 2)], [F(1, 2)] * 9, repetitions=3).outcome == "short"


def test_the_reason_is_said_in_both_languages_with_their_numbers():
    clause = band([F(1), F(2), F(3)], [F(13, 4)] * 3)
    assert "3,25" in str(clause.reason)
    with use_locale("en"):
        assert "3.25" in str(clause.reason)
        assert "passes the maximum" in str(clause.reason)
