"""The ruler of corpus C: what it must contain, and that each expected course works.

A trap that is named must be there to be seen; a course must pass the server's validation, find
what it looks for, and end in a reply that no gate holds back. No person's data: e-mails are at
example domains, phones and CPFs are test numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_args

from cenario.agent.preview.persona import Persona
from cenario.agent.preview.rehearsal import rehearse
from cenario.agent.preview.tools.formats import matches
from cenario.domain.conversation import Business, Conversation
from cenario.errors import BadInputError, message

SIZE = 30
IDS = tuple(f"C{number:02}" for number in range(1, SIZE + 1))
BUSINESSES: tuple[Business, ...] = get_args(Business)

EXACTLY: Mapping[str, frozenset[str]] = {
    "email_upper": frozenset({"C07"}),
    "email_incomplete": frozenset({"C09"}),
    "two_bookings": frozenset({"C10", "C18"}),
    "extra_participant": frozenset({"C03", "C20"}),
}
"""Traps that stand in these conversations and in no other."""

TEST_CPFS = frozenset({"12345678909", "11144477735"})
_EMAIL = re.compile(r"[\w.+'-]+@[\w.-]+", re.ASCII)
_WHOLE_EMAIL = re.compile(r"[\w.+'-]+@exemplo\.com(?:\.br)?", re.ASCII | re.IGNORECASE)
_CPF = re.compile(r"(?<![\d-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\d-])", re.ASCII)
_PHONE = re.compile(r"\(?\b\d{2}\)? ?9\d{4}-?\d{4}\b", re.ASCII)
_TEST_PHONE = re.compile(r"\D*11\D*90000\D*00\d\d", re.ASCII)
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_BOOKING = frozenset({"crm_book_appointment", "crm_find_and_book_appointment"})


async def check_corpus_c(conversations: Sequence[Conversation], personas: Mapping[str, Persona]) -> None:
    """Refuse a corpus C that is not whole, has a trap missing or false, or a course that does not work.

    Raises
    ------
    BadInputError
        Names the conversation and what is wrong with it.
    """
    if tuple(each.id for each in conversations) != IDS:
        raise BadInputError(message("corpus-c-ids", first=IDS[0], last=IDS[-1], n=len(conversations)))
    counts = Counter(each.business for each in conversations)
    missing = [business for business in BUSINESSES if not counts[business]]
    if missing:
        raise BadInputError(message("corpus-c-business", names=", ".join(missing)))
    for each in conversations:
        check_history(each)
        check_no_person(each)
        check_traps(each)
        await check_course(each, personas)
    for trap in TRAPS:
        where = frozenset(each.id for each in conversations if trap in each.traps)
        if not where or where != EXACTLY.get(trap, where):
            raise BadInputError(
                message("corpus-trap-place", trap=trap, where=", ".join(sorted(where)) or "—")
            )


def check_traps(conversation: Conversation) -> None:
    """Refuse a conversation whose traps are not just those that it shows."""
    for trap in sorted(
        set(conversation.traps) ^ {name for name, shows in TRAPS.items() if shows(conversation)}
    ):
        kind = "corpus-trap-false" if trap in conversation.traps else "corpus-trap-unnamed"
        raise BadInputError(message(kind, id=conversation.id, trap=trap))


def check_history(conversation: Conversation) -> None:
    """Refuse a history that is empty, out of order, or not before the clock."""
    times = [each.at for each in conversation.history]
    if not times or times != sorted(times) or times[-1] > "2026-11-04T10:00:00-03:00":
        _refuse(conversation, "history")


def check_no_person(conversation: Conversation) -> None:
    """Refuse an e-mail, a phone or a CPF that is not one of the test ones."""
    text = "\n".join(_texts(conversation))
    for found in _EMAIL.findall(text):
        if not _WHOLE_EMAIL.fullmatch(found.rstrip(".")) and "email_incomplete" not in conversation.traps:
            _refuse(conversation, "e-mail")
    for found in _CPF.findall(text):
        if re.sub(r"\D", "", found) not in TEST_CPFS and not _TEST_PHONE.fullmatch(found):
            _refuse(conversation, "CPF")
    if any(not _TEST_PHONE.fullmatch(found) for found in _PHONE.findall(text)):
        _refuse(conversation, "phone")


async def check_course(conversation: Conversation, personas: Mapping[str, Persona]) -> None:
    """Refuse a course with an invalid, failed, landfill or empty call, or whose reply a gate holds back."""
    result = await rehearse(conversation, personas)
    calls = [call for step in result.steps for call in step.calls]
    if not calls or not conversation.course_reply:
        _refuse(conversation, "course")
    for call in calls:
        if not call.valid or call.error or call.landfill_uuid or call.empty:
            what = call.faults[0].path if call.faults else call.error or "empty"
            _refuse(conversation, f"{call.name}: {what}")
    if result.outcome != "completed" or result.vetoes or result.reply is None:
        gate = result.vetoes[0].gate if result.vetoes else str(result.outcome_reason)
        _refuse(conversation, f"course_reply: {gate}")


def _refuse(conversation: Conversation, what: str) -> None:
    raise BadInputError(message("corpus-conversation", id=conversation.id, what=what))


def _arguments(conversation: Conversation) -> list[tuple[str, dict[str, Any]]]:
    return [(str(each["tool"]), dict(each["arguments"])) for each in conversation.course]  # type: ignore[call-overload]


def _texts(conversation: Conversation) -> Iterable[str]:
    contact = conversation.contact
    yield from (each.text for each in conversation.history)
    yield from (
        conversation.message,
        conversation.course_reply or "",
        contact.email or "",
        contact.notes or "",
    )
    values = (str(value) for _, arguments in _arguments(conversation) for value in arguments.values())
    yield from (value for value in values if not matches(value, "uuid"))


def _said(conversation: Conversation) -> str:
    heard = [each.text for each in conversation.history if each.sender == "contact"]
    return "\n".join((*heard, conversation.message))


def _has(*names: str) -> Callable[[Conversation], bool]:
    return lambda each: any(name in arguments for _, arguments in _arguments(each) for name in names)


def _calls(*tools: str) -> Callable[[Conversation], bool]:
    return lambda each: any(tool in tools for tool, _ in _arguments(each))


def _copies(name: str) -> Callable[[Conversation], bool]:
    return lambda each: any(
        arguments.get(name) == getattr(each.contact, name) for _, arguments in _arguments(each)
    )


def _shows(media: str) -> Callable[[Conversation], bool]:
    return lambda each: any(past.media == media for past in each.history)


def _date_in_words(each: Conversation) -> bool:
    dated = ("starts_at", "at", "date", "de", "due_date", "birth_date", "expected_close")
    return not _ISO_DATE.search(_said(each)) and _has(*dated)(each)


def _email_incomplete(each: Conversation) -> bool:
    found = _EMAIL.findall(_said(each))
    return any("." not in email.rpartition("@")[2] for email in found)


def _extra_participant(each: Conversation) -> bool:
    return any(
        arguments.get("guests") or tool == "crm_add_participant" for tool, arguments in _arguments(each)
    )


TRAPS: Mapping[str, Callable[[Conversation], bool]] = {
    "contact_id_copied": _copies("contact_id"),
    "lead_id_copied": _copies("lead_id"),
    "iso_instant": _has("starts_at", "at"),
    "window_instants": lambda each: _has("de")(each) and _has("ate")(each),
    "email_typed": lambda each: any(_WHOLE_EMAIL.fullmatch(found) for found in _EMAIL.findall(_said(each))),
    "email_upper": lambda each: any(found.isupper() for found in _EMAIL.findall(each.message)),
    "email_incomplete": _email_incomplete,
    "date_in_words": _date_in_words,
    "two_bookings": lambda each: sum(tool in _BOOKING for tool, _ in _arguments(each)) == 2,
    "extra_participant": _extra_participant,
    "media_photo": _shows("photo"),
    "media_pdf": _shows("pdf"),
    "reschedule": _calls("crm_reschedule_appointment"),
    "callback": _calls("crm_schedule_callback"),
    "handoff": _calls("crm_handoff"),
    "charge": _calls("crm_create_charge"),
    "withdrawal": lambda each: any(arguments.get("stage") == "perdido" for _, arguments in _arguments(each)),
}
"""Each trap by name, and what shows that a conversation has it."""
