"""What stands beside the verdict of an evaluation of quality: the three levels, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cenario.criteria.quality import mean_of
from cenario.domain.evaluation import Batch
from cenario.domain.quality import Criterion
from cenario.domain.verdict import Reading
from cenario.domain.vote import Score
from cenario.labels import numbers
from cenario.labels.text import message
from cenario.measures.quality_scores import Case, shown_score, summarise
from cenario.stats.results import ClusteredInterval

Scored = list[tuple[float, str]]

_CRITERION = {
    "numeric": "qualityreading-criterion-numeric",
    "boolean": "qualityreading-criterion-boolean",
}


def readings_of(
    batch: Batch,
    cases: Sequence[Case],
    criteria: Sequence[Criterion],
    scores: Sequence[Score],
    versions: Sequence[str],
    *,
    level: float,
) -> tuple[Reading, ...]:
    """Return each version's levels with their intervals, and what is not in them."""
    clusters = {each.conversation: each.cluster or each.conversation for each in batch.executions}
    found: list[Reading] = []
    for arm in versions:
        mine = [case for case in cases if case.arm == arm]
        found += _levels(arm, mine, criteria, clusters, level)
        found += _left_out(arm, mine, criteria)
    return (*found, *_customer(batch), *_same_model(batch, scores))


def _levels(
    arm: str, cases: Sequence[Case], criteria: Sequence[Criterion], clusters: dict[str, str], level: float
) -> list[Reading]:
    summary = summarise(cases, criteria)
    whole = [(case.score, clusters[case.conversation]) for case in cases if case.score is not None]
    found = [
        _score(f"global_{arm}", "qualityreading-global", {"arm": arm}, summary.global_score, whole, level),
        Reading(
            name=f"completed_{arm}",
            reason=message(
                "qualityreading-completed",
                arm=arm,
                n=numbers.as_count(summary.completed),
                total=numbers.as_count(summary.total),
            ),
            value=summary.completed / summary.total if summary.total else None,
            n=summary.total,
            unit="share",
        ),
    ]
    for one in summary.criteria:
        known = [
            (value, clusters[case.conversation])
            for case in cases
            if case.is_completed and (value := case.scores.get(one.name)) is not None
        ]
        code = _CRITERION[one.kind]
        values: dict[str, object] = {"arm": arm, "name": one.name}
        found.append(_score(f"criterion_{arm}_{one.name}", code, values, one.value, known, level))
    for name, mean in summary.by_personality.items():
        known = [
            (case.score, clusters[case.conversation])
            for case in cases
            if case.personality == name and case.score is not None
        ]
        values = {"arm": arm, "name": name}
        found.append(
            _score(f"personality_{arm}_{name}", "qualityreading-personality", values, mean, known, level)
        )
    return found


def _score(
    name: str, code: str, values: dict[str, object], mean: float | None, known: Scored, level: float
) -> Reading:
    interval: ClusteredInterval | None = None
    if len(known) > 1:
        interval = mean_of([value for value, _ in known], [cluster for _, cluster in known], level=level)
    usable = interval if interval is not None and not interval.degenerate else None
    return Reading(
        name=name,
        reason=message(code, **values, score=shown_score(mean)),
        value=mean,
        lower=None if usable is None else usable.lower,
        upper=None if usable is None else usable.upper,
        n=len(known),
        unit="score",
    )


def _left_out(arm: str, cases: Sequence[Case], criteria: Sequence[Criterion]) -> list[Reading]:
    found = []
    summary = summarise(cases, criteria)
    ended = Counter(case.ended_by for case in cases)
    for how in ("human", "error"):
        if ended[how]:
            reason = message(f"qualityreading-ended-{how}", arm=arm, n=numbers.as_count(ended[how]))
            found.append(
                Reading(name=f"ended_{how}_{arm}", reason=reason, value=float(ended[how]), unit="count")
            )
    missing = sum(one.not_evaluated for one in summary.criteria)
    if missing:
        due = summary.completed * len(criteria)
        reason = message(
            "qualityreading-not-evaluated",
            arm=arm,
            n=numbers.as_count(missing),
            due=numbers.as_count(due),
            cases=numbers.as_count(summary.unscored),
        )
        found.append(
            Reading(
                name=f"not_evaluated_{arm}",
                reason=reason,
                value=missing / due,
                n=due,
                unit="share",
                flagged=True,
            )
        )
    return found


def _customer(batch: Batch) -> list[Reading]:
    """Return how often the simulated customer had to be asked again, and how often it was given up."""
    if not any(each.variant is not None for each in batch.executions):
        return []
    faults: Counter[str] = Counter()
    for each in batch.executions:
        for told in filter(None, each.tags.get("customer_faults", "").split(", ")):
            name, _, n = told.partition(": ")
            faults[name] += int(n)
    given_up = sum(
        each.outcome == "harness_failure" and "customer_faults" in each.tags for each in batch.executions
    )
    reason = message(
        "qualityreading-customer",
        faults=numbers.as_count(sum(faults.values())),
        lost=numbers.as_count(given_up),
        total=numbers.as_count(len(batch.executions)),
    )
    return [
        Reading(
            name="customer_faults",
            reason=reason,
            value=float(sum(faults.values())),
            n=len(batch.executions),
            unit="count",
            flagged=given_up > 0,
            detail=dict(sorted(faults.items())),
        )
    ]


def _same_model(batch: Batch, scores: Sequence[Score]) -> list[Reading]:
    if batch.model not in {score.judge for score in scores}:
        return []
    reason = message("qualityreading-self", model=batch.model)
    return [Reading(name="self_judged", reason=reason, flagged=True)]
