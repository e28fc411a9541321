"""What only a bank's report shows: dimensions, groups, the worst scenarios, checks without a judge, noise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from cenario.domain.bank import DIMENSIONS, Dimension
from cenario.domain.evaluation import Batch
from cenario.domain.verdict import Clause
from cenario.errors import InsufficientDataError
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.measures.bank.calibration import calibrate, run_means
from cenario.measures.bank.comparison import Comparison, compare
from cenario.measures.bank.items import Answer, Item, answers, bank_items
from cenario.measures.bank.summary import (
    CaseScore,
    DimensionSummary,
    GroupRow,
    case_scores,
    group_rows,
    summarise,
)
from cenario.report.blocks import Block
from cenario.report.frames import frame_table
from cenario.report.parts import (
    Column,
    Folded,
    IntervalChart,
    IntervalRow,
    Part,
    Prose,
    Said,
    Table,
    Transcript,
)
from cenario.report.study import Study, section
from cenario.stats.results import Interval

__all__ = ["chatbots", "dimensions", "groups", "noise", "scenarios", "unjudged", "worst_scenarios"]


@section
def dimensions(study: Study) -> Block:
    """Show each dimension's figures, and its interval against the threshold."""
    parts: list[Part] = []
    for batch in study.batches:
        summaries = summarise(_items(study, batch), level=float(study.judgement.params["level"] or 0.95))
        names = (
            "dimension",
            "mean",
            "bounds",
            "median",
            "stdev",
            "minimum",
            "maximum",
            "evaluated",
            "n_scored",
        )
        rows = [_dimension(summary) for summary in summaries.values()]
        parts.append(Table(caption=batch.model, columns=_columns(names, left=("dimension",)), rows=rows))
    parts += [_against_threshold(model.model, model.clauses) for model in study.ruling.models]
    return _block("dimensions", parts)


def _dimension(one: DimensionSummary) -> tuple[str, ...]:
    return (
        _name(one.dimension),
        numbers.number(None if one.mean is None else float(one.mean)),
        _bounds(one.interval),
        numbers.number(one.median),
        numbers.number(one.stdev),
        numbers.number(one.minimum),
        numbers.number(one.maximum),
        f"{numbers.count(one.evaluated)}/{numbers.count(one.n_cases)}",
        f"{numbers.count(one.n_scored)}/{numbers.count(one.n_items)}",
    )


def _bounds(interval: Interval | None) -> str:
    if interval is None:
        return numbers.NOTHING
    return f"[{numbers.number(interval.lower)}; {numbers.number(interval.upper)}]"


def _against_threshold(model: str, clauses: Iterable[Clause]) -> IntervalChart:
    rows = [
        IntervalRow(
            label=_name(clause.name.removeprefix("gate_")),
            value=clause.value,
            lower=clause.lower,
            upper=clause.upper,
            limit=clause.threshold,
            outcome=clause.outcome,
        )
        for clause in clauses
        if clause.name.startswith("gate_")
    ]
    return IntervalChart(
        title=label("bankreport-chart", model=model), rows=rows, unit=label("unit-score"), zero=False
    )


@section
def groups(study: Study) -> Block:
    """Show the scores by category, trap, context shift, type and level."""
    parts: list[Part] = []
    for batch in study.batches:
        rows = group_rows(_items(study, batch))
        for dimension in DIMENSIONS:
            mine = [row for row in rows if row.dimension == dimension]
            few = [row for row in mine if row.group != "category"]
            if few:
                parts.append(_group_table(batch.model, dimension, few))
            by_category = [row for row in mine if row.group == "category"]
            if by_category:
                summary = label("bankreport-by-category", dimension=_name(dimension))
                parts.append(
                    Folded(summary=summary, parts=[_group_table(batch.model, dimension, by_category)])
                )
    return _block("groups", parts)


def _group_table(model: str, dimension: Dimension, rows: Sequence[GroupRow]) -> Table:
    columns = ("group", "value", "mean", "minimum", "bounds", "n_cases", "n_scored")
    return Table(
        caption=label("bankreport-caption", model=model, dimension=_name(dimension)),
        columns=_columns(columns, left=("group", "value")),
        rows=[
            (
                _group_name(row.group),
                _value_name(row.group, row.value),
                numbers.number(row.mean),
                numbers.number(row.minimum),
                _bounds(row.interval),
                numbers.count(row.n_cases),
                f"{numbers.count(row.n_scored)}/{numbers.count(row.n_items)}",
            )
            for row in rows
        ],
    )


