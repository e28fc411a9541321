"""One simulated conversation: the customer's model and the agent answer one another until it ends.

It ends by the goal, the limit of turns, a person of the team taking over, or an error of the agent's. What
the customer's model gets wrong is asked again, counted, and at last given up as the harness's failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from cenario.agent.protocol import CLOCK, AgentSession, AgentUnderTest, Slot, Task, TurnResult, to_execution
from cenario.domain.conversation import Conversation
from cenario.domain.execution import ChatMessage, EndState, Execution, Outcome, Step
from cenario.domain.quality import Personality
from cenario.errors import ArmProofError, CeilingReachedError, CenarioError, ProviderError, message
from cenario.judge.customer import MAX_ATTEMPTS, PURPOSE, Line, Said, customer_request, read_said
from cenario.provider.protocol import ModelClient
from cenario.runner.asking import ask_until
from cenario.runner.job import Clients, Job, Work
from cenario.runner.schedule import seed_of

__all__ = ["Part", "play"]

EndedBy = Literal["goal", "limit", "human", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Who plays what: the contact's situation, its manner and goal, and the agent it speaks to.

    `named` is the model by its name alone, for an agent that asks it itself.
    """

    conversation: Conversation
    personality: Personality
    goal: str
    agent: AgentUnderTest
    agent_name: str | None
    knobs: Mapping[str, str]
    customer: str
    turn_limit: int
    named: ModelClient | None = None
    cache: bool = False


@dataclass(slots=True)
class _Play:
    """What the conversation has come to."""

    turns: list[TurnResult] = field(default_factory=list)
    spoken: list[Step] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    farewell: str = ""
    ended_by: EndedBy | None = None
    gave_up: str | None = None
    error: CenarioError | None = None


async def play(part: Part, job: Job, clients: Clients, *, evaluation: str) -> Work:
    """Play the conversation of `job` and return its record.

    What the service, the ceiling or the proof raise is kept with what was paid for before it.
    """
    found = _Play()
    customer = clients.client(part.customer)
    agent_model = clients.client() if part.agent.mode == "preview" else part.named
    session: AgentSession | None = None
    task: Task | None = None
    try:
        for turn in range(part.turn_limit + 1):
            said = await _speak(part, job, found, customer, turn)
            if said is None or said.reached or turn == part.turn_limit:
                _close(found, said)
                break
            if session is None or task is None:
                opening = msgspec.structs.replace(part.conversation, message=said.message)
                task = Task(
                    conversation=opening,
                    agent=part.agent_name,
                    knobs=part.knobs,
                    seed=job.seed,
                    cache=part.cache,
                )
                session = part.agent.open(task, agent_model)
            if not await _answer(session, said.message, found):
                break
    except (ProviderError, CeilingReachedError, ArmProofError) as error:
        found.error = error
    finally:
        if session is not None:
            await session.aclose()
    return Work(record=_record(part, job, clients, found, task, evaluation), error=found.error)


async def _speak(part: Part, job: Job, found: _Play, customer: ModelClient, turn: int) -> Said | None:
    """Return what the customer says next; None where it failed as often as it may."""
    request = customer_request(part.conversation, part.personality, part.goal, found.lines, seed=job.seed)

    def read(answer: str) -> Said:
        said = read_said(answer, found.lines)
        if said.fault is not None:
            found.faults[said.fault] += 1
        return said

    asked = await ask_until(
        customer,
        request,
        read,
        is_read=lambda said: said.fault is None,
        seed=seed_of(job.seed, PURPOSE, turn),
        most=MAX_ATTEMPTS,
    )
    found.spoken.append(Step(purpose=PURPOSE, usage=asked.usage, attempts=asked.attempts))
    if asked.read.fault is not None:
        found.gave_up = asked.read.fault
        return None
    return asked.read


def _close(found: _Play, said: Said | None) -> None:
    if said is None:
        return
    found.ended_by = "goal" if said.reached else "limit"
    found.farewell = said.message if said.reached else ""


async def _answer(session: AgentSession, words: str, found: _Play) -> bool:
    """Have the agent answer; return whether the conversation goes on."""
    result = await session.turn(words)
    found.turns.append(result)
    found.lines += [Line(by_customer=True, text=words), Line(by_customer=False, text=result.reply)]
    if result.error is not None or result.outcome in ("harness_failure", "stopped"):
        found.error = result.error
        return False
    if result.end_state is not None and result.end_state.handed_off:
        found.ended_by = "human"
    elif result.outcome == "agent_failure":
        found.ended_by = "error"
    return found.ended_by is None


def _record(
    part: Part, job: Job, clients: Clients, found: _Play, task: Task | None, evaluation: str
) -> Execution:
    slot = Slot(
        batch=clients.batch, evaluation=evaluation, arm=job.arm, model=job.model, repetition=job.repetition
    )
    shown = task or Task(conversation=part.conversation, agent=part.agent_name, seed=job.seed)
    turns = found.turns or [TurnResult(outcome="harness_failure")]
    record = to_execution(shown, turns, slot, mode=part.agent.mode)
    outcome, reason = _outcome(found, record)
    farewell = (ChatMessage(role="user", text=found.farewell, at=CLOCK),) if found.farewell else ()
    ended = found.ended_by
    tags: dict[str, str] = {"ended_by": ended} if ended is not None else {}
    if found.faults:
        told = ", ".join(f"{name}: {n}" for name, n in sorted(found.faults.items()))
        tags["customer_faults"] = told
    end_state = record.end_state or (EndState() if ended is not None else None)
    if end_state is not None and ended is not None:
        end_state = msgspec.structs.replace(end_state, ended_by=ended)
    return msgspec.structs.replace(
        record,
        outcome=outcome,
        outcome_reason=reason,
        steps=_steps(found),
        messages=(*record.messages, *farewell),
        end_state=end_state,
        tags={**record.tags, **tags},
    )


def _outcome(found: _Play, record: Execution) -> tuple[Outcome, str | None]:
    """Return how the execution is counted: the customer's fault and the service's are the harness's."""
    if found.gave_up is not None:
        fault = message(f"customer-fault-{found.gave_up.replace('_', '-')}")
        return "harness_failure", message("customer-gave-up", fault=fault, n=MAX_ATTEMPTS).render("pt-BR")
    if found.error is not None:
        stopped = isinstance(found.error, CeilingReachedError | ArmProofError)
        return "stopped" if stopped else "harness_failure", str(found.error)
    if not found.turns:
        return "harness_failure", record.outcome_reason
    return record.outcome, record.outcome_reason


def _steps(found: _Play) -> tuple[Step, ...]:
    """Return every inference in order: the customer's before each turn, then the agent's in it."""
    steps: list[Step] = []
    for place, spoken in enumerate(found.spoken):
        steps.append(spoken)
        if place < len(found.turns):
            steps += [_own(step) for step in found.turns[place].steps]
    return tuple(steps)


def _own(step: Step) -> Step:
    """Return an agent's step, which may not pass for the customer's."""
    return msgspec.structs.replace(step, purpose="turn") if step.purpose == PURPOSE else step
