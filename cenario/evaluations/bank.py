"""bank: does a chatbot answer a bank of scenarios well enough, in each dimension, to be let through the gate?

Unit: one base scenario; its paraphrases, variants and repetitions count as one. A score is a judge's, 1
to 5; what the judge could not be read on has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from cenario.criteria.bank import gate_clause
from cenario.criteria.sufficiency import completeness_clause
from cenario.domain.bank import TARGETS, Dimension
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution
from cenario.domain.recorded import Recorded
from cenario.domain.verdict import Clause, Counts, Loss, Reading
from cenario.errors import Message
from cenario.labels import numbers
from cenario.labels.text import message
from cenario.measures.bank.checks import CheckSummary, check_items, summarise_checks
from cenario.measures.bank.frames import (
    case_frame,
    check_frame,
    check_group_frame,
    dimension_frame,
    group_frame,
    run_frame,
)
from cenario.measures.bank.items import Item, answers, bank_items
from cenario.measures.bank.summary import DimensionSummary, group_rows, overall, summarise
from cenario.measures.similarity import DEFAULT, similarity

DIMENSION_THRESHOLDS: Mapping[Dimension, str] = {
    "factual": "threshold_factual",
    "consistency": "threshold_consistency",
    "robustness": "threshold_robustness",
}

PARAMS = (
    Param(name="threshold", default=3.0, unit="score", low=1, high=5, origin="design"),
    *(Param(name=name, default=None, unit="score", low=1, high=5) for name in DIMENSION_THRESHOLDS.values()),
    Param(name="minimum_scored_share", default=0.9, unit="share", low=0, high=1),
    Param(name="level", default=0.95, unit="share", low=0.6, high=0.999),
    Param(name="similarity", default=DEFAULT),
    Param(name="judge", default=""),
)


def decide(batch: Batch, params: Params) -> Decision:
    """Return the clauses, readings and tables of one chatbot."""
    level = float(params["level"] or 0.95)
    items = bank_items(answers(batch.executions), batch.scores, judge=str(params["judge"] or "") or None)
    summaries = summarise(items, level=level)
    by = similarity(str(params["similarity"] or DEFAULT))
    checks = check_items(items, by)
    check_summaries = summarise_checks(checks, similarity_name=by.name)
    return Decision(
        clauses=(_complete(batch), *_gate(summaries, params)),
        counts=_counts(batch.executions),
        readings=(
            *_overall(summaries),
            *_edges(summaries, params),
            *_targets(summaries),
            *_unscored(items, summaries),
            *_checked(check_summaries),
            *_same_judge(batch),
        ),
        notes=(*_below_target(summaries), *_simulated_judge(batch)),
        tables={
            "dimensions": dimension_frame(summaries.values()),
            "groups": group_frame(group_rows(items, level=level)),
            "cases": case_frame(summaries.values()),
            "checks": check_frame(check_summaries.values()),
            "check_groups": check_group_frame(checks),
            "runs": run_frame(items),
        },
    )


def threshold_of(dimension: Dimension, params: Params) -> float:
    """Return a dimension's threshold: its own, else the one for all."""
    own = params[DIMENSION_THRESHOLDS[dimension]]
    return float(own if own is not None else params["threshold"] or 0)


def _complete(batch: Batch) -> Clause:
    recorded = sum(execution.outcome != "stopped" for execution in batch.executions)
    by_batch = {manifest.batch: manifest.planned or 0 for manifest in batch.manifests}  # the last one counts
    planned = sum(by_batch.values()) or recorded
    return completeness_clause({"chatbot": max(0, planned - recorded)}, planned)


def _gate(summaries: Mapping[Dimension, DimensionSummary], params: Params) -> list[Clause]:
    return [
        gate_clause(
            dimension,
            summary.mean,
            threshold=threshold_of(dimension, params),
            interval=summary.interval,
            n_cases=summary.evaluated,
            scored_share=summary.scored_share,
            minimum_scored_share=float(params["minimum_scored_share"] or 0),
            detail=_figures(summary),
        )
        for dimension, summary in summaries.items()
    ]


def _figures(summary: DimensionSummary) -> dict[str, object]:
    """Return a dimension's figures and its worst scenarios, as they stand in the verdict's JSON."""
    return {
        "median": summary.median,
        "stdev": summary.stdev,
        "minimum": summary.minimum,
        "maximum": summary.maximum,
        "n_cases": summary.n_cases,
        "evaluated": summary.evaluated,
        "failed": summary.failed,
        "n_items": summary.n_items,
        "n_scored": summary.n_scored,
        "worst": [
            {"case": case.case.id, "category": case.case.category, "score": float(case.score or 0)}
            for case in summary.worst()
        ],
    }


def _counts(executions: Sequence[Execution]) -> Counts:
    failed: dict[str, int] = {}
    for execution in executions:
        if execution.outcome == "harness_failure":
            reason = execution.outcome_reason or ""
            failed[reason] = failed.get(reason, 0) + 1
    measured = sum(execution.is_measured for execution in executions)
    losses = tuple(Loss(arm="chatbot", reason=reason, n=n) for reason, n in sorted(failed.items()))
    return Counts(executions={"chatbot": measured}, dropped=losses)


