"""C end to end on generated batches: the user's rule on its boundaries, and the reading beside it."""

from __future__ import annotations

import numpy as np
import pytest

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution, Fault, Step, ToolCall
from cenario.domain.params import resolve
from cenario.domain.verdict import combine
from cenario.evaluations.c_tool_schema import EVALUATION, decide

PARAMS = resolve(EVALUATION, {"permutations": 499})


def call(*, valid=True, landfill=False):
    faults = () if valid else (Fault(rule="uuid_parsing", path="contact_id", format=True),)
    return ToolCall(
        name="crm_find_free_slots", known=True, valid=valid, faults=faults, has_format_field=True,
        landfill_uuid=landfill,
    )  # fmt: skip


def steps(rng, rate):
    calls = tuple(call(valid=rng.random() >= rate) for _ in range(4))
    return (Step(calls=calls),) * int(rng.integers(1, 3))


def batch(
    seed=0, *, on_rate=0.05, off_rate=0.05, conversations=30, repetitions=3, outcome="completed", proved=True
):
    rng = np.random.default_rng(seed)
    executions = [
        Execution(
            batch="b", evaluation="C", arm=arm, model="simulated:steady", conversation=f"C{i:02}",
            repetition=k, outcome=outcome, arm_proved=proved, steps=steps(rng, rate),
        )
        for arm, rate in (("off", off_rate), ("on", on_rate))
        for i in range(conversations)
        for k in range(repetitions)
    ]  # fmt: skip
    return Batch(model="simulated:steady", executions=executions)


def outcome(decision):
    return combine(decision.clauses)


def clause(decision, name):
    return next(one for one in decision.clauses if one.name == name)


def reading(decision, name):
    return next(one for one in decision.readings if one.name == name)


def test_a_harmful_change_is_rejected_by_name_and_the_companion_agrees():
    decision = decide(batch(on_rate=0.4), PARAMS)
    assert outcome(decision) == "REPROVA"
    assert clause(decision, "invalid").outcome == "fails"
    assert reading(decision, "max_t").value < 0.01
    assert reading(decision, "upper_invalid").upper > 25


@pytest.mark.slow
def test_the_rule_rejects_identical_arms_about_as_often_as_it_says():
    """STATISTICS §2.1: about three times in four at K = 3 and 30 conversations."""
    fired, said, shown = [], [], 0
    for seed in range(20):
        decision = decide(batch(seed), PARAMS)
        fired.append(outcome(decision) == "REPROVA")
        said.append(reading(decision, "self_fire").value)
        shown += reading(decision, "max_t").value < 0.05
    assert abs(np.mean(fired) - np.mean(said)) < 0.25
    assert shown <= 3


def test_below_100_calls_with_a_format_field_in_an_arm_is_inconclusive():
    small = batch(conversations=4)
    decision = decide(small, PARAMS)
    got = [clause(decision, f"minimum_format_calls_{arm}") for arm in ("off", "on")]
    assert outcome(decision) == "INCONCLUSIVO"
    assert any(one.outcome == "short" for one in got)
    exact = resolve(EVALUATION, {"min_format_calls": got[0].n, "permutations": 199})
    assert clause(decide(small, exact), "minimum_format_calls_off").outcome == "holds"


def test_no_call_with_a_format_field_is_inconclusive_not_zero():
    bare = batch()
    none = [
        Execution(batch="b", evaluation="C", arm=one.arm, model=one.model, conversation=one.conversation,
                  repetition=one.repetition, outcome="completed", arm_proved=True, steps=(Step(),))
        for one in bare.executions
    ]  # fmt: skip
    decision = decide(Batch(model=bare.model, executions=none), PARAMS)
    assert outcome(decision) == "INCONCLUSIVO"
    assert clause(decision, "invalid").value is None


def test_a_missing_repetition_is_an_incomplete_band():
    whole = batch()
    cut = [one for one in whole.executions if not (one.arm == "on" and one.repetition == 2)]
    decision = decide(Batch(model=whole.model, executions=cut), PARAMS)
    assert outcome(decision) == "INCONCLUSIVO"
    assert clause(decision, "complete").outcome == "short"


def test_an_unproved_arm_is_never_a_verdict():
    assert outcome(decide(batch(on_rate=0.4, proved=None), PARAMS)) == "INCONCLUSIVO"


def test_row_order_does_not_matter():
    whole = batch()
    shuffled = list(whole.executions)
    np.random.default_rng(1).shuffle(shuffled)
    one, other = decide(whole, PARAMS), decide(Batch(model=whole.model, executions=shuffled), PARAMS)
    assert one.clauses == other.clauses
    assert one.readings == other.readings


def test_invalid_by_format_decides_only_when_strict():
    strict = resolve(EVALUATION, {"strict": True, "permutations": 199})
    assert clause(decide(batch(on_rate=0.4), PARAMS), "invalid_format").decides is False
    assert clause(decide(batch(on_rate=0.4), strict), "invalid_format").decides is True


def test_a_rare_indicator_says_that_its_band_is_not_informative():
    whole = batch()
    first_on = next(i for i, one in enumerate(whole.executions) if one.arm == "on")
    changed = list(whole.executions)
    one = changed[first_on]
    changed[first_on] = Execution(
        batch=one.batch, evaluation="C", arm="on", model=one.model, conversation=one.conversation,
        repetition=one.repetition, outcome="completed", arm_proved=True,
        steps=(Step(calls=(call(landfill=True), *one.steps[0].calls[1:])), *one.steps[1:]),
    )  # fmt: skip
    decision = decide(Batch(model=whole.model, executions=changed), PARAMS)
    assert clause(decision, "landfill").outcome == "fails", "one event over a band [0, 0]: the user's rule"
    rare = reading(decision, "rare_landfill")
    assert rare.value == pytest.approx(0.5, abs=0.03)
    assert "não informa" in str(rare.reason)
