"""A bank's measures as tables (polars), each with its declared columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from cenario.measures.bank.calibration import run_means
from cenario.measures.bank.checks import CheckSummary, ItemCheck
from cenario.measures.bank.items import Item
from cenario.measures.bank.summary import GROUPS, DimensionSummary, GroupRow
from cenario.stats.results import Interval

__all__ = [
    "case_frame",
    "check_frame",
    "check_group_frame",
    "dimension_frame",
    "group_frame",
    "run_frame",
]

Columns = Mapping[str, pl.DataType | type[pl.DataType]]

DIMENSION_COLUMNS: Columns = {
    "dimension": pl.String,
    "mean": pl.Float64,
    "median": pl.Float64,
    "stdev": pl.Float64,
    "minimum": pl.Float64,
    "maximum": pl.Float64,
    "lower": pl.Float64,
    "upper": pl.Float64,
    "n_cases": pl.Int64,
    "n_evaluated": pl.Int64,
    "n_failed": pl.Int64,
    "n_items": pl.Int64,
    "n_scored": pl.Int64,
}
GROUP_COLUMNS: Columns = {
    "dimension": pl.String,
    "group": pl.String,
    "value": pl.String,
    "mean": pl.Float64,
    "minimum": pl.Float64,
    "lower": pl.Float64,
    "upper": pl.Float64,
    "n_cases": pl.Int64,
    "n_items": pl.Int64,
    "n_scored": pl.Int64,
}
CASE_COLUMNS: Columns = {
    "case": pl.String,
    "dimension": pl.String,
    "category": pl.String,
    "trap": pl.Boolean,
    "score": pl.Float64,
    "n_items": pl.Int64,
    "n_scored": pl.Int64,
    "prompt": pl.String,
    "source": pl.String,
}
CHECK_COLUMNS: Columns = {
    "dimension": pl.String,
    "n_items": pl.Int64,
    "n_right": pl.Int64,
    "n_wrong": pl.Int64,
    "n_undecided": pl.Int64,
    "right_share": pl.Float64,
    "exact_share": pl.Float64,
    "topic_share": pl.Float64,
    "similarity": pl.Float64,
    "similarity_name": pl.String,
}
CHECK_GROUP_COLUMNS: Columns = {
    "dimension": pl.String,
    "group": pl.String,
    "value": pl.String,
    "n_right": pl.Int64,
    "n_wrong": pl.Int64,
    "n_undecided": pl.Int64,
    "right_share": pl.Float64,
}
RUN_COLUMNS: Columns = {"dimension": pl.String, "repetition": pl.Int64, "mean": pl.Float64}


def dimension_frame(summaries: Iterable[DimensionSummary]) -> pl.DataFrame:
    """Return one row a dimension."""
    rows = [
        (
            one.dimension,
            None if one.mean is None else float(one.mean),
            one.median,
            one.stdev,
            one.minimum,
            one.maximum,
            *_bounds(one.interval),
            one.n_cases,
            one.evaluated,
            one.failed,
            one.n_items,
            one.n_scored,
        )
        for one in summaries
    ]
    return _frame(rows, DIMENSION_COLUMNS)


def group_frame(groups: Iterable[GroupRow]) -> pl.DataFrame:
    """Return one row a group of a dimension: category, trap, context shift, type, level."""
    rows = [
        (
            one.dimension,
            one.group,
            one.value,
            one.mean,
            one.minimum,
            *_bounds(one.interval),
            one.n_cases,
            one.n_items,
            one.n_scored,
        )
        for one in groups
    ]
    return _frame(rows, GROUP_COLUMNS)


def case_frame(summaries: Iterable[DimensionSummary]) -> pl.DataFrame:
    """Return one row a base scenario, with what traces it: category, trap, source."""
    rows = [
        (
            case.case.id,
            case.case.dimension,
            case.case.category,
            case.case.is_trap,
            None if case.score is None else float(case.score),
            case.n_items,
            case.n_scored,
            case.case.prompt,
            case.case.source,
        )
        for summary in summaries
        for case in summary.cases
    ]
    return _frame(rows, CASE_COLUMNS)


def check_frame(checks: Iterable[CheckSummary]) -> pl.DataFrame:
    """Return one row a dimension of what the answers show without a judge."""
    rows = [
        (
            one.dimension,
            one.n_items,
            *((None,) * 3 if one.dimension == "consistency" else (one.n_right, one.n_wrong, one.n_undecided)),
            one.right_share,
            one.exact_share,
            one.topic_share,
            one.similarity,
            one.similarity_name,
        )
        for one in checks
    ]
    return _frame(rows, CHECK_COLUMNS)


def check_group_frame(checks: Iterable[ItemCheck]) -> pl.DataFrame:
    """Return how often the known answer is there (factual) or kept (robustness), by trap, type and level."""
    given = [check for check in checks if check.item.case.accepted]
    rows: list[tuple[object, ...]] = []
    for dimension in ("factual", "robustness"):
        mine = [check for check in given if check.item.case.dimension == dimension]
        for group, of in GROUPS[dimension]:
            values = sorted({value for check in mine if (value := of(check.item)) is not None})
            for value in values if group != "category" else ():
                there = [check.right for check in mine if of(check.item) == value]
                right, wrong = there.count(True), there.count(False)
                share = right / (right + wrong) if right + wrong else None
                rows.append((dimension, group, value, right, wrong, there.count(None), share))
    return _frame(rows, CHECK_GROUP_COLUMNS)


def run_frame(items: Sequence[Item]) -> pl.DataFrame:
    """Return the mean of each dimension in each repetition: the chatbot against itself."""
    repetitions = sorted({item.repetition for item in items})
    means = run_means([[i for i in items if i.repetition == k] for k in repetitions])
    rows = [
        (dimension, k, None if mean is None else float(mean))
        for dimension, values in means.items()
        for k, mean in zip(repetitions, values, strict=True)
    ]
    return _frame(rows, RUN_COLUMNS)


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.lower, interval.upper)


def _frame(rows: Sequence[tuple[object, ...]], columns: Columns) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict(columns), orient="row")
