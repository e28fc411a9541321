"""The ruler of corpus F5: the conversations of C with their common history, the probes and the controls.

Each probe's own facts are held against its history: who said it, when it was said and what that
makes now, who in the group wrote it. So a probe whose facts were swapped is refused, even where
its answers were swapped with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from cenario.agent.preview.corpus_c import check_history, check_no_person
from cenario.agent.protocol import CLOCK
from cenario.domain.conversation import Conversation, HistoryMessage, ProbeRule
from cenario.domain.folding import fold
from cenario.errors import BadInputError, message
from cenario.measures.matching import contains, tokens
from cenario.measures.probes import check_probe

SIZE = 64
EACH_KIND = 10
CONTROLS = 4
_NOW = datetime.fromisoformat(CLOCK)


def check_corpus_f5(conversations: Sequence[Conversation], corpus_c: Sequence[Conversation]) -> None:
    """Refuse a corpus F5 that is not whole, or has a probe that its own facts do not bear out.

    Raises
    ------
    BadInputError
        Names the conversation and what is wrong with it.
    """
    probes = [(each, each.probe) for each in conversations if each.probe is not None]
    counts = Counter((rule.kind, rule.control) for _, rule in probes)
    expected = Counter({(kind, False): EACH_KIND for kind in ("quem_disse", "horario", "grupo")})
    expected["quem_disse", True] = CONTROLS
    if len(conversations) != SIZE or counts != expected:
        raise BadInputError(message("corpus-f5-counts", n=len(conversations), probes=len(probes)))
    common = [each for each in conversations if each.probe is None]
    if [each.id for each in common] != [each.id for each in corpus_c]:
        raise BadInputError(message("corpus-f5-not-c"))
    for each, original in zip(common, corpus_c, strict=True):
        _check_common(each, original)
    for each, rule in probes:
        check_probe_conversation(each, rule)


def check_probe_conversation(conversation: Conversation, rule: ProbeRule) -> None:
    """Refuse a probe that takes its wrong answer, refuses its right one, or that its history belies."""
    check_history(conversation)
    check_no_person(conversation)
    if not check_probe(rule.right, rule).passed:
        _refuse(conversation, "right")
    if check_probe(rule.wrong, rule).passed or not rule.must or not rule.must_not:
        _refuse(conversation, "wrong")
    {"quem_disse": _check_who, "horario": _check_when, "grupo": _check_group}[rule.kind](conversation, rule)


def _check_common(conversation: Conversation, original: Conversation) -> None:
    check_history(conversation)
    check_no_person(conversation)
    media = {each.media for each in conversation.history}
    same = (conversation.message, conversation.contact, conversation.course, conversation.situation)
    if not {"photo", "pdf"} <= media:
        _refuse(conversation, "photo, pdf")
    if same != (original.message, original.contact, original.course, original.situation):
        _refuse(conversation, "C")
    if conversation.history[-len(original.history) :] != original.history:
        _refuse(conversation, "history")


def _check_who(conversation: Conversation, rule: ProbeRule) -> None:
    """Only the one who said it has what must be there; only the others have what must not."""
    speaker = conversation.tags.get("said_by")
    theirs = _words(each for each in conversation.history if each.sender == speaker)
    others = _words(each for each in conversation.history if each.sender != speaker)
    for group in rule.must:
        if not any(contains(theirs, each) for each in group) or any(contains(others, each) for each in group):
            _refuse(conversation, group[0])
    for each in rule.must_not:
        if contains(theirs, each) or contains(others, each) == rule.control:
            _refuse(conversation, each)


def _check_when(conversation: Conversation, rule: ProbeRule) -> None:
    """What was said, counted from when it was said, makes the right answer right."""
    said = _message_with(conversation, conversation.tags.get("fact", ""))
    name, _, value = conversation.tags.get("rule", "").partition(":")
    at = datetime.fromisoformat(said.at)
    if name == "hours":
        until = at + timedelta(hours=int(value))
        right = _expired_answer if until <= _NOW else _answer_until(until)
    elif name == "day":
        days, _, clock = value.partition("@")
        day = datetime.combine(at.date() + timedelta(days=int(days)), time.fromisoformat(clock or "00:00"))
        right = _answer_on(day, with_time=bool(clock))
    else:
        _refuse(conversation, "rule")
        return
    asked = _answer_of(rule)
    if asked != right and asked != (right[0], None, right[2]):
        _refuse(conversation, f"{said.at} {name}:{value}")


def _check_group(conversation: Conversation, rule: ProbeRule) -> None:
    """The name that must be there is that of who wrote the fact; the others' names are what must not."""
    author = _message_with(conversation, conversation.tags.get("fact", "")).name or ""
    names = {each.name for each in conversation.history if each.name}
    if not conversation.group or conversation.sender not in names:
        _refuse(conversation, "group")
    if [tokens(each[0])[-1:] for each in rule.must] != [tokens(author)[-1:]]:
        _refuse(conversation, author)
    others = {word for name in names - {author} for word in tokens(name)}
    for each in rule.must_not:
        if not others & set(tokens(each)) or contains(tokens(each), author):
            _refuse(conversation, each)


_Answer = tuple[bool, str | None, str | None]
"""Whether it is over; the day in words; the time as 15h or 11h15. None is not asked for."""

_expired_answer: _Answer = (True, None, None)


def _answer_until(until: datetime) -> _Answer:
    return (False, "hoje" if until.date() == _NOW.date() else None, _clock(until))


def _answer_on(day: datetime, *, with_time: bool) -> _Answer:
    words = {0: "hoje", 1: "amanha"}.get((day.date() - _NOW.date()).days)
    return (False, words, _clock(day) if with_time else None)


def _answer_of(rule: ProbeRule) -> _Answer:
    """Return what `rule` takes for right, read from what it asks to be there."""
    asked = [fold(each) for group in rule.must for each in group]
    if "venceu" in asked:
        return _expired_answer
    day = next((each for each in ("hoje", "amanha") if each in asked), None)
    return (False, day, next((each for each in asked if each[0].isdigit() and "h" in each), None))


def _clock(at: datetime) -> str:
    return f"{at.hour}h{at.minute:02}" if at.minute else f"{at.hour}h"


def _message_with(conversation: Conversation, fact: str) -> HistoryMessage:
    found = [each for each in conversation.history if fact and fact in each.text]
    if len(found) != 1:
        _refuse(conversation, f"fact: {fact}")
    return found[0]


def _words(messages: object) -> tuple[str, ...]:
    return tuple(word for each in messages for word in (*tokens(each.text), "."))  # type: ignore[attr-defined]


def _refuse(conversation: Conversation, what: str) -> None:
    raise BadInputError(message("corpus-conversation", id=conversation.id, what=what))