def _group_name(group: str) -> str:
    return label(f"bankreport-group-{group.replace('_', '-')}")


def _value_name(group: str, value: str) -> str:
    if group in ("trap", "context_shift"):
        return label("report-yes" if value == "true" else "report-no")
    if group in ("type", "level"):
        return label(f"bankreport-{group}-{value}")
    return value


@section
def worst_scenarios(study: Study, most: int = 5) -> Block:
    """Show the lowest scored scenarios of each dimension, with what was asked, answered and said of it."""
    parts: list[Part] = []
    for batch in study.batches:
        items = _items(study, batch)
        for dimension, summary in summarise(items).items():
            lowest = [case for case in summary.worst(most) if case.score is not None and case.score < 5]
            if not lowest:
                continue
            named = label("bankreport-caption", model=batch.model, dimension=_name(dimension))
            parts.append(Prose(text=named))
            parts += [_scenario(case, items) for case in lowest]
    return _block("worst", parts)


def _scenario(case: CaseScore, items: Sequence[Item]) -> Folded:
    score = numbers.number(None if case.score is None else float(case.score))
    mine = [item for item in items if item.case.id == case.case.id]
    facts = [
        (label(f"bankreport-fact-{name}"), value)
        for name, value in (
            ("category", case.case.category),
            ("truth", case.case.ground_truth or ""),
            ("topic", case.case.expected_topic or ""),
            ("behavior", case.case.expected_behavior or ""),
            ("source", case.case.source or ""),
        )
        if value
    ]
    lines = [line for item in sorted(mine, key=_lowest_first) for line in _looked_at(item)]
    summary = label("bankreport-scenario", id=case.case.id, score=score, prompt=case.case.prompt)
    return Folded(summary=summary, parts=[Transcript(title=case.case.id, lines=lines, facts=facts)])


def _lowest_first(item: Item) -> tuple[float, int]:
    return (6.0 if item.value is None else item.value, item.repetition)


def _looked_at(item: Item) -> list[Said]:
    lines: list[Said] = []
    for answer in item.answers:
        lines.append(Said(who=_asked_as(answer), side="contact", text=_asked(answer)))
        lines.append(Said(who=label("bankreport-said"), side="agent", text=_said(answer)))
    value = (
        label("bankreport-not-evaluated") if item.value is None else numbers.number(item.value, decimals=0)
    )
    who = label("bankreport-judged", k=str(item.repetition), value=value)
    lines.append(Said(who=who, text=item.reason or ""))
    return lines


def _asked(answer: Answer) -> str:
    return answer.case.prompt if answer.variant is None else answer.variant.prompt


def _asked_as(answer: Answer) -> str:
    if answer.variant is None:
        return label("bankreport-asked-base")
    kind = label(f"bankreport-type-{answer.variant.variant_type}")
    return label("bankreport-asked-as", kind=kind, id=answer.variant.id)


def _said(answer: Answer) -> str:
    return label("bankreport-no-answer") if answer.text is None else answer.text


@section
def unjudged(study: Study) -> Block:
    """Show what the answers show without a judge."""
    parts: list[Part] = []
    for model, frame in study.frames("checks").items():
        named = frame.with_columns(dimension=frame["dimension"].map_elements(_name, return_dtype=pl.String))
        shown = named.drop("n_items", "similarity_name")
        caption = label("bankreport-by", model=model, by=", ".join(frame["similarity_name"].unique()))
        parts.append(frame_table(shown, caption=caption, titles=_titles(shown.columns)))
        parts.append(_kept_table(study.frames("check_groups")[model]))
    return _block("unjudged", parts)


def _kept_table(frame: pl.DataFrame) -> Table:
    """Return how often the known answer is there or kept, by trap, type and level."""
    names = ("dimension", "group", "value", "n_right", "n_wrong", "n_undecided", "right_share")
    rows = [
        (
            _name(dimension),
            _group_name(group),
            _value_name(group, value),
            numbers.count(right),
            numbers.count(wrong),
            numbers.count(undecided),
            numbers.share(share),
        )
        for dimension, group, value, right, wrong, undecided, share in frame.select(names).iter_rows()
    ]
    return Table(columns=_columns(names, left=("dimension", "group", "value")), rows=rows)


