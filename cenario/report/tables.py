"""Tables, by great-tables; its own style sheet is left out, for the page has one look."""

from __future__ import annotations

import re

import polars as pl
from great_tables import GT, html, loc, style

from cenario.labels.text import text as label
from cenario.report.escape import escape
from cenario.report.palette import MARK_COLOURS
from cenario.report.parts import Table

_STYLE = re.compile(r"<style>.*?</style>\s*", re.DOTALL)
_BOX = re.compile(r'^<div id="[^"]*" style="[^"]*">')


def table_html(table: Table, key: str) -> str:
    """Return `table` as HTML whose ids begin with `key`; a wide one scrolls inside its own frame."""
    if not table.rows:
        return f'<p class="cn-empty">{escape(label("report-empty-table"))}</p>'
    names = [f"c{place}" for place in range(len(table.columns))]
    cells = {name: [_cell(row[place]) for row in table.rows] for place, name in enumerate(names)}
    made = GT(pl.DataFrame(cells, schema=dict.fromkeys(names, pl.String)), id=key)
    made = made.cols_label(
        {name: html(escape(column.title)) for name, column in zip(names, table.columns, strict=True)}
    ).fmt_passthrough(columns=names, escape=False)
    for name, column in zip(names, table.columns, strict=True):
        made = made.cols_align(align=column.align, columns=[name])
        if column.wide:  # a sentence squeezed to a word a line cannot be read on a phone
            made = made.tab_style(style=style.css("min-width: 15rem;"), locations=loc.body(columns=[name]))
    made = _marked(made, table)
    for note in table.notes:
        made = made.tab_source_note(html(escape(note)))
    body = _BOX.sub("<div>", _STYLE.sub("", made.as_raw_html().strip()), count=1)
    body = body.replace(' data-quarto-disable-processing="false" data-quarto-bootstrap="false"', "")
    return _framed(_with_caption(body, table), table)


def _cell(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _with_caption(body: str, table: Table) -> str:
    if not table.caption:
        return body
    caption = f"<caption>{escape(table.caption)}</caption>"
    return body.replace('<table class="gt_table">', f'<table class="gt_table">{caption}', 1)


def _marked(made: GT, table: Table) -> GT:
    """Give each row that has an outcome the colour of it on its edge (its word stands in a cell)."""
    for mark, colour in MARK_COLOURS.items():
        rows = [place for place, given in enumerate(table.marks) if given == mark]
        if rows:
            edge = style.borders(sides="left", color=colour, weight="4px")
            made = made.tab_style(style=edge, locations=loc.body(columns=["c0"], rows=rows))
    return made


def _framed(body: str, table: Table) -> str:
    name = escape(table.caption or label("report-table"))
    return f'<div class="cn-scroll" role="group" aria-label="{name}" tabindex="0">{body}</div>'
