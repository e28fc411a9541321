"""The order of a batch."""

from __future__ import annotations

from itertools import groupby

from cenario.runner.schedule import interleave, seed_of


def test_every_combination_once_and_each_k_whole_before_the_next():
    names = [f"C{n}" for n in range(7)]
    order = list(interleave(names, ("off", "on"), 3, seed=5))
    assert len(order) == len(set(order)) == 42
    assert [k for k, _ in groupby(order, key=lambda item: item[2])] == [0, 1, 2]
    for start in range(0, 42, 2):
        assert {arm for _, arm, _ in order[start : start + 2]} == {"off", "on"}
        assert order[start][0] == order[start + 1][0]


def test_seeded_and_neither_arm_always_first():
    names = [f"C{n}" for n in range(40)]
    one = list(interleave(names, ("off", "on"), 1, seed=1))
    assert one == list(interleave(names, ("off", "on"), 1, seed=1))
    assert one != list(interleave(names, ("off", "on"), 1, seed=2))
    firsts = [one[place][1] for place in range(0, 80, 2)]
    assert 8 <= firsts.count("off") <= 32


def test_seeds_differ_by_everything_they_are_of():
    seeds = {seed_of(s, arm, name, k) for s in (0, 1) for arm in "ab" for name in "xyz" for k in range(5)}
    assert len(seeds) == 60
    assert all(0 <= seed < 2**31 for seed in seeds)
