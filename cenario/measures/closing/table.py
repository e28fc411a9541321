"""Executions of the closing to rows: one a turn, and one an item of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import polars as pl

from cenario.domain.closing import ClosingRecord
from cenario.domain.execution import Execution
from cenario.errors import BadInputError, message
from cenario.measures.closing.matching import DEFAULT_THRESHOLD
from cenario.measures.closing.ruler import Fate, compare_closings
from cenario.measures.losses import Kept, keep_paired

TURN_COLUMNS: Mapping[str, pl.DataType] = {
    "conversation": pl.String(),
    "repetition": pl.Int64(),
    "cluster": pl.String(),
    "in_script": pl.Boolean(),
    "has_previous": pl.Boolean(),
    "reference_refused": pl.String(),
    "control_refused": pl.String(),
    "shadow_refused": pl.String(),
    "reference_attempts": pl.Int64(),
    "control_attempts": pl.Int64(),
    "shadow_attempts": pl.Int64(),
}
"""One row a turn that the three arms closed; ``…_refused`` is the kind, null where accepted."""

ITEM_COLUMNS: Mapping[str, pl.DataType] = {
    "conversation": pl.String(),
    "repetition": pl.Int64(),
    "cluster": pl.String(),
    "tag": pl.String(),
    "endpoint": pl.String(),
    "item": pl.String(),
    "control_kept": pl.Boolean(),
    "control_how": pl.String(),
    "control_found": pl.String(),
    "shadow_kept": pl.Boolean(),
    "shadow_how": pl.String(),
    "shadow_found": pl.String(),
}
"""One row a promise, deadline or intent of the reference, or an entity of the previous summary."""

ALONE = "#"
"""What the cluster of a conversation outside the scripts begins with, so that no script has its name."""

_TAG = "client"
"""The execution's tag that says which client of its script it is (a stratum, never a cluster)."""


@dataclass(frozen=True, slots=True)
class ClosingTable:
    """What was measured of the closings of one model."""

    turns: pl.DataFrame
    items: pl.DataFrame
    kept: Kept

    @property
    def accepted(self) -> pl.DataFrame:
        """The turns in which no arm's closing was refused."""
        arms = ("reference", "control", "shadow")
        return self.turns.filter(pl.all_horizontal(pl.col(f"{arm}_refused").is_null() for arm in arms))

    @property
    def accepted_items(self) -> pl.DataFrame:
        """The items of the accepted turns."""
        keys = ["conversation", "repetition"]
        return self.items.join(self.accepted.select(keys), on=keys, maintain_order="left")


@dataclass(frozen=True, slots=True)
class _Turn:
    reference: Execution
    control: Execution
    shadow: Execution


def closing_table(
    executions: Iterable[Execution],
    *,
    reference: str,
    control: str,
    shadow: str,
    repetitions: int,
    threshold: float = DEFAULT_THRESHOLD,
) -> ClosingTable:
    """Return the turns and items of the conversations that the three arms closed.

    Parameters
    ----------
    executions : iterable of Execution
        Of one model, in any order.
    reference, control, shadow : str
        The arms' names.
    repetitions : int
        K.
    threshold : float
        Of the near match.

    Raises
    ------
    BadInputError
        A measured execution without a closing or a clock, or two arms that were given different
        previous summaries for the same turn.
    """
    kept = keep_paired(executions, arms=(reference, control, shadow), repetitions=repetitions)
    by_turn: dict[tuple[str, int], dict[str, Execution]] = {}
    for execution in kept.executions:
        by_turn.setdefault((execution.conversation, execution.repetition), {})[execution.arm] = execution
    turns = [
        _Turn(arms[reference], arms[control], arms[shadow])
        for _, arms in sorted(by_turn.items())
        if {reference, control, shadow} <= arms.keys()
    ]
    items = [row for turn in turns for row in _item_rows(turn, threshold)]
    return ClosingTable(
        turns=pl.DataFrame([_turn_row(turn) for turn in turns], schema=TURN_COLUMNS, orient="row"),
        items=pl.DataFrame(items, schema=ITEM_COLUMNS, orient="row"),
        kept=kept,
    )


def _cluster(execution: Execution) -> str:
    """Return the script, else the conversation itself."""
    return f"{ALONE}{execution.conversation}" if execution.cluster is None else execution.cluster


def _closing(execution: Execution) -> ClosingRecord:
    if execution.closing is None:
        raise BadInputError(
            message("closing-missing", conversation=execution.conversation, arm=execution.arm)
        )
    return execution.closing


def _clock(execution: Execution) -> datetime:
    try:
        clock = datetime.fromisoformat(execution.clock or "")
    except ValueError:
        clock = None
    if clock is None or clock.tzinfo is None:
        raise BadInputError(
            message("closing-clock", conversation=execution.conversation, clock=repr(execution.clock))
        )
    return clock


def _turn_row(turn: _Turn) -> tuple[object, ...]:
    records = [_closing(execution) for execution in (turn.reference, turn.control, turn.shadow)]
    return (
        turn.reference.conversation,
        turn.reference.repetition,
        _cluster(turn.reference),
        turn.reference.cluster is not None,
        bool(records[0].previous_summary),
        *(record.refused for record in records),
        *(record.attempts for record in records),
    )


def _item_rows(turn: _Turn, threshold: float) -> list[tuple[object, ...]]:
    reference, control, shadow = (_closing(e) for e in (turn.reference, turn.control, turn.shadow))
    if not reference.previous_summary == control.previous_summary == shadow.previous_summary:
        raise BadInputError(message("closing-summaries-differ", conversation=turn.reference.conversation))
    clock = _clock(turn.reference)
    fates: Sequence[Sequence[Fate]] = [
        compare_closings(
            reference.closing,
            arm.closing,
            previous_summary=reference.previous_summary,
            clock=clock,
            threshold=threshold,
        )
        for arm in (control, shadow)
    ]
    head = (turn.reference.conversation, turn.reference.repetition, _cluster(turn.reference))
    return [
        (
            *head,
            turn.reference.tags.get(_TAG),
            mine.endpoint,
            mine.item,
            *(mine.kept, mine.how, mine.found),
            *(theirs.kept, theirs.how, theirs.found),
        )
        for mine, theirs in zip(*fates, strict=True)
    ]
