"""What ``cenario bank`` prints: calibrations, comparisons and validations, for people or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cenario.cli.output import print_json
from cenario.labels import numbers
from cenario.labels.text import text

if TYPE_CHECKING:
    from cenario.measures.bank.calibration import Calibration
    from cenario.measures.bank.comparison import Comparison
    from cenario.measures.bank.validation import JudgeValidation
    from cenario.runner.bank_plan import BankCost

__all__ = ["print_calibrations", "print_comparisons", "print_cost", "print_validations"]


def print_calibrations(found: Mapping[str, Sequence[Calibration]], *, json: bool) -> None:
    """Print each chatbot's thresholds, and how to ask for them."""
    if json:
        print_json(
            {
                model: [
                    {
                        "dimension": one.dimension,
                        "runs": list(one.band.values),
                        "lowest": one.band.lower,
                        "highest": one.band.upper,
                        "margin": one.margin,
                        "threshold": one.threshold,
                        "band_wider_than_margin": one.within_noise,
                    }
                    for one in calibrations
                ]
                for model, calibrations in found.items()
            }
        )
        return
    for model, calibrations in found.items():
        print(model)
        for one in calibrations:
            words = text(
                "bankcli-calibrated",
                name=text(f"bank-dimension-{one.dimension}"),
                threshold=numbers.number(one.threshold),
                runs=" · ".join(numbers.number(value) for value in one.band.values),
                low=numbers.number(one.band.lower),
                high=numbers.number(one.band.upper),
                margin=numbers.number(one.margin),
            )
            print(f"  {words}")
            if one.within_noise:
                print(f"    ! {text('bankcli-within-noise')}")
        asked = " ".join(f"--param threshold_{one.dimension}={one.threshold:g}" for one in calibrations)
        print(f"  {text('bankcli-use', words=asked)}")


def print_cost(cost: BankCost, *, prices_date: str | None, json: bool) -> None:
    """Print how many requests each stage makes and the most it can cost."""
    stages = (("chatbot", cost.chatbot), ("judge", cost.judge))
    known = [stage.worst_usd for _, stage in stages if stage.worst_usd is not None]
    total = sum(known) if len(known) == len(stages) else None
    if json:
        print_json(
            {
                **{
                    name: {
                        "model": stage.model,
                        "requests": stage.requests,
                        "worst_usd": None if stage.worst_usd is None else float(stage.worst_usd),
                    }
                    for name, stage in stages
                },
                "worst_usd": None if total is None else float(total),
                "judge_attempts": cost.judge_attempts,
                "prices_date": prices_date,
            }
        )
        return
    for name, stage in stages:
        worst = None if stage.worst_usd is None else float(stage.worst_usd)
        words = {"model": stage.model, "n": numbers.count(stage.requests), "usd": numbers.money(worst)}
        print(text("bankcli-cost-chatbot" if name == "chatbot" else "bankcli-cost-judge", **words))
    print(text("bankcli-cost-total", usd=numbers.money(None if total is None else float(total))))
    print(text("bankcli-cost-note", attempts=cost.judge_attempts, date=prices_date or numbers.NOTHING))


def print_comparisons(baseline: str, candidate: str, found: Sequence[Comparison], *, json: bool) -> None:
    """Print each dimension's difference, candidate less baseline."""
    if json:
        print_json(
            {
                "baseline": baseline,
                "candidate": candidate,
                "dimensions": [
                    {
                        "dimension": one.dimension,
                        "difference": None if one.mean_difference is None else float(one.mean_difference),
                        "lower": None if one.interval is None else one.interval.lower,
                        "upper": None if one.interval is None else one.interval.upper,
                        "p_value": None if one.test is None else one.test.p_value,
                        "wins": one.wins,
                        "losses": one.losses,
                        "ties": one.ties,
                        "only_one_side": list(one.only_one_side),
                    }
                    for one in found
                ],
            }
        )
        return
    print(text("bankcli-compared", baseline=baseline, candidate=candidate))
    for one in found:
        difference = None if one.mean_difference is None else float(one.mean_difference)
        bounds = numbers.NOTHING
        if one.interval is not None:
            bounds = numbers.interval(one.interval.lower, one.interval.upper, decimals=2)
        words = text(
            "bankcli-difference",
            name=text(f"bank-dimension-{one.dimension}"),
            difference=numbers.number(difference, signed=True),
            bounds=bounds,
            p=numbers.number(None if one.test is None else one.test.p_value, decimals=4),
            wins=one.wins,
            losses=one.losses,
            ties=one.ties,
        )
        print(f"  {words}")
        if one.only_one_side:
            print(f"    {text('bankcli-alone', n=len(one.only_one_side))}")


def print_validations(found: Sequence[JudgeValidation], *, json: bool) -> None:
    """Print how each judge agrees with people."""
    if json:
        print_json(
            [
                {
                    "judge": one.judge,
                    "items": one.n_items,
                    "people": one.n_people,
                    "kappa_linear": one.kappa_linear,
                    "kappa_quadratic": one.kappa_quadratic,
                    "pearson": one.pearson,
                    "mean_absolute_error": one.mean_absolute_error,
                    "between_people": one.between_people,
                    "strength": one.strength,
                    "trusted": one.is_trusted,
                    "disputed": [list(key) for key in one.disputed],
                    "too_few_people": one.too_few,
                    "unscored": one.unscored,
                }
                for one in found
            ]
        )
        return
    for one in found:
        strength = numbers.NOTHING if one.strength is None else text(_STRENGTHS[one.strength])
        figures = text(
            "bankcli-validated",
            judge=one.judge,
            items=one.n_items,
            people=one.n_people,
            linear=numbers.number(one.kappa_linear, decimals=3),
            quadratic=numbers.number(one.kappa_quadratic, decimals=3),
            strength=strength,
            pearson=numbers.number(one.pearson, decimals=3),
            error=numbers.number(one.mean_absolute_error),
            between=numbers.number(one.between_people, decimals=3),
        )
        print(figures)
        print("  " + text("bankcli-trusted" if one.is_trusted else "bankcli-not-trusted"))
        print("  " + text("bankcli-left-out", few=one.too_few, unscored=one.unscored))
        for case, variant, k in one.disputed:
            print("  " + text("bankcli-disputed", item=" · ".join(filter(None, (case, variant, f"k={k}")))))


_STRENGTHS: Mapping[str, str] = {
    "poor": "bankcli-strength-poor",
    "slight": "bankcli-strength-slight",
    "fair": "bankcli-strength-fair",
    "moderate": "bankcli-strength-moderate",
    "substantial": "bankcli-strength-substantial",
    "almost_perfect": "bankcli-strength-almost-perfect",
}
