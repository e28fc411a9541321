"""Corpus C is what its ruler says, and the ruler sees when it is not."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from cenario.agent.preview.corpus_c import EXACTLY, IDS, TRAPS, check_corpus_c
from cenario.agent.preview.persona import Persona
from cenario.agent.preview.rehearsal import rehearse
from cenario.domain.conversation import Conversation, HistoryMessage
from cenario.errors import BadInputError

Personas = dict[str, Persona]


def refusal(corpus: list[Conversation], personas: Personas) -> str:
    with pytest.raises(BadInputError) as caught:
        asyncio.run(check_corpus_c(corpus, personas))
    return str(caught.value)


def changed(corpus: list[Conversation], identifier: str, **fields: Any) -> list[Conversation]:
    """Return the corpus with one conversation changed."""
    return [msgspec.structs.replace(each, **fields) if each.id == identifier else each for each in corpus]


def of(corpus: list[Conversation], identifier: str) -> Conversation:
    return next(each for each in corpus if each.id == identifier)


def test_the_corpus_is_whole(corpus_c: list[Conversation], personas: Personas) -> None:
    asyncio.run(check_corpus_c(corpus_c, personas))
    assert len(corpus_c) == 30
    assert {each.business for each in corpus_c} == {"clinica", "imobiliaria", "loja", "curso"}
    assert {trap for each in corpus_c for trap in each.traps} == set(TRAPS)


@pytest.mark.parametrize("identifier", IDS)
@pytest.mark.parametrize("knobs", [{"tool_schema": "on"}, {"history_format": "linhas"}])
def test_each_course_ends_alike_in_every_arm(
    identifier: str, knobs: dict[str, str], corpus_c: list[Conversation], personas: Personas
) -> None:
    conversation = of(corpus_c, identifier)
    today, other = (asyncio.run(rehearse(conversation, personas, each)) for each in ({}, knobs))
    assert today.end_state == other.end_state
    assert [call.result for step in today.steps for call in step.calls] == [
        call.result for step in other.steps for call in step.calls
    ]
    assert today.reply == conversation.course_reply


def test_the_courses_make_enough_calls_with_a_format(
    corpus_c: list[Conversation], personas: Personas
) -> None:
    """Three repetitions of a good course pass the 100 calls that the criterion asks of each arm."""
    results = [asyncio.run(rehearse(each, personas)) for each in corpus_c]
    calls = [call for result in results for step in result.steps for call in step.calls]
    assert 3 * sum(bool(call.has_format_field) for call in calls) >= 120


def test_each_trap_is_where_the_runbook_says(corpus_c: list[Conversation]) -> None:
    assert EXACTLY["email_upper"] == {"C07"}
    assert "MARTA.LINS@EXEMPLO.COM.BR" in of(corpus_c, "C07").message
    assert of(corpus_c, "C09").message.endswith("joao.valente@exemplo")
    assert "8 e meia" in of(corpus_c, "C02").message
    assert "semana que vem, terça" in of(corpus_c, "C06").message
    for identifier in ("C10", "C18"):
        assert sum("book" in str(each["tool"]) for each in of(corpus_c, identifier).course) == 2


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_named_where_it_is_not_is_refused(
    trap: str, corpus_c: list[Conversation], personas: Personas
) -> None:
    bare = next(each for each in corpus_c if not TRAPS[trap](each))
    assert trap in refusal(changed(corpus_c, bare.id, traps=(*bare.traps, trap)), personas)


def test_a_trap_taken_away_is_missed(corpus_c: list[Conversation], personas: Personas) -> None:
    quiet = of(corpus_c, "C07")
    softened = quiet.message.replace("MARTA.LINS@EXEMPLO.COM.BR", "marta.lins@exemplo.com.br")
    traps = tuple(trap for trap in quiet.traps if trap != "email_upper")
    assert "email_upper" in refusal(changed(corpus_c, "C07", message=softened, traps=traps), personas)


def test_too_few_is_refused(corpus_c: list[Conversation], personas: Personas) -> None:
    assert "29" in refusal(corpus_c[:-1], personas)
    assert "C01" in refusal([corpus_c[1], corpus_c[0], *corpus_c[2:]], personas)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"starts_at": "2026-11-05T15:00:00"}, "starts_at"),
        ({"starts_at": "2026-11-08T15:00:00-03:00"}, "horario_indisponivel"),
        ({"contact_id": "00000000-0000-4000-8000-000000000000"}, "contato_nao_encontrado"),
        ({"event_type_slug": "canal"}, "tipo_desconhecido"),
    ],
)
def test_a_course_that_does_not_work_is_refused(
    arguments: dict[str, str], what: str, corpus_c: list[Conversation], personas: Personas
) -> None:
    first = of(corpus_c, "C01")
    search, booking = first.course
    broken = {**booking, "arguments": {**booking["arguments"], **arguments}}  # type: ignore[dict-item]
    traps = tuple(
        trap for trap in first.traps if trap != "contact_id_copied" or "contact_id" not in arguments
    )
    refused = refusal(changed(corpus_c, "C01", course=(search, broken), traps=traps), personas)
    assert what in refused


def test_a_course_without_its_booking_is_held_back_at_the_gate(
    corpus_c: list[Conversation], personas: Personas
) -> None:
    first = of(corpus_c, "C08")
    note = ({"tool": "crm_add_note", "arguments": {"contact_id": first.contact.contact_id, "text": "x"}},)
    traps = tuple(trap for trap in first.traps if trap != "handoff")
    assert "case_promise" in refusal(changed(corpus_c, "C08", course=note, traps=traps), personas)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("fala com bia@provedor.com.br", "e-mail"),
        ("meu cpf é 529.982.247-25", "CPF"),
        ("liga 11 98765-4321", "phone"),
    ],
)
def test_a_persons_data_are_refused(
    text: str, what: str, corpus_c: list[Conversation], personas: Personas
) -> None:
    said = HistoryMessage(sender="contact", text=text, at="2026-11-01T10:00:00-03:00")
    history = (said, *of(corpus_c, "C12").history)
    assert what in refusal(changed(corpus_c, "C12", history=history), personas)


def test_a_history_out_of_order_is_refused(corpus_c: list[Conversation], personas: Personas) -> None:
    history = of(corpus_c, "C12").history
    assert "history" in refusal(changed(corpus_c, "C12", history=history[::-1]), personas)
    assert "history" in refusal(changed(corpus_c, "C12", history=()), personas)
