"""Views of the closing table for people: by script, by client, and what was lost with both texts."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from cenario.domain.closing import Closing
from cenario.domain.execution import Execution
from cenario.measures.closing.table import ALONE
from cenario.stats.paired import tango_interval

KEYS = ("conversation", "repetition")


def kept_shares(items: pl.DataFrame, by: str) -> pl.DataFrame:
    """Return each arm's share of items kept, and their difference, per endpoint and `by` (a column)."""
    return (
        items.drop_nulls(by)
        .group_by("endpoint", by)
        .agg(
            pl.len().alias("n"),
            pl.col("control_kept").mean().alias("control_share"),
            pl.col("shadow_kept").mean().alias("shadow_share"),
        )
        .with_columns((pl.col("shadow_share") - pl.col("control_share")).alias("difference"))
        .sort("endpoint", by)
    )


def script_intervals(items: pl.DataFrame, *, level: float) -> pl.DataFrame:
    """Return each script's difference sombra − controle with its own Tango interval, per endpoint.

    Conversations outside the scripts are one row, with a null script. An interval of one script is
    for looking, not for deciding: it takes its items as independent.
    """
    scripted = ~pl.col("cluster").str.starts_with(ALONE)
    counts = (
        items.with_columns(pl.when(scripted).then(pl.col("cluster")).alias("script"))
        .group_by("endpoint", "script")
        .agg(
            pl.len().alias("n"),
            (pl.col("shadow_kept") & ~pl.col("control_kept")).sum().alias("only_shadow"),
            (pl.col("control_kept") & ~pl.col("shadow_kept")).sum().alias("only_control"),
        )
        .sort("endpoint", "script", nulls_last=True)
    )
    rows = [
        (endpoint, script, n, won, lost, interval.estimate, interval.lower, interval.upper)
        for endpoint, script, n, won, lost in counts.iter_rows()
        for interval in [tango_interval(won, lost, n, level=level)]
    ]
    schema = {
        "endpoint": pl.String(),
        "script": pl.String(),
        "n": pl.Int64(),
        "only_shadow": pl.Int64(),
        "only_control": pl.Int64(),
        "difference": pl.Float64(),
        "lower": pl.Float64(),
        "upper": pl.Float64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def lost_by_shadow(items: pl.DataFrame) -> pl.DataFrame:
    """Return the items that the control kept and the shadow did not, in reading order."""
    return items.filter(pl.col("control_kept") & ~pl.col("shadow_kept")).sort("endpoint", *KEYS, "item")


def closing_texts(executions: Iterable[Execution]) -> pl.DataFrame:
    """Return each closing as text to be read beside another: one row an execution."""
    rows = [
        (
            execution.conversation,
            execution.repetition,
            execution.arm,
            execution.closing.previous_summary,
            execution.closing.refused,
            _as_text(execution.closing.closing),
        )
        for execution in executions
        if execution.closing is not None
    ]
    schema = {
        "conversation": pl.String(),
        "repetition": pl.Int64(),
        "arm": pl.String(),
        "previous_summary": pl.String(),
        "refused": pl.String(),
        "text": pl.String(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row").sort(*KEYS, "arm")


def _as_text(closing: Closing | None) -> str | None:
    if closing is None:
        return None
    lines = [closing.rolling_summary]
    lines += [f"• {p.what}" + (f" ({p.deadline})" if p.deadline else "") for p in closing.promises]
    lines += [f"→ {intent.what}" for intent in closing.intents]
    return "\n".join(lines)