@section
def noise(study: Study) -> Block:
    """Show how each dimension's mean moves between repetitions, and the threshold that this would give."""
    parts: list[Part] = []
    for batch in study.batches:
        items = _items(study, batch)
        repetitions = sorted({item.repetition for item in items})
        means = run_means([[item for item in items if item.repetition == k] for k in repetitions])
        try:
            found = calibrate(means)
        except InsufficientDataError as error:
            parts.append(Prose(text=str(error)))
            continue
        rows = [
            (
                _name(one.dimension),
                " · ".join(numbers.number(value) for value in one.band.values),
                f"[{numbers.number(one.band.lower)}; {numbers.number(one.band.upper)}]",
                numbers.number(one.margin),
                numbers.number(one.threshold),
                label("report-yes" if one.within_noise else "report-no"),
            )
            for one in found
        ]
        names = ("dimension", "runs", "band", "margin", "suggested", "within_noise")
        parts.append(
            Table(caption=batch.model, columns=_columns(names, left=("dimension", "runs")), rows=rows)
        )
    return _block("noise", parts)


@section
def chatbots(study: Study) -> Block:
    """Show the chatbots against the first of them, paired by scenario; nothing to show for one alone."""
    parts: list[Part] = []
    first, *others = study.batches
    for other in others:
        rows = [_compared(comparison) for comparison in compare(_items(study, first), _items(study, other))]
        names = ("dimension", "difference", "bounds", "wins", "losses", "ties", "n_pairs", "p_value")
        caption = label("bankreport-compared", baseline=first.model, candidate=other.model)
        parts.append(Table(caption=caption, columns=_columns(names, left=("dimension",)), rows=rows))
    return _block("chatbots", parts or [Prose(text=label("bankreport-one-chatbot"))])


def _compared(one: Comparison) -> tuple[str, ...]:
    difference = None if one.mean_difference is None else float(one.mean_difference)
    bounds = numbers.NOTHING
    if one.interval is not None:
        bounds = numbers.interval(one.interval.lower, one.interval.upper, decimals=2)
    return (
        _name(one.dimension),
        numbers.number(difference, signed=True),
        bounds,
        numbers.count(one.wins),
        numbers.count(one.losses),
        numbers.count(one.ties),
        numbers.count(len(one.pairs)),
        numbers.number(None if one.test is None else one.test.p_value, decimals=4),
    )


@section
def scenarios(study: Study) -> Block:
    """Show every scenario with what traces it: id, category, trap, source, score."""
    parts: list[Part] = []
    for batch in study.batches:
        rows = [
            (
                case.case.id,
                case.case.category,
                label("report-yes" if case.case.is_trap else "report-no"),
                numbers.number(None if case.score is None else float(case.score)),
                f"{numbers.count(case.n_scored)}/{numbers.count(case.n_items)}",
                case.case.source or numbers.NOTHING,
            )
            for case in case_scores(_items(study, batch))
        ]
        names = ("case", "category", "trap", "score", "n_scored", "source")
        table = Table(columns=_columns(names, left=("case", "category", "source")), rows=rows)
        parts.append(Folded(summary=batch.model, parts=[table]))
    return _block("scenarios", parts)


def _items(study: Study, batch: Batch) -> tuple[Item, ...]:
    judge = str(study.judgement.params["judge"] or "") or None
    return bank_items(answers(batch.executions), batch.scores, judge=judge)


def _block(key: str, parts: Sequence[Part]) -> Block:
    return Block(
        key=f"bank-{key}",
        title=label(f"bankreport-{key}"),
        shows=label(f"bankreport-{key}-shows"),
        parts=parts or [Prose(text=label("report-empty-table"))],
    )


def _name(dimension: str) -> str:
    return label(f"bank-dimension-{dimension}")


def _titles(names: Iterable[str]) -> dict[str, str]:
    return {name: label(f"bankreport-column-{name.replace('_', '-')}") for name in names}


def _columns(names: Sequence[str], *, left: Sequence[str]) -> list[Column]:
    titles = _titles(names)
    return [Column(title=titles[name], align="left" if name in left else "right") for name in names]
