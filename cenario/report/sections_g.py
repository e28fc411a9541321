"""What only evaluation G shows: bounds against margins, scripts, clients, what was lost, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from cenario.domain.verdict import ClauseOutcome
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.measures.closing.ruler import ENDPOINTS
from cenario.report.blocks import Block
from cenario.report.frames import frame_table
from cenario.report.parts import Folded, IntervalChart, IntervalRow, Pair, Part, Prose, Said, Transcript
from cenario.report.quantities import arm_words
from cenario.report.study import Study, section

__all__ = ["bounds_against_margins", "by_client", "by_script", "lost_items", "refused_closings"]

PAIRS_SHOWN = 12
"""Turns shown with both closings, our default: an owner reads a handful."""

REFERENCE, SHADOW = "atual", "sombra"


@section
def bounds_against_margins(study: Study) -> Block:
    """Draw each endpoint's difference with its three intervals, against its margin."""
    parts: list[Part] = []
    for model, frame in study.frames("bounds").items():
        outcomes = _outcomes(study, model)
        rows = [
            IntervalRow(
                label=label(
                    f"closing-bound-{row['method']}",
                    endpoint=label(f"closing-short-{row['endpoint']}"),
                    n=row["n"],
                ),
                value=row["difference"],
                lower=row["lower"],
                upper=row["upper"],
                limit=row["margin"],
                outcome=outcomes.get(row["endpoint"]) if row["method"] == "clustered" else None,
            )
            for row in frame.iter_rows(named=True)
        ]
        if rows:
            title = label("closing-bounds-title", model=model)
            parts.append(IntervalChart(title=title, rows=rows, as_share=True))
    return _block("bounds", parts)


def _outcomes(study: Study, model: str) -> Mapping[str, ClauseOutcome]:
    return {
        clause.name: clause.outcome
        for found in study.ruling.models
        if found.model == model
        for clause in found.clauses
    }


@section
def by_script(study: Study) -> Block:
    """Draw the difference of each script, one chart an endpoint: a script apart is why scripts decide."""
    parts: list[Part] = []
    for model, frame in study.frames("by_script").items():
        for endpoint in ENDPOINTS:
            mine = frame.filter(pl.col("endpoint") == endpoint)
            if mine.is_empty():
                continue
            margin = study.judgement.params.get(f"margin_{endpoint}")
            limit = -float(margin) if isinstance(margin, (int, float)) else None
            rows = [_script_row(row, limit) for row in mine.iter_rows(named=True)]
            words = label(f"endpoint-{endpoint}")
            title = label("closing-scripts-title", endpoint=words, model=model)
            parts.append(Folded(summary=words, parts=[IntervalChart(title=title, rows=rows, as_share=True)]))
    return _block("scripts", parts)


def _script_row(row: Mapping[str, object], limit: float | None) -> IntervalRow:
    script = row["script"] or label("closing-no-script")
    return IntervalRow(
        label=label("closing-script-row", script=str(script), n=numbers.count(int(str(row["n"])))),
        value=_share(row["difference"]),
        lower=_share(row["lower"]),
        upper=_share(row["upper"]),
        limit=limit,
    )


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


@section
def by_client(study: Study) -> Block:
    """Show each client's shares: a client is a stratum, never what is sampled."""
    parts: list[Part] = []
    for model, frame in study.frames("by_client").items():
        shown = frame.with_columns(_endpoint_words())
        parts.append(frame_table(shown, caption=model, titles=_titles(shown.columns)))
    return _block("clients", parts)


@section
def lost_items(study: Study, most: int = PAIRS_SHOWN) -> Block:
    """Show what the control kept and the shadow lost, and the closings themselves, side by side."""
    parts: list[Part] = []
    for model, lost in study.frames("lost").items():
        columns = [
            "endpoint",
            "conversation",
            "repetition",
            "item",
            "control_found",
            "shadow_found",
            "shadow_how",
        ]
        shown = lost.select(columns).with_columns(_endpoint_words(), _how_words("shadow_how"))
        parts.append(frame_table(shown, caption=model, titles=_titles(columns)))
        texts = study.frames("closings")[model]
        promises = lost.filter(pl.col("endpoint") == "promises")
        turns = promises.select("conversation", "repetition").unique(maintain_order=True)
        parts += [_side_by_side(texts, promises, *turn) for turn in turns.head(most).iter_rows()]
        if turns.height > most:
            parts.append(Prose(text=label("closing-lost-more", n=turns.height - most)))
        parts += _mismatches(study, model)
    return _block("lost", parts)


