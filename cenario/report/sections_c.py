"""What only evaluation C shows: rates by repetition, what the server refused, upper bounds of regressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from cenario.domain.evaluation import Batch
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.measures.turns import INDICATORS, INVALID_FORMAT, repetition_rates
from cenario.report.blocks import Block
from cenario.report.parts import Column, IntervalChart, IntervalRow, Part, Prose, Table
from cenario.report.quantities import arm_words, measure_words, quantity, unit_words
from cenario.report.study import Study, section

__all__ = ["rates", "refused", "upper_bounds"]

MOST_REFUSALS = 40
"""Rows of the table of refusals, our default; the rest is summed in a last one."""

Rates = Mapping[str, Mapping[int, Fraction | None]]


@section
def rates(study: Study) -> Block:
    """Show each indicator in each repetition of each arm: the numbers under the bands."""
    parts: list[Part] = []
    for model, turns in study.frames("turns").items():
        found = {each: repetition_rates(turns, each) for each in (*INDICATORS, INVALID_FORMAT)}
        cells = sorted({(arm, k) for by_arm in found.values() for arm, ks in by_arm.items() for k in ks})
        parts.append(
            Table(
                caption=model,
                columns=[
                    Column(title=label("creport-indicator"), wide=True),
                    *(Column(title=f"{arm_words(arm)} {k}", align="right") for arm, k in cells),
                ],
                rows=[
                    (measure_words(each.name), *(_rate(found[each], arm, k, each.unit) for arm, k in cells))
                    for each in found
                ],
            )
        )
    return Block(
        key="rates",
        title=label("creport-rates"),
        shows=label("creport-rates-shows"),
        parts=parts or [Prose(text=label("report-empty-table"))],
    )


def _rate(rates: Rates, arm: str, repetition: int, unit: str) -> str:
    rate = rates.get(arm, {}).get(repetition)
    return quantity(None if rate is None else float(rate), unit)


@section
def upper_bounds(study: Study) -> Block:
    """Draw, for each indicator, the difference measured and how bad the regression may yet be."""
    parts: list[Part] = []
    for model in study.ruling.models:
        bounded = [each for each in model.readings if each.upper is not None]
        for unit in dict.fromkeys(each.unit for each in bounded):
            rows = [
                IntervalRow(
                    label=measure_words(each.name.removeprefix("upper_")), value=each.value, upper=each.upper
                )
                for each in bounded
                if each.unit == unit
            ]
            title = label("creport-upper-title", model=model.model, unit=unit_words(unit))
            parts.append(IntervalChart(title=title, rows=rows, unit=unit_words(unit)))
    return Block(
        key="upper-bounds",
        title=label("creport-upper"),
        shows=label("creport-upper-shows"),
        parts=parts or [Prose(text=label("report-no-readings"))],
    )


@section
def refused(study: Study) -> Block:
    """Show what the server's validation refused: tool, rule and place, counted by arm."""
    parts: list[Part] = [_refusals(batch) for batch in study.batches]
    return Block(
        key="refused", title=label("creport-refused"), shows=label("creport-refused-shows"), parts=parts
    )


def _refusals(batch: Batch) -> Table:
    arms = sorted({execution.arm for execution in batch.executions})
    found: Counter[tuple[str, str, str]] = Counter()
    by_arm: Counter[tuple[str, tuple[str, str, str]]] = Counter()
    for execution in batch.executions:
        for call in execution.calls if execution.is_measured else ():
            if call.known is False:
                faults = [(call.name, label("report-call-unknown"), "")]
            else:
                faults = [(call.name, fault.rule, fault.path) for fault in call.faults]
            faults += [(call.name, label("report-call-landfill"), "")] if call.landfill_uuid else []
            for fault in faults:
                found[fault] += 1
                by_arm[execution.arm, fault] += 1
    shown = sorted(found, key=lambda fault: (-found[fault], fault))
    left_out = len(shown) - MOST_REFUSALS
    return Table(
        caption=batch.model,
        columns=[
            *(Column(title=label(f"creport-{name}")) for name in ("tool", "rule", "place")),
            *(Column(title=arm_words(arm), align="right") for arm in arms),
        ],
        rows=[
            (*fault, *(numbers.count(by_arm[arm, fault]) for arm in arms)) for fault in shown[:MOST_REFUSALS]
        ],
        notes=(label("report-rows-left-out", n=left_out),) if left_out > 0 else (),
    )
