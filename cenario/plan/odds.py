"""How likely each verdict is before a cent is spent: if nothing changed, and if the change is bad.

Rates are assumptions until a first baseline was measured (ours, from the method's simulations); they are
shown beside the odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from cenario.errors import InsufficientDataError, Message, message
from cenario.labels.numbers import as_share
from cenario.measures.closing.ruler import Endpoint
from cenario.plan.closing_power import ClosingRule, LossRates, corpus_designs
from cenario.plan.closing_power import verdict_odds as closing_odds
from cenario.stats.band_power import PlannedAgreement, PlannedIndicator, band_rule_power, worsened
from cenario.stats.power import (
    at_least_pass_probability,
    exact_pass_probability,
    not_greater_pass_probability,
)

ASSUMED_RATES: Mapping[str, float] = {
    "invalid": 0.05,
    "nonexistent": 0.003,
    "landfill": 0.002,
    "vetoes": 0.03,
    "steps": 2.2,
}
"""Events per call (turn) in the baseline of C, assumed until a baseline is measured (ours)."""
CALLS_PER_TURN = 5
DRAWS = 1000
ENOUGH_REPETITIONS = 10
"""K at which the band of C seldom rejects an identical arm, by simulation; told beside the K asked."""
LEAST_ITEMS: Mapping[Endpoint, int] = {"promises": 150, "deadlines": 50, "intents": 150}
LEAST_TURNS = 300
"""The user's minimums for G (S001-49): with fewer no verdict but INCONCLUSIVO is possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The chance of APROVA and REPROVA under one supposition; None: not computed."""

    supposition: Message
    approve: float | None
    reject: float | None


def verdict_odds(code: str, *, conversations: int, repetitions: int, seed: int) -> tuple[Odds, ...]:
    """Return the odds of each verdict of evaluation `code`; empty where no method is declared for it."""
    method = METHODS.get(code)
    return () if method is None else method(conversations, repetitions, seed)


def _band_rule(conversations: int, repetitions: int, seed: int) -> tuple[Odds, ...]:
    plans = tuple(
        PlannedIndicator(
            name=name,
            baseline_rate=rate,
            candidate_rate=rate,
            exposure=1 if name in ("vetoes", "steps") else CALLS_PER_TURN,
            kind="count" if name == "steps" else "share",
        )
        for name, rate in ASSUMED_RATES.items()
    )
    suppositions: list[tuple[Message, float, int]] = [
        (message("plan-odds-same"), 1.0, repetitions),
        *(
            (
                message("plan-odds-times", rise=as_share(times - 1, decimals=0, signed=True)),
                times,
                repetitions,
            )
            for times in (1.5, 2.0)
        ),
    ]
    if repetitions < ENOUGH_REPETITIONS:
        more = message("plan-odds-more", k=ENOUGH_REPETITIONS)
        suppositions.append((more, 1.0, ENOUGH_REPETITIONS))
    found = []
    for supposition, times, k in suppositions:
        rates, agreement = worsened(plans, PlannedAgreement(), multiplier=times)
        try:
            power = band_rule_power(
                rates,
                agreement=agreement,
                repetitions=max(2, k),
                conversations=conversations,
                rng=np.random.default_rng(seed),
                draws=DRAWS,
            )
        except InsufficientDataError:
            return ()
        found.append(Odds(supposition=supposition, approve=power.approve_share, reject=power.reject_share))
    return tuple(found)


def _history_rule(conversations: int, repetitions: int, seed: int) -> tuple[Odds, ...]:  # noqa: ARG001 one form for all
    """Return F5's odds for an identical arm, by how often the agent repeats its own sequence."""
    judge = exact_pass_probability(conversations, margin=0.1, discordance=0.5)
    points = not_greater_pass_probability(2.0) * not_greater_pass_probability(1.0) ** 3
    return tuple(
        Odds(
            supposition=message("plan-odds-repeats", share=as_share(repeats, decimals=0)),
            approve=chance,
            reject=1 - chance,
        )
        for repeats in (0.9, 0.95, 0.97, 0.99)
        for chance in [
            at_least_pass_probability(conversations, threshold=0.95, rate=repeats) * judge * points
        ]
    )


def _closing_rule(conversations: int, repetitions: int, seed: int) -> tuple[Odds, ...]:
    """Return G's odds over its own corpus: by how much the agent loses of itself, and with δ more."""
    designs = corpus_designs()
    if conversations != len(designs):
        return ()
    found = []
    for own, worse in ((0.005, 0.0), (0.02, 0.0), (0.05, 0.0), (0.005, 1.0)):
        rates = LossRates(promise=own, deadline=own, intent=own, fact=own)
        margins = {name: worse * margin for name, margin in ClosingRule().margins.items()}
        shadow = LossRates(
            promise=own + margins["promises"],
            deadline=own + margins["deadlines"],
            intent=own + margins["intents"],
            fact=own + margins["entities"],
        )
        chance = closing_odds(
            designs,
            repetitions=repetitions,
            control=rates,
            shadow=shadow,
            rng=np.random.default_rng(seed),
            draws=DRAWS,
        )
        enough = all(chance.items[name] >= least for name, least in LEAST_ITEMS.items())
        turns = conversations * repetitions >= LEAST_TURNS
        possible = float(enough and turns)
        code = "plan-odds-margin" if worse else "plan-odds-loses"
        found.append(
            Odds(
                supposition=message(code, share=as_share(own)),
                approve=chance.approve * possible,
                reject=chance.reject * possible,
            )
        )
    return tuple(found)


Method = Callable[[int, int, int], tuple[Odds, ...]]
METHODS: dict[str, Method] = {"C": _band_rule, "F5": _history_rule, "G": _closing_rule}
