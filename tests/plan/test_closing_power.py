"""The odds of each verdict of G that the plan tells are those that batches come out with."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import product

import numpy as np
import pytest

from cenario.domain.params import resolve
from cenario.domain.verdict import combine
from cenario.evaluations import g_economical_closing
from cenario.evaluations.g_economical_closing import EVALUATION
from cenario.measures.closing.matching import DEFAULT_THRESHOLD, similarity
from cenario.measures.closing.ruler import ENDPOINTS
from cenario.plan.closing_power import ClosingRule, LossRates, design_of, verdict_odds
from cenario.provider.simulated.closings import degrade
from tests.evaluations.g_batches import CLOCK, batch, conversations

MOMENT = datetime.fromisoformat(CLOCK)
DESIGNS = [
    design_of(c.course_closing, c.previous_summary, cluster=c.cluster or f"#{c.id}", clock=MOMENT)
    for c in conversations()
]
RATES = LossRates(promise=0.004, deadline=0.004, intent=0.004, fact=0.002)
SIMULATED = {
    "lost_promise": RATES.promise,
    "other_deadline": RATES.deadline,
    "lost_intent": RATES.intent,
    "lost_fact": RATES.fact,
    "reworded": 0.15,
}


def odds(*, seed=1, control=RATES, shadow=RATES, **options):
    rng = np.random.default_rng(seed)
    return verdict_odds(DESIGNS, repetitions=2, control=control, shadow=shadow, rng=rng, **options)


@pytest.mark.slow
def test_an_equal_shadow_is_approved_as_often_as_the_plan_says(monkeypatch):
    monkeypatch.setattr(g_economical_closing, "SWAPS", 2)  # a reading that the outcome does not look at
    predicted = odds(draws=4000)
    params = resolve(EVALUATION)
    n = 200
    outcomes = Counter(
        combine(
            EVALUATION.decide(
                batch(seed, reference=SIMULATED, control=SIMULATED, shadow=SIMULATED), params
            ).clauses
        )
        for seed in range(n)
    )
    for outcome, share in (
        ("APROVA", predicted.approve),
        ("REPROVA", predicted.reject),
        ("INCONCLUSIVO", predicted.inconclusive),
    ):
        error = np.sqrt(share * (1 - share) * (1 / n + 1 / predicted.draws))
        assert abs(outcomes[outcome] / n - share) <= 3 * error, (outcome, outcomes, predicted)


def test_a_worse_shadow_is_never_more_likely_to_pass():
    equal, worse, much = (
        odds(shadow=replace(RATES, promise=RATES.promise + loss), draws=600).approve
        for loss in (0, 0.03, 0.1)
    )
    assert equal > 0.5 > 0.1 > worse >= much == 0


def test_scripts_that_differ_cost_approvals():
    rates = LossRates(promise=0.03)
    rule = ClosingRule(margins=dict.fromkeys(ENDPOINTS, 0.05))
    alike, unlike = (
        odds(control=rates, shadow=rates, rule=rule, script_spread=spread, draws=800).shown["promises"]
        for spread in (0.0, 1.5)
    )
    assert alike > unlike + 0.03


def test_refusals_count_as_they_do_in_the_rule():
    assert odds(shadow=replace(RATES, refusal=0.1), draws=300).reject == 1.0


def test_the_design_counts_what_the_corpus_offers():
    found = odds(draws=200)
    assert found.items["promises"] == pytest.approx(2 * 110 * (1 - RATES.promise), abs=0.5)
    assert found.items["entities"] == 2 * 305
    assert found.approve + found.reject + found.inconclusive == pytest.approx(1)
    assert odds(draws=200) == found
    assert all(places for design in DESIGNS for places in design.entities), (
        "a good summary holds every entity"
    )


def test_rewording_loses_nothing():
    """Another wording by the simulated model is the same promise: it adds no loss of its own."""
    for c in conversations():
        good = c.course_closing
        said = degrade(good, lambda fault, *_: fault == "reworded")
        pairs = [
            *zip(good.promises, said.promises, strict=True),
            *zip(good.intents, said.intents, strict=True),
        ]
        for (one, other), flip in product(pairs, (False, True)):
            left, right = (other, one) if flip else (one, other)
            assert similarity(left.what, right.what, clock=MOMENT) >= DEFAULT_THRESHOLD, (left, right)
