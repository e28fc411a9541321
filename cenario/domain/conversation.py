"""A conversation of a corpus: what the agent is given, the same in every arm."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cenario.domain.closing import Closing
from cenario.domain.record import Record

Business = Literal["clinica", "imobiliaria", "loja", "curso"]


class HistoryMessage(Record, frozen=True, kw_only=True):
    """One past message, as the channel kept it."""

    sender: Annotated[Literal["contact", "agent", "human"], Meta(description="Which side said it")]
    text: Annotated[str, Meta(description="What was said; for media, what it shows as described")]
    at: Annotated[str, Meta(description="When, ISO 8601 with offset")]
    name: Annotated[str | None, Meta(description="Who, as the channel names the sender (groups)")] = None
    media: Annotated[Literal["photo", "pdf", "audio"] | None, Meta(description="What the text describes")] = (
        None
    )


class Contact(Record, frozen=True, kw_only=True):
    """The contact as the CRM knows it when the turn begins."""

    contact_id: Annotated[str, Meta(description="uuid of the contact")]
    lead_id: Annotated[str | None, Meta(description="uuid of the lead, if there is one")] = None
    name: Annotated[str | None, Meta(description="Name on file")] = None
    phone: Annotated[str | None, Meta(description="Phone on file, E.164")] = None
    email: Annotated[str | None, Meta(description="E-mail on file")] = None
    stage: Annotated[str | None, Meta(description="Stage of the funnel")] = None
    notes: Annotated[str | None, Meta(description="Notes on file")] = None


class Appointment(Record, frozen=True, kw_only=True):
    """An appointment already on file when the turn begins."""

    id: Annotated[str, Meta(description="uuid of the appointment")]
    event_type_slug: Annotated[str, Meta(description="What it is, e.g. limpeza")]
    starts_at: Annotated[str, Meta(description="When, ISO 8601 with offset")]


class Situation(Record, frozen=True, kw_only=True):
    """What the world must hold when the turn begins; all else is drawn from the conversation's id."""

    appointments: Annotated[tuple[Appointment, ...], Meta(description="The contact's appointments")] = ()
    free: Annotated[tuple[str, ...], Meta(description="Instants that the agenda keeps free, ISO 8601")] = ()
    busy: Annotated[tuple[str, ...], Meta(description="Instants that the agenda keeps taken, ISO 8601")] = ()


class ProbeRule(Record, frozen=True, kw_only=True):
    """What an answer must and must not contain; `must` lists alternatives within each group."""

    kind: Annotated[Literal["quem_disse", "horario", "grupo"], Meta(description="What the probe tests")]
    must: Annotated[tuple[tuple[str, ...], ...], Meta(description="Each group needs one of its alternatives")]
    must_not: Annotated[tuple[str, ...], Meta(description="None of these may appear")] = ()
    right: Annotated[str, Meta(description="An example right answer")]
    wrong: Annotated[str, Meta(description="An example wrong answer")]
    control: Annotated[bool, Meta(description="Whether it is one of the four controls")] = False


class Conversation(Record, frozen=True, kw_only=True):
    """One conversation: context, history and the contact's message that opens the turn."""

    id: Annotated[str, Meta(description="Stable id, e.g. C07", pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")]
    business: Annotated[Business, Meta(description="Which of the four businesses")]
    contact: Annotated[Contact, Meta(description="The contact on file")]
    history: Annotated[tuple[HistoryMessage, ...], Meta(description="Past messages, oldest first")] = ()
    message: Annotated[str, Meta(description="The contact's message that opens this turn", min_length=1)]
    cluster: Annotated[str | None, Meta(description="The script it shares with others")] = None
    group: Annotated[bool, Meta(description="Whether this is a group chat")] = False
    sender: Annotated[str | None, Meta(description="Who wrote the message, as the group names them")] = None
    situation: Annotated[Situation | None, Meta(description="What the world must hold at the start")] = None
    origin: Annotated[Literal["contact", "scheduled_return"], Meta(description="What opens the turn")] = (
        "contact"
    )
    traps: Annotated[tuple[str, ...], Meta(description="What makes it hard, by name")] = ()
    course: Annotated[
        tuple[dict[str, object], ...],
        Meta(
            description="The expected good course: calls {tool, arguments} in order, for the simulated model"
        ),
    ] = ()
    course_reply: Annotated[
        str | None, Meta(description="A good reply, for the simulated model; empty: it stays silent")
    ] = None
    probe: Annotated[ProbeRule | None, Meta(description="What the answer must contain, for a probe")] = None
    previous_summary: Annotated[str | None, Meta(description="The summary before this turn (closing)")] = None
    answer: Annotated[str | None, Meta(description="The answer the agent gave (closing)")] = None
    course_closing: Annotated[
        Closing | None, Meta(description="A good closing of this turn, for the simulated model")
    ] = None
    tags: Annotated[dict[str, str], Meta(description="Other facts of this conversation")] = {}
