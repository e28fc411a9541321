"""Two arms paired by conversation, variant and repetition; what could not be paired, by arm and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cenario.domain.execution import TASK_TAG, Execution
from cenario.domain.verdict import Loss

__all__ = [
    "NOT_SCORED",
    "OTHER_TASK",
    "PAIR_LOST",
    "STOPPED",
    "UNPAIRED",
    "Cell",
    "Pair",
    "Pairing",
    "pair_scores",
    "score_names",
]

Cell = tuple[str, str, int]
"""(conversation, variant or empty, repetition)."""

UNPAIRED = "unpaired"
OTHER_TASK = "other_task"
PAIR_LOST = "pair_lost"
NOT_SCORED = "not_scored"
STOPPED = "stopped"
HARNESS_FAILURE = "harness_failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One conversation and repetition, measured in both arms."""

    cell: Cell
    cluster: str
    baseline: Execution
    candidate: Execution
    baseline_value: float
    candidate_value: float

    @property
    def difference(self) -> float:
        """Candidate minus baseline."""
        return self.candidate_value - self.baseline_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """What is compared, and an account of the rest.

    In each arm, executions = pairs + dropped. `lost` are the losses that are the arm's own (harness,
    stopped, not scored): what the other arm then loses with the pair, and what never had a pair, are not.
    `comparable` are the cells that both arms have, measured or not.
    """

    pairs: tuple[Pair, ...]
    executions: dict[str, int]
    dropped: tuple[Loss, ...]
    lost: tuple[Loss, ...]
    comparable: frozenset[Cell]

    @property
    def differences(self) -> list[float]:
        """Candidate minus baseline, in the order of `pairs`."""
        return [pair.difference for pair in self.pairs]

    @property
    def clusters(self) -> list[str]:
        """The cluster of each pair."""
        return [pair.cluster for pair in self.pairs]


def score_names(executions: Iterable[Execution]) -> list[str]:
    """Return the names of the scores that any execution carries, sorted."""
    return sorted({name for execution in executions for name in execution.scores})


def pair_scores(executions: Sequence[Execution], *, baseline: str, candidate: str, score: str) -> Pairing:
    """Pair the arms on a score, dropping what is lost on either side in pairs.

    Parameters
    ----------
    executions
        Of both arms, in any order; each (conversation, variant, repetition) at most once an arm.
    baseline, candidate
        The arms' names.
    score
        The score's name. Where it is absent or null the execution is not scored: never a zero.
    """
    by_arm = {arm: {_cell(e): e for e in executions if e.arm == arm} for arm in (baseline, candidate)}
    left, right = by_arm[baseline], by_arm[candidate]
    own = {arm: {cell: _why(e, score) for cell, e in cells.items()} for arm, cells in by_arm.items()}
    common = {c for c in left.keys() & right.keys() if _same_task(left[c], right[c])}
    kept = sorted(c for c in common if own[baseline][c] is None and own[candidate][c] is None)
    dropped: Counter[tuple[str, str]] = Counter()
    lost: Counter[tuple[str, str]] = Counter()
    for arm, other in ((baseline, right), (candidate, left)):
        for cell in by_arm[arm].keys() - set(kept):
            if (reason := own[arm][cell]) is not None:
                lost[arm, reason] += 1
            without = PAIR_LOST if cell in common else OTHER_TASK if cell in other else UNPAIRED
            dropped[arm, reason or without] += 1
    pairs = tuple(
        Pair(
            cell=cell,
            cluster=left[cell].cluster or left[cell].conversation,
            baseline=left[cell],
            candidate=right[cell],
            baseline_value=_score(left[cell], score),
            candidate_value=_score(right[cell], score),
        )
        for cell in kept
    )
    return Pairing(
        pairs=pairs,
        executions={arm: len(cells) for arm, cells in by_arm.items()},
        dropped=_losses(dropped),
        lost=_losses(lost),
        comparable=frozenset(common),
    )


def _same_task(one: Execution, other: Execution) -> bool:
    """Whether both were asked the same, as far as their files tell."""
    told = {e.tags[TASK_TAG] for e in (one, other) if TASK_TAG in e.tags}
    return len(told) < 2


def _score(execution: Execution, score: str) -> float:
    value = execution.scores[score]
    if value is None:
        raise ValueError(score)  # such an execution is not kept
    return value


def _cell(execution: Execution) -> Cell:
    return (execution.conversation, execution.variant or "", execution.repetition)


def _why(execution: Execution, score: str) -> str | None:
    """Return why the execution is not measured on the score, None where it is."""
    if execution.outcome == "stopped":
        return STOPPED
    if not execution.is_measured:
        return execution.outcome_reason or HARNESS_FAILURE
    return NOT_SCORED if execution.scores.get(score) is None else None


def _losses(counted: Counter[tuple[str, str]]) -> tuple[Loss, ...]:
    return tuple(Loss(arm=arm, reason=reason, n=n) for (arm, reason), n in sorted(counted.items()))
