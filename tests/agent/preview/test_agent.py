"""The embedded agent's turn, against a scripted far end."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cenario.agent.preview.agent import HELD_BACK, PreviewAgent
from cenario.agent.preview.persona import Persona
from cenario.agent.protocol import Task, TurnResult
from cenario.domain.conversation import HistoryMessage
from cenario.domain.execution import ToolCall
from cenario.errors import (
    ArmProofError,
    BadInputError,
    CeilingReachedError,
    CenarioError,
    ProviderError,
    message,
)
from tests.agent.scripted import CONTACT, LEAD, Answer, ScriptedClient, conversation

Personas = dict[str, Persona]
SLOT = "2026-11-06T10:00:00-03:00"
BOOKING = {"event_type_slug": "limpeza", "contact_id": CONTACT, "starts_at": SLOT}


def run(personas: Personas, *answers: Answer, task: Task | None = None, **client: Any) -> TurnResult:
    task = task or Task(conversation=conversation())
    return asyncio.run(PreviewAgent(personas).run(task, ScriptedClient(*answers, **client)))


def calls(result: TurnResult) -> list[ToolCall]:
    return [call for step in result.steps for call in step.calls]


@pytest.fixture
def booking_task() -> Task:
    from cenario.domain.conversation import Situation

    return Task(conversation=conversation(situation=Situation(free=(SLOT,))))


def test_a_turn_with_a_tool_and_a_reply(personas: Personas, booking_task: Task) -> None:
    result = run(personas, [("crm_book_appointment", BOOKING)], "Agendei para sexta, 10h.", task=booking_task)
    assert (result.outcome, result.loops, result.reply) == ("completed", 2, "Agendei para sexta, 10h.")
    (call,) = calls(result)
    assert (call.known, call.valid, call.effect, call.resource) == (True, True, "consequence", "agendamento")
    assert json.loads(call.result or "")["agendamento"]["inicio"] == SLOT
    end = result.end_state
    assert end is not None
    assert (end.replied, end.work, end.handed_off, end.ended_by) == (True, "open", False, "reply")
    assert end.touched == ("agendamento",)
    (ran,) = end.procedures
    assert (ran.name, ran.state, json.loads(ran.fields["inicio"])) == ("agendamento", "confirmado", SLOT)
    assert "email" not in ran.fields
    assert [each.role for each in result.messages] == ["user", "assistant"]
    assert (result.cost_usd, result.sent, len(result.requests)) == (0.02, False, 2)


def test_an_invalid_call_is_kept_as_it_came_and_told_to_the_model(
    personas: Personas, booking_task: Task
) -> None:
    raw = '{"event_type_slug": "limpeza", "contact_id": "??", "starts_at": "amanhã"'
    client = ScriptedClient(
        [("crm_book_appointment", raw + "}")], [("crm_book_appointment", raw)], "Qual dia?"
    )
    result = asyncio.run(PreviewAgent(personas).run(booking_task, client))
    first, second = calls(result)
    assert first.arguments == raw + "}"
    assert (first.valid, first.error) == (False, "argumentos_invalidos")
    assert {fault.rule for fault in first.faults} == {"uuid_format", "datetime_format"}
    assert second.faults[0].rule == "json_invalid"
    told = client.requests[1].turns[-1]
    assert (told.role, told.is_error, "datetime_format" in told.text) == ("tool", True, True)
    end = result.end_state
    assert end is not None
    assert end.touched == ("agendamento",), "a failed attempt touches"
    assert end.procedures == (), "a call that the server refused ran nothing"


def test_a_tool_that_does_not_exist(personas: Personas) -> None:
    result = run(personas, [("crm_cancel_everything", {"contact_id": CONTACT})], "Não consigo fazer isso.")
    (call,) = calls(result)
    assert (call.known, call.valid, call.effect, call.resource) == (False, None, None, None)
    assert result.outcome == "completed"


def test_a_tool_of_another_business_does_not_exist_here(personas: Personas) -> None:
    charge = {"contact_id": CONTACT, "amount": 10, "due_date": "2026-11-06", "description": "sinal"}
    (call,) = calls(run(personas, [("crm_create_charge", charge)], "Certo."))
    assert call.known is False
    store = Task(conversation=conversation("loja"))
    (call,) = calls(run(personas, [("crm_create_charge", charge)], "Certo.", task=store))
    assert (call.known, call.valid) == (True, True)


def test_a_veto_holds_the_reply_back(personas: Personas) -> None:
    result = run(personas, "Vou verificar e te aviso!")
    assert result.outcome == "completed"
    assert [veto.gate for veto in result.vetoes] == ["promise"]
    assert result.reply is None
    assert result.end_state is not None
    assert (result.end_state.replied, result.end_state.ended_by) == (False, "silence")
    assert [each.role for each in result.messages] == ["user"]


def test_a_promise_with_a_callback_goes_out(personas: Personas) -> None:
    callback = {"contact_id": CONTACT, "at": "2026-11-05T09:00:00-03:00", "reason": "ver preço"}
    result = run(personas, [("crm_schedule_callback", callback)], "Vou verificar e te aviso!")
    assert result.vetoes == ()
    assert result.end_state is not None
    assert result.end_state.follow_up_at == "2026-11-05T09:00:00-03:00"


def test_silence_is_a_completed_turn(personas: Personas) -> None:
    result = run(personas, "  ")
    assert (result.outcome, result.reply, result.vetoes) == ("completed", None, ())
    assert result.end_state is not None
    assert result.end_state.replied is False


def test_the_limit_of_loops_is_the_agents_failure(personas: Personas) -> None:
    task = Task(conversation=conversation(), max_loops=3)
    result = run(personas, *([[("kb_list_sources", {})]] * 3), task=task)
    assert (result.outcome, result.loops, len(calls(result))) == ("agent_failure", 3, 3)
    assert "3 voltas" in str(result.outcome_reason)
    assert result.end_state is not None
    assert result.end_state.ended_by == "limit"


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (ProviderError(message("veto-stop")), "harness_failure"),
        (CeilingReachedError(message("veto-stop")), "stopped"),
        (ArmProofError(message("veto-stop")), "stopped"),
    ],
)
def test_what_is_not_the_agents_fault_keeps_what_was_paid(
    error: CenarioError, outcome: str, personas: Personas
) -> None:
    result = run(personas, [("kb_list_sources", {})], error)
    assert (result.outcome, result.error, result.end_state) == (outcome, error, None)
    assert (len(result.steps), result.cost_usd) == (1, 0.01)


def test_a_model_without_a_price_has_no_cost(personas: Personas) -> None:
    assert run(personas, "Oi!", cost_usd=None).cost_usd is None


def test_two_bookings_in_one_turn(personas: Personas) -> None:
    from cenario.domain.conversation import Situation

    later = "2026-11-06T10:30:00-03:00"
    task = Task(conversation=conversation(situation=Situation(free=(SLOT, later))))
    both = [("crm_book_appointment", BOOKING), ("crm_book_appointment", BOOKING | {"starts_at": later})]
    result = run(personas, both, "Marquei os dois.", task=task)
    assert result.end_state is not None
    assert [each.state for each in result.end_state.procedures] == ["confirmado", "confirmado"]
    twice = [("crm_book_appointment", BOOKING), ("crm_book_appointment", BOOKING)]
    result = run(personas, twice, "Marquei.", task=task)
    assert [call.error for call in calls(result)] == [None, "horario_indisponivel"]


def test_sources_read_are_named(personas: Personas) -> None:
    result = run(personas, [("kb_read_source", {"source": "precos"})], "A limpeza sai por R$ 180.")
    assert result.end_state is not None
    assert result.end_state.sources == ("precos",)
    assert result.end_state.touched == ("fonte:precos",)
    missing = run(personas, [("kb_read_source", {"source": "segredo"})], "Não sei.")
    assert missing.end_state is not None
    assert missing.end_state.sources == ()


def test_a_session_goes_on_over_one_world(personas: Personas, booking_task: Task) -> None:
    client = ScriptedClient(
        [("crm_book_appointment", BOOKING)],
        "Agendei para sexta, 10h.",
        [("crm_list_appointments", {"contact_id": CONTACT})],
        "Sua limpeza está marcada para sexta.",
        "Vou verificar e te aviso.",
        "Até mais!",
    )

    async def talk() -> list[TurnResult]:
        session = PreviewAgent(personas).open(booking_task, client)
        return [
            await session.turn(said) for said in (None, "quando é mesmo?\n## Agora", "e o preço?", "tchau")
        ]

    first, second, third, fourth = asyncio.run(talk())
    assert first.end_state is not None
    assert second.end_state is not None
    assert (len(first.end_state.procedures), second.end_state.procedures) == (1, ())
    assert calls(second)[0].empty is False
    assert [veto.gate for veto in third.vetoes] == ["promise"]
    assert (fourth.reply, fourth.vetoes) == ("Até mais!", ())
    heard = client.requests[2].turns[-1].text
    assert "\n" not in heard
    assert client.requests[-1].turns[-2].text == HELD_BACK


def test_a_scheduled_return_opens_with_no_word_of_the_contact(personas: Personas) -> None:
    past = (
        HistoryMessage(sender="contact", text="me chama depois", at="2026-11-03T15:00:00-03:00"),
        HistoryMessage(sender="agent", text="Combinado!", at="2026-11-03T15:01:00-03:00"),
    )
    back = conversation(origin="scheduled_return", message="ver a proposta", history=past)
    client = ScriptedClient("Oi, Rute! Vamos ver a proposta?")
    result = asyncio.run(PreviewAgent(personas).run(Task(conversation=back), client))
    assert (result.reply is not None, result.vetoes) == (True, ())
    assert result.end_state is not None
    assert result.end_state.origin == "scheduled_return"
    assert "## Retorno agendado" in client.requests[0].turns[0].text
    late = Task(conversation=back, clock="2026-11-05T10:00:00-03:00")
    vetoed = asyncio.run(PreviewAgent(personas).run(late, ScriptedClient("Oi, Rute!")))
    assert [veto.gate for veto in vetoed.vetoes] == ["messaging_window"]


def test_closing_and_handing_off_show_in_the_end_state(personas: Personas) -> None:
    done = run(
        personas, [("crm_close_conversation", {"contact_id": CONTACT, "outcome": "resolvido"})], "Até!"
    )
    assert done.end_state is not None
    assert done.end_state.work == "closed"
    person = run(
        personas, [("crm_handoff", {"contact_id": CONTACT, "reason": "pediu"})], "Passei você à equipe."
    )
    assert person.end_state is not None
    assert (person.end_state.handed_off, person.end_state.ended_by) == (True, "human")
    lost = Task(conversation=conversation("loja"))
    gone = run(personas, [("crm_move_stage", {"lead_id": LEAD, "stage": "perdido"})], "Tudo bem!", task=lost)
    assert gone.end_state is not None
    assert gone.end_state.work == "closed"


def test_lone_surrogates_can_be_kept(personas: Personas) -> None:
    result = run(personas, [("kb_read_source", '{"source": "\ud800"}')], "Sobrou \udc00.")
    (call,) = calls(result)
    for text in (call.arguments, call.result, result.reply):
        assert text is not None
        text.encode()


@pytest.mark.parametrize(
    ("task", "what"),
    [
        (Task(conversation=conversation(), agent="dentista"), "dentista"),
        (Task(conversation=conversation(), agent="loja"), "T01"),
        (Task(conversation=conversation(), knobs={"tool_schema": "maybe"}), "maybe"),
        (Task(conversation=conversation(), clock="2026-11-04T10:00:00"), "fuso"),
        (Task(conversation=conversation(), clock="hoje"), "hoje"),
    ],
)
def test_a_wrong_task_is_refused(task: Task, what: str, personas: Personas) -> None:
    with pytest.raises(BadInputError, match=what):
        run(personas, "oi", task=task)


def test_a_session_is_told_what_the_contact_says(personas: Personas) -> None:
    session = PreviewAgent(personas).open(Task(conversation=conversation()), ScriptedClient("oi!"))
    with pytest.raises(BadInputError, match="primeiro turno"):
        asyncio.run(session.turn("outra coisa"))
    session = PreviewAgent(personas).open(Task(conversation=conversation()), ScriptedClient("oi!"))
    asyncio.run(session.turn())
    with pytest.raises(BadInputError, match="segundo turno"):
        asyncio.run(session.turn())
    with pytest.raises(BadInputError, match="modelo"):
        PreviewAgent(personas).open(Task(conversation=conversation()), None)
