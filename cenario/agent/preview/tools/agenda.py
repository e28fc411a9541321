"""The agenda: what can be booked, free slots, booking, moving and listing."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from cenario.agent.preview.tools.formats import Day, Email, Instant, Uuid
from cenario.agent.preview.tools.tool import Answer, Arguments, Procedure, Tool, fail
from cenario.agent.preview.world import AGENDA_LAST, ZONE, Booked, World

if TYPE_CHECKING:
    from cenario.agent.preview.persona import EventType

MAX_SLOTS = 16
"""Most slots one search gives back; our default."""

_Slug = Annotated[str, Field(min_length=1, max_length=40, description="slug do tipo de atendimento")]
_ContactId = Annotated[Uuid, Field(description="id do contato, copiado do contexto")]
_LeadId = Annotated[Uuid | None, Field(description="id do lead, copiado do contexto")]
_PERIODS = {
    "manha": (time(0), time(11, 59)),
    "tarde": (time(12), time(17, 59)),
    "noite": (time(18), time.max),
}


class Guest(Arguments):
    """Someone else who comes along."""

    name: Annotated[str, Field(min_length=1, max_length=80, description="nome do participante")]
    email: Annotated[Email | None, Field(description="e-mail do participante")] = None


class ListEventTypes(Arguments):
    """No arguments."""


class FindFreeSlots(Arguments):
    """Where and when to look."""

    event_type_slug: _Slug
    dias_a_frente: Annotated[int, Field(ge=1, le=60, description="quantos dias à frente procurar")] = 14
    de: Annotated[Instant | None, Field(description="início da janela, ISO 8601 com fuso")] = None
    ate: Annotated[Instant | None, Field(description="fim da janela, ISO 8601 com fuso")] = None
    owner_user_id: Annotated[Uuid | None, Field(description="id do profissional")] = None


class _WhoComes(Arguments):
    contact_id: _ContactId
    lead_id: _LeadId = None
    attendee_email: Annotated[Email | None, Field(description="e-mail que recebe o convite")] = None
    guests: Annotated[tuple[Guest, ...], Field(max_length=5, description="outros participantes")] = ()
    notes: Annotated[str | None, Field(max_length=400, description="observação")] = None


class BookAppointment(_WhoComes):
    """A booking at an exact instant."""

    event_type_slug: _Slug
    starts_at: Annotated[Instant, Field(description="início, ISO 8601 com fuso, de um horário livre")]


class FindAndBookAppointment(_WhoComes):
    """A booking at the first free slot of a day."""

    event_type_slug: _Slug
    date: Annotated[Day, Field(description="dia desejado, AAAA-MM-DD")]
    period: Annotated[Literal["manha", "tarde", "noite", "qualquer"], Field(description="parte do dia")] = (
        "qualquer"
    )


class RescheduleAppointment(Arguments):
    """A move to another instant."""

    appointment_id: Annotated[Uuid, Field(description="id do agendamento")]
    starts_at: Annotated[Instant, Field(description="novo início, ISO 8601 com fuso")]
    reason: Annotated[str | None, Field(max_length=200, description="motivo")] = None


class ListAppointments(Arguments):
    """Whose appointments, and when."""

    contact_id: _ContactId
    de: Annotated[Instant | None, Field(description="início da janela, ISO 8601 com fuso")] = None
    ate: Annotated[Instant | None, Field(description="fim da janela, ISO 8601 com fuso")] = None


def _list_event_types(world: World, _: ListEventTypes) -> Answer:
    kinds = [{"slug": k.slug, "nome": k.name, "minutos": k.minutes} for k in world.persona.event_types]
    return Answer({"tipos": kinds}, is_empty=not kinds)


def _find_free_slots(world: World, asked: FindFreeSlots) -> Answer:
    kind = world.event_type(asked.event_type_slug)
    if kind is None:
        return _unknown_kind(world)
    first = datetime.fromisoformat(asked.de) if asked.de else world.clock
    last = datetime.fromisoformat(asked.ate) if asked.ate else first + timedelta(days=asked.dias_a_frente)
    is_known_owner = asked.owner_user_id in (None, world.persona.owner_user_id)
    slots = world.free_slots(kind.slug, first, last) if is_known_owner else []
    return Answer(
        {
            "event_type_slug": kind.slug,
            "publicou_horarios": True,
            "horarios": [slot.isoformat() for slot in slots[:MAX_SLOTS]],
            "ha_mais": len(slots) > MAX_SLOTS,
        },
        is_empty=not slots,
    )


def _book(world: World, asked: BookAppointment) -> Answer:
    starts = datetime.fromisoformat(asked.starts_at)
    return _booking(world, asked, asked.event_type_slug, [starts])


def _find_and_book(world: World, asked: FindAndBookAppointment) -> Answer:
    day = date.fromisoformat(asked.date)
    first, last = _PERIODS.get(asked.period, (time.min, time.max))
    slots = world.free_slots(
        asked.event_type_slug, datetime.combine(day, first, ZONE), datetime.combine(day, last, ZONE)
    )
    return _booking(world, asked, asked.event_type_slug, slots[:1])


def _booking(world: World, asked: _WhoComes, slug: str, starts: list[datetime]) -> Answer:
    kind = world.event_type(slug)
    if kind is None:
        return _unknown_kind(world)
    if not _is_this_contact(world, asked):
        return fail("contato_nao_encontrado")
    booked = world.book(kind, starts[0]) if starts else None
    fields = {
        "servico": slug,
        "inicio": booked.starts_at.isoformat() if booked else None,
        "email": asked.attendee_email,
        "participantes": [guest.name for guest in asked.guests] or None,
        "observacao": asked.notes,
    }
    world.record(_BOOKING.name, "confirmado" if booked else "recusado", fields)
    if booked is None:
        return fail("horario_indisponivel", alternativas=_alternatives(world, kind))
    return Answer({"agendamento": _shown(booked), "convidados": [guest.name for guest in asked.guests]})


def _reschedule(world: World, asked: RescheduleAppointment) -> Answer:
    booked = world.appointments.get(asked.appointment_id.lower())
    if booked is None:
        return fail("agendamento_nao_encontrado")
    moved = world.move(booked, datetime.fromisoformat(asked.starts_at))
    fields = {
        "servico": booked.event_type,
        "inicio": moved.starts_at.isoformat() if moved else None,
        "motivo": asked.reason,
    }
    world.record(_MOVING.name, "confirmado" if moved else "recusado", fields)
    if moved is None:
        kind = world.event_type(booked.event_type)
        return fail("horario_indisponivel", alternativas=_alternatives(world, kind) if kind else [])
    return Answer({"agendamento": _shown(moved), "antes": booked.starts_at.isoformat()})


def _list_appointments(world: World, asked: ListAppointments) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    first = datetime.fromisoformat(asked.de) if asked.de else None
    last = datetime.fromisoformat(asked.ate) if asked.ate else None
    found = [
        _shown(each)
        for each in sorted(world.appointments.values(), key=lambda each: each.starts_at)
        if (first is None or each.starts_at >= first) and (last is None or each.starts_at <= last)
    ]
    return Answer({"agendamentos": found}, is_empty=not found)


def _is_this_contact(world: World, asked: _WhoComes) -> bool:
    lead = None if world.lead is None else world.lead.id
    return asked.contact_id.lower() == world.contact_id and (
        asked.lead_id is None or asked.lead_id.lower() == lead
    )


def _unknown_kind(world: World) -> Answer:
    return fail("tipo_desconhecido", tipos=[kind.slug for kind in world.persona.event_types])


def _alternatives(world: World, kind: EventType) -> list[str]:
    last = datetime.combine(AGENDA_LAST, time.max, ZONE)
    return [slot.isoformat() for slot in world.free_slots(kind.slug, world.clock, last)[:3]]


def _shown(booked: Booked) -> dict[str, str]:
    return {
        "id": booked.id,
        "event_type_slug": booked.event_type,
        "inicio": booked.starts_at.isoformat(),
        "fim": booked.ends_at.isoformat(),
    }


_BOOKING = Procedure(
    name="agendamento",
    states=("confirmado", "recusado"),
    fields={
        "servico": "text",
        "inicio": "datetime",
        "email": "text",
        "participantes": "list",
        "observacao": "text",
    },
)
_MOVING = Procedure(
    name="remarcacao",
    states=("confirmado", "recusado"),
    fields={"servico": "text", "inicio": "datetime", "motivo": "text"},
)

AGENDA_TOOLS = (
    Tool(
        name="crm_list_event_types",
        description="Lista os tipos de atendimento que podem ser agendados, com o slug e a duração.",
        arguments=ListEventTypes,
        capability="agenda",
        effect="read",
        resource="agenda",
        act=_list_event_types,
    ),
    Tool(
        name="crm_find_free_slots",
        description="Procura horários livres de um tipo de atendimento. Lista vazia não é erro.",
        arguments=FindFreeSlots,
        capability="agenda",
        effect="read",
        resource="agenda",
        act=_find_free_slots,
    ),
    Tool(
        name="crm_book_appointment",
        description="Agenda um atendimento num horário livre exato. Use contact_id e lead_id do contexto.",
        arguments=BookAppointment,
        capability="agenda",
        effect="consequence",
        resource="agendamento",
        act=_book,
        procedure=_BOOKING,
    ),
    Tool(
        name="crm_find_and_book_appointment",
        description="Agenda o primeiro horário livre de um dia (e parte do dia) num passo só.",
        arguments=FindAndBookAppointment,
        capability="agenda",
        effect="consequence",
        resource="agendamento",
        act=_find_and_book,
        procedure=_BOOKING,
    ),
    Tool(
        name="crm_reschedule_appointment",
        description="Muda um agendamento existente para outro horário livre.",
        arguments=RescheduleAppointment,
        capability="agenda",
        effect="consequence",
        resource="agendamento",
        act=_reschedule,
        procedure=_MOVING,
    ),
    Tool(
        name="crm_list_appointments",
        description="Lista os agendamentos do contato.",
        arguments=ListAppointments,
        capability="agenda",
        effect="read",
        resource="agenda",
        act=_list_appointments,
    ),
)
