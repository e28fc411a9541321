"""What only an evaluation of quality shows: levels, the grid, cases without a score, every conversation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cenario.criteria.quality import mean_of
from cenario.domain.evaluation import Batch
from cenario.domain.execution import ChatMessage, Execution
from cenario.domain.quality import Criterion, QualityEvaluation, active_criteria, active_personalities
from cenario.evaluations.simulation import clusters_of, declaration_of, scores_of, versions_of
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.measures.quality_scores import Case, CriterionScore, cases_of, shown_score, summarise
from cenario.measures.quality_turns import conversation_order
from cenario.report.blocks import Block
from cenario.report.parts import Column, IntervalChart, IntervalRow, Part, Prose, Said, Table, Transcript
from cenario.report.study import Study, section
from cenario.report.transcript import call_line, message_line

__all__ = ["conversations", "declared", "differences", "grid", "levels", "unscored"]

HARNESS = "harness"
CRITERION = "criterion_"
INVALID = ("no_json", "cut", "wrong_code", "no_score", "out_of_range", "two_scores", "not_judged")


@section
def levels(study: Study) -> Block:
    """Show the three levels of each version, with intervals and what was not evaluated."""
    parts: list[Part] = []
    for batch in study.batches:
        parts += [_levels(study, batch, arm) for arm in versions_of(batch)]
    return _block("levels", parts)


def _levels(study: Study, batch: Batch, arm: str) -> Table:
    level = float(study.judgement.params["level"] or 0.95)
    cases, criteria, clusters = _cases(study, batch, arm), _criteria(batch), clusters_of(batch)
    summary = summarise(cases, criteria)

    def bounds(known: Sequence[tuple[float, Case]]) -> str:
        if len(known) < 2:
            return numbers.NOTHING
        found = mean_of([v for v, _ in known], [clusters[c.conversation] for _, c in known], level=level)
        if found is None or found.degenerate:
            return numbers.NOTHING
        return f"[{numbers.number(found.lower, decimals=1)}; {numbers.number(found.upper, decimals=1)}]"

    whole = [(case.score, case) for case in cases if case.score is not None]
    rows = [
        (
            label("qualityreport-global"),
            shown_score(summary.global_score),
            bounds(whole),
            str(len(whole)),
            "",
        ),
        (
            label("qualityreport-completed"),
            f"{summary.completed}/{summary.total}",
            "",
            str(summary.total),
            "",
        ),
    ]
    for one in summary.criteria:
        known = [(v, c) for c in cases if c.is_completed and (v := c.scores.get(one.name)) is not None]
        shown = shown_score(one.value)
        if one.kind == "boolean" and one.value is not None:
            shown = f"{shown} %"
        name = label("qualityreport-criterion", name=one.name)
        rows.append((name, shown, bounds(known), str(one.n), str(one.not_evaluated)))
    for name, mean in summary.by_personality.items():
        mine = [(case.score, case) for case in cases if case.personality == name and case.score is not None]
        title = label("qualityreport-by", name=name)
        rows.append((title, shown_score(mean), bounds(mine), str(len(mine)), ""))
    columns = ("level", "score", "bounds", "n", "missing")
    return Table(
        caption=label("qualityreport-grid-title", model=batch.model, arm=arm),
        columns=[
            Column(title=label(f"qualityreport-{name}"), align="left" if name == "level" else "right")
            for name in columns
        ],
        rows=rows,
    )


@section
def grid(study: Study) -> Block:
    """Show personalities by criteria; real traffic has one row."""
    parts: list[Part] = []
    for batch in study.batches:
        criteria = _criteria(batch)
        for arm in versions_of(batch):
            cases = [case for case in _cases(study, batch, arm) if case.is_completed]
            parts.append(_grid(batch, arm, cases, criteria))
    return _block("grid", parts)


def _grid(batch: Batch, arm: str, cases: Sequence[Case], criteria: Sequence[Criterion]) -> Table:
    named = [one.name for one in active_personalities(declaration_of(batch))]
    columns: dict[str, Sequence[Case]] = {
        name: [case for case in cases if case.personality == name] for name in named
    }
    columns[label("qualityreport-everyone") if named else label("qualityreport-real")] = cases
    scored = [summarise(mine, criteria).criteria for mine in columns.values()]
    return Table(
        caption=label("qualityreport-grid-title", model=batch.model, arm=arm),
        columns=[
            Column(title=label("qualityreport-name")),
            *(Column(title=name, align="right") for name in columns),
        ],
        rows=[(one.name, *(_cell(column[place]) for column in scored)) for place, one in enumerate(criteria)],
    )


def _cell(one: CriterionScore) -> str:
    if one.value is None:
        return numbers.NOTHING
    shown = shown_score(one.value) if one.kind == "numeric" else f"{shown_score(one.value)} %"
    return label("qualityreport-cell", score=shown, n=one.n)


@section
def differences(study: Study) -> Block:
    """Draw what the new version gains or loses in each criterion, against the margin."""
    parts: list[Part] = []
    for model in study.ruling.models:
        rows = [
            IntervalRow(
                label=clause.name.removeprefix(CRITERION),
                value=clause.value,
                lower=clause.lower,
                upper=clause.upper,
                limit=clause.threshold,
                outcome=clause.outcome,
            )
            for clause in model.clauses
            if clause.name.startswith(CRITERION) and clause.value is not None
        ]
        if rows:
            title = label("qualityreport-differences-title", model=model.model)
            parts.append(IntervalChart(title=title, rows=rows, unit=label("unit-score")))
    return _block("differences", parts or [Prose(text=label("qualityreport-one-version"))])


@section
def unscored(study: Study) -> Block:
    """Show each conversation without a score, or with a criterion not evaluated, and why."""
    parts: list[Part] = []
    for batch in study.batches:
        rows = _unscored(study, batch)
        if rows:
            names = ("case", "version", "personality", "why")
            parts.append(
                Table(
                    caption=batch.model,
                    columns=[
                        Column(title=label(f"qualityreport-{name}"), wide=name == "why") for name in names
                    ],
                    rows=rows,
                )
            )
    return _block("unscored", parts or [Prose(text=label("qualityreport-unscored-none"))])


def _unscored(study: Study, batch: Batch) -> list[tuple[str, ...]]:
    rows = []
    for case in _cases(study, batch):
        why = _why_unscored(case)
        if why:
            rows.append((case.conversation, case.arm, case.personality or numbers.NOTHING, "; ".join(why)))
    for each in batch.executions:
        if not each.is_measured:
            reason = label("qualityreport-ended-lost", why=each.outcome_reason or numbers.NOTHING)
            rows.append((each.conversation, each.arm, each.variant or numbers.NOTHING, reason))
    return sorted(rows)


def _why_unscored(case: Case) -> list[str]:
    if not case.is_completed:
        return [_ended(case.ended_by)]
    return [
        label("qualityreport-why-criterion", name=name, why=_why(case.reasons.get(name, "not_judged")))
        for name, value in case.scores.items()
        if value is None
    ]


def _why(reason: str) -> str:
    if reason.startswith(HARNESS):
        return label("qualityreport-why-harness")
    return label(f"qualityreport-why-{reason}") if reason in INVALID else reason


def _ended(how: str) -> str:
    known = how in ("goal", "limit", "human", "error")
    return label(f"qualityreport-ended-{how if known else 'unknown'}")


@section
def conversations(study: Study) -> Block:
    """Show every conversation, the lowest scored first: personality, goal, ending, scores, transcript."""
    parts: list[Part] = []
    for batch in study.batches:
        recorded = {(e.arm, e.conversation, e.repetition): e for e in batch.executions}
        said = _said_by_judge(study, batch)
        for case in sorted(_cases(study, batch), key=_lowest_first):
            key = (case.arm, case.conversation, case.repetition)
            parts.append(_conversation(case, recorded[key], said.get(key, {})))
    return _block("conversations", parts)


def _lowest_first(case: Case) -> tuple[float, str, str, int]:
    return (101.0 if case.score is None else case.score, case.conversation, case.arm, case.repetition)


def _conversation(case: Case, execution: Execution, said: Mapping[str, str]) -> Transcript:
    values = {
        "id": case.conversation,
        "score": shown_score(case.score),
        "ended": _ended(case.ended_by),
    }
    summary = (
        label("qualityreport-conversation-real", **values)
        if case.personality is None
        else label("qualityreport-conversation", personality=case.personality, **values)
    )
    lines = [
        message_line(one) if isinstance(one, ChatMessage) else call_line(one)
        for one in conversation_order(execution)
    ]
    for name, value in case.scores.items():
        score = label("qualityreport-missing") if value is None else shown_score(value)
        who = label("qualityreport-judge-said", name=name, score=score)
        lines.append(Said(who=who, text=said.get(name, "") if value is not None else _why_none(case, name)))
    facts = [
        (label("qualityreport-fact-version"), case.arm),
        (label("qualityreport-personality"), case.personality or ""),
        (label("qualityreport-fact-goal"), case.goal or ""),
        (label("qualityreport-fact-opens"), execution.tags.get("opens", "")),
        (label("qualityreport-fact-faults"), execution.tags.get("customer_faults", "")),
    ]
    return Transcript(title=summary, lines=lines, facts=[fact for fact in facts if fact[1]])


def _why_none(case: Case, name: str) -> str:
    return _why(case.reasons.get(name, "not_judged"))


@section
def declared(study: Study) -> Block:
    """Show personalities and criteria as they were declared, and how many conversations each one had."""
    parts: list[Part] = []
    for batch in study.batches:
        evaluation = declaration_of(batch)
        parts += _declared(evaluation, batch)
    return _block("declared", parts)


def _declared(evaluation: QualityEvaluation, batch: Batch) -> list[Part]:
    parts: list[Part] = []
    people = active_personalities(evaluation)
    counted = Counter(each.variant for each in batch.executions)
    if people:
        names = ("name", "description", "share")
        parts.append(
            Table(
                caption=f"{evaluation.title} ({batch.model})",
                columns=[
                    Column(title=label(f"qualityreport-{name}"), wide=name == "description") for name in names
                ],
                rows=[(one.name, one.description, numbers.count(counted[one.name])) for one in people],
            )
        )
    names = ("name", "description", "kind")
    parts.append(
        Table(
            caption=label("qualityreport-criteria"),
            columns=[
                Column(title=label(f"qualityreport-{name}"), wide=name == "description") for name in names
            ],
            rows=[
                (one.name, one.description, label(f"qualityreport-kind-{one.kind}"))
                for one in active_criteria(evaluation)
            ],
        )
    )
    return parts


def _criteria(batch: Batch) -> tuple[Criterion, ...]:
    return active_criteria(declaration_of(batch))


def _cases(study: Study, batch: Batch, arm: str | None = None) -> list[Case]:
    scores = scores_of(batch, str(study.judgement.params["judge"] or ""))
    found = cases_of(batch.executions, scores, _criteria(batch))
    return [case for case in found if arm is None or case.arm == arm]


def _said_by_judge(study: Study, batch: Batch) -> dict[tuple[str, str, int], dict[str, str]]:
    found: dict[tuple[str, str, int], dict[str, str]] = {}
    for score in scores_of(batch, str(study.judgement.params["judge"] or "")):
        key = (score.arm, score.conversation, score.repetition)
        found.setdefault(key, {})[score.criterion] = score.reason or ""
    return found


def _block(name: str, parts: Sequence[Part]) -> Block:
    return Block(
        key=f"quality-{name}",
        title=label(f"qualityreport-{name}"),
        shows=label(f"qualityreport-{name}-shows"),
        parts=parts,
    )
