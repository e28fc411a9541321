"""The evidence of a verdict: clauses, calibrated readings, intervals against limits, bands, agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cenario.domain.verdict import Clause, ModelVerdict, Reading
from cenario.engine import Judgement
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.parts import (
    BandChart,
    BandRow,
    Column,
    IntervalChart,
    IntervalRow,
    Mark,
    MatrixChart,
    Part,
    Prose,
    Table,
)
from cenario.report.quantities import SHARE_UNITS, bounds, measure_words, quantity, sentence, unit_words


def clauses_block(judgement: Judgement) -> Block:
    """Return every clause of every model: outcome, reason, value, bounds, limit, n."""
    parts: list[Part] = [_clause_table(model) for model in judgement.verdict.models]
    return Block(
        key="clauses",
        title=label("report-clauses"),
        shows=label("report-clauses-shows"),
        parts=parts,
        footnotes=(label("report-clauses-note"),),
    )


def _clause_table(model: ModelVerdict) -> Table:
    columns = ("outcome", "reason", "value", "bounds", "limit", "n")
    right = {"value", "bounds", "limit", "n"}
    rows = [
        (
            _outcome(clause),
            sentence(clause.reason),
            quantity(clause.value, clause.unit),
            bounds(clause.lower, clause.upper, clause.unit),
            _limit(clause),
            numbers.count(clause.n),
        )
        for clause in model.clauses
    ]
    return Table(
        caption=model.model,
        columns=[
            Column(
                title=label(f"report-column-{name}"),
                align="right" if name in right else "left",
                wide=name == "reason",
            )
            for name in columns
        ],
        rows=rows,
        marks=[cast(Mark, clause.outcome) if clause.decides else "plain" for clause in model.clauses],
    )


def _outcome(clause: Clause) -> str:
    word = label(f"report-outcome-{clause.outcome}")
    return word if clause.decides else label("report-does-not-decide", outcome=word)


def _limit(clause: Clause) -> str:
    written = quantity(clause.threshold, clause.unit)
    return f"{written}\n{label('report-proposed')}" if clause.proposed else written


def readings_block(judgement: Judgement) -> Block:
    """Return the calibrated reading: numbers beside the verdict that do not decide it."""
    models = judgement.verdict.models
    parts: list[Part] = [_reading_table(m.model, m.readings) for m in models if m.readings]
    return Block(
        key="readings",
        title=label("report-readings"),
        shows=label("report-readings-shows"),
        parts=parts or [Prose(text=label("report-no-readings"))],
    )


def _reading_table(model: str, readings: Sequence[Reading]) -> Table:
    columns = ("reading", "value", "bounds", "n")
    return Table(
        caption=model,
        columns=[
            Column(
                title=label(f"report-column-{name}"),
                align="right" if name in ("value", "bounds", "n") else "left",
                wide=name == "reading",
            )
            for name in columns
        ],
        rows=[
            (
                f"⚑ {sentence(reading.reason)}" if reading.flagged else sentence(reading.reason),
                quantity(reading.value, reading.unit),
                bounds(reading.lower, reading.upper, reading.unit),
                numbers.count(reading.n),
            )
            for reading in readings
        ],
        marks=["undecided" if reading.flagged else "plain" for reading in readings],
        notes=(label("report-flagged"),) if any(reading.flagged for reading in readings) else (),
    )


def intervals_block(judgement: Judgement, *, names: Sequence[str] | None = None) -> Block:
    """Return the clauses that have bounds and a limit, drawn: one chart a unit and a model.

    `names` chooses clauses; by default those that are not drawn as bands.
    """
    parts: list[Part] = []
    for model in judgement.verdict.models:
        chosen = [c for c in model.clauses if _has_interval(c) and (names is None or c.name in names)]
        for unit in dict.fromkeys(clause.unit for clause in chosen):
            rows = [_interval_row(clause) for clause in chosen if clause.unit == unit]
            title = label("report-intervals-title", model=model.model)
            share = unit in SHARE_UNITS
            words = "" if share else unit_words(unit)
            parts.append(IntervalChart(title=title, rows=rows, unit=words, as_share=share))
    return Block(
        key="intervals",
        title=label("report-intervals"),
        shows=label("report-intervals-shows"),
        parts=parts or [Prose(text=label("report-no-intervals"))],
    )


def _has_interval(clause: Clause) -> bool:
    drawn_elsewhere = "baseline" in clause.detail or "within" in clause.detail
    return (clause.lower is not None or clause.upper is not None) and not drawn_elsewhere


def _interval_row(clause: Clause) -> IntervalRow:
    return IntervalRow(
        label=measure_words(clause.name),
        value=clause.value,
        lower=clause.lower,
        upper=clause.upper,
        limit=clause.threshold,
        outcome=clause.outcome,
    )


def bands_block(judgement: Judgement) -> Block:
    """Return the noise band of each indicator (the baseline against itself) with the candidate upon it."""
    arms = {arm.role: arm.name for arm in judgement.evaluation.arms}
    parts: list[Part] = []
    for model in judgement.verdict.models:
        rows = [_band_row(clause) for clause in model.clauses if "baseline" in clause.detail]
        if rows:
            parts.append(
                BandChart(
                    title=label("report-bands-title", model=model.model),
                    rows=rows,
                    baseline=arms.get("baseline", label("glossary-baseline")),
                    candidate=arms.get("candidate", label("glossary-candidate")),
                )
            )
    return Block(
        key="bands",
        title=label("report-bands"),
        shows=label("report-bands-shows"),
        parts=parts or [Prose(text=label("report-no-bands"))],
    )


def _band_row(clause: Clause) -> BandRow:
    return BandRow(
        label=measure_words(clause.name),
        baseline=_floats(clause.detail.get("baseline")),
        candidate=_floats(clause.detail.get("candidate")),
        outcome=clause.outcome,
        low=clause.lower,
        high=clause.upper,
    )


def agreement_block(judgement: Judgement) -> Block:
    """Return how repetitions agree: each arm with itself, and each baseline repetition with each candidate's.

    It needs a clause whose detail has ``within`` (pairs of baseline repetitions, in the order 01 02
    … 12 …) and ``between`` (baseline × candidate, by rows).
    """
    parts: list[Part] = [
        _agreement(model.model, clause)
        for model in judgement.verdict.models
        for clause in model.clauses
        if "within" in clause.detail and "between" in clause.detail
    ]
    return Block(
        key="agreement",
        title=label("report-agreement"),
        shows=label("report-agreement-shows"),
        parts=parts or [Prose(text=label("report-no-agreement"))],
    )


def _agreement(model: str, clause: Clause) -> MatrixChart:
    within, between = _floats(clause.detail["within"]), _floats(clause.detail["between"])
    n_off = next(k for k in range(1, len(within) + 3) if k * (k - 1) // 2 >= len(within))
    n_on = len(between) // n_off
    pairs = {(i, j): place for place, (i, j) in enumerate(_pairs(n_off))}
    off, on = label("glossary-baseline"), label("glossary-candidate")
    values = [
        [
            *(None if i == j else within[pairs[min(i, j), max(i, j)]] for j in range(n_off)),
            *(between[i * n_on + j] for j in range(n_on)),
        ]
        for i in range(n_off)
    ]
    return MatrixChart(
        title=label("report-agreement-title", model=model),
        rows=[f"{off} {k}" for k in range(n_off)],
        columns=[*(f"{off[:3]}. {k}" for k in range(n_off)), *(f"{on[:4]}. {k}" for k in range(n_on))],
        values=values,
        written=[["" if v is None else numbers.share(v, decimals=0) for v in row] for row in values],
    )


def _pairs(n: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(n) for j in range(i + 1, n)]


def _floats(values: object) -> list[float]:
    return [float(value) for value in values] if isinstance(values, (list, tuple)) else []
