"""A small conversation and its tools."""

from __future__ import annotations

import json
from pathlib import Path

from cenario.domain.conversation import Contact, Conversation
from cenario.provider.protocol import Request, ToolSchema, Turn

PRICES = Path(__file__).parents[2] / "data" / "prices" / "2026-11-01.json"

CONTACT_ID = "3f0c1a52-6d0e-4e0b-9a55-0b1f2f6f7a11"

UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"

CONVERSATION = Conversation(
    id="T01",
    business="clinica",
    contact=Contact(contact_id=CONTACT_ID, name="Bia"),
    message="Quero marcar uma avaliação na sexta de manhã",
    course=(
        {"tool": "crm_find_free_slots", "arguments": {"event_type_slug": "avaliacao"}},
        {
            "tool": "crm_book_appointment",
            "arguments": {"contact_id": CONTACT_ID, "starts_at": "$crm_find_free_slots.slots.0.starts_at"},
        },
    ),
    course_reply="Prontinho, marquei sua avaliação.",
)


def tools(*, pattern: bool) -> tuple[ToolSchema, ...]:
    identity = {"type": "string", "format": "uuid"} | ({"pattern": UUID_PATTERN} if pattern else {})
    instant = {"type": "string", "format": "date-time"} | ({"pattern": "T.*[+-]"} if pattern else {})
    return (
        ToolSchema(
            name="crm_find_free_slots",
            description="Horários livres",
            parameters={
                "type": "object",
                "properties": {"event_type_slug": {"type": "string"}},
                "required": ["event_type_slug"],
            },
        ),
        ToolSchema(
            name="crm_book_appointment",
            description="Reserva",
            parameters={
                "type": "object",
                "properties": {"contact_id": identity, "starts_at": instant},
                "required": ["contact_id", "starts_at"],
            },
        ),
    )


def ask(*turns: Turn, pattern: bool = True, **changes: object) -> Request:
    opening = Turn(role="user", text=f"## Contato\ncontact_id: {CONTACT_ID}\n\n{CONVERSATION.message}")
    values = {"system": "Você atende a clínica.", "tools": tools(pattern=pattern), "seed": 7} | changes
    return Request(turns=(opening, *turns), **values)


def slots() -> str:
    return json.dumps({"slots": [{"starts_at": "2026-11-06T08:30:00-03:00"}]})