def _overall(summaries: Mapping[Dimension, DimensionSummary]) -> list[Reading]:
    mean: Fraction | None = overall(summaries)
    scored = sum(summary.evaluated for summary in summaries.values())
    value = None if mean is None else float(mean)
    reason = message("bank-reading-overall", mean=numbers.as_number(value), n=numbers.as_count(scored))
    return [Reading(name="overall", reason=reason, value=value, n=scored, unit="score")]


def _edges(summaries: Mapping[Dimension, DimensionSummary], params: Params) -> list[Reading]:
    """Return each dimension's interval, flagged where the threshold lies inside it."""
    readings = []
    for dimension, summary in summaries.items():
        interval, threshold = summary.interval, threshold_of(dimension, params)
        if interval is None:
            continue
        inside = interval.lower < threshold <= interval.upper
        readings.append(
            Reading(
                name=f"interval_{dimension}",
                reason=message(
                    "bank-reading-edge" if inside else "bank-reading-clear",
                    name=message(f"bank-dimension-{dimension}"),
                    lower=numbers.as_number(interval.lower),
                    upper=numbers.as_number(interval.upper),
                    threshold=numbers.as_number(threshold),
                ),
                value=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                n=summary.evaluated,
                unit="score",
                flagged=inside,
            )
        )
    return readings


def _below_target(summaries: Mapping[Dimension, DimensionSummary]) -> list[Message]:
    return [
        message(
            "bank-below-target",
            dimension=message(f"bank-dimension-{dimension}"),
            scenarios=summary.n_cases,
            target=TARGETS[dimension],
        )
        for dimension, summary in summaries.items()
        if summary.n_cases < TARGETS[dimension]
    ]


def _targets(summaries: Mapping[Dimension, DimensionSummary]) -> list[Reading]:
    small = [d for d, summary in summaries.items() if summary.n_cases < TARGETS[d]]
    told = dict(zip(small, _below_target(summaries), strict=True))
    return [
        Reading(
            name=f"target_{d}", reason=told[d], value=float(summaries[d].n_cases), unit="count", flagged=True
        )
        for d in small
    ]


def _unscored(items: Sequence[Item], summaries: Mapping[Dimension, DimensionSummary]) -> list[Reading]:
    """Return, where any item has no score, how many and why."""
    readings = []
    for dimension in summaries:
        mine = [item for item in items if item.case.dimension == dimension]
        lost = [item.lost for item in mine if item.lost is not None]
        if lost:
            readings.append(
                Reading(
                    name=f"not_evaluated_{dimension}",
                    reason=message(
                        "bank-reading-lost",
                        name=message(f"bank-dimension-{dimension}"),
                        lost=len(lost),
                        items=len(mine),
                        chatbot=lost.count("chatbot"),
                        judge=lost.count("judge"),
                        unasked=lost.count("not_judged"),
                    ),
                    value=len(lost) / len(mine),
                    n=len(mine),
                    unit="share",
                    flagged=True,
                )
            )
    return readings


def _checked(checks: Mapping[Dimension, CheckSummary]) -> list[Reading]:
    """Return what the answers show without a judge; none of it decides."""
    readings = []
    for dimension, check in checks.items():
        value = check.topic_share if dimension == "consistency" else check.right_share
        readings.append(
            Reading(
                name=f"unjudged_{dimension}",
                reason=message(
                    _UNJUDGED[dimension],
                    name=message(f"bank-dimension-{dimension}"),
                    value=numbers.as_share(value),
                    undecided=check.n_undecided,
                    similarity=numbers.as_number(check.similarity),
                    by=check.similarity_name,
                ),
                value=value,
                n=check.n_topic if dimension == "consistency" else check.n_right + check.n_wrong,
                unit="share",
            )
        )
    return readings


_UNJUDGED: Mapping[Dimension, str] = {
    "factual": "bank-reading-right",
    "consistency": "bank-reading-topic",
    "robustness": "bank-reading-kept",
}


def _simulated_judge(batch: Batch) -> list[Message]:
    """Say so where a real chatbot's scores are those of a simulated judge."""
    judges = sorted({score.judge for score in batch.scores if score.judge.startswith("simulated:")})
    if not judges or batch.model.startswith("simulated:"):
        return []
    return [message("bank-note-simulated-judge", judge=", ".join(judges))]


def _same_judge(batch: Batch) -> list[Reading]:
    judges = {score.judge for score in batch.scores}
    if batch.model not in judges:
        return []
    return [Reading(name="self_judged", reason=message("bank-reading-self", model=batch.model), flagged=True)]


def embedded(folder: Path, model: str) -> Recorded:
    """Record under `folder` a run of the simulated chatbot `model`, scored by the simulated judge."""
    from cenario.runner.bank_embedded import record_embedded  # the runner takes long to import

    return record_embedded(EVALUATION, folder, model)


EVALUATION = Evaluation(
    code="bank",
    title=message("bank-title"),
    question=message("bank-question"),
    params=PARAMS,
    arms=(Arm(name="chatbot", role="candidate"),),
    decide=decide,
    limits=(
        message("bank-limit-sample"),
        message("bank-limit-judge"),
        message("bank-limit-lexical"),
        message("bank-limit-single-turn"),
    ),
    corpus="bank",
    recipe="bank",
    next_step=message("bank-next-step"),
    gain=None,
)
