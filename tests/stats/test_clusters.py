"""Cluster-robust figures against R, statsmodels and the psychiatry data."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.clusters import (
    cluster_mean_interval,
    cluster_standard_error,
    clustered_mcnemar_test,
    design_effect,
    intraclass_correlation,
    tango_clustered_interval,
)
from cenario.stats.paired import mcnemar_chi2, tango_interval
from cenario.stats.quantiles import t_critical
from cenario.stats.rates import rate_difference_interval
from cenario.stats.sign_flip import sign_flip_test
from tests.stats.oracles import psychiatry, read_json

ORACLE = read_json("clustered.json")
DIFFERENCES, CLUSTERS = psychiatry()
SUMS = np.bincount(CLUSTERS, weights=DIFFERENCES)


@pytest.mark.parametrize("correction", ["CR0", "CR1", "CR2", "CR3"])
def test_standard_errors_equal_clubsandwich(correction):
    error = cluster_standard_error(DIFFERENCES, CLUSTERS, correction=correction)
    assert error == pytest.approx(ORACLE[correction], abs=1e-7)


@pytest.mark.parametrize(("correction", "scaled"), [("CR0", False), ("CR1", True)])
def test_standard_errors_equal_statsmodels(correction, scaled):
    fit = sm.OLS(DIFFERENCES, np.ones(len(DIFFERENCES))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(CLUSTERS), "use_correction": scaled}
    )
    error = cluster_standard_error(DIFFERENCES, CLUSTERS, correction=correction)
    # statsmodels' correction is G/(G-1) * (N-1)/(N-k) with k = 1, the same for a mean
    assert error == pytest.approx(float(fit.bse[0]), rel=1e-10)


def test_cr1_t_interval_of_psychiatry():
    interval = cluster_mean_interval(DIFFERENCES, CLUSTERS)
    assert interval.estimate == pytest.approx(ORACLE["estimate"], abs=1e-7)
    assert (interval.lower, interval.upper) == pytest.approx(tuple(ORACLE["CR1_t_interval"]), abs=1e-6)
    assert interval.n_clusters == 29


@pytest.mark.parametrize("variant", ["obuchowski", "durkalski", "yang"])
def test_clustered_mcnemar_equals_clust_bin_pair(variant):
    test = clustered_mcnemar_test(DIFFERENCES, CLUSTERS, variant=variant)
    assert test.statistic == pytest.approx(ORACLE[variant], abs=1e-6)


def test_plain_mcnemar_equals_clust_bin_pair():
    b, c = DIFFERENCES.count(1), DIFFERENCES.count(-1)
    assert mcnemar_chi2(b, c).statistic == pytest.approx(ORACLE["mcnemar"], abs=1e-6)


def test_sign_flip_is_exact_on_psychiatry():
    test = sign_flip_test(SUMS, alternative="less")
    assert test.statistic == ORACLE["cluster_total"]
    assert test.p_value == pytest.approx(ORACLE["sign_flip_less"], abs=1e-10)


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=9), st.sampled_from(["greater", "less"]))
def test_sign_flip_equals_scipy_enumeration(sums, alternative):
    theirs = permutation_test(
        (np.array(sums, dtype=float),),
        np.sum,
        permutation_type="samples",
        n_resamples=np.inf,
        alternative=alternative,
    )
    assert sign_flip_test(sums, alternative=alternative).p_value == pytest.approx(
        float(theirs.pvalue), abs=1e-12
    )


@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=12), st.sampled_from(["greater", "less", "two-sided"])
)
def test_sign_flip_by_halves_equals_by_convolution(sums, alternative):
    whole = sign_flip_test(sums, alternative=alternative)
    halves = sign_flip_test(np.array(sums) * 0.1, alternative=alternative)
    assert halves.p_value == pytest.approx(whole.p_value, abs=1e-12)


def test_sign_flip_refuses_what_it_cannot_enumerate():
    with pytest.raises(BadInputError, match="40"):
        sign_flip_test(np.full(41, 0.3))


paired_clusters = st.lists(st.lists(st.integers(-1, 1), min_size=1, max_size=6), min_size=2, max_size=12).map(
    lambda groups: ([d for g in groups for d in g], [f"s{i}" for i, g in enumerate(groups) for _ in g])
)


@given(paired_clusters, st.randoms())
def test_order_and_labels_do_not_matter(sample, shuffler):
    differences, clusters = sample
    order = list(range(len(differences)))
    shuffler.shuffle(order)
    plain = tango_clustered_interval(differences, clusters)
    mixed = tango_clustered_interval([differences[i] for i in order], [clusters[i] * 2 for i in order])
    assert (mixed.lower, mixed.upper) == pytest.approx((plain.lower, plain.upper), abs=1e-9)


@given(paired_clusters)
def test_swapping_the_arms_mirrors_the_clustered_interval(sample):
    differences, clusters = sample
    one = tango_clustered_interval(differences, clusters)
    other = tango_clustered_interval([-d for d in differences], clusters)
    assert (one.lower, one.upper) == pytest.approx((-other.upper, -other.lower), abs=1e-9)
    assert one.lower <= one.estimate <= one.upper
    assert one.design_effect >= 1


@given(paired_clusters)
def test_the_clustered_interval_is_never_narrower_than_the_naive_one(sample):
    differences, clusters = sample
    naive = tango_interval(differences.count(1), differences.count(-1), len(differences))
    clustered = tango_clustered_interval(differences, clusters)
    assert clustered.lower <= naive.lower + 1e-9
    assert clustered.upper >= naive.upper - 1e-9


def test_tango_at_effective_sizes_is_the_stated_construction():
    effect = design_effect(DIFFERENCES, CLUSTERS)
    by_hand = tango_interval(
        DIFFERENCES.count(1) / effect,
        DIFFERENCES.count(-1) / effect,
        len(DIFFERENCES) / effect,
        critical=t_critical(0.95, df=28),
    )
    ours = tango_clustered_interval(DIFFERENCES, CLUSTERS)
    assert effect > 1
    assert (ours.lower, ours.upper) == pytest.approx((by_hand.lower, by_hand.upper), abs=1e-12)


def test_singletons_have_no_icc_and_cr1_is_the_usual_standard_error():
    values = [0, 1, 0, -1, 1, 1, 0]
    assert intraclass_correlation(values, range(7)) is None
    assert cluster_standard_error(values, range(7)) == pytest.approx(np.std(values, ddof=1) / np.sqrt(7))


def test_icc_equals_one_way_anova_by_hand():
    # Two items a cluster: MSB and MSW of a one-way ANOVA, (MSB - MSW) / (MSB + MSW)
    values, clusters = [1, 3, 2, 2, 5, 7], [0, 0, 1, 1, 2, 2]
    between, within = 2 * np.var([2, 2, 6], ddof=1), (2 + 0 + 2) / 3
    assert intraclass_correlation(values, clusters) == pytest.approx((between - within) / (between + within))


def test_copied_items_have_icc_one_and_double_the_variance():
    values = [0, 0, 1, 1, -1, -1, 0, 0, 1, 1]
    clusters = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert intraclass_correlation(values, clusters) == pytest.approx(1.0)
    assert design_effect(values, clusters) == pytest.approx(2 * 5 / 4)


def test_no_variation_is_degenerate_but_tango_still_has_width():
    mean = cluster_mean_interval([0] * 20, [i // 2 for i in range(20)])
    assert mean.degenerate
    assert mean.design_effect is None
    tango = tango_clustered_interval([0] * 20, [i // 2 for i in range(20)])
    assert tango.lower < -0.1 < 0.1 < tango.upper


def test_rate_difference_equals_the_delta_method_of_a_paired_ratio():
    rng = np.random.default_rng(5)
    calls_on, calls_off = rng.integers(1, 9, 30), rng.integers(1, 9, 30)
    bad_on, bad_off = rng.binomial(calls_on, 0.2), rng.binomial(calls_off, 0.1)
    interval = rate_difference_interval(bad_on, calls_on, bad_off, calls_off)
    # Independent route: a no-intercept regression of events on exposures, clustered by conversation.
    design = np.zeros((60, 2))
    design[:30, 0], design[30:, 1] = 1, 1
    weights = np.concatenate([calls_on, calls_off]).astype(float)
    rates = np.concatenate([bad_on / calls_on, bad_off / calls_off])
    fit = sm.WLS(rates, design, weights=weights).fit(
        cov_type="cluster", cov_kwds={"groups": np.tile(np.arange(30), 2), "use_correction": False}
    )
    contrast = np.array([1.0, -1.0])
    variance = contrast @ np.asarray(fit.cov_params()) @ contrast * 30 / 29
    assert interval.estimate == pytest.approx(float(contrast @ fit.params))
    assert interval.standard_error == pytest.approx(float(np.sqrt(variance)))


def test_rate_difference_flips_with_the_arms_and_marks_no_event():
    on, off = rate_difference_interval([1, 0, 2], [5, 5, 5], [0, 1, 0], [4, 4, 0]), None
    off = rate_difference_interval([0, 1, 0], [4, 4, 0], [1, 0, 2], [5, 5, 5])
    assert (on.lower, on.upper) == pytest.approx((-off.upper, -off.lower))
    assert rate_difference_interval([0, 0], [3, 3], [0, 0], [2, 2]).degenerate


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: tango_clustered_interval([0, 1], [0, 0]), InsufficientDataError),
        (lambda: cluster_mean_interval([], []), InsufficientDataError),
        (lambda: tango_clustered_interval([0, 2], [0, 1]), BadInputError),
        (lambda: cluster_standard_error([0, 1], [0, 1, 2]), BadInputError),
        (lambda: cluster_standard_error([0, 1], [0, 1], correction="CR9"), BadInputError),
        (lambda: cluster_standard_error([0, float("nan")], [0, 1]), BadInputError),
        (lambda: clustered_mcnemar_test([0, 0], [0, 1], variant="yang"), InsufficientDataError),
        (lambda: rate_difference_interval([1, 1], [0, 0], [1, 1], [2, 2]), InsufficientDataError),
        (lambda: rate_difference_interval([1, -1], [2, 2], [1, 1], [2, 2]), BadInputError),
        (lambda: rate_difference_interval([1, 1], [2, 2], [1, 1, 1], [2, 2, 2]), BadInputError),
        (lambda: sign_flip_test([]), InsufficientDataError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.slow
@pytest.mark.parametrize("conversations", [30, 100])
def test_the_upper_bound_of_a_rate_difference_covers_what_it_promises(conversations):
    # Independent simulation: .953 to .958 at nominal .95 without run-level shocks.
    rng = np.random.default_rng(20240506)
    sets, shape = 1500, (3, conversations)
    covered = 0
    for _ in range(sets):
        hard = np.exp(rng.normal(-0.245, 0.7, conversations))
        off, on = (
            rng.binomial(5, np.minimum(0.05 * hard * np.exp(rng.normal(-0.125, 0.5, shape)), 1)).sum(axis=0)
            for _ in "ab"
        )
        calls = np.full(conversations, 15)
        covered += rate_difference_interval(on, calls, off, calls).upper >= 0
    assert covered / sets >= 0.95 - 2 * np.sqrt(0.05 * 0.95 / sets)
    assert covered / sets <= 0.975
