"""A verdict on a terminal: the headline first, then each clause, what was dropped, and what was noted."""

from __future__ import annotations

from collections.abc import Sequence

from cenario.domain.verdict import Clause, ModelVerdict, Reading, Verdict
from cenario.labels import numbers
from cenario.labels.text import text

__all__ = ["print_limits", "print_verdict"]

MARKS = {"holds": "✓", "fails": "✗", "undecided": "?", "short": "…"}


def print_verdict(verdict: Verdict) -> None:
    """Print the verdict of the knob, and each model's clauses with their figures."""
    print(verdict.headline)
    for model in verdict.models:
        print(f"\n{model.model}: {model.outcome}")
        for clause in model.clauses:
            print(f"  {MARKS[clause.outcome]} {clause.name}{_figures(clause)}")
            print(f"    {clause.reason}")
        _print_counts(model)
        for reading in model.readings:
            print(f"  · {reading.name}{_figures(reading)}  {reading.reason}")
    for note in verdict.notes:
        print(f"\n{note}")
    print_limits([str(limit) for limit in verdict.limits])


def print_limits(limits: Sequence[str]) -> None:
    """Print what the evaluation does not measure; nothing where it declares no limit."""
    if limits:
        print("\n" + text("verdict-limits"))
    for limit in limits:
        print(f"  - {limit}")
    if limits:
        print()


def _figures(told: Clause | Reading) -> str:
    if told.value is None:
        return ""
    if told.unit == "executions" and told.n is not None:
        return f": {numbers.count(int(told.value))}/{numbers.count(told.n)}"
    figures = f": {numbers.number(told.value, decimals=4)}"
    if told.lower is not None and told.upper is not None:
        return f"{figures} {numbers.interval(told.lower, told.upper, decimals=4)}"
    if told.lower is not None:
        return f"{figures} ≥ {numbers.number(told.lower, decimals=4, signed=True)}"
    return figures


def _print_counts(model: ModelVerdict) -> None:
    counts = model.counts
    if counts.only_candidate is not None:
        print(
            "  "
            + text(
                "verdict-pairs",
                n=numbers.count(counts.n_pairs),
                won=numbers.count(counts.only_candidate),
                lost=numbers.count(counts.only_baseline),
                both=numbers.count(counts.both),
                neither=numbers.count(counts.neither),
            )
        )
    for loss in counts.dropped:
        print("  " + text("verdict-dropped", arm=loss.arm, n=numbers.count(loss.n), reason=loss.reason))
