"""simulation: how well an agent serves simulated customers, or served real ones, by criteria of 0 to 100.

One version: its scores in three levels, held against a least where one is declared. Two versions (arms
``atual`` and ``nova``): each criterion compared in pairs of the same personality, goal and seed. The
document that this follows declares no verdict; every threshold here is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cenario.criteria.quality import difference_of, least_clause, mean_of, noninferior_clause
from cenario.criteria.sufficiency import completeness_clause, losses_clause, minimum_clause
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution
from cenario.domain.quality import Criterion, QualityEvaluation, active_criteria
from cenario.domain.recorded import Recorded
from cenario.domain.verdict import Clause, Counts, Loss
from cenario.domain.vote import Score
from cenario.errors import BadInputError, Message, message
from cenario.evaluations.readings.simulation import readings_of
from cenario.labels import numbers
from cenario.measures.quality_scores import Case, cases_of

CURRENT, CANDIDATE = "atual", "nova"

PARAMS = (
    Param(name="minimum_global", default=None, unit="score", low=0, high=100),
    Param(name="margin_score", default=5.0, unit="score", low=0.1, high=100),
    Param(name="margin_pass", default=10.0, unit="score", low=0.1, high=100),
    Param(name="min_cases", default=10, unit="count", low=2, high=1_000_000),
    Param(name="level", default=0.95, unit="probability", low=0.5, high=0.9999),
    Param(name="max_loss_difference", default=0.05, unit="share", low=0.0, high=1.0),
    Param(name="judge", default=""),
)

SCORE_COLUMNS = {
    "arm": pl.String,
    "conversation": pl.String,
    "repetition": pl.Int64,
    "personality": pl.String,
    "goal": pl.String,
    "ended_by": pl.String,
    "criterion": pl.String,
    "value": pl.Float64,
    "why_not": pl.String,
}
"""One row a case and criterion; `value` null: not evaluated, and `why_not` says why."""


def decide(batch: Batch, params: Params) -> Decision:
    """Score one model's conversations, and compare versions where there are two.

    Tables: ``scores`` (`SCORE_COLUMNS`).
    """
    declared = declaration_of(batch)
    criteria = active_criteria(declared)
    scores = scores_of(batch, str(params["judge"] or ""))
    cases = cases_of(batch.executions, scores, criteria)
    versions = versions_of(batch)
    clauses = [_complete(batch), *_losses(batch, versions, params), _judged(cases, scores, criteria)]
    if len(versions) > 1:
        clauses += _compared(batch, cases, criteria, params)
    else:
        clauses += _least(batch, cases, versions[0], params)
    return Decision(
        clauses=tuple(clauses),
        counts=_counts(batch, versions),
        readings=readings_of(batch, cases, criteria, scores, versions, level=float(params["level"] or 0.95)),
        tables={"scores": score_frame(cases, criteria)},
    )


def embedded(folder: Path, model: str) -> Recorded:
    """Simulate and score the evaluation that ships, for a report on a machine where nothing is recorded."""
    from cenario.runner.quality_embedded import record_embedded  # the runner takes long to import

    return record_embedded(EVALUATION, folder, model)


def declaration_of(batch: Batch) -> QualityEvaluation:
    """Return the evaluation of quality that the conversations were begun with.

    Raises
    ------
    BadInputError
        The manifests hold none, or two that judge by different criteria or personalities.
    """
    found = [manifest.quality for manifest in batch.manifests if manifest.quality is not None]
    if not found:
        raise BadInputError(message("qualityreport-no-declaration"))
    if len({(one.id, one.kind, active_criteria(one)) for one in found}) > 1:
        raise BadInputError(message("qualityreport-two-declarations"))
    return found[-1]


def scores_of(batch: Batch, judge: str) -> list[Score]:
    """Return one judge's scores of this batch's conversations.

    Raises
    ------
    BadInputError
        Several judges and none chosen, or a judge that scored nothing.
    """
    batches = {execution.batch for execution in batch.executions}
    mine = [score for score in batch.scores if score.batch in batches]
    judges = sorted({score.judge for score in mine})
    if judge and judges and judge not in judges:
        raise BadInputError(message("qualityreport-no-judge", judge=judge, judges=", ".join(judges)))
    if not judge and len(judges) > 1:
        raise BadInputError(message("qualityreport-judges", judges=", ".join(judges)))
    return [score for score in mine if not judge or score.judge == judge]


def versions_of(batch: Batch) -> tuple[str, ...]:
    """Return the versions that were recorded, the one in use first."""
    found = {execution.arm for execution in batch.executions}
    known = [arm for arm in (CURRENT, CANDIDATE) if arm in found]
    others = sorted(found - {CURRENT, CANDIDATE})
    if others and (known or len(others) > 1):
        raise BadInputError(message("qualityreport-versions", names=", ".join(sorted(found))))
    return tuple(known) or tuple(others)


def score_frame(cases: Sequence[Case], criteria: Sequence[Criterion]) -> pl.DataFrame:
    """Return one row a case and criterion, in `SCORE_COLUMNS`."""
    rows = [
        (
            case.arm,
            case.conversation,
            case.repetition,
            case.personality,
            case.goal,
            case.ended_by,
            one.name,
            case.scores.get(one.name),
            None if case.scores.get(one.name) is not None else _why_not(case, one),
        )
        for case in cases
        for one in criteria
    ]
    return pl.DataFrame(rows, schema=dict(SCORE_COLUMNS), orient="row")


def _why_not(case: Case, criterion: Criterion) -> str:
    if not case.is_completed:
        return case.ended_by
    return case.reasons.get(criterion.name, "not_judged")


def _complete(batch: Batch) -> Clause:
    recorded = sum(execution.outcome != "stopped" for execution in batch.executions)
    planned = sum({m.batch: m.planned or 0 for m in batch.manifests}.values()) or recorded
    return completeness_clause({batch.model: max(0, planned - recorded)}, planned)


def _losses(batch: Batch, versions: Sequence[str], params: Params) -> list[Clause]:
    if len(versions) < 2:
        return []
    recorded = {
        arm: sum(e.arm == arm and e.outcome != "stopped" for e in batch.executions) for arm in versions
    }
    largest = float(params["max_loss_difference"] or 0.0)
    return [losses_clause(lost(batch.executions), recorded, largest_difference=largest)]


def lost(executions: Sequence[Execution]) -> tuple[Loss, ...]:
    """Return the conversations that the harness lost: the service's failures and the customer's."""
    found = Counter(
        (each.arm, each.outcome_reason or "") for each in executions if each.outcome == "harness_failure"
    )
    return tuple(Loss(arm=arm, reason=reason, n=n) for (arm, reason), n in sorted(found.items()))


def _judged(cases: Sequence[Case], scores: Sequence[Score], criteria: Sequence[Criterion]) -> Clause:
    """Return ``short`` while a completed case was never put to the judge in a criterion."""
    asked = {(score.arm, score.conversation, score.repetition, score.criterion) for score in scores}
    due = [
        (case.arm, case.conversation, case.repetition, one.name)
        for case in cases
        if case.is_completed
        for one in criteria
    ]
    missing = sum(key not in asked for key in due)
    code = "qualityclause-not-judged" if missing else "qualityclause-judged"
    return Clause(
        name="judged",
        outcome="short" if missing else "holds",
        reason=message(code, n=numbers.as_count(missing), due=numbers.as_count(len(due))),
        value=float(len(due) - missing),
        threshold=float(len(due)),
        n=len(due),
        unit="count",
        of_data=True,
    )


def _least(batch: Batch, cases: Sequence[Case], version: str, params: Params) -> list[Clause]:
    mine = [case for case in cases if case.arm == version and case.score is not None]
    values = [case.score or 0.0 for case in mine]
    clusters = clusters_of(batch)
    interval = mean_of(
        values, [clusters[case.conversation] for case in mine], level=float(params["level"] or 0.95)
    )
    least = params["minimum_global"]
    return [
        minimum_clause("cases", len(mine), int(params["min_cases"] or 0)),
        least_clause(
            interval, n=len(mine), least=None if least is None else float(least), by=clustered_by(batch)
        ),
    ]


def _compared(
    batch: Batch, cases: Sequence[Case], criteria: Sequence[Criterion], params: Params
) -> list[Clause]:
    """Return a clause a criterion: pairs of the same conversation, personality and repetition."""
    by_arm = {
        arm: {(c.conversation, c.personality, c.repetition): c for c in cases if c.arm == arm}
        for arm in (CURRENT, CANDIDATE)
    }
    pairs = [
        (key[0], by_arm[CURRENT][key], by_arm[CANDIDATE][key])
        for key in sorted(by_arm[CURRENT].keys() & by_arm[CANDIDATE].keys(), key=str)
    ]
    clusters = clusters_of(batch)
    level = float(params["level"] or 0.95)
    margins = {
        "numeric": float(params["margin_score"] or 0.0),
        "boolean": float(params["margin_pass"] or 0.0),
    }
    both = [pair for pair in pairs if pair[1].score is not None and pair[2].score is not None]
    clauses = [minimum_clause("cases", len(both), int(params["min_cases"] or 0))]
    for one in criteria:
        found = [
            (new.scores[one.name] or 0.0, old.scores[one.name] or 0.0, clusters[name])
            for name, old, new in pairs
            if old.scores.get(one.name) is not None and new.scores.get(one.name) is not None
        ]
        interval = difference_of(
            [new - old for new, old, _ in found], [c for *_, c in found], kind=one.kind, level=level
        )
        clauses.append(
            noninferior_clause(
                one.name, interval, n=len(found), margin=margins[one.kind], by=clustered_by(batch)
            )
        )
    least = params["minimum_global"]
    if least is not None:
        clauses += _least(batch, cases, CANDIDATE, params)[1:]
    return clauses


def clusters_of(batch: Batch) -> dict[str, str]:
    """Return what each conversation shares with others: the corpus's conversation that it opens from."""
    return {each.conversation: each.cluster or each.conversation for each in batch.executions}


def clustered_by(batch: Batch) -> Message:
    """Return by what intervals are clustered, in words."""
    simulated = any(each.variant is not None for each in batch.executions)
    return message("qualityclause-by-goal" if simulated else "qualityclause-by-conversation")


def _counts(batch: Batch, versions: Sequence[str]) -> Counts:
    return Counts(
        executions={arm: sum(e.arm == arm and e.is_measured for e in batch.executions) for arm in versions},
        dropped=lost(batch.executions),
    )


EVALUATION = Evaluation(
    code="simulation",
    title=message("qualityreport-title"),
    question=message("qualityreport-question"),
    params=PARAMS,
    arms=(Arm(name=CURRENT, role="baseline"), Arm(name=CANDIDATE, role="candidate")),
    decide=decide,
    limits=(
        message("qualityreport-limit-verdict"),
        message("qualityreport-limit-judge"),
        message("qualityreport-limit-customer"),
        message("qualityreport-limit-unscored"),
        message("qualityreport-limit-goals"),
    ),
    corpus="c",
    recipe="simulation",
    next_step=message("qualityreport-next"),
)
