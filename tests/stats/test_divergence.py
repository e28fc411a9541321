"""Divergence between inputs, against Fisher's exact test and chi-square."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.divergence import input_divergence_test

pair = st.integers(1, 8).flatmap(lambda n: st.tuples(*[st.lists(st.booleans(), min_size=n, max_size=n)] * 2))


@given(pair)
def test_two_inputs_of_one_size_equal_fisher(rows):
    left, right = rows
    table = [[sum(left), len(left) - sum(left)], [sum(right), len(right) - sum(right)]]
    assert input_divergence_test(rows).p_value == pytest.approx(fisher_exact(table).pvalue, abs=1e-9)


ragged = st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=2, max_size=6)


@given(ragged, st.randoms())
def test_order_of_inputs_and_naming_of_success_do_not_matter(rows, shuffler):
    plain = input_divergence_test(rows)
    mixed = rows.copy()
    shuffler.shuffle(mixed)
    assert input_divergence_test(mixed).p_value == pytest.approx(plain.p_value, abs=1e-12)
    assert input_divergence_test([[not x for x in row] for row in rows]).p_value == pytest.approx(
        plain.p_value
    )
    assert 0 < plain.p_value <= 1
    assert plain.exact


@given(ragged)
def test_the_sample_agrees_with_the_enumeration(rows):
    rng = np.random.default_rng(1)
    every = np.concatenate(rows)
    cuts = np.cumsum([len(row) for row in rows])[:-1]
    statistic = lambda flat: sum(part.sum() ** 2 / part.size for part in np.split(flat, cuts))  # noqa: E731
    observed = statistic(every.astype(float))
    shuffled = [statistic(rng.permutation(every).astype(float)) >= observed - 1e-9 for _ in range(300)]
    p_value = input_divergence_test(rows).p_value
    assert np.mean(shuffled) == pytest.approx(p_value, abs=5 * np.sqrt(p_value * (1 - p_value) / 300) + 1e-9)


def test_three_repetitions_of_two_inputs_cannot_go_below_a_tenth():
    assert input_divergence_test([[1, 1, 1], [0, 0, 0]]).p_value == pytest.approx(0.1)


def test_everything_equal_has_p_one():
    assert input_divergence_test([[1, 1], [1, 1, 1]]).p_value == pytest.approx(1.0)


def test_too_large_to_enumerate_needs_a_seed_and_says_it_is_not_exact():
    rows = [np.arange(10) % 2] * 150
    with pytest.raises(BadInputError, match="rng"):
        input_divergence_test(rows)
    test = input_divergence_test(rows, rng=np.random.default_rng(0))
    assert not test.exact
    assert test.p_value == 1.0


@pytest.mark.parametrize("rows", [[], [[1, 0]], [[1, 0], []]])
def test_one_input_diverges_from_nothing(rows):
    with pytest.raises(InsufficientDataError):
        input_divergence_test(rows)
