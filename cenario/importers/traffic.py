"""What the importers of real traffic share: one conversation becomes one execution, scored like any other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cenario.domain.execution import ChatMessage, Execution, Role, Source
from cenario.domain.traffic import RealConversation
from cenario.importers.registry import EVALUATION, Options, batch_name

__all__ = ["UNKNOWN_MODEL", "executions_of"]

UNKNOWN_MODEL = "real:desconhecido"
_ROLES: dict[str, Role] = {"customer": "user", "agent": "assistant", "human": "assistant", "system": "system"}


def executions_of(
    conversations: Sequence[RealConversation], source: Source, options: Options
) -> tuple[Execution, ...]:
    """Return one execution a conversation, in the file's order.

    A conversation in which a person of the team wrote ended with human assistance, where the file does
    not say otherwise: it is not scored.
    """
    return tuple(_execution(one, source, options) for one in conversations)


def _execution(one: RealConversation, source: Source, options: Options) -> Execution:
    by_person = any(message.sender == "human" for message in one.messages)
    ended = one.ended_by or ("human" if by_person else "limit")
    said = [m.text for m in one.messages if m.sender == "agent"]
    return Execution(
        batch=batch_name(source),
        evaluation=EVALUATION,
        arm=options.arm,
        model=options.model or UNKNOWN_MODEL,
        conversation=one.id,
        repetition=0,
        mode="recorded",
        outcome="agent_failure" if ended == "error" else "completed",
        reply=said[-1] if said else None,
        messages=tuple(ChatMessage(role=_ROLES[m.sender], text=m.text, at=m.at) for m in one.messages),
        source=msgspec.structs.replace(source, position=one.id),
        tags={"ended_by": ended},
    )
