"""Judges: real votes in both orders, biased judges, and kappa against scikit-learn."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr
from sklearn.metrics import cohen_kappa_score

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.clusters import cluster_mean_interval
from cenario.stats.judging import (
    both_orders,
    mean_absolute_error,
    pearson_correlation,
    position_bias_test,
    weighted_kappa,
)
from cenario.stats.paired import tango_interval


@pytest.mark.real
def test_mt_bench_phi3_in_both_orders(shared):
    lines = (shared / "data" / "mt-bench-phi3" / "gpt-4_pair.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    value = {"model_1": -1, "model_2": 1, "tie": 0}  # the candidate is model_2, shown second in game 1
    game1 = [value.get(row["g1_winner"]) for row in rows]
    game2 = [value.get(row["g2_winner"]) for row in rows]
    votes = both_orders(candidate_first=game2, candidate_second=game1)
    assert len(rows) == 75
    assert (votes.n_flips, votes.n_flips_to_first) == (18, 16)
    assert (votes.first_wins, votes.second_wins) == (79, 43)
    assert (votes.baseline_wins, votes.candidate_wins, votes.conservative_ties) == (18, 20, 36)
    assert (votes.n_half, votes.n_neither) == (1, 1)
    assert votes.n_consistent + votes.n_neither == 47  # the row with two errors is "consistent" there
    assert votes.test.p_value < 0.002
    interval = tango_interval(votes.candidate_wins, votes.baseline_wins, 18 + 20 + votes.conservative_ties)
    assert (interval.lower, interval.upper) == pytest.approx((-0.1365, 0.1890), abs=5e-5)


def test_a_judge_that_always_says_first():
    votes = both_orders([1] * 64, [-1] * 64)
    assert votes.flip_share == 1.0
    assert votes.candidate_wins == votes.baseline_wins == 0
    assert votes.scores == (0.0,) * 64
    assert votes.test.p_value < 0.001
    assert position_bias_test(64, 0).p_value < 0.001


def test_an_all_ties_judge_flips_nothing_and_shows_nothing():
    votes = both_orders([0] * 60, [0] * 60)
    assert (votes.flip_share, votes.consistent_share, votes.test.p_value) == (0.0, 1.0, 1.0)


@pytest.mark.slow
def test_averaging_both_orders_cancels_the_bias_that_ties_hide():
    rng = np.random.default_rng(20)
    preference = rng.normal(-0.25, 1, (400, 60))

    def vote(first_slot: int) -> np.ndarray:
        latent = preference + 0.8 * first_slot + rng.normal(0, 0.5, preference.shape)
        return np.where(np.abs(latent) < 0.5, 0, np.sign(latent)).astype(int)

    first, second = vote(1), vote(-1)
    unbiased = float(np.mean((vote(0) + vote(0)) / 2))
    reads = [both_orders(a.tolist(), b.tolist()) for a, b in zip(first, second, strict=True)]
    averaged = float(np.mean([np.mean(read.scores) for read in reads]))
    as_ties = float(np.mean([(read.candidate_wins - read.baseline_wins) / read.n_pairs for read in reads]))
    fixed_order = float(first.mean())
    assert fixed_order > 0.2
    assert abs(averaged - unbiased) < abs(as_ties - unbiased) < abs(fixed_order - unbiased)
    covers = [cluster_mean_interval(read.scores, range(60)) for read in reads]
    assert np.mean([c.lower <= averaged <= c.upper for c in covers]) > 0.92


votes = st.lists(st.tuples(st.sampled_from([-1, 0, 1, None]), st.sampled_from([-1, 0, 1, None])), min_size=1)


@given(votes)
def test_swapping_the_answers_mirrors_the_votes_and_keeps_the_bias(pairs):
    first, second = zip(*pairs, strict=True)
    one = both_orders(first, second)
    other = both_orders([v and -v for v in second], [v and -v for v in first])
    assert one.n_pairs + one.n_half + one.n_neither == len(pairs)
    assert one.candidate_wins + one.baseline_wins + one.ties == one.n_pairs
    assert (other.candidate_wins, other.baseline_wins) == (one.baseline_wins, one.candidate_wins)
    assert (other.n_flips_to_first, other.first_wins) == (one.n_flips_to_first, one.first_wins)
    assert other.scores == tuple(-score for score in one.scores)


scores = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=60)


@given(scores, st.sampled_from(["none", "linear", "quadratic"]))
def test_kappa_equals_scikit_learn(items, weights):
    judge, human = zip(*items, strict=True)
    ours = weighted_kappa(judge, human, levels=range(1, 6), weights=weights)
    if len({*judge, *human}) == 1:
        assert ours is None
        return
    theirs = cohen_kappa_score(
        judge, human, labels=[1, 2, 3, 4, 5], weights=None if weights == "none" else weights
    )
    assert ours == pytest.approx(theirs, abs=1e-12)
    assert weighted_kappa(human, judge, levels=range(1, 6), weights=weights) == pytest.approx(ours)


@given(scores)
def test_correlation_and_error_equal_scipy(items):
    judge, human = (np.array(side, dtype=float) for side in zip(*items, strict=True))
    ours = pearson_correlation(judge, human)
    if np.ptp(judge) == 0 or np.ptp(human) == 0:
        assert ours is None
    else:
        assert ours == pytest.approx(float(pearsonr(judge, human).statistic), abs=1e-9)
    assert mean_absolute_error(judge, human) == pytest.approx(float(np.abs(judge - human).mean()))


def test_perfect_agreement_is_one_and_constant_agreement_is_unknown():
    assert weighted_kappa([1, 3, 5], [1, 3, 5], levels=range(1, 6)) == 1.0
    assert weighted_kappa([4, 4, 4], [4, 4, 4], levels=range(1, 6)) is None


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: weighted_kappa([1, 6], [1, 2], levels=range(1, 6)), BadInputError),
        (lambda: weighted_kappa([1, 2.5], [1, 2], levels=range(1, 6)), BadInputError),
        (lambda: weighted_kappa([1], [1], levels=[1]), BadInputError),
        (lambda: weighted_kappa([1], [1], levels=[2, 1]), BadInputError),
        (lambda: weighted_kappa([], [], levels=[1, 2]), InsufficientDataError),
        (lambda: weighted_kappa([1, 2], [1], levels=[1, 2]), BadInputError),
        (lambda: pearson_correlation([1], [2]), InsufficientDataError),
        (lambda: both_orders([1], [1, 0]), BadInputError),
        (lambda: both_orders([2], [1]), BadInputError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call()
