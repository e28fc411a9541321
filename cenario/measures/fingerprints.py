"""What differs between two arms on the wire: their fingerprints, conversation by conversation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cenario.domain.execution import Execution, Wire

__all__ = ["PARTS", "WireDifference", "wire_difference"]

PARTS = ("system", "tools", "opening", "parameters")
"""The parts of a request that have a digest of their own."""


@dataclass(frozen=True, slots=True)
class WireDifference:
    """Pairs (conversation and k) whose wire is known in both arms, and in how many each part differs."""

    n_pairs: int
    differing: dict[str, int]


def wire_difference(executions: Iterable[Execution], baseline: str, candidate: str) -> WireDifference:
    """Return in how many pairs of the two arms each part of the wire differs.

    Parameters
    ----------
    executions
        In any order; those without a fingerprint are passed over.
    baseline, candidate
        The two arms.
    """
    sides: dict[str, dict[tuple[object, ...], Wire]] = {baseline: {}, candidate: {}}
    for execution in executions:
        if execution.wire is not None and execution.arm in sides:
            place = (execution.conversation, execution.variant, execution.repetition)
            sides[execution.arm][place] = execution.wire
    shared = sides[baseline].keys() & sides[candidate].keys()
    return WireDifference(
        n_pairs=len(shared),
        differing={
            part: sum(
                getattr(sides[baseline][place], part) != getattr(sides[candidate][place], part)
                for place in shared
            )
            for part in PARTS
        },
    )