def _mismatches(study: Study, model: str) -> list[Part]:
    """Return every item of the reference that an arm did not keep, folded: the ruler's whole account."""
    items = study.frames("items")[model].filter(~(pl.col("control_kept") & pl.col("shadow_kept")))
    if items.is_empty():
        return []
    columns = [
        *("endpoint", "conversation", "repetition", "item"),
        *("control_how", "control_found", "shadow_how", "shadow_found"),
    ]
    shown = items.select(columns).sort("endpoint", "conversation", "repetition", "item")
    worded = shown.with_columns(_endpoint_words(), _how_words("control_how"), _how_words("shadow_how"))
    summary = label("closing-mismatches", n=items.height, model=model)
    return [Folded(summary=summary, parts=[frame_table(worded, titles=_titles(columns), most_rows=1000)])]


def _side_by_side(texts: pl.DataFrame, lost: pl.DataFrame, conversation: str, repetition: int) -> Folded:
    turn = (pl.col("conversation") == conversation) & (pl.col("repetition") == repetition)
    items = lost.filter(turn)["item"].to_list()
    summary = label("closing-lost-turn", conversation=conversation, k=repetition, items="; ".join(items))
    left, right = (_closing(texts.filter(turn & (pl.col("arm") == arm)), arm) for arm in (REFERENCE, SHADOW))
    return Folded(summary=summary, parts=[Pair(left=left, right=right)])


def _closing(frame: pl.DataFrame, arm: str) -> Transcript:
    lines: list[Said] = []
    for row in frame.iter_rows(named=True):
        if row["previous_summary"]:
            lines.append(Said(who=label("closing-previous"), text=row["previous_summary"]))
        text = row["text"] or label("closing-refused-kind", kind=label(f"refusal-{row['refused']}"))
        lines.append(Said(who=label("glossary-closing"), text=text, side="agent"))
    return Transcript(title=arm_words(arm), lines=lines)


@section
def refused_closings(study: Study) -> Block:
    """Show the turns with a refused closing, by arm and kind of refusal."""
    parts: list[Part] = []
    arms = {"reference": "atual", "control": "controle", "shadow": "sombra"}
    for model, turns in study.frames("turns").items():
        rows = [
            (
                row["conversation"],
                row["repetition"],
                arm_words(arm),
                label(f"refusal-{kind}"),
                row[f"{role}_attempts"],
            )
            for row in turns.iter_rows(named=True)
            for role, arm in arms.items()
            if (kind := row[f"{role}_refused"])
        ]
        if rows:
            names = ["conversation", "repetition", "arm", "kind", "attempts"]
            frame = pl.DataFrame(rows, schema=names, orient="row")
            parts.append(frame_table(frame, caption=model, titles=_titles(names)))
    return _block("refused", parts)


def _block(name: str, parts: Sequence[Part]) -> Block:
    return Block(
        key=f"closing-{name}",
        title=label(f"closing-block-{name}"),
        shows=label(f"closing-shows-{name}"),
        parts=parts or [Prose(text=label("report-empty-table"))],
    )


def _titles(columns: Sequence[str]) -> dict[str, str]:
    return {name: label(f"closing-column-{name}") for name in columns}


def _endpoint_words() -> pl.Expr:
    words = {name: label(f"endpoint-{name}") for name in ENDPOINTS}
    return pl.col("endpoint").replace(words)


def _how_words(column: str) -> pl.Expr:
    kinds = ("exact", "near", "equal", "present", "absent", "promise_absent", "other_deadline", "refused")
    return pl.col(column).replace({kind: label(f"closing-how-{kind}") for kind in kinds})
