"""The point rules and the bound of paired evaluations: same sequence, not greater, judged non-inferior."""

from __future__ import annotations

from fractions import Fraction

from cenario.domain.verdict import Clause
from cenario.labels.numbers import as_count, as_share
from cenario.labels.text import Message, message
from cenario.stats.paired import noninferiority_outcome, tango_interval
from cenario.stats.power import pairs_needed


def share_clause(name: str, hits: int, n: int, *, least: float) -> Clause:
    """Ask that at least `least` (0..1) of `n` pairs are hits; equal passes, compared exactly.

    ``short`` when there is no pair: a share of nothing is not zero.
    """
    if n == 0:
        return Clause(name=name, outcome="short", reason=message("criteria-no-pairs"), unit="share")
    holds = Fraction(hits, n) >= Fraction(str(least))
    return Clause(
        name=name,
        outcome="holds" if holds else "fails",
        reason=message(
            f"criteria-{name}-holds" if holds else f"criteria-{name}-fails",
            hits=as_count(hits),
            n=as_count(n),
            share=as_share(hits / n),
            least=as_share(least),
        ),
        value=hits / n,
        threshold=least,
        n=n,
        unit="share",
    )


def not_greater_clause(
    name: str, candidate: int, baseline: int, n: int, *, what: Message, proposed: bool = False
) -> Clause:
    """Ask that the candidate's count is not greater than the baseline's over the same `n`; equal passes."""
    if n == 0:
        return Clause(name=name, outcome="short", reason=message("criteria-no-pairs"), unit="count")
    holds = candidate <= baseline
    return Clause(
        name=name,
        outcome="holds" if holds else "fails",
        reason=message(
            "criteria-not-greater-holds" if holds else "criteria-not-greater-fails",
            what=what,
            candidate=as_count(candidate),
            baseline=as_count(baseline),
            n=as_count(n),
        ),
        value=float(candidate),
        threshold=float(baseline),
        n=n,
        unit="count",
        proposed=proposed,
    )


def judged_clause(wins: int, ties: int, losses: int, *, margin: float, level: float) -> Clause:
    """Ask that the judge holds the candidate non-inferior: lower limit of (wins − losses)/n ≥ −margin.

    Parameters
    ----------
    wins, ties, losses : int
        The candidate's, one vote a pair; ties count in n.
    margin : float
        δ (0..1), PROPOSTA in the user's document.
    level : float
        Two-sided confidence; the rule reads the lower end.

    Returns
    -------
    Clause
        ``fails`` below the margin, its reason telling "shown worse" (the upper limit is below −margin too)
        from "not shown", with the pairs that 80 % power would need at this tie share.
    """
    n = wins + ties + losses
    if n == 0:
        return Clause(
            name="judge", outcome="short", reason=message("criteria-no-votes"), unit="share", proposed=True
        )
    interval = tango_interval(wins, losses, n, level=level)
    outcome = noninferiority_outcome(interval, margin=margin)
    values: dict[str, object] = {
        "difference": as_share(interval.estimate, signed=True),
        "lower": as_share(interval.lower, signed=True),
        "upper": as_share(interval.upper, signed=True),
        "margin": as_share(margin, decimals=0),
    }
    if outcome == "not_shown":
        values["needed"] = as_count(_needed(wins, losses, n, margin=margin, level=level))
    code = {"shown_non_inferior": "holds", "shown_worse": "worse", "not_shown": "not-shown"}[outcome]
    return Clause(
        name="judge",
        outcome="holds" if outcome == "shown_non_inferior" else "fails",
        reason=message(f"criteria-judge-{code}", **values),
        value=interval.estimate,
        lower=interval.lower,
        upper=interval.upper,
        threshold=-margin,
        n=n,
        unit="share",
        proposed=True,
        detail={
            "wins": wins,
            "ties": ties,
            "losses": losses,
            "shown": outcome,
            "one_sided": _one_sided(wins, losses, n),
        },
    )


def _one_sided(wins: int, losses: int, n: int) -> float:
    return tango_interval(wins, losses, n, level=0.9).lower


def _needed(wins: int, losses: int, n: int, *, margin: float, level: float) -> int:
    """Return the pairs for 80 % power if the arms are truly equal, at this share of decisive votes."""
    discordance = min(max((wins + losses) / n, 1 / n), 1.0)
    return pairs_needed(margin=margin, discordance=discordance, level=level)
