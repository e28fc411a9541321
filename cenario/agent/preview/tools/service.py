"""The conversation itself: notes, callback, handoff, closing, and the sources that may be read."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from cenario.agent.preview.tools.formats import Instant, Uuid
from cenario.agent.preview.tools.tool import Answer, Arguments, Procedure, Tool, fail
from cenario.agent.preview.world import World

SOURCE = "fonte:"
"""Prefix of the resource of each knowledge source."""

_ContactId = Annotated[Uuid, Field(description="id do contato, copiado do contexto")]


class AddNote(Arguments):
    """A note on file."""

    contact_id: _ContactId
    text: Annotated[str, Field(min_length=1, max_length=600, description="a nota")]


class ScheduleCallback(Arguments):
    """When to come back to the contact if nothing else happens."""

    contact_id: _ContactId
    at: Annotated[Instant, Field(description="quando retornar, ISO 8601 com fuso")]
    reason: Annotated[str, Field(min_length=1, max_length=200, description="motivo do retorno")]


class Handoff(Arguments):
    """Why a person must take over."""

    contact_id: _ContactId
    reason: Annotated[str, Field(min_length=1, max_length=300, description="motivo da passagem")]
    urgency: Annotated[Literal["normal", "alta"], Field(description="urgência")] = "normal"


class CloseConversation(Arguments):
    """How the work ended."""

    contact_id: _ContactId
    outcome: Annotated[Literal["resolvido", "sem_interesse", "engano"], Field(description="como terminou")]


class ListSources(Arguments):
    """No arguments."""


class ReadSource(Arguments):
    """Which source."""

    source: Annotated[str, Field(min_length=1, max_length=40, description="nome da fonte")]


def _add_note(world: World, asked: AddNote) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    world.notes.append(asked.text)
    world.record(_NOTE.name, "gravada", {"texto": asked.text})
    return Answer({"notas": len(world.notes)})


def _schedule_callback(world: World, asked: ScheduleCallback) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    is_ahead = datetime.fromisoformat(asked.at) > world.clock
    world.record(
        _CALLBACK.name, "agendado" if is_ahead else "recusado", {"quando": asked.at, "motivo": asked.reason}
    )
    if not is_ahead:
        return fail("horario_no_passado")
    world.follow_up_at = asked.at
    return Answer({"retorno": asked.at})


def _handoff(world: World, asked: Handoff) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    world.handed_off = True
    world.record(_HANDOFF.name, "entregue", {"motivo": asked.reason, "urgencia": asked.urgency})
    return Answer({"fila": "equipe", "urgencia": asked.urgency})


def _close(world: World, asked: CloseConversation) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    world.closed = True
    world.record(_CLOSING.name, "encerrado", {"resultado": asked.outcome})
    return Answer({"encerrado": True})


def _list_sources(world: World, _: ListSources) -> Answer:
    found = [{"fonte": each.name, "assunto": each.title} for each in world.persona.sources]
    return Answer({"fontes": found}, is_empty=not found)


def _read_source(world: World, asked: ReadSource) -> Answer:
    source = next((each for each in world.persona.sources if each.name == asked.source), None)
    if source is None:
        return fail("fonte_desconhecida", fontes=[each.name for each in world.persona.sources])
    if source.name not in world.sources:
        world.sources.append(source.name)
    return Answer({"fonte": source.name, "texto": source.text})


_NOTE = Procedure(name="anotacao", states=("gravada",), fields={"texto": "text"})
_CALLBACK = Procedure(
    name="retorno", states=("agendado", "recusado"), fields={"quando": "datetime", "motivo": "text"}
)
_HANDOFF = Procedure(name="passagem", states=("entregue",), fields={"motivo": "text", "urgencia": "text"})
_CLOSING = Procedure(name="encerramento", states=("encerrado",), fields={"resultado": "text"})

SERVICE_TOOLS = (
    Tool(
        name="crm_add_note",
        description="Grava uma nota interna no cadastro do contato.",
        arguments=AddNote,
        capability="notas",
        effect="consequence",
        resource="nota",
        act=_add_note,
        procedure=_NOTE,
    ),
    Tool(
        name="crm_schedule_callback",
        description="Agenda um retorno ao contato. Obrigatório quando você promete voltar a falar.",
        arguments=ScheduleCallback,
        capability="retorno",
        effect="consequence",
        resource="retorno",
        act=_schedule_callback,
        procedure=_CALLBACK,
    ),
    Tool(
        name="crm_handoff",
        description="Entrega a conversa a uma pessoa da equipe.",
        arguments=Handoff,
        capability="passagem",
        effect="consequence",
        resource="passagem",
        act=_handoff,
        procedure=_HANDOFF,
    ),
    Tool(
        name="crm_close_conversation",
        description="Encerra o atendimento quando não há mais nada a fazer.",
        arguments=CloseConversation,
        capability="encerramento",
        effect="consequence",
        resource="encerramento",
        act=_close,
        procedure=_CLOSING,
    ),
    Tool(
        name="kb_list_sources",
        description="Lista as fontes de informação da empresa.",
        arguments=ListSources,
        capability="fontes",
        effect="read",
        resource="fontes",
        act=_list_sources,
    ),
    Tool(
        name="kb_read_source",
        description="Lê uma fonte. Leia antes de afirmar preço, prazo, regra ou endereço.",
        arguments=ReadSource,
        capability="fontes",
        effect="read",
        resource=SOURCE,
        act=_read_source,
    ),
)
