"""How often runs agree item by item: within an arm, between arms, and over k repetitions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from cenario.stats.checks import Ints, check_whole, out_of_range, same_shape, too_few
from cenario.stats.proportions import binomial_test
from cenario.stats.results import PairedCounts, TestResult

Run = Sequence[Hashable | None]
"""One repetition: one value an item (a sequence of tool names, a reward); None where it was not measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """How often two runs have the same value on the same item."""

    first: int
    """Index of the first run (of the baseline, between arms)."""
    second: int
    """Index of the second run (of the candidate, between arms)."""
    n_equal: int
    """Items on which both runs have the same value."""
    n: int
    """Items measured in both runs."""

    @property
    def share(self) -> float | None:
        """n_equal / n; None when no item was measured in both."""
        return self.n_equal / self.n if self.n else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement of every pair of runs."""

    pairs: tuple[PairAgreement, ...]
    """Every pair, in order of (first, second)."""

    @property
    def shares(self) -> tuple[float | None, ...]:
        """One share a pair, in order."""
        return tuple(pair.share for pair in self.pairs)

    @property
    def mean(self) -> float:
        """Mean of the defined shares, each pair of runs counting once."""
        shares = self._defined()
        return math.fsum(shares) / len(shares)

    @property
    def lowest(self) -> float:
        """The least of the defined shares."""
        return min(self._defined())

    @property
    def n_equal(self) -> int:
        """Equal items over all pairs."""
        return sum(pair.n_equal for pair in self.pairs)

    @property
    def n(self) -> int:
        """Compared items over all pairs."""
        return sum(pair.n for pair in self.pairs)

    def _defined(self) -> list[float]:
        shares = [share for share in self.shares if share is not None]
        if not shares:
            raise too_few("items measured in both runs", needed=1, received=0)
        return shares


def value_codes(runs: Sequence[Run]) -> Ints:
    """Return one integer a value, equal values sharing it and None as −1.

    Parameters
    ----------
    runs : sequence of sequence, shape (n_runs, n_items)
        The values of each run, items in the same order.

    Returns
    -------
    ndarray of int, shape (n_runs, n_items)
    """
    numbers: dict[Hashable, int] = {}
    rows = [
        [-1 if value is None else numbers.setdefault(value, len(numbers)) for value in run] for run in runs
    ]
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            raise out_of_range("runs", legal=f"n_items = {len(rows[0])}", received=len(row))
    return np.array(rows, dtype=np.int64).reshape(len(rows), -1)


def within_agreement(runs: Sequence[Run]) -> Agreement:
    """Return the agreement of every pair of runs of one arm: all C(K, 2) of them.

    Parameters
    ----------
    runs : sequence of sequence of hashable or None, shape (K, n_items)
        Repetitions of the same items, in the same order.

    Raises
    ------
    InsufficientDataError
        Fewer than two runs.
    """
    if len(runs) < 2:
        raise too_few("runs", needed=2, received=len(runs))
    codes = value_codes(runs)
    return Agreement(
        pairs=tuple(_pair(codes[i], codes[j], i, j) for i, j in itertools.combinations(range(len(runs)), 2))
    )


def between_agreement(baseline: Sequence[Run], candidate: Sequence[Run]) -> Agreement:
    """Return the agreement of every run of the baseline with every run of the candidate: all K x K.

    Parameters
    ----------
    baseline, candidate : sequence of sequence of hashable or None, shape (K, n_items)
        Repetitions of the same items under each arm, in the same order.
    """
    for name, runs in (("baseline", baseline), ("candidate", candidate)):
        if not runs:
            raise too_few(name, needed=1, received=0)
    codes = value_codes([*baseline, *candidate])
    split = len(baseline)
    return Agreement(
        pairs=tuple(
            _pair(codes[i], codes[split + j], i, j) for i in range(split) for j in range(len(candidate))
        )
    )


def _pair(left: Ints, right: Ints, first: int, second: int) -> PairAgreement:
    measured = (left >= 0) & (right >= 0)
    return PairAgreement(
        first=first,
        second=second,
        n_equal=int(np.sum((left == right) & measured)),
        n=int(np.sum(measured)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OddOneOut:
    """Of the items on which exactly one of three runs differs, how often it is the candidate."""

    n_candidate_odd: int
    """Items on which only the candidate differs from two equal baseline runs."""
    n_one_odd: int
    """Items on which exactly one of the three differs."""
    n_all_equal: int
    """Items on which the three agree."""
    n_all_different: int
    """Items on which no two agree."""
    test: TestResult
    """Exact binomial test that the candidate is odd more often than one time in three."""


def odd_one_out(baseline: Run, baseline_again: Run, candidate: Run) -> OddOneOut:
    """Test whether the candidate departs from the baseline more than the baseline from itself.

    Parameters
    ----------
    baseline, baseline_again, candidate : sequence of hashable or None, shape (n_items,)
        The same items: the baseline twice (A/A) and the candidate once. Items not measured in
        all three are left out.

    Notes
    -----
    Where the three runs are exchangeable each is the odd one with probability 1/3, whatever the
    agreement is, so the test is exact. It is silent about items on which all three differ.
    """
    left, again, other = value_codes([baseline, baseline_again, candidate])
    measured = (left >= 0) & (again >= 0) & (other >= 0)
    same = np.stack([left == again, left == other, again == other])[:, measured].sum(axis=0)
    odd = int(np.sum((left == again) & (left != other) & measured))
    decisive = int(np.sum(same == 1))
    return OddOneOut(
        n_candidate_odd=odd,
        n_one_odd=decisive,
        n_all_equal=int(np.sum(same == 3)),
        n_all_different=int(np.sum(same == 0)),
        test=binomial_test(odd, decisive, share=1 / 3, alternative="greater"),
    )


def adjusted_agreement_counts(baseline: Run, baseline_again: Run, candidate: Run) -> PairedCounts:
    """Count items by whether the baseline agrees with itself and with the candidate.

    Returns
    -------
    PairedCounts
        "baseline" succeeds where A = A′, "candidate" where A = B, so that `tango_interval` on it bounds
        (A/B agreement − A/A agreement): below zero the change loses agreement. Items not measured in
        all three are left out.
    """
    left, again, other = value_codes([baseline, baseline_again, candidate])
    measured = (left >= 0) & (again >= 0) & (other >= 0)
    itself, change = (left == again)[measured], (left == other)[measured]
    return PairedCounts(
        only_candidate=int(np.sum(change & ~itself)),
        only_baseline=int(np.sum(itself & ~change)),
        both=int(np.sum(itself & change)),
        neither=int(np.sum(~itself & ~change)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PassHatK:
    """The chance that an agent succeeds in all of k tries at a task, averaged over tasks."""

    k: int
    """Tries that must all succeed."""
    estimate: float
    """Unbiased estimate, 0..1."""
    n_tasks: int
    """Tasks with at least k trials, which are those averaged."""


def pass_hat_k(successes: Sequence[int], trials: Sequence[int], *, k: int) -> PassHatK:
    """Return pass^k: the mean over tasks of C(c, k) / C(n, k).

    Parameters
    ----------
    successes, trials : sequence of int, shape (n_tasks,)
        c of n trials of each task; tasks with fewer than k trials are left out.
    k : int
        Tries that must all succeed, at least 1.

    Raises
    ------
    InsufficientDataError
        No task has k trials.

    References
    ----------
    Yao et al. (2024), tau-bench, doi:10.48550/arXiv.2406.12045
    """
    tries = check_whole("k", k, least=1)
    same_shape("trials", np.asarray(trials), np.asarray(successes).shape)
    shares: list[float] = []
    for won, tried in zip(successes, trials, strict=True):
        n = check_whole("trials", tried, least=0)
        c = check_whole("successes", won, least=0)
        if c > n:
            raise out_of_range("successes", legal=f"x ≤ {n}", received=won)
        if n >= tries:
            shares.append(math.comb(c, tries) / math.comb(n, tries))
    if not shares:
        raise too_few(f"tasks with {tries} trials", needed=1, received=0)
    return PassHatK(k=tries, estimate=math.fsum(shares) / len(shares), n_tasks=len(shares))
