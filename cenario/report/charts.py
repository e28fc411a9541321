"""Charts as SVG that stands in the page: text stays text, the same data give the same bytes.

Each is drawn narrow enough to be read on a phone, carries a title and a description with its
numbers, and tells arms and outcomes apart by shape as well as by colour.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.chart_words import describe
from cenario.report.escape import escape, shown
from cenario.report.palette import BASELINE, CANDIDATE, FAINT, INK, LINE, MARK_COLOURS
from cenario.report.parts import BandChart, BandRow, BarChart, Chart, IntervalChart, MatrixChart

WIDTH_IN = 4.9
"""Inches; at a phone's width the letters keep about their size."""

_LONGEST_LABEL, _LONGEST_CELL, _LONGEST_TITLE = 34, 12, 64
"""Characters; the whole text stands in the description."""

_STYLE: Any = {
    "svg.fonttype": "none",  # letters stay letters: they can be read, searched and copied
    "svg.hashsalt": "cenario",
    "text.parse_math": False,  # a dollar sign is a dollar sign
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "axes.edgecolor": LINE,
    "axes.labelcolor": FAINT,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "ytick.left": False,
    "hatch.linewidth": 0.6,
}

_ID = re.compile(r'(\bid="|url\(#|href="#)')


def figure_html(chart: Chart, key: str) -> str:
    """Return `chart` as a ``<figure>`` with inline SVG; ids in it begin with `key`."""
    words = describe(chart)
    if not _has_data(chart):
        return f'<p class="cn-empty">{escape(label("report-empty-chart", title=chart.title))}</p>'
    named = f'role="img" aria-labelledby="{key}-t {key}-d"'
    about = f'<title id="{key}-t">{escape(chart.title)}</title><desc id="{key}-d">{escape(words)}</desc>'
    drawing = re.sub(r"<svg\b", f"<svg {named}", svg(chart, key), count=1)
    opening, closing, rest = drawing.partition(">")
    return (
        f'<figure class="cn-figure">{opening}{closing}{about}{rest}'
        f"<figcaption>{escape(chart.title)}</figcaption></figure>"
    )


def svg(chart: Chart, key: str) -> str:
    """Return the drawing alone: an ``<svg>`` element, without prolog, metadata or foreign ids."""
    with mpl.rc_context(_STYLE):
        match chart:
            case IntervalChart():
                figure = _intervals(chart)
            case BandChart():
                figure = _bands(chart)
            case MatrixChart():
                figure = _matrix(chart)
            case BarChart():
                figure = _bars(chart)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    drawing = file.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>\s*", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r' (?:width|height)="[\d.]+pt"', "", drawing, count=2)
    return _ID.sub(lambda found: f"{found[1]}{key}-", drawing)


def _has_data(chart: Chart) -> bool:
    match chart:
        case IntervalChart():
            return any(row.value is not None or row.lower is not None for row in chart.rows)
        case BandChart():
            return any(row.baseline or row.candidate for row in chart.rows)
        case MatrixChart():
            return any(value is not None for row in chart.values for value in row)
        case BarChart():
            return any(value is not None for value in chart.values)


def _canvas(rows: int, row_in: float, more_in: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH_IN, rows * row_in + more_in), layout="constrained")
    return figure, figure.subplots()


def _short(text: str, longest: int = _LONGEST_LABEL) -> str:
    words = shown(text).replace("\n", " ")
    return words if len(words) <= longest else words[: longest - 1] + "…"


def _ticks(axes: Axes, *, as_share: bool) -> None:
    """Write the ticks as the locale does, with just the decimals that their step needs."""
    low, high = axes.get_xlim()
    steps = mpl.ticker.MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    places = [float(place) for place in steps if low <= place <= high]
    scale = 100 if as_share else 1
    decimals = next((d for d in range(6) if all(_whole(place * scale * 10**d) for place in places)), 6)
    write = numbers.share if as_share else numbers.number
    axes.set_xticks(places, [write(place, decimals=decimals) for place in places])


def _whole(value: float) -> bool:
    return abs(value - round(value)) < 1e-6


def _intervals(chart: IntervalChart) -> Figure:
    figure, axes = _canvas(len(chart.rows), 0.5, 0.75)
    for place, row in enumerate(chart.rows):
        colour = MARK_COLOURS.get(row.outcome or "plain", CANDIDATE)
        low = row.value if row.lower is None else row.lower
        high = row.value if row.upper is None else row.upper
        if low is not None and high is not None:
            axes.plot([low, high], [place, place], color=colour, lw=2.2, solid_capstyle="butt")
        for bound, end in ((row.lower, "|"), (row.upper, "|")):
            if bound is not None:
                axes.plot([bound], [place], end, color=colour, ms=9, mew=1.6)
        if row.value is not None:
            axes.plot([row.value], [place], "o", color=colour, ms=6)
        if row.limit is not None:
            axes.plot([row.limit, row.limit], [place - 0.38, place + 0.38], color=INK, lw=1.4, ls=(0, (3, 2)))
    first = next((row.limit for row in chart.rows[:1] if row.limit is not None), None)
    if first is not None:
        axes.annotate(
            label("report-chart-limit"), (first, -0.42), ha="center", va="bottom", fontsize=8, color=FAINT
        )
    if chart.zero:
        axes.axvline(0, color=FAINT, lw=0.8, zorder=0)
    axes.set_yticks(range(len(chart.rows)), [_short(row.label) for row in chart.rows])
    axes.set_ylim(len(chart.rows) - 0.4, -0.75)
    axes.margins(x=0.08)
    _ticks(axes, as_share=chart.as_share)
    axes.set_xlabel(_short(chart.unit))
    return figure


