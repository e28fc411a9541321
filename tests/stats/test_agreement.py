"""Agreement of runs, odd one out, and pass^k, on real recorded runs and on tables by hand."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.agreement import (
    adjusted_agreement_counts,
    between_agreement,
    odd_one_out,
    pass_hat_k,
    within_agreement,
)
from cenario.stats.paired import tango_interval


@pytest.fixture(scope="module")
def airline(shared):
    """Return, by trial, the tool names called and the reward of each of 50 tasks."""
    rows = json.loads((shared / "data" / "tau-bench" / "gpt-4o-airline.json").read_text(encoding="utf-8"))
    calls, rewards = defaultdict(dict), defaultdict(dict)
    for row in rows:
        names = tuple(
            call["function"]["name"]
            for m in row["traj"]
            for call in (m.get("tool_calls") or [])
            if m["role"] == "assistant"
        )
        calls[row["trial"]][row["task_id"]] = names
        rewards[row["trial"]][row["task_id"]] = row["reward"]
    return [[[by[k][task] for task in sorted(by[k])] for k in sorted(by)] for by in (calls, rewards)]


@pytest.mark.real
def test_airline_agrees_with_itself_as_computed_independently(airline):
    calls, rewards = airline
    assert [pair.n_equal for pair in within_agreement(calls).pairs] == [8, 9, 7, 8, 8, 10]
    assert [pair.n_equal for pair in within_agreement(rewards).pairs] == [31, 33, 36, 38, 39, 35]
    assert within_agreement(calls).mean == pytest.approx(50 / 300)


@pytest.mark.real
def test_airline_pass_hat_k(airline):
    _, rewards = airline
    won = [round(sum(run[task] for run in rewards)) for task in range(50)]
    published = [0.42, 0.2733, 0.22, 0.20]
    assert [pass_hat_k(won, [4] * 50, k=k).estimate for k in (1, 2, 3, 4)] == pytest.approx(
        published, abs=5e-5
    )


def test_every_pair_once_within_and_every_crossing_between():
    off, on = [["a", "b"], ["a", "c"], ["x", "c"]], [["a", "c"], ["a", "b"]]
    within = within_agreement(off)
    assert [(p.first, p.second, p.share) for p in within.pairs] == [(0, 1, 0.5), (0, 2, 0.0), (1, 2, 0.5)]
    assert within.lowest == 0.0
    between = between_agreement(off, on)
    assert [(p.first, p.second) for p in between.pairs] == list(itertools.product(range(3), range(2)))
    assert between.shares == (0.5, 1.0, 1.0, 0.5, 0.5, 0.0)
    assert between.mean == pytest.approx(3.5 / 6)


def test_what_was_not_measured_is_left_out_of_the_denominator():
    agreement = within_agreement([[("a",), None, ()], [("a",), ("b",), ()], [None, None, None]])
    assert [(p.n_equal, p.n) for p in agreement.pairs] == [(2, 2), (0, 0), (0, 0)]
    assert agreement.shares == (1.0, None, None)
    assert agreement.mean == 1.0


runs = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.lists(st.sampled_from("abc"), min_size=n, max_size=n), min_size=3, max_size=5)
)


@given(runs, st.randoms())
def test_item_order_and_names_do_not_matter(sample, shuffler):
    order = list(range(len(sample[0])))
    shuffler.shuffle(order)
    renamed = [[("tool", run[i]) for i in order] for run in sample]
    assert within_agreement(renamed).shares == within_agreement(sample).shares
    swapped = between_agreement(sample[:1], sample[1:]).mean, between_agreement(sample[1:], sample[:1]).mean
    assert swapped[0] == pytest.approx(swapped[1])


@given(runs)
def test_odd_one_out_sorts_every_item(sample):
    first, again, other = sample[:3]
    odd = odd_one_out(first, again, other)
    assert odd.n_all_equal + odd.n_all_different + odd.n_one_odd == len(first)
    assert odd_one_out(again, first, other) == odd
    counts = adjusted_agreement_counts(first, again, other)
    assert counts.n_pairs == len(first)
    assert counts.only_baseline == odd.n_candidate_odd


def test_odd_one_out_by_hand():
    json_a, json_b, lines = list("aaaaaabc"), list("aaaaaxbd"), list("aaabbaze")
    odd = odd_one_out(json_a, json_b, lines)
    assert (odd.n_candidate_odd, odd.n_one_odd, odd.n_all_equal, odd.n_all_different) == (3, 4, 3, 1)
    assert odd.test.p_value == pytest.approx(binomtest(3, 4, 1 / 3, alternative="greater").pvalue)
    counts = adjusted_agreement_counts(json_a, json_b, lines)
    assert (counts.only_candidate, counts.only_baseline) == (1, 3)
    assert tango_interval(counts.only_candidate, counts.only_baseline, counts.n_pairs).estimate == -2 / 8


def test_a_run_compared_with_itself_shows_nothing():
    run = list("abcd")
    assert odd_one_out(run, run, run).test.p_value == 1.0
    assert within_agreement([run, run]).mean == 1.0


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)).filter(lambda t: t[0] <= t[1]), min_size=1))
def test_pass_hat_one_is_the_mean_share_and_more_tries_never_help(tasks):
    won, tried = zip(*tasks, strict=True)
    assert pass_hat_k(won, tried, k=1).estimate == pytest.approx(sum(c / n for c, n in tasks) / len(tasks))
    full = [(c, 6) for c, _ in tasks]
    values = [pass_hat_k([c for c, _ in full], [6] * len(full), k=k).estimate for k in range(1, 7)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: within_agreement([["a"]]), InsufficientDataError),
        (lambda: within_agreement([[None], ["a"]]).mean, InsufficientDataError),
        (lambda: between_agreement([], [["a"]]), InsufficientDataError),
        (lambda: within_agreement([["a"], ["a", "b"]]), BadInputError),
        (lambda: pass_hat_k([1], [1], k=2), InsufficientDataError),
        (lambda: pass_hat_k([3], [2], k=1), BadInputError),
        (lambda: pass_hat_k([1, 2], [2], k=1), BadInputError),
        (lambda: pass_hat_k([1], [2], k=0), BadInputError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call()
