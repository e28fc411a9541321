"""The gate of a scenario bank: each dimension's mean against its threshold, on enough of its items."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cenario.domain.bank import Dimension
from cenario.domain.verdict import Clause, ClauseOutcome
from cenario.labels import numbers
from cenario.labels.text import message
from cenario.stats.results import Interval

__all__ = ["gate_clause"]


def gate_clause(
    dimension: Dimension,
    mean: Fraction | None,
    *,
    threshold: float,
    interval: Interval | None,
    n_cases: int,
    scored_share: float | None,
    minimum_scored_share: float,
    detail: Mapping[str, object] | None = None,
) -> Clause:
    """Hold a dimension's mean against its threshold; equal passes, and the comparison is exact.

    Parameters
    ----------
    mean : Fraction or None
        Mean of the scenarios' scores, 1..5; None where nothing was scored.
    threshold : float
        The least mean that passes.
    interval : Interval or None
        Of the mean; shown, it does not decide.
    scored_share, minimum_scored_share : float
        Share of items that have a score (0..1), and the least that is enough.
    detail : mapping or None
        The dimension's other figures, for whoever reads the verdict as data.

    Returns
    -------
    Clause
        ``fails`` below the threshold. ``short`` where nothing was scored, or too little of it: what is
        left out may not be like what is in.
    """
    name = message(f"bank-dimension-{dimension}")
    outcome: ClauseOutcome
    values: dict[str, object] = {
        "name": name,
        "mean": numbers.as_number(None if mean is None else float(mean)),
        "threshold": numbers.as_number(threshold),
    }
    if mean is None or scored_share is None:
        code, outcome = "bank-gate-nothing", "short"
    elif scored_share < minimum_scored_share:
        code, outcome = "bank-gate-too-few", "short"
        values["share"] = numbers.as_share(scored_share)
        values["least"] = numbers.as_share(minimum_scored_share)
    elif mean < Fraction(str(threshold)):
        code, outcome = "bank-gate-below", "fails"
    else:
        code, outcome = "bank-gate-held", "holds"
    return Clause(
        name=f"gate_{dimension}",
        outcome=outcome,
        reason=message(code, **values),
        value=None if mean is None else float(mean),
        lower=None if interval is None else interval.lower,
        upper=None if interval is None else interval.upper,
        threshold=threshold,
        n=n_cases,
        unit="score",
        detail=detail or {},
    )
