"""Clauses that hold a candidate against the noise band of the baseline with itself.

All comparisons are exact (`fractions.Fraction`): "passes the maximum" is strictly greater, and
equal passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from cenario.domain.verdict import Clause
from cenario.labels import numbers
from cenario.labels.text import message

Rate = Fraction | None


def band_clause(
    name: str,
    baseline: Sequence[Rate],
    candidate: Sequence[Rate],
    *,
    unit: str,
    repetitions: int,
    decides: bool = True,
) -> Clause:
    """Hold the mean of the candidate's repetitions against the band [min, max] of the baseline's.

    Parameters
    ----------
    name : str
        The indicator; higher is worse.
    baseline, candidate : sequence of Fraction or None, one per repetition
        Pooled rates in `unit`; None where nothing was exposed.
    repetitions : int
        How many repetitions the ruler asks of each arm.

    Returns
    -------
    Clause
        ``fails`` when mean(candidate) > max(baseline), one-sided: below the minimum is noted, not
        failed. ``short`` when a repetition is missing or a rate is undefined.
    """
    off = [rate for rate in baseline if rate is not None]
    on = [rate for rate in candidate if rate is not None]
    label = message(f"measure-{name}")
    if min(len(off), len(on)) < repetitions:
        undefined = len(off) < len(baseline) or len(on) < len(candidate)
        code = "criteria-band-undefined" if undefined else "criteria-band-incomplete"
        return Clause(
            name=name,
            outcome="short",
            reason=message(code, indicator=label, got=min(len(off), len(on)), need=repetitions),
            unit=unit,
            n=len(on),
            decides=decides,
        )
    value, low, high = mean(on), min(off), max(off)
    outside = value > high
    code = (
        "criteria-band-above" if outside else "criteria-band-below" if value < low else "criteria-band-inside"
    )
    return Clause(
        name=name,
        outcome="fails" if outside else "holds",
        reason=message(
            code,
            indicator=label,
            value=numbers.as_number(float(value)),
            low=numbers.as_number(float(low)),
            high=numbers.as_number(float(high)),
        ),
        value=float(value),
        lower=float(low),
        upper=float(high),
        threshold=float(high),
        n=len(on),
        unit=unit,
        decides=decides,
        proposed=True,
        detail={"baseline": [float(rate) for rate in off], "candidate": [float(rate) for rate in on]},
    )


def agreement_clause(within: Sequence[Rate], between: Sequence[Rate], *, repetitions: int) -> Clause:
    """Hold the mean agreement of the arms' tool sequences against the lowest agreement within the baseline.

    Parameters
    ----------
    within : sequence, K(K-1)/2 long
        Agreement of each pair of the baseline's repetitions (0..1).
    between : sequence, K*K long
        Agreement of each baseline repetition with each candidate repetition (0..1).

    Returns
    -------
    Clause
        ``fails`` when mean(between) < min(within); equal passes. The reading "mean of all K x K pairs"
        is ours, and the extremes are in `detail`.
    """
    off = [share for share in within if share is not None]
    on = [share for share in between if share is not None]
    wanted = repetitions * (repetitions - 1) // 2
    if len(off) < wanted or len(on) < repetitions**2:
        return Clause(
            name="agreement",
            outcome="short",
            reason=message("criteria-agreement-incomplete", got=len(off), need=wanted),
            unit="share",
        )
    value, low = mean(on), min(off)
    below = value < low
    return Clause(
        name="agreement",
        outcome="fails" if below else "holds",
        reason=message(
            "criteria-agreement-below" if below else "criteria-agreement-holds",
            value=numbers.as_share(float(value)),
            low=numbers.as_share(float(low)),
        ),
        value=float(value),
        lower=float(low),
        upper=float(max(off)),
        threshold=float(low),
        n=len(on),
        unit="share",
        detail={
            "within": [float(share) for share in off],
            "between": [float(share) for share in on],
            "between_min": float(min(on)),
            "between_max": float(max(on)),
        },
    )


def mean(values: Iterable[Fraction]) -> Fraction:
    """Return the exact mean of at least one value."""
    given = list(values)
    return sum(given, Fraction(0)) / len(given)
