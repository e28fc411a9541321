"""Runs of two arms laid out for relabelling, and what a rule sees of a relabelled data set."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cenario.stats.agreement import Run, value_codes
from cenario.stats.bands import EQUAL
from cenario.stats.checks import Bools, Floats, Ints, finite_array, out_of_range, same_shape, too_few

AGREEMENT = "agreement"
"""The name under which sequence agreement stands among the indicators."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indicator:
    """Events and the calls (or turns) they could happen in, by run and conversation; higher is worse."""

    name: str
    """The indicator's name."""
    baseline_events: ArrayLike
    """Events, shape (K_baseline, n_conversations)."""
    baseline_exposure: ArrayLike
    """Calls or turns, same shape; zero where the conversation had none or was not measured."""
    candidate_events: ArrayLike
    """Events, shape (K_candidate, n_conversations)."""
    candidate_exposure: ArrayLike
    """Calls or turns, same shape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relabelled:
    """What a rule sees of B relabelled data sets; an undefined rate is NaN."""

    baseline_rates: Mapping[str, Floats]
    """Pooled rate of each baseline run by indicator, shape (B, K_baseline)."""
    candidate_rates: Mapping[str, Floats]
    """Pooled rate of each candidate run by indicator, shape (B, K_candidate)."""
    within: Floats | None
    """Agreement of each pair of baseline runs, shape (B, C(K_baseline, 2))."""
    between: Floats | None
    """Agreement of each baseline run with each candidate run, shape (B, K_baseline * K_candidate)."""


Rule = Callable[[Relabelled], Bools]
"""Whether a rule rejects the candidate, one answer a relabelling."""


def band_rule(names: Sequence[str] | None = None, *, agreement: bool = True) -> Rule:
    """Return the noise-band rule as the reports apply it.

    It rejects when the mean of the candidate's rates is strictly above the greatest of the baseline's, for
    any of `names` (all when None), or, with `agreement`, when the mean agreement between arms is strictly
    below the lowest agreement inside the baseline.
    """

    def fires(data: Relabelled) -> Bools:
        chosen = data.baseline_rates.keys() if names is None else names
        verdicts = [_above_band(data.baseline_rates[name], data.candidate_rates[name]) for name in chosen]
        if agreement and data.within is not None and data.between is not None:
            verdicts.append(_above_band(-data.within, -data.between))
        if not verdicts:
            raise too_few("names", needed=1, received=0)
        return np.asarray(np.any(verdicts, axis=0))

    return fires


def _above_band(baseline: Floats, candidate: Floats) -> Bools:
    """Return where the mean of the candidate's values is strictly above the baseline's greatest."""
    edge = np.nanmax(np.where(np.isnan(baseline), -np.inf, baseline), axis=1)
    defined = ~np.isnan(candidate)
    count = defined.sum(axis=1)
    mean = np.where(defined, candidate, 0).sum(axis=1) / np.maximum(count, 1)
    known = (count > 0) & np.isfinite(edge)
    return np.asarray(known & (mean - edge > EQUAL * np.maximum(np.abs(mean), np.abs(edge))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The data as (n_conversations, runs), the baseline's runs first."""

    names: tuple[str, ...]
    """Indicators, in order; `AGREEMENT` last where sequences can be compared."""
    events: tuple[Floats, ...]
    """Events of each rate, shape (n, runs)."""
    exposures: tuple[Floats, ...]
    """Exposure of each rate, shape (n, runs)."""
    codes: Ints | None
    """Sequence of each run as a number, −1 not measured, shape (n, runs); None without sequences."""
    split: int
    """How many runs are the baseline's."""
    runs: int
    """Runs of both arms."""
    n: int
    """Conversations."""

    def identity(self) -> Ints:
        """Return the labelling of the data as they are, shape (1, n, runs)."""
        return np.broadcast_to(np.arange(self.runs, dtype=np.int64), (1, self.n, self.runs))

    def relabel(self, labels: Ints) -> tuple[Relabelled, Floats]:
        """Return what a rule sees, and each indicator's statistic, shape (B, n_indicators).

        Parameters
        ----------
        labels : ndarray of int, shape (B, n, runs)
            In labelling b, run j of conversation i is the data's run ``labels[b, i, j]``.
        """
        rows = np.arange(self.n)[:, None]
        baseline: dict[str, Floats] = {}
        candidate: dict[str, Floats] = {}
        statistics = []
        for name, events, exposure in zip(self.names, self.events, self.exposures, strict=False):
            happened, exposed = events[rows, labels].sum(axis=1), exposure[rows, labels].sum(axis=1)
            rates = _ratio(happened, exposed)
            baseline[name], candidate[name] = rates[:, : self.split], rates[:, self.split :]
            before, after = (
                _ratio(happened[:, part].sum(axis=1), exposed[:, part].sum(axis=1))
                for part in (slice(None, self.split), slice(self.split, None))
            )
            statistics.append(after - before)
        within, between = None, None
        if self.codes is not None:
            within, between = self._agreement(self.codes[rows, labels])
            statistics.append(_mean_defined(within) - _mean_defined(between))
        seen = Relabelled(baseline_rates=baseline, candidate_rates=candidate, within=within, between=between)
        return seen, np.stack(statistics, axis=1)

    def _agreement(self, codes: Ints) -> tuple[Floats, Floats]:
        inside = list(itertools.combinations(range(self.split), 2))
        across = list(itertools.product(range(self.split), range(self.split, self.runs)))
        return pair_shares(codes, inside), pair_shares(codes, across)


