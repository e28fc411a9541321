"""A plan's table: a row a model, a subtotal an evaluation, a total; and the rounding of the published one.

Ours prints from unrounded values. The user's published table adds, within a row, arms that are
each rounded already (US dollars to cents, hours to one decimal), and takes subtotals from unrounded
values: `published=True` reproduces it, and nothing else should use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from cenario.plan.cost import ArmCost


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One line of the table."""

    label: str
    executions: int
    calls: int
    usd_cache_on: float
    usd_cache_off: float
    hours: float


def model_row(label: str, arms: Sequence[ArmCost], *, published: bool = False) -> Total:
    """Return the row of one model: the sum of its arms, each rounded first where `published`."""
    usd = 2 if published else None
    tenth = 1 if published else None
    return Total(
        label=label,
        executions=sum(arm.executions for arm in arms),
        calls=sum(arm.calls for arm in arms),
        usd_cache_on=sum(_rounded(arm.usd_cache_on, usd) for arm in arms),
        usd_cache_off=sum(_rounded(arm.usd_cache_off, usd) for arm in arms),
        hours=sum(_rounded(arm.hours, tenth) for arm in arms),
    )


def subtotal(label: str, models: Sequence[Sequence[ArmCost]]) -> Total:
    """Return the sum over models, from unrounded values in either mode."""
    return model_row(label, [arm for arms in models for arm in arms])


def without_arm(models: Sequence[Sequence[ArmCost]], arm: str) -> list[list[ArmCost]]:
    """Return the models' arms without `arm`, to total again (the seed's F5 without its A/A arm)."""
    return [[cost for cost in arms if cost.arm != arm] for arms in models]


def suggested_ceiling_usd(total_usd: float, *, margin: float) -> float:
    """Return the total plus `margin` (a share), for correction, retries and what the constants err."""
    return total_usd * (1 + margin)


def parallel_hours(models: Sequence[Sequence[ArmCost]]) -> float:
    """Return the hours when each model runs in its own process: the longest model's sum."""
    return max((sum(arm.hours for arm in arms) for arms in models), default=0.0)


def _rounded(value: float, decimals: int | None) -> float:
    if decimals is None:
        return value
    step = Decimal(1).scaleb(-decimals)
    return float(Decimal(repr(value)).quantize(step, rounding=ROUND_HALF_EVEN))
