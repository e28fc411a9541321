"""The world of one conversation, in memory: what tools read, change, and leave behind.

It is drawn from the conversation's id alone, so it is the same in every arm and repetition.
Ids that tools create are drawn from it too, in order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache
from random import Random
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from cenario.agent.preview.persona import EventType, OpeningHours, Persona
from cenario.domain.conversation import Conversation
from cenario.domain.execution import ProcedureRun

ZONE = ZoneInfo("America/Sao_Paulo")
AGENDA_FIRST = date(2026, 11, 4)
AGENDA_LAST = date(2026, 11, 30)
"""The agenda has slots between these days, both included."""

BUSY_SHARE = 0.3
"""Share of the agenda's slots that others have taken; our default."""

_STEP = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Booked:
    """An appointment of this contact."""

    id: str
    event_type: str
    starts_at: datetime
    ends_at: datetime


@dataclass(slots=True)
class Person:
    """What the CRM keeps of one person; None is unknown."""

    name: str | None = None
    email: str | None = None
    phone: str | None = None
    birth_date: str | None = None
    address: str | None = None


@dataclass(slots=True)
class Lead:
    """The business with the contact."""

    id: str
    stage: str | None
    value: float | None = None
    interest: str | None = None
    expected_close: str | None = None
    participants: list[dict[str, str | None]] = field(default_factory=list)


class World:
    """Everything that one conversation's tools can reach.

    Parameters
    ----------
    conversation
        Whose world: contact, lead, appointments, and slots that must be free or taken.
    persona
        The business: what can be booked and when, stages, sources.
    clock
        Now; nothing can be booked before it.
    """

    def __init__(self, conversation: Conversation, persona: Persona, clock: datetime) -> None:
        contact = conversation.contact
        self.conversation, self.persona, self.clock = conversation, persona, clock.astimezone(ZONE)
        self.contact_id = contact.contact_id.lower()
        self.person = Person(name=contact.name, email=contact.email, phone=contact.phone)
        self.lead = Lead(contact.lead_id.lower(), contact.stage) if contact.lead_id else None
        self.notes: list[str] = [contact.notes] if contact.notes else []
        self.appointments: dict[str, Booked] = {}
        self.charges: list[dict[str, object]] = []
        self.follow_up_at: str | None = None
        self.handed_off = False
        self.closed = False
        self.procedures: list[ProcedureRun] = []
        self.sources: list[str] = []
        self._created = 0
        for on_file in conversation.situation.appointments if conversation.situation else ():
            kind, starts = self.event_type(on_file.event_type_slug), datetime.fromisoformat(on_file.starts_at)
            if kind is not None:
                self.appointments[on_file.id.lower()] = _booked(on_file.id.lower(), kind, starts)

    def new_id(self) -> str:
        """Return the next id that a tool creates."""
        self._created += 1
        return str(uuid5(NAMESPACE_URL, f"cenario:{self.conversation.id}:{self._created}"))

    def event_type(self, slug: str) -> EventType | None:
        """Return what can be booked under `slug`."""
        return next((each for each in self.persona.event_types if each.slug == slug), None)

    def free_slots(self, slug: str, first: datetime, last: datetime) -> list[datetime]:
        """Return the starts still free for `slug` in [`first`, `last`], in order."""
        kind = self.event_type(slug)
        if kind is None:
            return []
        return [
            start for start in self._published[slug] if first <= start <= last and self._is_open(start, kind)
        ]

    def book(self, kind: EventType, starts_at: datetime) -> Booked | None:
        """Book `kind` at `starts_at` if that slot is free."""
        if not self.free_slots(kind.slug, starts_at, starts_at):
            return None
        booked = _booked(self.new_id(), kind, starts_at)
        self.appointments[booked.id] = booked
        return booked

    def move(self, booked: Booked, starts_at: datetime) -> Booked | None:
        """Move an appointment to `starts_at` if that slot is free, its own old time not counted."""
        kind = self.event_type(booked.event_type)
        del self.appointments[booked.id]
        if kind is None or not self.free_slots(booked.event_type, starts_at, starts_at):
            self.appointments[booked.id] = booked
            return None
        moved = _booked(booked.id, kind, starts_at)
        self.appointments[booked.id] = moved
        return moved

    def record(self, procedure: str, state: str, fields: Mapping[str, object]) -> None:
        """Keep that a procedure ran, how it ended and what its fields received (None: not given)."""
        given = {
            name: json.dumps(value, ensure_ascii=False) for name, value in fields.items() if value is not None
        }
        self.procedures.append(ProcedureRun(name=procedure, state=state, fields=given))

    def _is_open(self, start: datetime, kind: EventType) -> bool:
        end = start + timedelta(minutes=kind.minutes)
        return start >= self.clock and all(
            end <= other.starts_at or other.ends_at <= start for other in self.appointments.values()
        )

    @cached_property
    def _published(self) -> dict[str, list[datetime]]:
        situation = self.conversation.situation
        free = {datetime.fromisoformat(each) for each in situation.free} if situation else set()
        busy = {datetime.fromisoformat(each) for each in situation.busy} if situation else set()
        found: dict[str, list[datetime]] = {}
        starts = _starts(self.persona.hours)
        for kind in self.persona.event_types:
            taken = Random(f"{self.conversation.id}|{kind.slug}")  # noqa: S311 - a drawing, no secret
            found[kind.slug] = [
                start
                for start in starts
                if (taken.random() >= BUSY_SHARE or start in free) and not (busy and start in busy)
            ]
        return found


@lru_cache(maxsize=16)
def _starts(published: tuple[OpeningHours, ...]) -> tuple[datetime, ...]:
    """Return every start that the agenda publishes, in order."""
    starts: list[datetime] = []
    day = AGENDA_FIRST
    while day <= AGENDA_LAST:
        for hours in published:
            if day.weekday() in hours.days:
                at = datetime.combine(day, time.fromisoformat(hours.first), ZONE)
                while at <= datetime.combine(day, time.fromisoformat(hours.last), ZONE):
                    starts.append(at)
                    at += _STEP
        day += timedelta(days=1)
    return tuple(starts)


def _booked(identifier: str, kind: EventType, starts_at: datetime) -> Booked:
    starts = starts_at.astimezone(ZONE)
    return Booked(identifier, kind.slug, starts, starts + timedelta(minutes=kind.minutes))
