"""A pilot's measured spend in place of the plan's constants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cenario.domain.execution import Execution
from cenario.errors import BadInputError, message


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """What one model's arm will cost by the pilot: mean measured cost times planned executions.

    `usd` is None where an execution of the pilot has no known cost: a price nobody knows is not zero.
    """

    model: str
    arm: str
    pilot_executions: int
    planned_executions: int
    usd_per_execution: float | None
    usd: float | None


def project(pilot: Iterable[Execution], planned: dict[tuple[str, str], int]) -> tuple[Projection, ...]:
    """Multiply the measured spend per execution by the planned executions, by (model, arm).

    Parameters
    ----------
    pilot : iterable of Execution
        The pilot's executions; harness failures cost too and count in the mean.
    planned : mapping of (model, arm) to executions

    Raises
    ------
    BadInputError
        The pilot holds no execution of a planned model and arm.
    """
    by_cell: dict[tuple[str, str], list[float | None]] = {}
    for execution in pilot:
        if execution.outcome != "stopped":
            by_cell.setdefault((execution.model, execution.arm), []).append(execution.cost_usd)
    if not by_cell:
        raise BadInputError(message("plan-empty-pilot"))
    return tuple(
        _projection(model, arm, costs, planned[(model, arm)])
        for (model, arm), costs in sorted(by_cell.items())
        if (model, arm) in planned
    )


def _projection(model: str, arm: str, costs: list[float | None], planned: int) -> Projection:
    known = [cost for cost in costs if cost is not None]
    mean = sum(known) / len(known) if len(known) == len(costs) else None
    return Projection(
        model=model,
        arm=arm,
        pilot_executions=len(costs),
        planned_executions=planned,
        usd_per_execution=mean,
        usd=None if mean is None else mean * planned,
    )
