"""Contacts and leads: read, update, participants."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from pydantic import Field

from cenario.agent.preview.tools.formats import Day, Email, Uuid
from cenario.agent.preview.tools.tool import Answer, Arguments, Procedure, Tool, fail
from cenario.agent.preview.world import World

_ContactId = Annotated[Uuid, Field(description="id do contato, copiado do contexto")]
_LeadId = Annotated[Uuid, Field(description="id do lead, copiado do contexto")]


class GetContact(Arguments):
    """Whose record."""

    contact_id: _ContactId


class UpdateContact(Arguments):
    """What changes in a contact's record; what is left out stays."""

    contact_id: _ContactId
    name: Annotated[str | None, Field(min_length=1, max_length=120, description="nome completo")] = None
    email: Annotated[Email | None, Field(description="e-mail")] = None
    phone: Annotated[str | None, Field(max_length=20, description="telefone com DDD")] = None
    birth_date: Annotated[Day | None, Field(description="nascimento, AAAA-MM-DD")] = None
    address: Annotated[str | None, Field(max_length=200, description="endereço completo")] = None


class GetLead(Arguments):
    """Which lead."""

    lead_id: _LeadId


class UpdateLead(Arguments):
    """What changes in a lead; what is left out stays."""

    lead_id: _LeadId
    interest: Annotated[str | None, Field(max_length=200, description="o que procura")] = None
    value: Annotated[float | None, Field(ge=0, description="valor em reais")] = None
    expected_close: Annotated[Day | None, Field(description="previsão de fechamento, AAAA-MM-DD")] = None
    is_urgent: Annotated[bool | None, Field(description="se tem urgência")] = None


class AddParticipant(Arguments):
    """Someone else who takes part in this lead's business."""

    lead_id: _LeadId
    name: Annotated[str, Field(min_length=1, max_length=120, description="nome do participante")]
    email: Annotated[Email | None, Field(description="e-mail do participante")] = None
    phone: Annotated[str | None, Field(max_length=20, description="telefone com DDD")] = None


def _get_contact(world: World, asked: GetContact) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    lead = None if world.lead is None else world.lead.id
    return Answer(
        {"contact_id": world.contact_id, "lead_id": lead, **asdict(world.person), "notas": world.notes}
    )


def _update_contact(world: World, asked: UpdateContact) -> Answer:
    changes = asked.model_dump(exclude={"contact_id"}, exclude_none=True)
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    fields = {
        "nome": asked.name,
        "email": asked.email,
        "telefone": asked.phone,
        "nascimento": asked.birth_date,
        "endereco": asked.address,
    }
    world.record(_RECORD.name, "atualizado" if changes else "recusado", fields)
    if not changes:
        return fail("nada_a_mudar")
    for name, value in changes.items():
        setattr(world.person, name, value)
    return Answer({"contact_id": world.contact_id, "mudou": sorted(changes)})


def _get_lead(world: World, asked: GetLead) -> Answer:
    if world.lead is None or asked.lead_id.lower() != world.lead.id:
        return fail("lead_nao_encontrado")
    return Answer(asdict(world.lead))


def _update_lead(world: World, asked: UpdateLead) -> Answer:
    if world.lead is None or asked.lead_id.lower() != world.lead.id:
        return fail("lead_nao_encontrado")
    changes = asked.model_dump(exclude={"lead_id"}, exclude_none=True)
    fields = {
        "interesse": asked.interest,
        "valor": asked.value,
        "previsao": asked.expected_close,
        "urgente": asked.is_urgent,
    }
    world.record(_DEAL.name, "atualizado" if changes else "recusado", fields)
    if not changes:
        return fail("nada_a_mudar")
    world.lead.interest = asked.interest or world.lead.interest
    world.lead.value = world.lead.value if asked.value is None else asked.value
    world.lead.expected_close = asked.expected_close or world.lead.expected_close
    return Answer({"lead_id": world.lead.id, "mudou": sorted(changes)})


def _add_participant(world: World, asked: AddParticipant) -> Answer:
    if world.lead is None or asked.lead_id.lower() != world.lead.id:
        return fail("lead_nao_encontrado")
    world.lead.participants.append({"name": asked.name, "email": asked.email, "phone": asked.phone})
    fields = {"nome": asked.name, "email": asked.email, "telefone": asked.phone}
    world.record(_PARTICIPANT.name, "incluido", fields)
    return Answer(
        {"lead_id": world.lead.id, "participantes": [each["name"] for each in world.lead.participants]}
    )


_RECORD = Procedure(
    name="cadastro",
    states=("atualizado", "recusado"),
    fields={"nome": "text", "email": "text", "telefone": "text", "nascimento": "date", "endereco": "text"},
)
_DEAL = Procedure(
    name="negociacao",
    states=("atualizado", "recusado"),
    fields={"interesse": "text", "valor": "number", "previsao": "date", "urgente": "boolean"},
)
_PARTICIPANT = Procedure(
    name="participante",
    states=("incluido",),
    fields={"nome": "text", "email": "text", "telefone": "text"},
)

CONTACT_TOOLS = (
    Tool(
        name="crm_get_contact",
        description="Lê o cadastro do contato: nome, e-mail, telefone, endereço e notas.",
        arguments=GetContact,
        capability="contatos",
        effect="read",
        resource="contato",
        act=_get_contact,
    ),
    Tool(
        name="crm_update_contact",
        description="Atualiza o cadastro do contato com o que ele informou. Só os campos que mudam.",
        arguments=UpdateContact,
        capability="contatos",
        effect="consequence",
        resource="cadastro",
        act=_update_contact,
        procedure=_RECORD,
    ),
    Tool(
        name="crm_get_lead",
        description="Lê o lead: etapa, interesse, valor, previsão e participantes.",
        arguments=GetLead,
        capability="leads",
        effect="read",
        resource="lead",
        act=_get_lead,
    ),
    Tool(
        name="crm_update_lead",
        description="Atualiza o lead com interesse, valor, previsão de fechamento ou urgência.",
        arguments=UpdateLead,
        capability="leads",
        effect="consequence",
        resource="negociacao",
        act=_update_lead,
        procedure=_DEAL,
    ),
    Tool(
        name="crm_add_participant",
        description="Inclui outra pessoa no lead (cônjuge, sócio, responsável), com e-mail se houver.",
        arguments=AddParticipant,
        capability="leads",
        effect="consequence",
        resource="participante",
        act=_add_participant,
        procedure=_PARTICIPANT,
    ),
)
