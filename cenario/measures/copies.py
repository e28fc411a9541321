"""Whether what is called a repetition, or another arm, is the same recording under another name.

A recording is told by what it carries: its times, or a transcript long enough that two independent
runs of a model do not write it alike. Recordings with neither (a one-word answer) tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from cenario.domain.execution import Execution

__all__ = ["TELLING_CHARACTERS", "Copies", "count_copies", "recording"]

TELLING_CHARACTERS = 200
"""Shortest transcript that identifies a recording without times, in characters; our default."""

_encoder = msgspec.json.Encoder(order="deterministic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """Of the pairs of executions that can be told, how many are one recording."""

    n_identical: int
    n_told: int

    @property
    def all_copied(self) -> bool:
        """Whether every pair that can be told is a copy."""
        return self.n_told > 0 and self.n_identical == self.n_told


def recording(execution: Execution) -> bytes | None:
    """Return what identifies a recording (times, calls and results, words), None if nothing does.

    Names given when it was filed (batch, arm, model, repetition, file) and scores are left out: they are
    what a copy changes.
    """
    calls = [(call.name, call.arguments, call.result) for call in execution.calls]
    said = [(m.role, m.text) for m in execution.messages]
    body = _encoder.encode([calls, said, execution.reply])
    times = [execution.started_at, execution.ended_at]
    if not any(times) and len(body) < TELLING_CHARACTERS:
        return None
    return _encoder.encode(times) + body


def count_copies(pairs: Iterable[tuple[Execution, Execution]]) -> Copies:
    """Count the pairs whose two executions are one recording."""
    told = [(recording(one), recording(other)) for one, other in pairs]
    known = [(one, other) for one, other in told if one is not None and other is not None]
    return Copies(n_identical=sum(one == other for one, other in known), n_told=len(known))
