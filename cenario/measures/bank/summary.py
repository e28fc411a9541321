"""Scores by base scenario, then by dimension: a scenario's score is the mean of its items'.

The base scenario is the unit: its paraphrases, variants and repetitions are not independent of one
another, so the interval is of the scenarios' means. Means are exact, because the gate compares them.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from cenario.domain.bank import DIMENSIONS, BankCase, Dimension
from cenario.measures.bank.items import HIGHEST, LOWEST, Item
from cenario.stats.clusters import cluster_mean_interval
from cenario.stats.results import Interval

__all__ = [
    "GROUPS",
    "CaseScore",
    "DimensionSummary",
    "GroupRow",
    "case_scores",
    "group_rows",
    "overall",
    "summarise",
]

WORST = 5
"""How many of the worst scenarios a dimension shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScore:
    """One base scenario: its mean score over `n_scored` of `n_items` items; None where none was scored."""

    case: BankCase
    score: Fraction | None
    n_items: int
    n_scored: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionSummary:
    """One dimension over its base scenarios.

    `failed` scenarios have no score at all; `evaluated` have one. `stdev` is the sample's, None for one
    scenario. `interval` is t(n − 1) over scenarios, held to 1..5; None for fewer than two, or no
    spread. `n_items` and `n_scored` count what the judge had before it.
    """

    dimension: Dimension
    cases: tuple[CaseScore, ...]
    mean: Fraction | None
    median: float | None
    stdev: float | None
    minimum: float | None
    maximum: float | None
    interval: Interval | None

    @property
    def n_cases(self) -> int:
        """Base scenarios with anything recorded."""
        return len(self.cases)

    @property
    def evaluated(self) -> int:
        """Base scenarios with a score."""
        return sum(case.score is not None for case in self.cases)

    @property
    def failed(self) -> int:
        """Base scenarios without one."""
        return self.n_cases - self.evaluated

    @property
    def n_items(self) -> int:
        """Items that there were to score."""
        return sum(case.n_items for case in self.cases)

    @property
    def n_scored(self) -> int:
        """Items that were scored."""
        return sum(case.n_scored for case in self.cases)

    @property
    def scored_share(self) -> float | None:
        """n_scored / n_items; None where there was nothing to score."""
        return self.n_scored / self.n_items if self.n_items else None

    def worst(self, how_many: int = WORST) -> tuple[CaseScore, ...]:
        """Return the scenarios with the lowest scores, lowest first, by id where equal."""
        scored = [case for case in self.cases if case.score is not None]
        return tuple(sorted(scored, key=lambda c: (c.score, c.case.id))[:how_many])


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """Scores of one group (a category, a type of variant): over items, with how many scenarios they span."""

    dimension: Dimension
    group: str
    value: str
    n_cases: int
    n_items: int
    n_scored: int
    mean: float | None
    minimum: float | None
    interval: Interval | None


def case_scores(items: Iterable[Item]) -> tuple[CaseScore, ...]:
    """Return one score a base scenario, by id."""
    by_case: dict[str, list[Item]] = {}
    for item in items:
        by_case.setdefault(item.case.id, []).append(item)
    return tuple(_case_score(group) for _, group in sorted(by_case.items()))


def _case_score(group: Sequence[Item]) -> CaseScore:
    values = [Fraction(item.value) for item in group if item.value is not None]
    return CaseScore(
        case=group[0].case,
        score=_mean(values),
        n_items=len(group),
        n_scored=len(values),
    )


def summarise(items: Iterable[Item], *, level: float = 0.95) -> dict[Dimension, DimensionSummary]:
    """Return the summary of each dimension that has any item, in the order of `DIMENSIONS`."""
    cases = case_scores(items)
    return {
        dimension: _summary(dimension, mine, level)
        for dimension in DIMENSIONS
        if (mine := tuple(case for case in cases if case.case.dimension == dimension))
    }


def _summary(dimension: Dimension, cases: tuple[CaseScore, ...], level: float) -> DimensionSummary:
    scored = [(case.case.id, case.score) for case in cases if case.score is not None]
    values = [float(score) for _, score in scored]
    return DimensionSummary(
        dimension=dimension,
        cases=cases,
        mean=_mean([score for _, score in scored]),
        median=statistics.median(values) if values else None,
        stdev=statistics.stdev(values) if len(values) > 1 else None,
        minimum=min(values, default=None),
        maximum=max(values, default=None),
        interval=_interval(values, [case_id for case_id, _ in scored], level),
    )


def overall(summaries: Mapping[Dimension, DimensionSummary]) -> Fraction | None:
    """Return the mean of all scenarios' scores (not of the dimensions' means); None where there is none."""
    scores = [case.score for summary in summaries.values() for case in summary.cases]
    return _mean([score for score in scores if score is not None])


def group_rows(items: Iterable[Item], *, level: float = 0.95) -> tuple[GroupRow, ...]:
    """Return the scores by category, and by trap, context shift, or type and level of the variant."""
    given = tuple(items)
    rows: list[GroupRow] = []
    for dimension in DIMENSIONS:
        mine = [item for item in given if item.case.dimension == dimension]
        for group, of in GROUPS[dimension]:
            values = sorted({value for item in mine if (value := of(item)) is not None})
            rows += [
                _group_row(dimension, group, value, [i for i in mine if of(i) == value], level)
                for value in values
            ]
    return tuple(rows)


def _category(item: Item) -> str | None:
    return item.case.category


def _trap(item: Item) -> str | None:
    return "true" if item.case.is_trap else "false"


def _context_shift(item: Item) -> str | None:
    shifted = item.case.shifts_context or any(
        answer.variant is not None and answer.variant.shifts_context for answer in item.answers
    )
    return "true" if shifted else "false"


def _type(item: Item) -> str | None:
    return None if item.variant is None else item.variant.variant_type


def _level(item: Item) -> str | None:
    return None if item.variant is None else item.variant.level


GROUPS: Mapping[Dimension, tuple[tuple[str, Callable[[Item], str | None]], ...]] = {
    "factual": (("category", _category), ("trap", _trap)),
    "consistency": (("category", _category), ("context_shift", _context_shift)),
    "robustness": (("category", _category), ("type", _type), ("level", _level)),
}
"""How the items of each dimension are told apart: the group's name, and an item's value in it."""


def _group_row(dimension: Dimension, group: str, value: str, items: list[Item], level: float) -> GroupRow:
    scored = [(item.case.id, item.value) for item in items if item.value is not None]
    values = [score for _, score in scored]
    return GroupRow(
        dimension=dimension,
        group=group,
        value=value,
        n_cases=len({item.case.id for item in items}),
        n_items=len(items),
        n_scored=len(scored),
        mean=statistics.fmean(values) if values else None,
        minimum=min(values, default=None),
        interval=_interval(values, [case_id for case_id, _ in scored], level),
    )


def _interval(values: Sequence[float], clusters: Sequence[str], level: float) -> Interval | None:
    """Return the clustered interval, held to the scale; None for one scenario, or no spread."""
    if len(set(clusters)) < 2:
        return None
    found = cluster_mean_interval(values, list(clusters), level=level)
    if found.degenerate:
        return None
    return replace(found, lower=max(LOWEST, found.lower), upper=min(HIGHEST, found.upper))


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None