def _bands(chart: BandChart) -> Figure:
    figure = Figure(figsize=(WIDTH_IN, 0.85 * len(chart.rows) + 0.3), layout="constrained")
    rows = figure.subplots(len(chart.rows), 1, squeeze=False)[:, 0]
    for axes, row in zip(rows, chart.rows, strict=True):
        _band(axes, row, as_share=chart.as_share)
    drawn = [
        mpl.lines.Line2D([], [], marker="o", ls="", color=BASELINE, label=_short(chart.baseline)),
        mpl.lines.Line2D([], [], marker="D", ls="", color=CANDIDATE, label=_short(chart.candidate)),
        mpl.patches.Patch(color=LINE, label=label("report-chart-band")),
    ]
    figure.legend(handles=drawn, loc="outside upper left", ncols=3, frameon=False)
    return figure


def _band(axes: Axes, row: BandRow, *, as_share: bool) -> None:
    import seaborn as sns  # seconds of import that a report without bands does not pay

    low = min(row.baseline, default=None) if row.low is None else row.low
    high = max(row.baseline, default=None) if row.high is None else row.high
    if low is not None and high is not None:
        axes.axvspan(low, high, color=LINE, zorder=0)
        axes.axvline(low, color=LINE, lw=2)
        axes.axvline(high, color=LINE, lw=2)
    for values, place, colour, marker in (
        (row.baseline, 0.0, BASELINE, "o"),
        (row.candidate, 1.0, CANDIDATE, "D"),
    ):
        if values:
            sns.stripplot(
                x=np.asarray(values, dtype=float), y=np.full(len(values), place), orient="h", ax=axes,
                native_scale=True, jitter=False, color=colour, marker=marker, size=6, alpha=0.85,
            )  # fmt: skip
    axes.set_ylim(1.6, -0.6)
    axes.set_yticks([])
    axes.set_ylabel("")
    axes.set_xlabel(_short(row.unit), fontsize=8)
    axes.set_title(_short(row.label, _LONGEST_TITLE), loc="left", fontsize=9.5)
    _frame(axes, [*row.baseline, *row.candidate, *(v for v in (low, high) if v is not None)])
    _ticks(axes, as_share=as_share)


def _frame(axes: Axes, values: Sequence[float]) -> None:
    """Show all of `values` with air at both sides; where they are one and the same, one unit around it."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    air = (high - low) / 10 if high > low else 0.5
    axes.set_xlim(low - air, high + air)


def _matrix(chart: MatrixChart) -> Figure:
    import seaborn as sns  # as above

    figure, axes = _canvas(len(chart.rows), 0.42, 0.7)
    values = np.array([[np.nan if v is None else v for v in row] for row in chart.values], dtype=float)
    sns.heatmap(
        values, ax=axes, vmin=chart.low, vmax=chart.high, cmap="Blues", cbar=False, linewidths=1.5,
        linecolor="white", mask=np.isnan(values),
        annot=np.array([[_short(cell, _LONGEST_CELL) for cell in row] for row in chart.written]), fmt="",
        annot_kws={"fontsize": 8.5},
        xticklabels=[_short(name, _LONGEST_CELL) for name in chart.columns],
        yticklabels=[_short(name) for name in chart.rows],
    )  # fmt: skip
    axes.tick_params(length=0)
    axes.set_yticklabels(axes.get_yticklabels(), rotation=0)
    axes.set_xlabel(_short(chart.column_title))
    axes.set_ylabel(_short(chart.row_title, _LONGEST_CELL))
    return figure


def _bars(chart: BarChart) -> Figure:
    figure, axes = _canvas(len(chart.labels), 0.42, 0.55)
    groups = list(dict.fromkeys(chart.groups))
    looks = [(BASELINE, "////"), (CANDIDATE, ""), (FAINT, "...."), (LINE, "xxxx")]
    for place, value in enumerate(chart.values):
        colour, hatch = looks[groups.index(chart.groups[place]) % len(looks)] if groups else (CANDIDATE, "")
        if value is not None:
            axes.barh([place], [value], height=0.62, color=colour, hatch=hatch, edgecolor="white")
        axes.annotate(
            _short(chart.written[place]), (value or 0.0, place), xytext=(4, 0), textcoords="offset points",
            va="center", fontsize=8.5,
        )  # fmt: skip
    axes.set_yticks(range(len(chart.labels)), [_short(name) for name in chart.labels])
    axes.set_ylim(len(chart.labels) - 0.4, -0.6)
    axes.set_xlim(left=min([0.0, *(v for v in chart.values if v is not None)]))
    axes.margins(x=0.22)
    _ticks(axes, as_share=False)
    axes.set_xlabel(_short(chart.unit))
    return figure
