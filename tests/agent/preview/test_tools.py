"""Each tool over the world: what it answers, leaves and records, and how it fails."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from cenario.agent.preview.persona import Persona
from cenario.agent.preview.tools.registry import TOOLS
from cenario.agent.preview.tools.tool import Answer
from cenario.agent.preview.tools.validation import judge_call
from cenario.agent.preview.world import World
from cenario.domain.conversation import Appointment, Situation
from tests.agent.scripted import CONTACT, LEAD, conversation

Personas = dict[str, Persona]
NOW = datetime.fromisoformat("2026-11-04T10:00:00-03:00")
OTHER = "9c3e1f02-7a4b-4d5c-8e6f-0a1b2c3d4e5f"
APPOINTMENT = "c56a4180-65aa-42ec-a945-5fd21dec0538"
FREE, BUSY = "2026-11-06T10:00:00-03:00", "2026-11-06T10:30:00-03:00"


def world(personas: Personas, name: str = "clinica", **situation: Any) -> World:
    given = Situation(**{"free": (FREE,), "busy": (BUSY,), **situation})
    return World(conversation(name, situation=given), personas[name], NOW)


def use(where: World, tool: str, **arguments: Any) -> Answer:
    judged = judge_call(tool, json.dumps(arguments), TOOLS)
    assert judged.valid, judged.faults
    return TOOLS[tool].act(where, judged.arguments)


def book(where: World, **changes: Any) -> Answer:
    asked = {"event_type_slug": "limpeza", "contact_id": CONTACT, "lead_id": LEAD, "starts_at": FREE}
    return use(where, "crm_book_appointment", **(asked | changes))


def test_every_tool_is_tried_here(request: pytest.FixtureRequest) -> None:
    source = request.path.read_text(encoding="utf-8")
    assert [name for name in TOOLS if f'"{name}"' not in source] == []


def test_event_types(personas: Personas) -> None:
    found = use(world(personas), "crm_list_event_types")
    assert [each["slug"] for each in found.data["tipos"]] == [
        "avaliacao",
        "limpeza",
        "clareamento",
        "manutencao",
    ]
    assert found.is_empty is False


def test_free_slots_are_in_the_window_free_and_not_past(personas: Personas) -> None:
    here = world(personas)
    found = use(here, "crm_find_free_slots", event_type_slug="limpeza")
    starts = [datetime.fromisoformat(each) for each in found.data["horarios"]]
    assert starts == sorted(starts)
    assert all(start >= NOW for start in starts)
    assert found.data["publicou_horarios"] is True
    window = use(
        here,
        "crm_find_free_slots",
        event_type_slug="limpeza",
        de="2026-11-06T13:00:00Z",
        ate="2026-11-06T10:30:00-03:00",
    )
    assert window.data["horarios"] == [FREE], (
        "the other offset is the same instant; the busy one is not offered"
    )


def test_no_slots_is_empty_and_no_error(personas: Personas) -> None:
    sunday = {"de": "2026-11-08T00:00:00-03:00", "ate": "2026-11-08T23:59:00-03:00"}
    found = use(world(personas), "crm_find_free_slots", event_type_slug="limpeza", **sunday)
    assert (found.is_empty, found.error, found.data["horarios"]) == (True, None, [])
    stranger = use(world(personas), "crm_find_free_slots", event_type_slug="limpeza", owner_user_id=OTHER)
    assert stranger.is_empty is True
    unknown = use(world(personas), "crm_find_free_slots", event_type_slug="canal")
    assert (unknown.error, unknown.is_empty) == ("tipo_desconhecido", None)


def test_the_agenda_has_slots_on_every_working_day_until_the_end_of_the_month(personas: Personas) -> None:
    for name, slug in (("clinica", "limpeza"), ("clinica", "clareamento"), ("imobiliaria", "visita")):
        here = World(conversation(name, situation=None), personas[name], NOW)
        day = datetime.fromisoformat("2026-11-04T00:00:00-03:00")
        while day.month == 11:
            slots = here.free_slots(slug, day, day + timedelta(hours=23, minutes=59))
            assert bool(slots) == (day.weekday() != 6), (name, slug, day)
            day += timedelta(days=1)
        assert here.free_slots(slug, day, day + timedelta(days=30)) == []


def test_the_world_is_the_conversations_own_and_always_the_same(personas: Personas) -> None:
    def slots(identifier: str) -> list[datetime]:
        here = World(conversation(id=identifier), personas["clinica"], NOW)
        return here.free_slots("limpeza", NOW, NOW + timedelta(days=30))

    assert slots("C01") == slots("C01")
    assert slots("C01") != slots("C02")
    assert 0.6 < len(slots("C01")) / 470 < 0.8


def test_booking(personas: Personas) -> None:
    here = world(personas)
    done = book(here, attendee_email="rute@exemplo.com", guests=[{"name": "Bia"}])
    assert done.data["agendamento"]["fim"] == "2026-11-06T10:30:00-03:00"
    ran = here.procedures[-1]
    assert (ran.state, json.loads(ran.fields["participantes"])) == ("confirmado", ["Bia"])
    assert book(here).error == "horario_indisponivel"
    assert here.procedures[-1].state == "recusado"
    assert book(here, starts_at=BUSY).error == "horario_indisponivel"
    assert book(here, starts_at="2026-11-06T10:15:00-03:00").error == "horario_indisponivel"
    assert len(book(here, starts_at=BUSY).data["alternativas"]) == 3


def test_a_booking_is_for_this_contact_and_lead(personas: Personas) -> None:
    here = world(personas)
    assert book(here, contact_id=OTHER).error == "contato_nao_encontrado"
    assert book(here, lead_id=OTHER).error == "contato_nao_encontrado"
    assert book(here, contact_id=CONTACT.upper()).error is None
    assert here.procedures[0].state == "confirmado"


def test_a_longer_appointment_takes_the_slots_it_covers(personas: Personas) -> None:
    here = world(personas, free=(FREE, "2026-11-06T09:30:00-03:00"), busy=())
    assert book(here, event_type_slug="clareamento", starts_at="2026-11-06T09:30:00-03:00").error is None
    assert book(here).error == "horario_indisponivel"


def test_find_and_book(personas: Personas) -> None:
    here = world(personas, free=("2026-11-06T12:00:00-03:00",))
    asked = {"event_type_slug": "limpeza", "contact_id": CONTACT, "date": "2026-11-06", "period": "tarde"}
    done = use(here, "crm_find_and_book_appointment", **asked)
    assert done.data["agendamento"]["inicio"] == "2026-11-06T12:00:00-03:00"
    night = use(here, "crm_find_and_book_appointment", **(asked | {"period": "noite", "date": "2026-11-08"}))
    assert night.error == "horario_indisponivel"


def test_rescheduling_and_listing(personas: Personas) -> None:
    on_file = Appointment(id=APPOINTMENT, event_type_slug="limpeza", starts_at="2026-11-05T09:00:00-03:00")
    here = world(personas, appointments=(on_file,))
    listed = use(here, "crm_list_appointments", contact_id=CONTACT)
    assert [each["id"] for each in listed.data["agendamentos"]] == [APPOINTMENT]
    moved = use(here, "crm_reschedule_appointment", appointment_id=APPOINTMENT, starts_at=FREE)
    assert (moved.data["agendamento"]["inicio"], moved.data["antes"]) == (FREE, "2026-11-05T09:00:00-03:00")
    taken = use(here, "crm_reschedule_appointment", appointment_id=APPOINTMENT, starts_at=BUSY)
    assert taken.error == "horario_indisponivel"
    still = use(here, "crm_list_appointments", contact_id=CONTACT, de="2026-11-06T00:00:00-03:00")
    assert [each["inicio"] for each in still.data["agendamentos"]] == [FREE]
    assert (
        use(here, "crm_list_appointments", contact_id=CONTACT, ate="2026-11-05T23:00:00-03:00").is_empty
        is True
    )
    assert use(here, "crm_list_appointments", contact_id=OTHER).error == "contato_nao_encontrado"
    gone = use(here, "crm_reschedule_appointment", appointment_id=OTHER, starts_at=FREE)
    assert gone.error == "agendamento_nao_encontrado"
    assert [each.state for each in here.procedures] == ["confirmado", "recusado"]


def test_contact(personas: Personas) -> None:
    here = world(personas)
    changed = use(
        here, "crm_update_contact", contact_id=CONTACT, email="RUTE@EXEMPLO.COM", birth_date="1998-03-12"
    )
    assert changed.data["mudou"] == ["birth_date", "email"]
    read = use(here, "crm_get_contact", contact_id=CONTACT).data
    assert (read["email"], read["name"], read["lead_id"]) == ("RUTE@EXEMPLO.COM", "Rute Prado", LEAD)
    assert use(here, "crm_update_contact", contact_id=CONTACT).error == "nada_a_mudar"
    assert use(here, "crm_update_contact", contact_id=OTHER, name="X").error == "contato_nao_encontrado"
    assert use(here, "crm_get_contact", contact_id=OTHER).error == "contato_nao_encontrado"


def test_lead(personas: Personas) -> None:
    here = world(personas, "imobiliaria")
    use(here, "crm_update_lead", lead_id=LEAD, interest="casa", value=0, is_urgent=False)
    ran = here.procedures[-1]
    assert {name: json.loads(text) for name, text in ran.fields.items()} == {
        "interesse": "casa",
        "valor": 0,
        "urgente": False,
    }
    use(here, "crm_add_participant", lead_id=LEAD, name="Bia", email="bia@exemplo.com")
    read = use(here, "crm_get_lead", lead_id=LEAD).data
    assert (read["interest"], read["value"], read["participants"][0]["name"]) == ("casa", 0, "Bia")
    for tool, more in (
        ("crm_get_lead", {}),
        ("crm_update_lead", {"value": 1}),
        ("crm_add_participant", {"name": "X"}),
        ("crm_move_stage", {"stage": "visita"}),
    ):
        assert use(here, tool, lead_id=OTHER, **more).error == "lead_nao_encontrado"
    assert use(here, "crm_update_lead", lead_id=LEAD).error == "nada_a_mudar"


def test_funnel(personas: Personas) -> None:
    here = world(personas, "loja")
    assert "orcamento" in use(here, "crm_list_stages").data["etapas"]
    assert use(here, "crm_move_stage", lead_id=LEAD, stage="orcamento").data["antes"] == "novo"
    assert use(here, "crm_move_stage", lead_id=LEAD, stage="lua").error == "etapa_desconhecida"
    assert [each.state for each in here.procedures] == ["movido", "recusado"]
    assert here.closed is False
    use(here, "crm_move_stage", lead_id=LEAD, stage="ganho")
    assert here.closed is True
    use(here, "crm_move_stage", lead_id=LEAD, stage="orcamento")
    assert here.closed is False, "a lead that comes back has work open"


def test_charge(personas: Personas) -> None:
    here = world(personas, "curso")
    asked = {"contact_id": CONTACT, "amount": 150, "description": "matrícula"}
    assert use(here, "crm_create_charge", due_date="2026-11-04", **asked).error is None
    assert use(here, "crm_create_charge", due_date="2026-11-03", **asked).error == "vencimento_no_passado"
    assert [each.state for each in here.procedures] == ["emitida", "recusada"]
    assert len(here.charges) == 1
    stranger = use(here, "crm_create_charge", due_date="2026-11-04", **(asked | {"contact_id": OTHER}))
    assert stranger.error == "contato_nao_encontrado"


def test_notes_callback_handoff_and_closing(personas: Personas) -> None:
    here = world(personas)
    use(here, "crm_add_note", contact_id=CONTACT, text="prefere de manhã")
    assert here.notes == ["prefere de manhã"]
    past = use(here, "crm_schedule_callback", contact_id=CONTACT, at="2026-11-04T12:00:00Z", reason="x")
    assert (past.error, here.follow_up_at) == ("horario_no_passado", None)
    use(here, "crm_schedule_callback", contact_id=CONTACT, at="2026-11-05T09:00:00-03:00", reason="x")
    assert here.follow_up_at == "2026-11-05T09:00:00-03:00"
    use(here, "crm_handoff", contact_id=CONTACT, reason="pediu", urgency="alta")
    use(here, "crm_close_conversation", contact_id=CONTACT, outcome="resolvido")
    assert (here.handed_off, here.closed) == (True, True)
    for tool, more in (
        ("crm_add_note", {"text": "x"}),
        ("crm_schedule_callback", {"at": FREE, "reason": "x"}),
        ("crm_handoff", {"reason": "x"}),
        ("crm_close_conversation", {"outcome": "engano"}),
    ):
        assert use(here, tool, contact_id=OTHER, **more).error == "contato_nao_encontrado"


def test_sources(personas: Personas) -> None:
    here = world(personas)
    names = [each["fonte"] for each in use(here, "kb_list_sources").data["fontes"]]
    assert names == ["precos", "endereco", "preparo", "cancelamento"]
    assert "R$ 180" in use(here, "kb_read_source", source="precos").data["texto"]
    use(here, "kb_read_source", source="precos")
    assert here.sources == ["precos"]
    assert use(here, "kb_read_source", source="../precos").error == "fonte_desconhecida"


def test_a_conversation_without_a_lead(personas: Personas) -> None:
    from cenario.domain.conversation import Contact

    alone = World(conversation(contact=Contact(contact_id=CONTACT)), personas["clinica"], NOW)
    assert use(alone, "crm_get_lead", lead_id=LEAD).error == "lead_nao_encontrado"
    assert use(alone, "crm_get_contact", contact_id=CONTACT).data["lead_id"] is None
