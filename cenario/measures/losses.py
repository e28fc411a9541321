"""What is not measured, and why: harness failures dropped in pairs, stops, and what never ran."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cenario.domain.execution import Execution
from cenario.domain.verdict import Loss

Cell = tuple[str, str | None, int]
"""(conversation, variant, repetition): what the arms share."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The executions that are compared, and account of the rest.

    Attributes
    ----------
    executions : tuple of Execution
        Measured in every arm, so that each loss is dropped from all arms alike.
    losses : tuple of Loss
        Harness failures by arm and reason, before the pair's other side is dropped.
    recorded : mapping of arm to count
        Executions recorded, lost ones included, stopped ones not.
    missing : mapping of arm to count
        Cells that another arm or repetition has and this arm never recorded.
    dropped_with_pair : int
        Measured executions dropped because another arm lost theirs.
    """

    executions: tuple[Execution, ...]
    losses: tuple[Loss, ...]
    recorded: Mapping[str, int]
    missing: Mapping[str, int]
    dropped_with_pair: int


def keep_paired(executions: Iterable[Execution], *, arms: Sequence[str], repetitions: int) -> Kept:
    """Keep the cells that every arm of `arms` measured.

    A cell expected of each arm is every conversation (and variant) seen anywhere, `repetitions` times.
    An execution that was stopped is as if it never ran: it is missing, not lost.
    """
    given = [execution for execution in executions if execution.arm in arms]
    ran = [execution for execution in given if execution.outcome != "stopped"]
    seen = {(execution.conversation, execution.variant) for execution in given}
    expected: set[Cell] = {(*what, k) for what in seen for k in range(repetitions)}
    by_arm: dict[str, dict[Cell, Execution]] = {arm: {} for arm in arms}
    for execution in ran:
        if execution.repetition < repetitions:
            by_arm[execution.arm][_cell(execution)] = execution
    lost: Counter[tuple[str, str]] = Counter(
        (execution.arm, execution.outcome_reason or "")
        for cells in by_arm.values()
        for execution in cells.values()
        if not execution.is_measured
    )
    failed = {cell for cells in by_arm.values() for cell, one in cells.items() if not one.is_measured}
    kept = [one for cells in by_arm.values() for cell, one in cells.items() if cell not in failed]
    measured = sum(one.is_measured for cells in by_arm.values() for one in cells.values())
    return Kept(
        executions=tuple(
            sorted(kept, key=lambda one: (one.arm, one.repetition, one.conversation, one.variant or ""))
        ),
        losses=tuple(Loss(arm=arm, reason=why, n=n) for (arm, why), n in sorted(lost.items())),
        recorded={arm: len(cells) for arm, cells in by_arm.items()},
        missing={arm: len(expected - cells.keys()) for arm, cells in by_arm.items()},
        dropped_with_pair=measured - len(kept),
    )


def _cell(execution: Execution) -> Cell:
    return (execution.conversation, execution.variant, execution.repetition)
