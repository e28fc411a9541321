"""From a block's data to HTML: one function a part, every text through `escape`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cenario.labels.text import text as label
from cenario.report.charts import figure_html
from cenario.report.escape import escape, slug
from cenario.report.palette import MARK_SIGNS, OUTCOME_SIGNS
from cenario.report.parts import (
    BandChart,
    BarChart,
    Facts,
    Folded,
    Headline,
    IntervalChart,
    MatrixChart,
    ModelLine,
    Pair,
    Part,
    Prose,
    Table,
    Transcript,
)
from cenario.report.quantities import outcome_words
from cenario.report.tables import table_html
from cenario.report.transcript import pair_html, transcript_html

if TYPE_CHECKING:
    from cenario.report.blocks import Block


def html_block(block: Block) -> str:
    """Return `block` as one ``<section>``; ids in it begin with the block's key."""
    key = slug(block.key)
    head = []
    if block.title:
        head.append(f'<h3 id="{key}-title">{escape(block.title)}</h3>')
    if block.shows:
        head.append(f'<p class="cn-shows">{escape(block.shows)}</p>')
    if block.unit:
        head.append(f'<p class="cn-unit">{escape(label("report-unit", unit=block.unit))}</p>')
    body = parts_html(block.parts, key)
    notes = "".join(f"<li>{escape(note)}</li>" for note in block.footnotes)
    foot = f'<ul class="cn-footnotes">{notes}</ul>' if notes else ""
    named = f' aria-labelledby="{key}-title"' if block.title else ""
    return f'<section class="cn cn-block" id="{key}"{named}>{"".join(head)}{body}{foot}</section>\n'


def parts_html(parts: Sequence[Part], key: str) -> str:
    """Return the parts in order; each gets an id of its own under `key`."""
    return "".join(part_html(part, f"{key}-{place}") for place, part in enumerate(parts, start=1))


def part_html(part: Part, key: str) -> str:
    """Return one part as HTML."""
    match part:
        case Prose():
            kind = ' class="cn-note" role="note"' if part.note else ""
            made = f"<p{kind}>{escape(part.text)}</p>"
        case Facts():
            made = facts_html(part.items)
        case Table():
            made = table_html(part, key)
        case IntervalChart() | BandChart() | MatrixChart() | BarChart():
            made = figure_html(part, key)
        case Transcript():
            made = transcript_html(part)
        case Pair():
            made = pair_html(part)
        case Folded():
            state = " open" if part.open else ""
            head = f'<details class="cn-fold"{state}><summary>{escape(part.summary)}</summary>'
            made = f"{head}{parts_html(part.parts, key)}</details>"
        case Headline():
            made = headline_html(part)
    return made


def facts_html(items: Sequence[tuple[str, str]]) -> str:
    """Return pairs as a description list."""
    pairs = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in items)
    return f'<dl class="cn-facts">{pairs}</dl>'


def headline_html(part: Headline) -> str:
    """Return the first screen."""
    lines = []
    if part.first_line:
        lines.append(f'<p class="cn-first-line" role="note">{escape(part.first_line)}</p>')
    lines.append(f'<p class="cn-kicker">{escape(part.title)}</p>')
    lines.append(f"<h1>{escape(part.question)}</h1>")
    kind = part.outcome.lower()
    sign = OUTCOME_SIGNS[part.outcome]
    lines.append(
        f'<div class="cn-verdict cn-{kind}"><p class="cn-outcome"><span aria-hidden="true">{sign}</span> '
        f'{escape(outcome_words(part.outcome))}</p><p class="cn-headline">{escape(part.headline)}</p></div>'
    )
    lines.extend(f'<p class="cn-note" role="note">{escape(words)}</p>' for words in part.warnings)
    lines.extend(_model_html(model) for model in part.models)
    if part.facts:
        lines.append(facts_html(part.facts))
    return f'<header class="cn-hero">{"".join(lines)}</header>'


def _model_html(model: ModelLine) -> str:
    kind = model.outcome.lower()
    unused = "" if model.in_use else f' <span class="cn-aside">{escape(label("report-not-in-use"))}</span>'
    reasons = "".join(
        f'<li class="cn-{mark}"><span class="cn-sign">{MARK_SIGNS[mark]}'
        f'<span class="cn-hidden"> {escape(label(f"report-outcome-{mark}"))}:</span></span> '
        f"{escape(words)}</li>"
        for mark, words in model.reasons
    )
    listed = f'<ul class="cn-reasons">{reasons}</ul>' if reasons else ""
    told = f"<p>{escape(model.headline)}</p>" if model.headline else ""
    return (
        f'<div class="cn-model"><p class="cn-model-name"><b>{escape(model.model)}</b> '
        f'<span class="cn-tag cn-{kind}">{OUTCOME_SIGNS[model.outcome]} {escape(model.outcome)}</span>'
        f"{unused}</p>{told}{listed}</div>"
    )
