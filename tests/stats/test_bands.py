"""The noise band and how often it rejects an identical arm."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.bands import band_exit_probability, leaves_band, mean_defined, noise_band

# Independent quadrature, confirmed by simulation: K -> shift in sd of one repetition -> probability.
EXIT = {
    2: {0: 0.3041, 0.5: 0.4804, 1: 0.6592, 1.5: 0.8064, 2: 0.9057, 3: 0.9861},
    3: {0: 0.1853, 0.5: 0.3622, 1: 0.5717, 1.5: 0.7591, 2: 0.8879, 3: 0.9863},
    5: {0: 0.0689, 0.5: 0.2061, 1: 0.4301, 1.5: 0.672, 2: 0.8516, 3: 0.9849},
    10: {0: 0.0058, 0.5: 0.0504, 1: 0.2113, 1.5: 0.495, 2: 0.7653, 3: 0.9793},
}


@pytest.mark.parametrize(("repetitions", "shift"), [(k, s) for k in EXIT for s in EXIT[k]])
def test_exit_probability(repetitions, shift):
    assert band_exit_probability(repetitions, shift=shift) == pytest.approx(
        EXIT[repetitions][shift], abs=6e-5
    )


def test_one_against_one_is_a_coin():
    assert band_exit_probability(1) == pytest.approx(0.5, abs=1e-12)


@pytest.mark.slow
def test_exit_probability_equals_simulation():
    draws = np.random.default_rng(7).normal(size=(400_000, 6))
    share = float(np.mean(draws[:, 3:].mean(axis=1) > draws[:, :3].max(axis=1)))
    assert band_exit_probability(3) == pytest.approx(share, abs=4 * np.sqrt(0.19 * 0.81 / 400_000))


def test_equal_to_the_edge_stays_inside_whatever_binary_rounding_does():
    band = noise_band([0.1, 0.1, 0.1])
    assert band.upper < (0.1 + 0.1 + 0.1) / 3
    assert not leaves_band((0.1 + 0.1 + 0.1) / 3, band)
    assert leaves_band(0.1001, band)
    assert band.point


def test_below_the_least_is_no_exit_above_and_the_reverse():
    band = noise_band([2.0, 3.0, 4.0])
    assert not leaves_band(1.0, band)
    assert leaves_band(1.0, band, side="below")
    assert not leaves_band(2.0, band, side="below")


def test_an_undefined_repetition_is_left_out_and_never_zero():
    band = noise_band([0.2, None, 0.4])
    assert (band.lower, band.upper, band.n) == (0.2, 0.4, 2)
    assert band.mean == pytest.approx(0.3)
    assert band.values == (0.2, None, 0.4)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8))
def test_the_band_holds_its_own_mean_in_any_order(values):
    band = noise_band(values)
    assert not leaves_band(band.mean, band)
    assert not leaves_band(band.mean, band, side="below")
    again = noise_band(values[::-1])
    assert (again.lower, again.upper) == (band.lower, band.upper)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: noise_band([1.0]), InsufficientDataError),
        (lambda: noise_band([1.0, None]), InsufficientDataError),
        (lambda: mean_defined([None, None]), InsufficientDataError),
        (lambda: noise_band([1.0, float("nan")]), BadInputError),
        (lambda: band_exit_probability(0), BadInputError),
        (lambda: leaves_band(float("inf"), noise_band([0, 1])), BadInputError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call()
