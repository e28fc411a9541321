"""What it takes to be an agent under test, whether ours, behind HTTP, or a command.

One `Task` opens one `AgentSession`; a session takes one message of the contact at a time and
gives back one `TurnResult` a turn. An evaluation of single turns calls `run`. What happens to
an agent is a result, never an exception: only a fault of the declaration (`BadInputError`)
and a cancellation leave `turn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, TypeVar

from cenario.domain.execution import (
    ChatMessage,
    EndState,
    Execution,
    Mode,
    Outcome,
    Step,
    Veto,
    Wire,
)

if TYPE_CHECKING:
    from cenario.domain.closing import ClosingRecord
    from cenario.domain.conversation import Conversation
    from cenario.domain.wire import WireRequest
    from cenario.errors import CenarioError
    from cenario.provider.protocol import ModelClient

Number = TypeVar("Number", int, float)

CLOCK = "2026-11-04T10:00:00-03:00"
"""The fixed clock of every turn: Wednesday, 10:00 in São Paulo; the probes are right only with it."""

MAX_LOOPS = 8
"""Loops (model call and tool round) after which a turn is given up; our default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One turn to run: the same conversation, clock and world in every arm; only `knobs` differ.

    `agent` names the declared agent; None: the one of the conversation's business. `knobs` are
    the switches under test, by name: ``tool_schema`` off|on, ``history_format`` json|linhas.
    `metadata` is for accounting and never leaves the process.
    """

    conversation: Conversation
    agent: str | None = None
    knobs: Mapping[str, str] = field(default_factory=dict)
    clock: str = CLOCK
    seed: int = 0
    max_loops: int = MAX_LOOPS
    max_tokens: int = 1024
    temperature: float | None = None
    cache: bool = False
    metadata: Mapping[str, str] = field(default_factory=dict)

    @property
    def agent_name(self) -> str:
        """The agent that runs it."""
        return self.agent or self.conversation.business


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """What one turn left. `messages` are those of this turn only, the contact's first.

    `requests` is what the transport saw, one an attempt; empty where the agent calls its model
    itself. `error` is what stopped a turn that is not the agent's fault (service, ceiling,
    proof of arm): the steps before it are kept, because they were paid for.
    """

    outcome: Outcome
    outcome_reason: str | None = None
    steps: tuple[Step, ...] = ()
    loops: int | None = None
    reply: str | None = None
    vetoes: tuple[Veto, ...] = ()
    end_state: EndState | None = None
    messages: tuple[ChatMessage, ...] = ()
    requests: tuple[WireRequest, ...] = ()
    model_served: str | None = None
    cost_usd: float | None = None
    duration_s: float | None = None
    sent: bool = False
    error: CenarioError | None = None


class AgentSession(Protocol):
    """One conversation with an agent, turn by turn, over one world."""

    async def turn(self, message: str | None = None) -> TurnResult:
        """Take the contact's message and run one turn; None, first turn only: the task's own message."""

    async def aclose(self) -> None:
        """Let go of what the session holds."""


class AgentUnderTest(Protocol):
    """An agent that an evaluation can run."""

    @property
    def mode(self) -> Mode:
        """How its executions are recorded."""

    def open(self, task: Task, client: ModelClient | None) -> AgentSession:
        """Begin the conversation of `task`; `client` is None where the agent has a model of its own.

        Raises
        ------
        BadInputError
            Unknown agent, knob or value; or a conversation that is not of the agent's business.
        """

    async def run(self, task: Task, client: ModelClient | None) -> TurnResult:
        """Run the one turn of `task`."""


async def run_once(agent: AgentUnderTest, task: Task, client: ModelClient | None) -> TurnResult:
    """Open a session for `task`, run its first turn and close it."""
    session = agent.open(task, client)
    try:
        return await session.turn()
    finally:
        await session.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Where an execution belongs: its key, and the batch and seal in force."""

    batch: str
    evaluation: str
    arm: str
    model: str
    repetition: int
    variant: str | None = None
    seal: str | None = None
    arm_proved: bool | None = None
    closing: ClosingRecord | None = None
    started_at: str | None = None
    ended_at: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


def to_execution(task: Task, turns: Sequence[TurnResult], slot: Slot, *, mode: Mode) -> Execution:
    """Return the record of one execution: one turn, or every turn of a session in order.

    The outcome, reply and end state are those of the last turn; steps, vetoes, messages, money
    and time are of all. Money and time are None as soon as one turn does not know its own.
    """
    last = turns[-1]
    requests = tuple(request for turn in turns for request in turn.requests)
    return Execution(
        batch=slot.batch,
        evaluation=slot.evaluation,
        arm=slot.arm,
        model=slot.model,
        model_served=next((turn.model_served for turn in reversed(turns) if turn.model_served), None),
        conversation=task.conversation.id,
        cluster=task.conversation.cluster,
        variant=slot.variant,
        repetition=slot.repetition,
        agent=task.agent_name,
        clock=task.clock,
        mode=mode,
        sent=any(turn.sent for turn in turns),
        seal=slot.seal,
        wire=fingerprint(requests) if requests else None,
        arm_proved=slot.arm_proved,
        outcome=last.outcome,
        outcome_reason=last.outcome_reason,
        steps=tuple(step for turn in turns for step in turn.steps),
        loops=_total([turn.loops for turn in turns]),
        cost_usd=_total([turn.cost_usd for turn in turns]),
        duration_s=_total([turn.duration_s for turn in turns]),
        reply=last.reply,
        vetoes=tuple(veto for turn in turns for veto in turn.vetoes),
        end_state=last.end_state,
        closing=slot.closing,
        messages=tuple(message for turn in turns for message in turn.messages),
        started_at=slot.started_at,
        ended_at=slot.ended_at,
        seed=task.seed,
        tags={"business": task.conversation.business, **slot.tags},
    )


def fingerprint(requests: Sequence[WireRequest]) -> Wire:
    """Return the digests of what went out; for a part that changed, the digest of all its digests."""
    parts = {name: _digest(requests, name) for name in ("system", "tools", "opening", "parameters")}
    return Wire(requests=len(requests), **parts)


def _digest(requests: Sequence[WireRequest], part: str) -> str:
    seen = sorted({request.digests.get(part, "") for request in requests} - {""})
    if len(seen) < 2:
        return seen[0] if seen else ""
    return sha256("\n".join(seen).encode()).hexdigest()[:16]


def _total(values: Sequence[Number | None]) -> Number | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
