"""A real conversation as a file tells it: what people hand over to be scored."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cenario.domain.record import Record


class RealMessage(Record, frozen=True, kw_only=True):
    """One message of a real conversation."""

    sender: Annotated[
        Literal["customer", "agent", "human", "system"],
        Meta(description="Who wrote it: human is a person of the team, system the channel"),
    ]
    text: Annotated[str, Meta(description="What was written")]
    at: Annotated[str | None, Meta(description="When, ISO 8601")] = None


class RealConversation(Record, frozen=True, kw_only=True):
    """One line of the JSONL of real traffic."""

    id: Annotated[str, Meta(description="Unique in its file", min_length=1, max_length=128)]
    messages: Annotated[tuple[RealMessage, ...], Meta(description="In the order written", min_length=1)]
    ended_by: Annotated[
        Literal["goal", "limit", "human", "error"] | None,
        Meta(description="How it ended; absent: human where a person wrote, else as any other"),
    ] = None