def read_design(
    indicators: Sequence[Indicator], baseline: Sequence[Run] | None, candidate: Sequence[Run] | None
) -> Design:
    """Lay the runs out and refuse what does not fit together."""
    if (baseline is None) != (candidate is None):
        raise out_of_range("candidate_sequences", legal="(K, n_conversations)", received=None)
    tables = [_counts(indicator) for indicator in indicators]
    codes: Ints | None = None
    if baseline is not None and candidate is not None:
        codes = np.ascontiguousarray(value_codes([*baseline, *candidate]).T)
    if tables:
        split, (n, runs) = tables[0][2], tables[0][0].shape
    elif codes is not None and baseline is not None:
        split, (n, runs) = len(baseline), codes.shape
    else:
        raise too_few("indicators", needed=1, received=0)
    if n == 0 or min(split, runs - split) < 1:
        raise too_few("K × n_conversations", needed=1, received=0)
    for indicator, (events, _, first) in zip(indicators, tables, strict=True):
        same_shape(indicator.name, events, (n, runs))
        if first != split:
            raise out_of_range(indicator.name, legal=f"K = {split}", received=first)
    if codes is not None:
        same_shape("sequences", codes, (n, runs))
    codes = codes if split >= 2 else None
    names = tuple(indicator.name for indicator in indicators)
    return Design(
        names=names if codes is None else (*names, AGREEMENT),
        events=tuple(table[0] for table in tables),
        exposures=tuple(table[1] for table in tables),
        codes=codes,
        split=split,
        runs=runs,
        n=n,
    )


def _counts(indicator: Indicator) -> tuple[Floats, Floats, int]:
    """Return events and exposure as (n, runs), and how many runs are the baseline's."""
    arms = []
    for arm in ("baseline", "candidate"):
        events = check_counts(f"{indicator.name}: {arm}_events", getattr(indicator, f"{arm}_events"))
        exposure = check_counts(f"{indicator.name}: {arm}_exposure", getattr(indicator, f"{arm}_exposure"))
        same_shape(f"{indicator.name}: {arm}_exposure", exposure, events.shape)
        arms.append((events, exposure))
    (before, exposed_before), (after, exposed_after) = arms
    same_shape(f"{indicator.name}: candidate_events", after[:0], (0, before.shape[1]))
    events = np.concatenate([before, after]).T
    return np.ascontiguousarray(events), np.concatenate([exposed_before, exposed_after]).T, len(before)


def check_counts(name: str, values: ArrayLike) -> Floats:
    """Return a (K, n_conversations) array of counts that are not negative."""
    array = finite_array(name, values, n_axes=2)
    if array.size and array.min() < 0:
        raise out_of_range(name, legal="x ≥ 0", received=float(array.min()))
    return array


def _ratio(events: Floats, exposure: Floats) -> Floats:
    """Return events / exposure, NaN where there was no exposure."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(exposure > 0, events / exposure, np.nan))


def pair_shares(codes: Ints, pairs: Sequence[tuple[int, int]]) -> Floats:
    """Return the share of conversations on which two runs have the same sequence, shape (B, n_pairs)."""
    columns = np.ascontiguousarray(np.moveaxis(codes, 2, 0))
    equal = np.empty((codes.shape[0], len(pairs)))
    measured = np.empty_like(equal)
    for at, (i, j) in enumerate(pairs):
        both = (columns[i] >= 0) & (columns[j] >= 0)
        measured[:, at] = both.sum(axis=1)
        equal[:, at] = ((columns[i] == columns[j]) & both).sum(axis=1)
    return _ratio(equal, measured)


def _mean_defined(shares: Floats) -> Floats:
    """Return the mean of the defined shares of each row, NaN where none is."""
    known = ~np.isnan(shares)
    return _ratio(np.where(known, shares, 0).sum(axis=1), known.sum(axis=1).astype(np.float64))
