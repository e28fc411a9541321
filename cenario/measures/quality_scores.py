"""Three levels of score (seed 004): case, criterion, global. What was not evaluated is never a number.

A case ended by error or human assistance has no score and is in no mean; it is counted among the cases
not completed. A criterion that the judge could not evaluate leaves numerator and denominator alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from statistics import fmean

from cenario.domain.execution import Execution
from cenario.domain.quality import Criterion
from cenario.domain.vote import Score

CaseKey = tuple[str, str, int]
"""(arm, conversation, repetition)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One conversation: its scores by criterion (0..100; None: not evaluated), and how it ended.

    `is_completed` is false where it ended by error or human assistance: then nothing is evaluated.
    """

    arm: str
    conversation: str
    repetition: int
    personality: str | None
    goal: str | None
    ended_by: str
    is_completed: bool
    scores: Mapping[str, float | None] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def score(self) -> float | None:
        """Simple mean of the criteria evaluated, equal weights; None where there is none."""
        values = [value for value in self.scores.values() if value is not None]
        return fmean(values) if self.is_completed and values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionScore:
    """One criterion over all cases: a mean (numeric) or the share of cases that passed, in percent."""

    name: str
    kind: str
    value: float | None
    n: int
    not_evaluated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QualitySummary:
    """The three levels of one arm. `completed` of `total` cases; `unscored` completed without any score."""

    global_score: float | None
    criteria: tuple[CriterionScore, ...]
    by_personality: Mapping[str, float | None]
    completed: int
    total: int
    unscored: int


def cases_of(
    executions: Iterable[Execution], scores: Iterable[Score], criteria: Sequence[Criterion]
) -> list[Case]:
    """Return one case a measured conversation, sorted by its key; the harness's failures are left out."""
    by_case: dict[CaseKey, dict[str, Score]] = {}
    for score in scores:
        by_case.setdefault((score.arm, score.conversation, score.repetition), {})[score.criterion] = score
    found = []
    for execution in executions:
        if execution.outcome in ("harness_failure", "stopped"):
            continue
        ended = execution.tags.get("ended_by", "error" if execution.outcome == "agent_failure" else "limit")
        completed = ended not in ("error", "human")
        given = by_case.get((execution.arm, execution.conversation, execution.repetition), {})
        found.append(
            Case(
                arm=execution.arm,
                conversation=execution.conversation,
                repetition=execution.repetition,
                personality=execution.variant,
                goal=execution.tags.get("goal"),
                ended_by=ended,
                is_completed=completed,
                scores={one.name: _value(given.get(one.name)) for one in criteria} if completed else {},
                reasons={name: score.reason or score.invalid or "" for name, score in given.items()},
            )
        )
    return sorted(found, key=lambda case: (case.arm, case.conversation, case.repetition))


def _value(score: Score | None) -> float | None:
    return None if score is None else score.value


def summarise(cases: Sequence[Case], criteria: Sequence[Criterion]) -> QualitySummary:
    """Return the scores of one arm's cases."""
    scored = [case.score for case in cases if case.score is not None]
    names = sorted({case.personality for case in cases if case.personality is not None})
    return QualitySummary(
        global_score=fmean(scored) if scored else None,
        criteria=tuple(_criterion(one, cases) for one in criteria),
        by_personality={
            name: _mean([case.score for case in cases if case.personality == name]) for name in names
        },
        completed=sum(case.is_completed for case in cases),
        total=len(cases),
        unscored=sum(case.is_completed and case.score is None for case in cases),
    )


def _criterion(criterion: Criterion, cases: Sequence[Case]) -> CriterionScore:
    asked = [case.scores.get(criterion.name) for case in cases if case.is_completed]
    values = [value for value in asked if value is not None]
    return CriterionScore(
        name=criterion.name,
        kind=criterion.kind,
        value=fmean(values) if values else None,
        n=len(values),
        not_evaluated=len(asked) - len(values),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def shown_score(value: float | None) -> str:
    """Return a score as it is shown: a whole number, half up (73.33 is 73); ``—`` where there is none."""
    if value is None:
        return "—"
    return str(Decimal(repr(value)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
