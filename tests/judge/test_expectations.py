"""The nine expectations, each rule of the user's document (S000-14 to S000-32) by its number."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.domain.conversation import Contact, Conversation
from cenario.domain.execution import EndState, ProcedureRun
from cenario.domain.scenario import (
    EXPECTATION_KINDS,
    CollectedExpectation,
    Expectation,
    FollowUpExpectation,
    GroundingExpectation,
    HandoffExpectation,
    Procedure,
    ProcedureExpectation,
    ProcedureField,
    ProhibitionExpectation,
    ReplyExpectation,
    ResumptionExpectation,
    Scenario,
    WorkExpectation,
)
from cenario.judge.expectations import judge_expectation

FIELDS = ("text", "number", "boolean", "date", "datetime", "list")
SITUATION = Conversation(
    id="X01",
    business="loja",
    contact=Contact(contact_id="11111111-1111-4111-8111-111111111111"),
    message="oi",
)
SCENARIO = Scenario(
    id="any-scenario",
    title="qualquer",
    situation=SITUATION,
    inputs=("oi",),
    procedures=(
        Procedure(
            name="cobranca",
            states=("emitida", "recusada"),
            fields=tuple(ProcedureField(name=f"campo-{kind}", type=kind) for kind in FIELDS),
        ),
        Procedure(name="agendamento", states=("confirmado",)),
    ),
)


def judged(expectation: Expectation, **state: object) -> str:
    return judge_expectation(expectation, EndState(**state), SCENARIO).outcome  # type: ignore[arg-type]


def ran(*names: str, state: str = "emitida", **fields: str) -> tuple[ProcedureRun, ...]:
    return tuple(
        ProcedureRun(name=name, state=state, fields={f"campo-{k}": v for k, v in fields.items()})
        for name in names
    )


def collected(kind: str, value: object, received: str) -> str:
    expectation = CollectedExpectation(procedure="cobranca", field=f"campo-{kind}", value=value)  # type: ignore[arg-type]
    return judged(expectation, procedures=ran("cobranca", **{kind: received}))


EVERY: tuple[Expectation, ...] = (
    ReplyExpectation(spoke=True),
    ReplyExpectation(spoke=False),
    WorkExpectation(state="open"),
    WorkExpectation(state="closed"),
    ProcedureExpectation(procedure="cobranca", state="emitida"),
    ProcedureExpectation(procedure="agendamento", absent=True),
    CollectedExpectation(procedure="cobranca", field="campo-number", value=3),
    FollowUpExpectation(),
    ResumptionExpectation(),
    HandoffExpectation(),
    GroundingExpectation(source="precos"),
    ProhibitionExpectation(resource="cobranca"),
)


def test_s000_15_there_are_nine_kinds() -> None:
    assert len(EXPECTATION_KINDS) == 9
    assert {type(each).__struct_config__.tag for each in EVERY} == set(EXPECTATION_KINDS)


@pytest.mark.parametrize("expectation", EVERY)
def test_a_world_nobody_reported_is_not_judged(expectation: Expectation) -> None:
    found = judge_expectation(expectation, None, SCENARIO)
    assert found.outcome == "not_judgeable"
    assert str(found.reason)


@pytest.mark.parametrize(("spoke", "replied", "outcome"), [
    (True, True, "met"), (True, False, "not_met"), (False, False, "met"), (False, True, "not_met"),
    (True, None, "not_judgeable"), (False, None, "not_judgeable"),
])  # fmt: skip
def test_s000_16_reply_has_both_polarities(spoke: bool, replied: bool | None, outcome: str) -> None:
    assert judged(ReplyExpectation(spoke=spoke), replied=replied) == outcome


@pytest.mark.parametrize(("wanted", "work", "outcome"), [
    ("open", "open", "met"), ("open", "closed", "not_met"), ("closed", "closed", "met"),
    ("closed", "open", "not_met"), ("open", None, "not_judgeable"),
])  # fmt: skip
def test_s000_17_work_is_open_or_closed(wanted: str, work: str | None, outcome: str) -> None:
    assert judged(WorkExpectation(state=wanted), work=work) == outcome  # type: ignore[arg-type]


def test_s000_18_a_named_procedure_ended_in_a_state() -> None:
    expectation = ProcedureExpectation(procedure="cobranca", state="emitida")
    assert judged(expectation, procedures=ran("cobranca")) == "met"
    assert judged(expectation, procedures=ran("cobranca", state="recusada")) == "not_met"


def test_s000_19_absence_forbids_one_process_and_no_other() -> None:
    world = {"procedures": ran("agendamento", state="confirmado")}
    assert judged(ProcedureExpectation(procedure="cobranca", absent=True), **world) == "met"
    assert judged(ProcedureExpectation(procedure="agendamento", absent=True), **world) == "not_met"


def test_s000_20_what_ran_fails_absence_and_what_did_not_run_says_so() -> None:
    absent = ProcedureExpectation(procedure="cobranca", absent=True)
    assert judged(absent, procedures=ran("cobranca", state="recusada")) == "not_met"
    wanted = ProcedureExpectation(procedure="cobranca", state="emitida")
    never = judge_expectation(wanted, EndState(), SCENARIO)
    other = judge_expectation(wanted, EndState(procedures=ran("cobranca", state="recusada")), SCENARIO)
    assert (never.outcome, never.reason.code) == ("not_met", "expectation-procedure-did-not-run")
    assert (other.outcome, other.reason.code) == ("not_met", "expectation-procedure-other-state")


@pytest.mark.parametrize(("kind", "value", "received", "outcome"), [
    ("number", 3, '"3"', "met"), ("number", 3, "3", "met"), ("number", 3, '"3.0"', "met"),
    ("number", 3, "3.0", "met"), ("number", 3, "4", "not_met"), ("number", 480, "480.00", "met"),
    ("number", 3, '"três"', "not_met"), ("number", 1, "true", "not_met"), ("number", 3, "NaN", "not_met"),
    ("number", 3, "1e999", "not_met"), ("number", 1000, '"1_000"', "not_met"), ("number", 0.1, "0.1", "met"),
    ("text", "3", '"3"', "met"), ("text", "3", '"03"', "not_met"), ("text", "03", "03", "met"),
    ("text", "1e5", "1e5", "met"), ("text", "João", '"João"', "met"), ("text", "a", '"A"', "not_met"),
    ("boolean", True, "true", "met"), ("boolean", True, '"sim"', "met"),
    ("boolean", True, "false", "not_met"),
    ("boolean", False, '"não"', "met"),
    ("boolean", True, '"talvez"', "not_met"),
    ("boolean", True, "1", "met"),
    ("date", "2026-11-06", '"2026-11-06"', "met"), ("date", "2026-11-06", '"06/11/2026"', "met"),
    ("date", "2026-11-06", '"2026-11-06T23:00:00-03:00"', "met"),
    ("date", "2026-11-06", '"2026-11-07"', "not_met"),
    ("date", "2026-11-06", '"amanhã"', "not_met"), ("date", "2026-11-06", "20261106", "not_met"),
    ("datetime", "2026-11-05T15:00:00-03:00", '"2026-11-05T18:00:00Z"', "met"),
    ("datetime", "2026-11-05T15:00:00-03:00", '"2026-11-05T15:00:00"', "not_met"),
    ("datetime", "2026-11-05T15:00:00-03:00", '"2026-11-05T15:30:00-03:00"', "not_met"),
])  # fmt: skip
def test_s000_21_collected_compares_by_the_declared_type(
    kind: str, value: object, received: str, outcome: str
) -> None:
    assert collected(kind, value, received) == outcome


def test_s000_21_what_does_not_read_as_its_type_is_told_apart_from_another_value() -> None:
    expectation = CollectedExpectation(procedure="cobranca", field="campo-number", value=3)
    found = judge_expectation(expectation, EndState(procedures=ran("cobranca", number='"três"')), SCENARIO)
    assert found.reason.code == "expectation-collected-unreadable"


def test_s000_23_never_collected_is_not_a_wrong_value() -> None:
    expectation = CollectedExpectation(procedure="cobranca", field="campo-number", value=3)
    for world in (EndState(), EndState(procedures=ran("cobranca")), EndState(procedures=ran("agendamento"))):
        found = judge_expectation(expectation, world, SCENARIO)
        assert (found.outcome, found.reason.code) == ("not_met", "expectation-not-collected")


def test_s000_21_the_last_value_received_counts() -> None:
    expectation = CollectedExpectation(procedure="cobranca", field="campo-number", value=3)
    runs = (*ran("cobranca", number="2"), *ran("cobranca", number="3"))
    assert judged(expectation, procedures=runs) == "met"


def test_s000_24_25_follow_up_looks_ahead_and_resumption_back_and_both_may_be() -> None:
    both = {"follow_up_at": "2026-11-05T10:00:00-03:00", "origin": "scheduled_return"}
    assert judged(FollowUpExpectation(), **both) == judged(ResumptionExpectation(), **both) == "met"
    assert judged(FollowUpExpectation(), origin="scheduled_return") == "not_met"
    assert judged(ResumptionExpectation(), follow_up_at="2026-11-05T10:00:00-03:00") == "not_met"


@pytest.mark.parametrize(("handed", "outcome"), [(True, "met"), (False, "not_met"), (None, "not_judgeable")])
def test_s000_26_handoff(handed: bool | None, outcome: str) -> None:
    assert judged(HandoffExpectation(), handed_off=handed) == outcome


def test_s000_27_grounding_judges_the_source_and_never_the_wording() -> None:
    grounded = GroundingExpectation(source="precos")
    assert judged(grounded, replied=True, sources=("entrega", "precos")) == "met"
    assert judged(grounded, replied=True, sources=("entrega",)) == "not_met"
    assert "text" not in EndState.__struct_fields__  # the wording is not even there to be judged


def test_s000_28_no_speech_rests_on_nothing() -> None:
    found = judge_expectation(
        GroundingExpectation(source="precos"), EndState(replied=False, sources=("precos",)), SCENARIO
    )
    assert (found.outcome, found.reason.code) == ("not_met", "expectation-no-speech")


def test_s000_29_one_touch_breaks_a_prohibition() -> None:
    forbidden = ProhibitionExpectation(resource="cobranca")
    assert judged(forbidden, touched=("agenda", "cobranca")) == "not_met"
    assert judged(forbidden, touched=("agenda",)) == "met"


def test_s000_32_only_reply_work_and_procedure_have_two_sides() -> None:
    sides = {"resposta": {"spoke"}, "trabalho": {"state"}, "procedimento": {"procedure", "state", "absent"}}
    for each in EVERY:
        kind = str(type(each).__struct_config__.tag)
        fields = set(type(each).__struct_fields__)
        assert fields == sides.get(kind, fields - {"negate", "polarity", "absent", "not_", "expected"})


def shuffled(items: Iterable[object], seed: int) -> tuple[object, ...]:
    order = list(items)
    random.Random(seed).shuffle(order)
    return tuple(order)


@given(
    names=st.lists(st.sampled_from(["cobranca", "agendamento"]), unique=True),
    touched=st.lists(st.sampled_from(["cobranca", "agenda", "nota", "precos"]), unique=True),
    replied=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_s000_14_no_order_of_steps_can_be_required(
    names: list[str], touched: list[str], replied: bool, seed: int
) -> None:
    """Whatever was done, in whatever order: every expectation finds the same."""
    runs = ran(*names, number="3")
    before = EndState(replied=replied, procedures=runs, touched=tuple(touched), sources=tuple(touched))
    after = EndState(
        replied=replied,
        procedures=shuffled(runs, seed),  # type: ignore[arg-type]
        touched=shuffled(touched, seed),  # type: ignore[arg-type]
        sources=shuffled(touched, seed),  # type: ignore[arg-type]
    )
    for expectation in EVERY:
        assert judge_expectation(expectation, before, SCENARIO) == judge_expectation(
            expectation, after, SCENARIO
        )
