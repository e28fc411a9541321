"""The arms must differ on the wire in what is under test, and in nothing else."""

from __future__ import annotations

import pytest

from cenario.criteria.wire import only_change_clause
from cenario.domain.execution import Execution, Wire
from cenario.measures.fingerprints import wire_difference


def pair(number, **changed):
    base = {"system": "s", "tools": "t", "opening": f"o{number}", "parameters": "p"}
    for arm, wire in (("off", base), ("on", base | changed)):
        yield Execution(
            batch="b",
            evaluation="C",
            arm=arm,
            model="simulated:x",
            conversation=f"C{number}",
            repetition=0,
            outcome="completed",
            wire=Wire(**wire),
        )


def clause(*pairs):
    executions = [execution for each in pairs for execution in each]
    found = wire_difference(executions, "off", "on")
    return only_change_clause(found.n_pairs, found.differing, expected="tools")


def test_only_the_tools_changed():
    held = clause(pair(1, tools="u"), pair(2, tools="u"))
    assert (held.outcome, held.n, held.decides) == ("holds", 2, True)


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ({}, "iguais em ferramentas em 1 de 2"),
        ({"tools": "u", "system": "z"}, "mudou também system"),
        ({"tools": "u", "parameters": "z"}, "mudou também parâmetros"),
        ({"tools": "u", "opening": "z"}, "mudou também abertura"),
    ],
)
def test_one_pair_alike_or_with_a_third_thing_holds_the_verdict_back(second, says):
    held = clause(pair(1, tools="u"), pair(2, **second))
    assert held.outcome == "short"
    assert says in str(held.reason)


def test_swapping_the_arms_changes_nothing_and_unpaired_ones_do_not_count():
    executions = [*pair(1, tools="u"), *pair(2, tools="u")][:-1]
    assert wire_difference(executions, "off", "on") == wire_difference(executions, "on", "off")
    assert wire_difference(executions, "off", "on").n_pairs == 1


def test_without_a_recorded_wire_it_does_not_decide():
    held = only_change_clause(0, {}, expected="tools")
    assert (held.outcome, held.decides) == ("holds", False)
