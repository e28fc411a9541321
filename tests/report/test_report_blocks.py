"""Each kind of block: its HTML as a person read it once, its words in both languages, its text hostile."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter

from cenario.report.blocks import STYLE_PATH, Block
from cenario.report.charts import svg
from cenario.report.palette import MARK_COLOURS
from cenario.report.parts import (
    BarChart,
    Column,
    Facts,
    Folded,
    IntervalChart,
    IntervalRow,
    Mark,
    MatrixChart,
    Pair,
    Part,
    Prose,
    Table,
)
from cenario.report.shown import MIMETYPE
from cenario.report.transcript import transcript_of
from tests.report.hostile import HOSTILE, NAMED
from tests.report.samples import BARS, CHARTS, EXECUTION, HEADLINE, HOSTILE_EXECUTION, INTERVAL, TABLE
from tests.report.test_report_escape import read

Snapshot = Callable[[str, str], None]

PARTS: dict[str, Part] = {
    "table": TABLE,
    "headline": HEADLINE,
    "prose": Prose(text="Leia com cuidado.", note=True),
    "facts": Facts(items=(("Lacre", "abc"), ("Preços", "01/11/2026"))),
    "transcript": transcript_of(EXECUTION, title="on"),
    "pair": Pair(left=transcript_of(EXECUTION, title="off"), right=transcript_of(EXECUTION, title="on")),
    "folded": Folded(summary="Abra", parts=(Prose(text="Dentro."),)),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_as_it_was_read(name: str, snapshot: Snapshot) -> None:
    block = Block(
        key=name,
        title="Título",
        shows="O que mostra.",
        unit="por 100",
        parts=(PARTS[name],),
        footnotes=("nota",),
    )
    snapshot(f"{name}.html", block.html())
    snapshot(f"{name}.txt", block.text())


MODEL = HEADLINE.models[0]
WORST: tuple[tuple[Mark, str], ...] = (("fails", HOSTILE),)


def hostile_parts() -> dict[str, Part]:
    said = transcript_of(HOSTILE_EXECUTION, title=HOSTILE)
    return {
        "prose": Prose(text=HOSTILE),
        "facts": Facts(items=((HOSTILE, HOSTILE),)),
        "table": Table(
            caption=HOSTILE, notes=(HOSTILE,), columns=(Column(title=HOSTILE),), rows=((HOSTILE,),)
        ),
        "transcript": said,
        "pair": Pair(left=said, right=said),
        "folded": Folded(summary=HOSTILE, parts=(Prose(text=HOSTILE),)),
        "headline": replace(
            HEADLINE, first_line=HOSTILE, title=HOSTILE, question=HOSTILE, headline=HOSTILE,
            warnings=(HOSTILE,), models=(replace(MODEL, model=HOSTILE, headline=HOSTILE, reasons=WORST),),
            facts=((HOSTILE, HOSTILE),),
        ),
        "interval": IntervalChart(
            title=HOSTILE, unit=HOSTILE, rows=(IntervalRow(label=HOSTILE, value=0.1, lower=0.0, upper=0.2),)
        ),
        "matrix": MatrixChart(
            title=HOSTILE, rows=(HOSTILE,), columns=(HOSTILE,), values=((0.5,),), written=((HOSTILE,),)
        ),
        "bars": BarChart(title=HOSTILE, labels=(HOSTILE,), values=(1.0,), written=(HOSTILE,), unit=HOSTILE),
    }  # fmt: skip


@pytest.mark.parametrize("name", hostile_parts())
def test_hostile_text_makes_no_element_and_hides_nothing(name: str) -> None:
    part = hostile_parts()[name]
    block = Block(
        key=HOSTILE, title=HOSTILE, shows=HOSTILE, unit=HOSTILE, parts=(part,), footnotes=(HOSTILE,)
    )
    got, expected = read(block.html()), read(tamed(block).html())
    assert set(got.tags) == set(expected.tags)
    assert "script" not in got.tags
    assert all(named in got.words for named in NAMED)
    assert all(named in block.text() for named in NAMED)
    block.html().encode("utf-8")


def tamed(value: Any) -> Any:
    """The same data with a plain word where the hostile text stands."""
    if isinstance(value, str):
        return value.replace(HOSTILE, "x")
    if isinstance(value, (tuple, list)):
        return tuple(tamed(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: tamed(getattr(value, each.name)) for each in fields(value)})
    return value


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_well_formed_named_and_the_same_every_time(name: str) -> None:
    drawing = svg(CHARTS[name], "k")
    assert drawing == svg(CHARTS[name], "k")
    root = ET.fromstring(drawing)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert all(each.startswith("k-") for each in ids)
    assert all(used in ids for used in re.findall(r'(?:url\(#|href="#)([^)"]+)', drawing))
    assert "<metadata" not in drawing
    words = Block(key="b", parts=(CHARTS[name],)).html()
    assert 'role="img"' in words
    assert "<title id=" in words
    assert "<desc id=" in words


def test_letters_of_a_chart_stay_letters() -> None:
    drawing = svg(INTERVAL, "k")
    said = {
        "".join(each.itertext()).strip()
        for each in ET.fromstring(drawing).iter()
        if each.tag.endswith("}text")
    }
    assert {"reward", "limite", "0%", "−5%", "5%"} <= said


def test_a_chart_says_its_numbers_and_null_is_not_zero(snapshot: Snapshot) -> None:
    lines = [Block(key=name, parts=(chart,)).text() for name, chart in CHARTS.items()]
    snapshot("charts.txt", "\n".join(lines))
    assert "on: —." in Block(key="b", parts=(BARS,)).text()


def test_a_chart_without_a_number_says_so() -> None:
    empty = IntervalChart(title="Nada", rows=(IntervalRow(label="x", value=None),))
    html = Block(key="b", parts=(empty,)).html()
    assert "<svg" not in html
    assert "não há número" in html


def test_a_table_without_rows_says_so() -> None:
    assert "Nada a listar" in Block(key="t", parts=(replace(TABLE, rows=(), marks=()),)).html()


def test_a_block_is_published_raw_under_its_type_and_with_its_look_for_people() -> None:
    published, _ = DisplayFormatter().format(Block(key="b", title="T", parts=(TABLE,)))
    assert published[MIMETYPE].startswith('<section class="cn')
    assert "<style" not in published[MIMETYPE]
    assert published["text/html"].endswith(published[MIMETYPE])
    assert published["text/plain"].startswith("T\n")


def test_a_block_keeps_its_language_and_its_masking() -> None:
    block = Block(key="b", parts=(transcript_of(EXECUTION),)).shown_as("en", mask_pii=True)
    assert "[phone]" in block.html()
    assert "98765" not in block.html() + block.text()
    assert "refused" not in Block(key="b", parts=(transcript_of(EXECUTION),)).html()


def test_colours_of_the_page_and_of_the_charts_are_the_same() -> None:
    style = STYLE_PATH.read_text(encoding="utf-8")
    assert all(f"--{mark}: {colour}" in style for mark, colour in MARK_COLOURS.items())


def test_the_look_asks_nothing_of_the_network() -> None:
    assert not re.search(r"@import|url\(", STYLE_PATH.read_text(encoding="utf-8"))
