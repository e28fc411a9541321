"""What was spent and used, summed for people: an unknown cost is told, never taken for zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cenario.domain.execution import Execution, Usage
from cenario.domain.vote import Score, Vote
from cenario.engine import Judgement


@dataclass(frozen=True, slots=True)
class Spending:
    """A sum of costs: US dollars known (None where none is known), how many, and how many are unknown."""

    usd: float | None
    n: int
    n_unknown: int

    @property
    def usd_each(self) -> float | None:
        """The mean of those whose cost is known; None where none is."""
        known = self.n - self.n_unknown
        return self.usd / known if self.usd is not None and known else None


@dataclass(frozen=True, slots=True)
class ArmUse:
    """What one arm used, a mean over its executions; None where some execution does not say."""

    arm: str
    n: int
    cost_usd: float | None
    input_tokens: float | None
    output_tokens: float | None
    steps: float | None
    duration_s: float | None


def spent(records: Iterable[Execution | Vote | Score]) -> Spending:
    """Return what `records` cost together."""
    costs = [record.cost_usd for record in records]
    known = [cost for cost in costs if cost is not None]
    return Spending(usd=sum(known) if known else None, n=len(costs), n_unknown=len(costs) - len(known))


def spent_on_runs(judgement: Judgement) -> Spending:
    """Return what the executions cost, those done again included."""
    loaded = judgement.loaded
    again = [record for record in loaded.superseded if isinstance(record, Execution)]
    return spent([*(each for batch in loaded.batches for each in batch.executions), *again])


def spent_on_judges(judgement: Judgement) -> Spending:
    """Return what votes and scores cost, those asked for again included."""
    loaded = judgement.loaded
    again = [record for record in loaded.superseded if not isinstance(record, Execution)]
    votes = [vote for batch in loaded.batches for vote in batch.votes]
    scores = [score for batch in loaded.batches for score in batch.scores]
    return spent([*votes, *scores, *again])


def spending_document(judgement: Judgement) -> dict[str, object]:
    """Return what executions and judges cost, as plain JSON values; a cost nobody knows is null."""
    kinds = {"executions": spent_on_runs(judgement), "judges": spent_on_judges(judgement)}
    return {
        kind: {"usd": each.usd, "usd_each": each.usd_each, "n": each.n, "n_unknown": each.n_unknown}
        for kind, each in kinds.items()
    }


def use_by_arm(executions: Sequence[Execution]) -> list[ArmUse]:
    """Return each arm's mean use over its measured executions, arms in their order of appearance by name."""
    arms = sorted({execution.arm for execution in executions})
    return [_use(arm, [e for e in executions if e.arm == arm and e.is_measured]) for arm in arms]


def _use(arm: str, executions: Sequence[Execution]) -> ArmUse:
    return ArmUse(
        arm=arm,
        n=len(executions),
        cost_usd=_mean([e.cost_usd for e in executions]),
        input_tokens=_mean([_input(e) for e in executions]),
        output_tokens=_mean([_tokens(e, ("output_tokens",)) for e in executions]),
        steps=_mean([float(len(e.steps)) for e in executions]),
        duration_s=_mean([e.duration_s for e in executions]),
    )


def _input(execution: Execution) -> float | None:
    return _tokens(execution, ("input_tokens", "cache_read_tokens", "cache_write_tokens"))


def _tokens(execution: Execution, fields: tuple[str, ...]) -> float | None:
    """Return the tokens of one execution; None unless each step reports the first of `fields`."""
    usages = [step.usage for step in execution.steps]
    if not usages or any(usage is None or getattr(usage, fields[0]) is None for usage in usages):
        return None
    return float(sum(_of(usage, fields) for usage in usages if usage is not None))


def _of(usage: Usage, fields: tuple[str, ...]) -> int:
    return sum(getattr(usage, name) or 0 for name in fields)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
