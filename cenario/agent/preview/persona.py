"""The declared agents: one a business, each with exactly the capabilities listed for it.

What a persona declares is data (``data/agents/*.yaml``). What each business's agent must have is
the ruler's, and stands here: an agent with one capability fewer *or more* is another agent, and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta

from cenario.domain.conversation import Business
from cenario.domain.record import Record
from cenario.errors import BadInputError, message
from cenario.store.documents import load_yaml
from cenario.store.places import data_folder

Capability = Literal[
    "agenda",
    "contatos",
    "leads",
    "funil",
    "notas",
    "cobranca",
    "fontes",
    "encerramento",
    "retorno",
    "passagem",
]

_EVERYONE: frozenset[Capability] = frozenset(
    {"contatos", "leads", "notas", "fontes", "encerramento", "retorno", "passagem"}
)
CAPABILITIES: Mapping[Business, frozenset[Capability]] = MappingProxyType(
    {
        "clinica": _EVERYONE | {"agenda"},
        "imobiliaria": _EVERYONE | {"agenda", "funil"},
        "loja": _EVERYONE | {"funil", "cobranca"},
        "curso": _EVERYONE | {"funil", "cobranca"},
    }
)
"""Exactly what each business's agent can do; callback (retorno) and handoff (passagem) on for all."""

BOOKABLE: Mapping[Business, frozenset[str]] = MappingProxyType(
    {
        "clinica": frozenset({"avaliacao", "limpeza", "clareamento", "manutencao"}),
        "imobiliaria": frozenset({"visita"}),
    }
)
"""What each agenda must let people book: without it date calls find nothing, and C measures nothing."""

_Slug = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
_Hour = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):(00|30)$")]


class EventType(Record, frozen=True, kw_only=True):
    """Something that can be booked."""

    slug: Annotated[_Slug, Meta(description="Its name in calls, e.g. limpeza")]
    name: Annotated[str, Meta(description="Its name for people")]
    minutes: Annotated[int, Meta(description="How long it takes", ge=15, le=240)]


class OpeningHours(Record, frozen=True, kw_only=True):
    """When bookings may begin, on some days of the week."""

    days: Annotated[tuple[int, ...], Meta(description="Days of the week, Monday 0 to Sunday 6")]
    first: Annotated[_Hour, Meta(description="First start, local time")]
    last: Annotated[_Hour, Meta(description="Last start, local time")]


class KnowledgeSource(Record, frozen=True, kw_only=True):
    """A named text that the agent may read before it states something."""

    name: Annotated[_Slug, Meta(description="Its name in calls and in expectations")]
    title: Annotated[str, Meta(description="What it is about")]
    text: Annotated[str, Meta(description="All that it says", max_length=4000)]


class Persona(Record, frozen=True, kw_only=True):
    """One declared agent."""

    id: Annotated[_Slug, Meta(description="Its name")]
    business: Annotated[Business, Meta(description="Which of the four businesses")]
    business_name: Annotated[str, Meta(description="The invented business")]
    assistant: Annotated[str, Meta(description="How the agent introduces itself")]
    prompt: Annotated[str, Meta(description="The published version's prompt", min_length=1)]
    capabilities: Annotated[tuple[Capability, ...], Meta(description="What it can do")]
    owner_user_id: Annotated[str, Meta(description="uuid of the person whose agenda it is")]
    event_types: Annotated[tuple[EventType, ...], Meta(description="What can be booked")] = ()
    hours: Annotated[tuple[OpeningHours, ...], Meta(description="When bookings may begin")] = ()
    stages: Annotated[tuple[_Slug, ...], Meta(description="Stages of the funnel, in order")] = ()
    sources: Annotated[tuple[KnowledgeSource, ...], Meta(description="What it may read")] = ()


def load_persona(path: Path) -> Persona:
    """Return the agent declared at `path`.

    Raises
    ------
    BadInputError
        Not readable, not a persona, or without exactly its business's capabilities.
    """
    persona = load_yaml(path, Persona)
    check_capabilities(persona, source=str(path))
    return persona


def load_personas(folder: Path | None = None) -> dict[str, Persona]:
    """Return the agents declared under `folder` (``data/agents``) by name, which is their file's."""
    folder = folder or data_folder() / "agents"
    personas = {path.stem: load_persona(path) for path in sorted(folder.glob("*.yaml"))}
    if not personas:
        raise BadInputError(message("agent-none-declared", folder=folder))
    for stem, persona in personas.items():
        if persona.id != stem:
            raise BadInputError(message("agent-file-name", file=f"{folder / stem}.yaml", id=persona.id))
    return personas


def check_capabilities(persona: Persona, *, source: str) -> None:
    """Refuse a persona that lacks a capability of its business, has one more, or repeats one."""
    required, declared = CAPABILITIES[persona.business], frozenset(persona.capabilities)
    missing, extra = sorted(required - declared), sorted(declared - required)
    if missing:
        raise BadInputError(message("agent-capability-missing", source=source, names=", ".join(missing)))
    if extra:
        raise BadInputError(message("agent-capability-extra", source=source, names=", ".join(extra)))
    if len(declared) != len(persona.capabilities):
        raise BadInputError(message("agent-capability-repeated", source=source))
    bookable = {kind.slug for kind in persona.event_types}
    unbookable = sorted(BOOKABLE.get(persona.business, frozenset()) - bookable)
    if unbookable:
        raise BadInputError(message("agent-agenda-lacks", source=source, names=", ".join(unbookable)))
    if "agenda" in declared and not any(each.days and each.first <= each.last for each in persona.hours):
        raise BadInputError(message("agent-agenda-empty", source=source))
    if "funil" in declared and not persona.stages:
        raise BadInputError(message("agent-funnel-empty", source=source))
