"""From a block's data to plain text: what a terminal shows, and what stands where HTML does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cenario.labels.text import text as label
from cenario.report.chart_words import describe
from cenario.report.escape import shown
from cenario.report.parts import (
    BandChart,
    BarChart,
    Facts,
    Folded,
    Headline,
    IntervalChart,
    MatrixChart,
    Pair,
    Part,
    Prose,
    Table,
    Transcript,
)

if TYPE_CHECKING:
    from cenario.report.blocks import Block


def plain_block(block: Block) -> str:
    """Return `block` as lines of text."""
    unit = label("report-unit", unit=block.unit) if block.unit else ""
    head = [shown(words) for words in (block.title, block.shows, unit) if words]
    body = [line for part in block.parts for line in part_lines(part)]
    return "\n".join([*head, *body, *(f"* {shown(note)}" for note in block.footnotes)])


def part_lines(part: Part) -> list[str]:
    """Return one part as lines of text."""
    match part:
        case Prose():
            lines = [shown(part.text)]
        case Facts():
            lines = _facts(part.items)
        case Table():
            lines = _table(part)
        case IntervalChart() | BandChart() | MatrixChart() | BarChart():
            lines = [shown(f"{part.title}: {describe(part)}")]
        case Transcript():
            lines = [shown(part.title), *_facts(part.facts), *_said(part)]
        case Pair():
            lines = [*part_lines(part.left), *part_lines(part.right)]
        case Folded():
            inside = (line for each in part.parts for line in part_lines(each))
            lines = [shown(part.summary), *(f"  {line}" for line in inside)]
        case Headline():
            lines = _headline(part)
    return lines


def _facts(items: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{shown(name)}: {shown(value)}" for name, value in items]


def _said(part: Transcript) -> list[str]:
    lines = []
    for line in part.lines:
        said = f"{line.call.name}({line.call.arguments})" if line.call else line.text
        lines.append(f"  {shown(line.who)}: {shown(said)}")
    return lines


def _table(table: Table) -> list[str]:
    rows = [[column.title for column in table.columns], *table.rows]
    cells = [[shown(cell).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(len(row[place]) for row in cells) for place in range(len(table.columns))]
    right = [column.align == "right" for column in table.columns]
    lines = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
    return [
        *([shown(table.caption)] if table.caption else []),
        *lines,
        *(shown(note) for note in table.notes),
    ]


def _headline(part: Headline) -> list[str]:
    lines = [shown(part.first_line)] if part.first_line else []
    lines += [shown(part.title), shown(part.question), f"{part.outcome}: {shown(part.headline)}"]
    lines += [shown(words) for words in part.warnings]
    for model in part.models:
        told = f": {shown(model.headline)}" if model.headline else ""
        lines.append(f"{shown(model.model)}: {model.outcome}{told}")
        lines += [f"  {label(f'report-outcome-{mark}')}: {shown(words)}" for mark, words in model.reasons]
    return [*lines, *_facts(part.facts)]
