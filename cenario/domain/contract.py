"""The contract by which people put their own agent under test: one request and one answer a turn.

The same JSON goes over HTTP (one POST a turn) and to a command (standard input to standard output).
It is stateless: each request carries the whole session so far. What a corpus expects (course,
probe) is never in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cenario.domain.conversation import Business, Contact, Conversation, HistoryMessage, Situation
from cenario.domain.execution import ChatMessage, EndState, Step, Veto
from cenario.domain.record import Record, version_1

Origin = Literal["contact", "scheduled_return"]


class AgentRequest(Record, frozen=True, kw_only=True):
    """One turn asked of an agent. Nothing may be sent to anybody: this is a preview."""

    contract: Annotated[Literal[1], Meta(description="Version of this contract")] = msgspec.field(
        default_factory=version_1
    )
    session: Annotated[str, Meta(description="The same for every turn of one execution")]
    turn: Annotated[int, Meta(description="Which turn of the session, from 0", ge=0)]
    conversation: Annotated[str, Meta(description="Id of the conversation")]
    business: Annotated[Business, Meta(description="Which of the four businesses")]
    agent: Annotated[str, Meta(description="Name of the agent asked for")]
    knobs: Annotated[dict[str, str], Meta(description="Switches under test: all that differs by arm")]
    clock: Annotated[str, Meta(description="Now, ISO 8601 with offset; use it instead of the real time")]
    seed: Annotated[int, Meta(description="Seed, for agents and models that take one")]
    max_loops: Annotated[int, Meta(description="Loops after which to give the turn up", ge=1)]
    model: Annotated[str | None, Meta(description="provider:model asked for; null: the agent's own")] = None
    contact: Annotated[Contact, Meta(description="The contact as the CRM knows it")]
    history: Annotated[tuple[HistoryMessage, ...], Meta(description="Messages before this session")]
    transcript: Annotated[tuple[ChatMessage, ...], Meta(description="What was said in earlier turns")] = ()
    message: Annotated[str, Meta(description="The contact's message, or the reason of a scheduled return")]
    sender: Annotated[str | None, Meta(description="Who wrote it, in a group")] = None
    group: Annotated[bool, Meta(description="Whether this is a group chat")] = False
    origin: Annotated[Origin, Meta(description="What opens the turn")] = "contact"
    situation: Annotated[Situation | None, Meta(description="What the world must hold at the start")] = None


class SentRequest(Record, frozen=True, kw_only=True):
    """A request that the agent sent to its model, so that the arm can be proved on the wire."""

    provider: Annotated[str, Meta(description="Whose wire it is, e.g. anthropic, openai")]
    body: Annotated[dict[str, Any], Meta(description="The request's body, as it left")]
    model_served: Annotated[str | None, Meta(description="The model that answered, in its own word")] = None


class AgentAnswer(Record, frozen=True, kw_only=True):
    """What became of the turn. What is not known is left out: it is never zero."""

    contract: Annotated[Literal[1], Meta(description="Version of this contract")] = msgspec.field(
        default_factory=version_1
    )
    outcome: Annotated[
        Literal["completed", "agent_failure"], Meta(description="Whether the agent ended its turn")
    ] = "completed"
    outcome_reason: Annotated[str | None, Meta(description="Why it failed, one line")] = None
    reply: Annotated[str | None, Meta(description="What would be said to the contact; null: silence")] = None
    steps: Annotated[tuple[Step, ...], Meta(description="Inferences in order, with their tool calls")] = ()
    loops: Annotated[
        Annotated[int, Meta(ge=0)] | None, Meta(description="Loops (model call and tool round)")
    ] = None
    vetoes: Annotated[tuple[Veto, ...], Meta(description="Gates that held the reply back")] = ()
    end_state: Annotated[EndState | None, Meta(description="The world at the end of the turn")] = None
    model_served: Annotated[str | None, Meta(description="The model that answered, in its own word")] = None
    cost_usd: Annotated[Annotated[float, Meta(ge=0)] | None, Meta(description="US dollars of the turn")] = (
        None
    )
    requests: Annotated[
        tuple[SentRequest, ...], Meta(description="What the agent sent its model, for the proof of arm")
    ] = ()
    sent: Annotated[
        bool, Meta(description="Whether a message left for a real contact; the batch stops if true")
    ] = False


def without_answers(conversation: Conversation) -> dict[str, object]:
    """Return the fields of `conversation` that an agent may see: what is expected of it stays here."""
    return {
        "conversation": conversation.id,
        "business": conversation.business,
        "contact": conversation.contact,
        "history": conversation.history,
        "sender": conversation.sender,
        "group": conversation.group,
        "origin": conversation.origin,
        "situation": conversation.situation,
    }
