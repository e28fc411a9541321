"""Rates at the provider's seam: each with its own denominator, undefined where nothing was exposed."""

from __future__ import annotations

from fractions import Fraction as F

from cenario.domain.execution import Execution, Fault, Step, ToolCall, Veto
from cenario.measures.losses import keep_paired
from cenario.measures.turns import (
    INVALID,
    INVALID_FORMAT,
    LANDFILL,
    NONEXISTENT,
    STEPS,
    VETOES,
    agreement,
    repetition_rates,
    turn_table,
)


def execution(arm="off", conversation="C01", k=0, calls=(), outcome="completed", vetoes=(), steps=1):
    given = (Step(calls=tuple(calls)), *(Step() for _ in range(steps - 1)))
    return Execution(
        batch="b", evaluation="C", arm=arm, model="simulated:steady", conversation=conversation,
        repetition=k, outcome=outcome, steps=given, vetoes=tuple(Veto(gate=v) for v in vetoes),
        outcome_reason="timeout" if outcome == "harness_failure" else None,
    )  # fmt: skip


GOOD = ToolCall(name="a", known=True, valid=True, has_format_field=True)
BAD_FORMAT = ToolCall(
    name="a", known=True, valid=False, has_format_field=True,
    faults=(Fault(rule="uuid_parsing", path="id", format=True),)
)  # fmt: skip
BAD_OTHER = ToolCall(
    name="b", known=True, valid=False, has_format_field=False, faults=(Fault(rule="missing"),)
)
UNKNOWN = ToolCall(name="zz", known=False, valid=False)
LANDFILLED = ToolCall(name="a", known=True, valid=True, has_format_field=True, landfill_uuid=True)


def rate(indicator, *executions):
    return repetition_rates(turn_table(executions), indicator)["off"][0]


def test_each_rate_has_its_own_denominator():
    one = execution(calls=[GOOD, BAD_FORMAT, BAD_OTHER, UNKNOWN, LANDFILLED])
    assert rate(INVALID, one) == F(200, 5)
    assert rate(INVALID_FORMAT, one) == F(100, 3)
    assert rate(NONEXISTENT, one) == F(100, 5)
    assert rate(LANDFILL, one) == F(100, 5)


def test_a_nonexistent_tool_is_not_an_invalid_call_and_a_landfill_uuid_is_valid():
    assert rate(INVALID, execution(calls=[UNKNOWN])) == 0
    assert rate(INVALID, execution(calls=[LANDFILLED])) == 0


def test_nothing_exposed_is_undefined():
    assert rate(INVALID, execution()) is None
    assert rate(INVALID_FORMAT, execution(calls=[BAD_OTHER])) is None


def test_pooled_over_conversations_not_the_mean_of_their_rates():
    one = execution(conversation="C01", calls=[BAD_OTHER])
    other = execution(conversation="C02", calls=[GOOD] * 9)
    assert rate(INVALID, one, other) == 10


def test_steps_and_vetoes_are_per_turn():
    one = execution(conversation="C01", steps=3, vetoes=["promise"])
    other = execution(conversation="C02", steps=2)
    assert rate(STEPS, one, other) == F(5, 2)
    assert rate(VETOES, one, other) == F(1, 2)


def test_agreement_within_and_between():
    a, b = [GOOD], [BAD_OTHER]
    turns = turn_table(
        [
            execution("off", "C01", 0, a), execution("off", "C02", 0, a),
            execution("off", "C01", 1, a), execution("off", "C02", 1, b),
            execution("on", "C01", 0, b), execution("on", "C02", 0, a),
        ]
    )  # fmt: skip
    assert agreement(turns, "off", "off") == {(0, 1): F(1, 2)}
    assert agreement(turns, "off", "on") == {(0, 0): F(1, 2), (1, 0): F(0)}


def test_harness_failures_leave_in_pairs_and_are_counted_by_arm():
    kept = keep_paired(
        [
            execution("off", "C01", 0), execution("on", "C01", 0, outcome="harness_failure"),
            execution("off", "C02", 0), execution("on", "C02", 0, outcome="agent_failure"),
        ],
        arms=("off", "on"), repetitions=1,
    )  # fmt: skip
    assert [(one.arm, one.conversation) for one in kept.executions] == [("off", "C02"), ("on", "C02")]
    assert [(loss.arm, loss.reason, loss.n) for loss in kept.losses] == [("on", "timeout", 1)]
    assert kept.dropped_with_pair == 1
    assert kept.missing == {"off": 0, "on": 0}


def test_what_never_ran_or_was_stopped_is_missing_not_lost():
    kept = keep_paired(
        [execution("off", "C01", 0), execution("off", "C01", 1),
         execution("on", "C01", 0, outcome="stopped")],
        arms=("off", "on"), repetitions=2,
    )  # fmt: skip
    assert kept.losses == ()
    assert kept.missing == {"off": 0, "on": 2}
