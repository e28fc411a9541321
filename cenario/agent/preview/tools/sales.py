"""The funnel and charges."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from cenario.agent.preview.tools.formats import Day, Uuid
from cenario.agent.preview.tools.tool import Answer, Arguments, Procedure, Tool, fail
from cenario.agent.preview.world import World

FINAL_STAGES = frozenset({"ganho", "perdido"})
"""A lead that reaches one of these leaves no work open."""

_LeadId = Annotated[Uuid, Field(description="id do lead, copiado do contexto")]


class ListStages(Arguments):
    """No arguments."""


class MoveStage(Arguments):
    """Where the lead goes."""

    lead_id: _LeadId
    stage: Annotated[str, Field(min_length=1, max_length=40, description="slug da etapa")]
    reason: Annotated[str | None, Field(max_length=200, description="motivo")] = None


class CreateCharge(Arguments):
    """What is charged, and until when."""

    contact_id: Annotated[Uuid, Field(description="id do contato, copiado do contexto")]
    amount: Annotated[float, Field(gt=0, le=100_000, description="valor em reais")]
    due_date: Annotated[Day, Field(description="vencimento, AAAA-MM-DD")]
    description: Annotated[str, Field(min_length=3, max_length=120, description="do que é a cobrança")]


def _list_stages(world: World, _: ListStages) -> Answer:
    return Answer({"etapas": list(world.persona.stages)}, is_empty=not world.persona.stages)


def _move_stage(world: World, asked: MoveStage) -> Answer:
    if world.lead is None or asked.lead_id.lower() != world.lead.id:
        return fail("lead_nao_encontrado")
    is_stage = asked.stage in world.persona.stages
    fields = {"etapa": asked.stage, "motivo": asked.reason}
    world.record(_FUNNEL.name, "movido" if is_stage else "recusado", fields)
    if not is_stage:
        return fail("etapa_desconhecida", etapas=list(world.persona.stages))
    before, world.lead.stage = world.lead.stage, asked.stage
    world.closed = asked.stage in FINAL_STAGES
    return Answer({"lead_id": world.lead.id, "antes": before, "etapa": asked.stage})


def _create_charge(world: World, asked: CreateCharge) -> Answer:
    if asked.contact_id.lower() != world.contact_id:
        return fail("contato_nao_encontrado")
    is_ahead = date.fromisoformat(asked.due_date) >= world.clock.date()
    fields = {"valor": asked.amount, "vencimento": asked.due_date, "descricao": asked.description}
    world.record(_CHARGE.name, "emitida" if is_ahead else "recusada", fields)
    if not is_ahead:
        return fail("vencimento_no_passado")
    charge = {"id": world.new_id(), "valor": asked.amount, "vencimento": asked.due_date}
    world.charges.append(dict(charge))
    return Answer(charge)


_FUNNEL = Procedure(name="funil", states=("movido", "recusado"), fields={"etapa": "text", "motivo": "text"})
_CHARGE = Procedure(
    name="cobranca",
    states=("emitida", "recusada"),
    fields={"valor": "number", "vencimento": "date", "descricao": "text"},
)

SALES_TOOLS = (
    Tool(
        name="crm_list_stages",
        description="Lista as etapas do funil, em ordem.",
        arguments=ListStages,
        capability="funil",
        effect="read",
        resource="funil",
        act=_list_stages,
    ),
    Tool(
        name="crm_move_stage",
        description="Move o lead para outra etapa do funil.",
        arguments=MoveStage,
        capability="funil",
        effect="consequence",
        resource="etapa",
        act=_move_stage,
        procedure=_FUNNEL,
    ),
    Tool(
        name="crm_create_charge",
        description="Emite uma cobrança para o contato. Só depois que ele confirma o valor e o vencimento.",
        arguments=CreateCharge,
        capability="cobranca",
        effect="consequence",
        resource="cobranca",
        act=_create_charge,
        procedure=_CHARGE,
    ),
)
