"""What one turn shows at the provider's seam: calls, faults, steps, vetoes, tool sequence.

One row an execution; a rate is pooled over a repetition (sum of events over sum of exposures)
and is None where nothing was exposed: no call is not a rate of zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

from cenario.domain.execution import Execution


@dataclass(frozen=True, slots=True)
class Indicator:
    """A rate: `events` over `exposure` columns of the turn table, shown per `per` exposures."""

    name: str
    events: str
    exposure: str
    per: int = 100
    unit: str = "per_100_calls"


INVALID = Indicator("invalid", "invalid", "calls")
INVALID_FORMAT = Indicator("invalid_format", "invalid_format", "format_calls", unit="per_100_format_calls")
NONEXISTENT = Indicator("nonexistent", "nonexistent", "calls")
LANDFILL = Indicator("landfill", "landfill", "calls")
STEPS = Indicator("steps", "steps", "turns", per=1, unit="per_turn")
VETOES = Indicator("vetoes", "vetoes", "turns", per=1, unit="per_turn")
INDICATORS = (INVALID, NONEXISTENT, LANDFILL, STEPS, VETOES)

TURN_COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "arm": pl.String,
    "conversation": pl.String,
    "repetition": pl.Int64,
    "turns": pl.Int64,
    "calls": pl.Int64,
    "format_calls": pl.Int64,
    "invalid": pl.Int64,
    "invalid_format": pl.Int64,
    "nonexistent": pl.Int64,
    "landfill": pl.Int64,
    "searches": pl.Int64,
    "empty_searches": pl.Int64,
    "steps": pl.Int64,
    "vetoes": pl.Int64,
    "sequence": pl.String,
    "cost_usd": pl.Float64,
    "duration_s": pl.Float64,
}
"""The turn table: counts of one execution. `sequence` is the ordered tool names, one a line."""


def turn_table(executions: Iterable[Execution]) -> pl.DataFrame:
    """Return one row an execution, in `TURN_COLUMNS`.

    A call of a tool that does not exist has no validation to fail: it counts as nonexistent,
    not as invalid (our reading). A landfill uuid passes validation and is counted on its own.
    """
    rows = [_row(execution) for execution in executions]
    return pl.DataFrame(rows, schema=dict(TURN_COLUMNS), orient="row").sort(
        "arm", "repetition", "conversation"
    )


def _row(execution: Execution) -> tuple[object, ...]:
    calls = execution.calls
    known = [call for call in calls if call.known is not False]
    return (
        execution.arm,
        execution.conversation,
        execution.repetition,
        1,
        len(calls),
        sum(call.has_format_field is True for call in calls),
        sum(call.valid is False for call in known),
        sum(call.valid is False and any(fault.format for fault in call.faults) for call in known),
        sum(call.known is False for call in calls),
        sum(call.landfill_uuid is True for call in calls),
        sum(call.empty is not None for call in calls),
        sum(call.empty is True for call in calls),
        sum(step.purpose == "turn" for step in execution.steps),
        len(execution.vetoes),
        "\n".join(execution.tool_sequence),
        execution.cost_usd,
        execution.duration_s,
    )


def repetition_rates(turns: pl.DataFrame, indicator: Indicator) -> dict[str, dict[int, Fraction | None]]:
    """Return by arm and repetition the pooled rate per `indicator.per` exposures, exact.

    Exact fractions, because the rule compares a mean with a maximum strictly: three equal
    rates must have a mean equal to their maximum, which floats do not grant.
    """
    sums = turns.group_by("arm", "repetition").agg(
        pl.col(indicator.events).sum().alias("events"), pl.col(indicator.exposure).sum().alias("exposure")
    )
    rates: dict[str, dict[int, Fraction | None]] = {}
    for arm, repetition, events, exposure in sums.sort("arm", "repetition").iter_rows():
        rate = Fraction(events * indicator.per, exposure) if exposure else None
        rates.setdefault(arm, {})[repetition] = rate
    return rates


def agreement(turns: pl.DataFrame, arm: str, other: str) -> dict[tuple[int, int], Fraction | None]:
    """Return, for each pair of repetitions of `arm` × `other`, the share of equal sequences (0..1).

    Within one arm each unordered pair of different repetitions; between arms all K × K pairs.
    None where two repetitions share no conversation.
    """
    left = _sequences(turns, arm)
    right = _sequences(turns, other)
    pairs = (
        [(i, j) for i in left for j in left if i < j]
        if arm == other
        else [(i, j) for i in left for j in right]
    )
    return {(i, j): _share_equal(left[i], right[j]) for i, j in pairs}


def _sequences(turns: pl.DataFrame, arm: str) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    for repetition, conversation, sequence in (
        turns.filter(pl.col("arm") == arm).select("repetition", "conversation", "sequence").iter_rows()
    ):
        found.setdefault(repetition, {})[conversation] = sequence
    return found


def _share_equal(left: Mapping[str, str], right: Mapping[str, str]) -> Fraction | None:
    common = left.keys() & right.keys()
    return Fraction(sum(left[key] == right[key] for key in common), len(common)) if common else None


def wide(turns: pl.DataFrame, column: str, arms: Sequence[str]) -> list[list[list[object]]]:
    """Return `column` as [conversation][arm][repetition], for conversations that every repetition has."""
    cells: dict[str, dict[str, dict[int, object]]] = {}
    for arm, conversation, repetition, value in turns.select(
        "arm", "conversation", "repetition", column
    ).iter_rows():
        cells.setdefault(conversation, {}).setdefault(arm, {})[repetition] = value
    repetitions = sorted(set(turns.filter(pl.col("arm").is_in(list(arms)))["repetition"]))
    return [
        [[by_arm[arm][k] for k in repetitions] for arm in arms]
        for _, by_arm in sorted(cells.items())
        if all(k in by_arm.get(arm, {}) for arm in arms for k in repetitions)
    ]
