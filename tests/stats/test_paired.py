"""Paired intervals against published tables and R, and what must hold for any table."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.paired import (
    _score,
    mcnemar_chi2,
    mcnemar_exact,
    noninferiority_outcome,
    noninferiority_test,
    paired_counts,
    tango_interval,
    tango_z,
)
from cenario.stats.paired_intervals import (
    agresti_min_interval,
    bonett_price_interval,
    newcombe10_interval,
    wald_interval,
)
from cenario.stats.results import Interval
from tests.stats.oracles import read_json

ORACLE = read_json("paired.json")
BY_COUNTS = {
    "tango": tango_interval,
    "wald": wald_interval,
    "agresti_min": agresti_min_interval,
    "bonett_price": bonett_price_interval,
}


def rows(*sections: str) -> list[dict]:
    return [row for section in sections for row in ORACLE[section]]


@pytest.mark.parametrize("row", rows("tango", "tango_regression"), ids=str)
def test_tango_equals_ratesci_and_propcis(row):
    interval = tango_interval(row["b"], row["c"], row["n"], level=row["level"])
    assert (interval.lower, interval.upper) == pytest.approx(tuple(row["full"]), abs=1e-6)
    if "pub" in row:
        assert (interval.lower, interval.upper) == pytest.approx(tuple(row["pub"]), abs=6e-4)


@pytest.mark.parametrize("row", rows("real"), ids=lambda row: row["src"])
def test_tango_on_real_evaluations(row):
    interval = tango_interval(row["b"], row["c"], row["n"])
    assert (interval.lower, interval.upper) == pytest.approx(tuple(row["full"]), abs=5e-5)


@pytest.mark.parametrize("row", rows("newcombe10"), ids=str)
def test_newcombe10_equals_ratesci(row):
    interval = newcombe10_interval(row["a"], row["b"], row["c"], row["d"])
    assert (interval.lower, interval.upper) == pytest.approx(tuple(row["full"]), abs=1e-6)


@pytest.mark.parametrize("method", ["wald", "agresti_min", "bonett_price"])
def test_adjusted_wald_intervals_equal_r(method):
    for row in ORACLE[method]:
        interval = BY_COUNTS[method](row["b"], row["c"], row["n"], level=row["level"])
        assert (interval.lower, interval.upper) == pytest.approx(tuple(row["full"]), abs=1e-6), row


def test_tango_statistic_of_table_v():
    (row,) = ORACLE["tango_z"]
    test = noninferiority_test(row["b"], row["c"], row["n"], margin=-row["difference"])
    assert test.statistic == pytest.approx(row["z"], abs=1e-6)
    assert test.p_value == pytest.approx(row["p"], abs=1e-6)


def test_tango_has_a_closed_form_without_discordant_pairs():
    z2 = 1.959963984540054**2
    interval = tango_interval(0, 0, 60)
    assert (interval.lower, interval.upper) == pytest.approx((-z2 / (60 + z2), z2 / (60 + z2)), abs=1e-9)
    assert not interval.degenerate


def test_wald_without_discordant_pairs_is_degenerate_and_shows_nothing():
    interval = wald_interval(0, 0, 60)
    assert interval.degenerate
    assert noninferiority_outcome(interval, margin=0.1) == "not_shown"


counts = st.tuples(st.integers(0, 80), st.integers(0, 80), st.integers(0, 80)).filter(lambda t: sum(t) > 0)
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])


@given(counts, levels, st.sampled_from(sorted(BY_COUNTS)))
def test_swapping_the_arms_mirrors_the_interval(table, level, method):
    b, c, tied = table
    one, other = (BY_COUNTS[method](*pair, b + c + tied, level=level) for pair in ((b, c), (c, b)))
    assert one.lower == pytest.approx(-other.upper, abs=1e-9)
    assert one.upper == pytest.approx(-other.lower, abs=1e-9)
    assert -1 <= one.lower <= one.estimate <= one.upper <= 1


@given(counts)
def test_a_higher_level_widens_tango(table):
    b, c, tied = table
    narrow, wide = (tango_interval(b, c, b + c + tied, level=level) for level in (0.8, 0.95))
    assert wide.lower <= narrow.lower + 1e-9
    assert narrow.upper <= wide.upper + 1e-9


@given(counts, st.floats(0, 0.9), levels)
def test_the_test_and_the_interval_agree_on_the_margin(table, margin, level):
    b, c, tied = table
    interval = tango_interval(b, c, b + c + tied, level=level)
    p_value = noninferiority_test(b, c, b + c + tied, margin=margin).p_value
    if abs(interval.lower + margin) > 1e-6:
        assert (p_value <= (1 - level) / 2) == (interval.lower >= -margin)


@given(counts, st.floats(0, 0.5), st.floats(0, 0.4))
def test_a_wider_margin_never_takes_back_non_inferiority(table, margin, more):
    b, c, tied = table
    interval = tango_interval(b, c, b + c + tied)
    rank = {"shown_worse": 0, "not_shown": 1, "shown_non_inferior": 2}
    before, after = (noninferiority_outcome(interval, margin=m) for m in (margin, margin + more))
    assert rank[after] >= rank[before]


@given(counts)
def test_newcombe_mirrors_and_holds_its_estimate(table):
    b, c, tied = table
    one, other = newcombe10_interval(tied, b, c, 3), newcombe10_interval(tied, c, b, 3)
    assert one.lower == pytest.approx(-other.upper, abs=1e-12)
    assert one.lower <= one.estimate <= one.upper


@given(counts)
def test_tango_takes_real_counts_continuously(table):
    b, c, tied = table
    whole = tango_interval(b, c, b + c + tied)
    near = tango_interval(b * (1 + 1e-9), c * (1 + 1e-9), (b + c + tied) * (1 + 1e-9))
    assert (near.lower, near.upper) == pytest.approx((whole.lower, whole.upper), abs=1e-6)


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_exact_equals_statsmodels(b, c):
    theirs = mcnemar([[5, b], [c, 5]], exact=True)
    assert mcnemar_exact(b, c).p_value == pytest.approx(float(theirs.pvalue), abs=1e-12)


def test_mcnemar_chi2_equals_statsmodels():
    ours, theirs = mcnemar_chi2(21, 50), mcnemar([[0, 21], [50, 0]], exact=False, correction=False)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-12)


@given(counts, st.floats(-1, 1))
def test_one_table_and_an_array_have_the_same_statistic(table, difference):
    b, c, tied = table
    of_array = float(tango_z(b, c, b + c + tied, difference=difference))
    assert _score(b, c, b + c + tied, difference) == pytest.approx(of_array, rel=1e-9, abs=1e-9)


def test_the_real_ladder_reads_in_the_one_wording():
    assert noninferiority_outcome(tango_interval(24, 8, 114), margin=0.05) == "shown_non_inferior"
    assert noninferiority_outcome(tango_interval(2, 23, 114), margin=0.05) == "shown_worse"
    assert noninferiority_outcome(tango_interval(4, 4, 114), margin=0.05) == "not_shown"


def test_a_limit_on_the_margin_is_shown():
    on_the_margin = Interval(estimate=0, lower=-0.1 - 1e-17, upper=0.1, level=0.95, method="x", n=1)
    assert noninferiority_outcome(on_the_margin, margin=0.1) == "shown_non_inferior"


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_paired_counts_hold_every_pair(pairs):
    before, after = zip(*pairs, strict=True)
    table = paired_counts(before, after)
    assert table.n_pairs == len(pairs)
    assert table.difference == pytest.approx((sum(after) - sum(before)) / len(pairs))
    mirrored = paired_counts(after, before)
    assert (mirrored.only_candidate, mirrored.only_baseline) == (table.only_baseline, table.only_candidate)


def test_score_statistic_falls_as_the_hypothesis_rises():
    values = [float(tango_z(12, 5, 60, difference=d)) for d in np.linspace(-0.99, 0.99, 200)]
    assert all(earlier > later for earlier, later in pairwise(values))


@pytest.mark.parametrize(
    ("call", "legal"),
    [
        (lambda: tango_interval(-1, 0, 10), "x ≥ 0"),
        (lambda: tango_interval(8, 8, 10), "x ≤ 10"),
        (lambda: tango_interval(1, math.nan, 10), "x ≥ 0"),
        (lambda: tango_interval(1, 1, 10, level=1), "0 < x < 1"),
        (lambda: tango_interval(1, 1, 10, level=95), "0 < x < 1"),
        (lambda: noninferiority_test(1, 1, 10, margin=-0.1), "0 ≤ x < 1"),
        (lambda: mcnemar_exact(1.5, 0), "x ∈ ℤ"),
        (lambda: paired_counts([0, 1], [1]), "shape (2,)"),
        (lambda: paired_counts([0, 2], [1, 1]), "0 | 1"),
    ],
)
def test_wrong_input_names_the_legal_range(call, legal):
    with pytest.raises(BadInputError) as refused:
        call()
    assert legal in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("call", [lambda: tango_interval(0, 0, 0), lambda: mcnemar_chi2(0, 0)])
def test_no_data_is_not_a_number(call):
    with pytest.raises(InsufficientDataError):
        call()
