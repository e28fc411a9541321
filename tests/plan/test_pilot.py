"""A pilot's spend per execution times the plan's executions, exactly."""

from __future__ import annotations

import pytest

from cenario.domain.execution import Execution
from cenario.errors import BadInputError
from cenario.plan.constants import DEFAULT_CONSTANTS, constant_values, replace_constants
from cenario.plan.pilot import project


def execution(cost, arm="off", outcome="completed"):
    return Execution(
        batch="b", evaluation="C", arm=arm, model="anthropic:claude-sonnet-5", conversation="C02",
        repetition=0, outcome=outcome, cost_usd=cost,
    )  # fmt: skip


KEY = ("anthropic:claude-sonnet-5", "off")


def test_the_projection_is_an_exact_product():
    (line,) = project([execution(0.02), execution(0.04), execution(0.03)], {KEY: 90})
    assert (line.usd_per_execution, line.usd, line.pilot_executions) == (
        pytest.approx(0.03),
        pytest.approx(2.7),
        3,
    )


def test_a_harness_failure_costs_and_a_stopped_one_never_ran():
    (line,) = project(
        [execution(0.02), execution(0.04, outcome="harness_failure"), execution(9, outcome="stopped")],
        {KEY: 10},
    )
    assert line.usd == pytest.approx(0.3)


def test_an_unknown_cost_is_not_zero():
    (line,) = project([execution(0.02), execution(None)], {KEY: 90})
    assert (line.usd_per_execution, line.usd) == (None, None)


def test_a_pilot_without_executions_is_an_error():
    with pytest.raises(BadInputError, match="piloto não tem nenhuma"):
        project([], {KEY: 90})


def test_constants_are_replaced_by_name_and_say_so():
    changed = replace_constants({"seconds_per_turn": 11.5}, source="pilot")
    assert constant_values(changed)["seconds_per_turn"] == 11.5
    assert {c.name for c in changed if c.source == "pilot"} == {"seconds_per_turn"}
    with pytest.raises(BadInputError, match="seconds_per_tun"):
        replace_constants({"seconds_per_tun": 1}, source="pilot")
    with pytest.raises(BadInputError, match="negativa"):
        replace_constants({"seconds_per_turn": -1}, source="pilot")
    assert all(c.source and c.error for c in DEFAULT_CONSTANTS)
