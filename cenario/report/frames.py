"""From a decision's frames (polars) to tables: titles, formats and marks by the columns' names and types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import get_args

import polars as pl

from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.parts import Column, Mark, Table
from cenario.report.quantities import column_words, quantity

MOST_ROWS = 200
"""Rows shown of a longer frame, our default; the table says how many are left out."""


def frame_table(
    frame: pl.DataFrame,
    *,
    caption: str = "",
    columns: Sequence[str] | None = None,
    titles: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    mark_by: str | None = None,
    most_rows: int = MOST_ROWS,
) -> Table:
    """Return `frame` as a table.

    Parameters
    ----------
    frame
        One row a line; texts in it may come from anybody.
    caption
        The table's caption.
    columns
        Which columns, in which order; all by default.
    titles
        Titles of columns; the others have label ``column-<name>``, or their own name.
    units
        Units of columns (see `quantities.quantity`); the others are told by their name: ``n``, ``n_…``
        count, ``…_usd`` money, ``…share`` a share.
    mark_by
        A column of outcomes (holds, fails, undecided, short) that marks the rows' edge.
    most_rows
        Rows shown; a note tells how many are not.
    """
    names = list(columns if columns is not None else frame.columns)
    given = dict(units or {})
    shown = frame.head(most_rows)
    cells = [_column(shown.get_column(name), given.get(name) or _unit(name)) for name in names]
    marks: list[Mark] = []
    if mark_by is not None:
        marks = [_mark(value) for value in shown.get_column(mark_by)]
    left_out = frame.height - shown.height
    return Table(
        caption=caption,
        columns=[
            Column(
                title=(titles or {}).get(name) or column_words(name),
                align="right" if frame.schema[name].is_numeric() else "left",
            )
            for name in names
        ],
        rows=list(zip(*cells, strict=True)),
        marks=marks,
        notes=(label("report-rows-left-out", n=left_out),) if left_out else (),
    )


def _column(values: pl.Series, unit: str) -> list[str]:
    """Return the cells of a column; numbers without a unit that are all whole are written so."""
    if not unit and values.dtype.is_float() and all(v is None or float(v).is_integer() for v in values):
        unit = "count"
    return [_cell(value, unit) for value in values]


def _cell(value: object, unit: str) -> str:
    match value:
        case None:
            written = numbers.NOTHING
        case bool():
            written = label("report-yes") if value else label("report-no")
        case int() | float():
            written = quantity(value, unit or ("count" if isinstance(value, int) else ""))
        case datetime():
            written = numbers.moment(value)
        case pl.Series() | list() | tuple():
            written = "\n".join(_cell(each, unit) for each in value)
        case str() if value in get_args(Mark):
            written = label(f"report-outcome-{value}")
        case _:
            written = str(value)
    return written


def _unit(name: str) -> str:
    if name == "n" or name.startswith("n_"):
        return "count"
    if name.endswith("_usd"):
        return "usd"
    return "share" if name.endswith("share") else ""


def _mark(value: object) -> Mark:
    for mark in get_args(Mark):
        if value == mark:
            found: Mark = mark
            return found
    return "plain"
