"""What a chart says, in words: the description beside the drawing, and what stands for it in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.parts import BandChart, BarChart, Chart, IntervalChart, IntervalRow, MatrixChart


def describe(chart: Chart) -> str:
    """Return the chart's numbers as sentences, in the current locale."""
    match chart:
        case IntervalChart():
            return " ".join(_interval(row, as_share=chart.as_share) for row in chart.rows)
        case BandChart():
            return " ".join(
                label(
                    "report-chart-band-row",
                    name=row.label,
                    baseline=_listed(row.baseline, as_share=chart.as_share),
                    candidate=_listed(row.candidate, as_share=chart.as_share),
                )
                for row in chart.rows
            )
        case MatrixChart():
            return " ".join(
                label("report-chart-matrix-row", name=name, cells=_cells(chart, place))
                for place, name in enumerate(chart.rows)
            )
        case BarChart():
            return " ".join(
                label("report-chart-bar-row", name=name, value=written)
                for name, written in zip(chart.labels, chart.written, strict=True)
            )


def _interval(row: IntervalRow, *, as_share: bool) -> str:
    said = label(
        "report-chart-interval-row",
        name=row.label,
        value=_number(row.value, as_share=as_share),
        lower=_number(row.lower, as_share=as_share),
        upper=_number(row.upper, as_share=as_share),
    )
    if row.limit is None:
        return said
    return f"{said} {label('report-chart-limit-is', limit=_number(row.limit, as_share=as_share))}"


def _number(value: float | None, *, as_share: bool) -> str:
    return numbers.share(value) if as_share else numbers.number(value, decimals=3)


def _listed(values: Sequence[float], *, as_share: bool) -> str:
    return "; ".join(_number(value, as_share=as_share) for value in values) or numbers.NOTHING


def _cells(chart: MatrixChart, place: int) -> str:
    pairs = zip(chart.columns, chart.written[place], strict=True)
    return "; ".join(f"{name} {written}" for name, written in pairs)
