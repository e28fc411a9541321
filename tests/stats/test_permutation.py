"""Within-conversation permutation: exact against enumeration, right size, quick."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.permutation import run_heterogeneity_test, within_conversation_test
from cenario.stats.relabelling import AGREEMENT, Indicator, band_rule


def indicator(name, off, on, *, calls=5):
    off, on = np.asarray(off), np.asarray(on)
    return Indicator(
        name=name,
        baseline_events=off,
        baseline_exposure=np.full(off.shape, calls),
        candidate_events=on,
        candidate_exposure=np.full(on.shape, calls),
    )


def batch(rng, *, multiplier=1.0, repetitions=3, n=30):
    """Return indicators and sequences of a simulated batch with five indicators."""
    shape = (repetitions, n)
    hard = np.exp(rng.normal(-0.245, 0.7, n))
    indicators = []
    for name, rate in (
        ("invalid", 0.05),
        ("nonexistent", 0.003),
        ("landfill", 0.002),
        ("veto", 0.03),
        ("steps", 0.4),
    ):
        off, on = (
            rng.binomial(5, np.minimum(rate * m * hard * np.exp(rng.normal(-0.125, 0.5, shape)), 1))
            for m in (1, multiplier)
        )
        indicators.append(indicator(name, off, on))
    usual = rng.beta(9, 1, n)
    runs = np.where(rng.random((2 * repetitions, n)) < usual, 0, rng.integers(1, 5, (2 * repetitions, n)))
    return indicators, runs[:repetitions].tolist(), runs[repetitions:].tolist()


def test_p_values_equal_full_enumeration():
    off, on = np.array([[0, 1], [2, 1]]), np.array([[3, 2], [1, 4]])
    pooled = np.concatenate([off, on]).T
    observed = on.sum() - off.sum()
    sums = [
        sum(
            pooled[i][list(order)][2:].sum() - pooled[i][list(order)][:2].sum()
            for i, order in enumerate(orders)
        )
        for orders in itertools.product(itertools.permutations(range(4)), repeat=2)
    ]
    exact = np.mean([value >= observed for value in sums])
    test = within_conversation_test([indicator("x", off, on)], rng=np.random.default_rng(0), draws=20_000)
    assert test.indicators[0].p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))
    assert test.indicators[0].observed == pytest.approx(observed / 20)
    assert test.p_value == test.indicators[0].p_adjusted == test.indicators[0].p_value


def test_same_seed_same_result_and_another_seed_another():
    indicators, off, on = batch(np.random.default_rng(3))
    one, two, other = (
        within_conversation_test(
            indicators,
            rng=np.random.default_rng(seed),
            baseline_sequences=off,
            candidate_sequences=on,
            rule=band_rule(),
        )
        for seed in (1, 1, 2)
    )
    assert one == two
    assert one != other


def test_conversation_order_does_not_move_the_statistics_and_adjusting_never_lowers_p():
    indicators, off, on = batch(np.random.default_rng(3), multiplier=1.5)
    order = np.random.default_rng(1).permutation(30)
    mixed = [
        Indicator(
            name=row.name,
            **{
                f"{arm}_{part}": getattr(row, f"{arm}_{part}")[:, order]
                for arm in ("baseline", "candidate")
                for part in ("events", "exposure")
            },
        )
        for row in indicators
    ]
    tests = [
        within_conversation_test(
            rows, rng=np.random.default_rng(9), baseline_sequences=a, candidate_sequences=b
        )
        for rows, a, b in (
            (indicators, off, on),
            (mixed, [[run[i] for i in order] for run in off], [[run[i] for i in order] for run in on]),
        )
    ]
    for plain, again in zip(tests[0].indicators, tests[1].indicators, strict=True):
        assert plain.observed == pytest.approx(again.observed, abs=1e-12)
        assert plain.p_value == pytest.approx(again.p_value, abs=0.05)
        assert plain.p_adjusted >= plain.p_value
    assert tests[0].p_value == min(row.p_adjusted for row in tests[0].indicators)
    assert tests[0].indicators[-1].name == AGREEMENT


def test_an_indicator_without_events_or_exposure_is_not_evidence():
    off, on = np.array([[1, 0, 2]] * 3), np.array([[4, 5, 3]] * 3)
    nothing = np.zeros((3, 3))
    test = within_conversation_test(
        [
            indicator("seen", off, on),
            indicator("never", nothing, nothing),
            indicator("absent", nothing, nothing, calls=0),
        ],
        rng=np.random.default_rng(0),
    )
    seen, never, absent = test.indicators
    assert seen.p_value < 0.01
    assert (never.observed, never.z, never.p_value, never.p_adjusted) == (0.0, None, 1.0, 1.0)
    assert (absent.observed, absent.p_value, absent.p_adjusted) == (None, None, None)
    assert test.p_value == seen.p_adjusted


def test_the_rule_sees_the_band_as_written():
    off, on = np.array([[1, 1], [2, 2], [3, 3]]), np.array([[3, 3], [3, 3], [3, 3]])
    seen = []

    def spy(data):
        seen.append(data)
        return np.ones(len(next(iter(data.baseline_rates.values()))), dtype=bool)

    test = within_conversation_test(
        [indicator("x", off, on)], rng=np.random.default_rng(0), rule=spy, draws=99
    )
    assert test.self_fire_share == 1.0
    assert seen[0].baseline_rates["x"].shape == (99, 3)
    pooled = seen[0].baseline_rates["x"].sum(axis=1) + seen[0].candidate_rates["x"].sum(axis=1)
    assert pooled == pytest.approx(np.full(99, (off.sum() + on.sum()) / 10))


def test_a_missing_run_leaves_its_pairs_out():
    off = [["a", "b", None], ["a", "b", "c"]]
    on = [["a", "x", "c"], ["a", "b", None]]
    test = within_conversation_test(
        [], rng=np.random.default_rng(0), baseline_sequences=off, candidate_sequences=on
    )
    # off x off: 2 of 2; off x on: 1/2, 2/2, 2/3, 2/2
    assert test.indicators[0].observed == pytest.approx(1 - (1 / 2 + 1 + 2 / 3 + 1) / 4)


@pytest.mark.slow
def test_size_and_power_of_max_t():
    def reject_share(multiplier, sets):
        rng = np.random.default_rng(20240503)
        p_values = []
        for _ in range(sets):
            rows, off, on = batch(rng, multiplier=multiplier)
            p_values.append(
                within_conversation_test(
                    rows, rng=rng, baseline_sequences=off, candidate_sequences=on, draws=199
                ).p_value
            )
        return np.mean(np.array(p_values) <= 0.05)

    assert reject_share(1.0, 400) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)
    assert reject_share(2.0, 60) > 0.85


@pytest.mark.slow
def test_self_fire_estimates_how_often_the_rule_rejects_an_identical_arm():
    rng = np.random.default_rng(20240509)
    shares = []
    for _ in range(120):
        rows, off, on = batch(rng)
        test = within_conversation_test(
            rows, rng=rng, baseline_sequences=off, candidate_sequences=on, draws=199, rule=band_rule()
        )
        shares.append(test.self_fire_share)
    # The simulation of whole batches gives .74 at K = 3 and 30 conversations.
    assert np.mean(shares) == pytest.approx(0.74, abs=0.04)


@pytest.mark.slow
def test_heterogeneity_holds_its_size_and_finds_a_shocked_run():
    rng = np.random.default_rng(11)
    calls = np.full((5, 60), 5)

    def share(shock):
        p_values = [
            run_heterogeneity_test(
                rng.binomial(5, 0.1 * np.exp(rng.normal(0, shock, (5, 1))) * np.ones((5, 60))),
                calls,
                rng=rng,
                draws=199,
            ).p_value
            for _ in range(300)
        ]
        return np.mean(np.array(p_values) <= 0.05)

    assert share(0.0) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 300)
    assert share(0.6) > 0.5


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda rng: within_conversation_test([], rng=rng), InsufficientDataError),
        (
            lambda rng: within_conversation_test([indicator("x", [[1]], [[1]])], rng=rng, draws=9),
            BadInputError,
        ),
        (lambda rng: within_conversation_test([indicator("x", [[1, 2]], [[1]])], rng=rng), BadInputError),
        (lambda rng: within_conversation_test([indicator("x", [[-1]], [[1]])], rng=rng), BadInputError),
        (
            lambda rng: within_conversation_test(
                [indicator("x", [[1]], [[1]])], rng=rng, baseline_sequences=[["a"]]
            ),
            BadInputError,
        ),
        (lambda rng: within_conversation_test([indicator("x", [[]], [[]])], rng=rng), InsufficientDataError),
        (lambda rng: run_heterogeneity_test([[1, 2]], [[5, 5]], rng=rng), InsufficientDataError),
        (lambda rng: run_heterogeneity_test([[1], [2]], [[5], [0]], rng=rng), InsufficientDataError),
    ],
)
def test_what_cannot_be_said_is_refused(call, error):
    with pytest.raises(error):
        call(np.random.default_rng(0))
