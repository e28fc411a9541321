"""Clauses that hold a figure against a limit: not greater than the baseline's, under a ceiling."""

from __future__ import annotations

from fractions import Fraction

from cenario.domain.verdict import Clause
from cenario.errors import Message, message
from cenario.labels import numbers

__all__ = ["ceiling_clause", "not_greater_clause"]


def not_greater_clause(
    name: str,
    label: Message,
    baseline: Fraction | None,
    candidate: Fraction | None,
    *,
    n: int,
    unit: str = "share",
) -> Clause:
    """Hold a rate where higher is worse: ``fails`` when the candidate's is strictly greater; equal passes.

    A rate without denominator is ``short``: nothing was exposed, so nothing was shown.
    """
    if baseline is None or candidate is None:
        reason = message("bounds-undefined", indicator=label)
        return Clause(name=name, outcome="short", reason=reason, n=n, unit=unit)
    worse = candidate > baseline
    return Clause(
        name=name,
        outcome="fails" if worse else "holds",
        reason=message(
            "bounds-greater" if worse else "bounds-not-greater",
            indicator=label,
            value=numbers.as_number(float(candidate), decimals=3),
            limit=numbers.as_number(float(baseline), decimals=3),
        ),
        value=float(candidate),
        threshold=float(baseline),
        n=n,
        unit=unit,
    )


def ceiling_clause(
    name: str,
    label: Message,
    value: Fraction | None,
    *,
    ceiling: Fraction,
    n: int,
    unit: str = "share",
    proposed: bool = False,
) -> Clause:
    """Hold a figure under a ceiling: ``fails`` above it, equal passes, ``short`` where it is undefined."""
    if value is None:
        reason = message("bounds-undefined", indicator=label)
        return Clause(
            name=name,
            outcome="short",
            reason=reason,
            threshold=float(ceiling),
            n=n,
            unit=unit,
            proposed=proposed,
        )
    above = value > ceiling
    return Clause(
        name=name,
        outcome="fails" if above else "holds",
        reason=message(
            "bounds-above-ceiling" if above else "bounds-under-ceiling",
            indicator=label,
            value=numbers.as_number(float(value), decimals=3),
            limit=numbers.as_number(float(ceiling), decimals=3),
        ),
        value=float(value),
        threshold=float(ceiling),
        n=n,
        unit=unit,
        proposed=proposed,
    )
