"""An agent that is not ours: one session over the contract, whichever way the JSON travels."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from uuid import uuid4

import msgspec

from cenario.agent.protocol import Task, TurnResult
from cenario.domain.contract import AgentAnswer, AgentRequest, SentRequest, without_answers
from cenario.domain.execution import ChatMessage
from cenario.domain.wire import WireRequest
from cenario.errors import BadInputError, ProviderError, message
from cenario.provider.fingerprint import read_request

MAX_BYTES = 8 * 1024 * 1024
"""Largest answer taken, in bytes; our default."""

TIMEOUT_S = 120.0
"""Longest turn waited for, in seconds; our default."""

Exchange = Callable[[bytes], Awaitable[bytes]]
"""Carry one request's JSON to the agent and bring its answer's; raises `ProviderError` when it cannot."""


@dataclass(slots=True)
class ForeignSession:
    """One conversation with an agent over the contract.

    A fault of the carriage or of the answer's shape is a harness failure, never the agent's. An
    answer that says a message left for a real contact stops the batch.
    """

    task: Task
    exchange: Exchange
    timeout_s: float = TIMEOUT_S
    model: str | None = None
    _session: str = field(default_factory=lambda: uuid4().hex)
    _transcript: list[ChatMessage] = field(default_factory=list)
    _n_turns: int = 0

    async def turn(self, message: str | None = None) -> TurnResult:
        """Ask for one turn; see `cenario.agent.protocol.AgentSession`."""
        said = self._said(message)
        request = self._request(said)
        self._n_turns += 1
        started = time.perf_counter()
        try:
            answer = await self._ask(msgspec.json.encode(request))
        except ProviderError as error:
            return TurnResult(
                outcome="harness_failure",
                outcome_reason=str(error),
                messages=(self._heard(said),),
                duration_s=time.perf_counter() - started,
                error=error,
            )
        return self._result(answer, said, time.perf_counter() - started)

    async def aclose(self) -> None:
        """Each turn is by itself: nothing stays open."""

    def _said(self, given: str | None) -> str:
        conversation = self.task.conversation
        if self._n_turns == 0:
            if given not in (None, conversation.message):
                raise BadInputError(message("agent-first-message", conversation=conversation.id))
            return conversation.message
        if given is None:
            raise BadInputError(message("agent-no-message", conversation=conversation.id))
        return given

    def _request(self, said: str) -> AgentRequest:
        task = self.task
        return AgentRequest(
            session=self._session,
            turn=self._n_turns,
            agent=task.agent_name,
            knobs=dict(task.knobs),
            clock=task.clock,
            seed=task.seed,
            max_loops=task.max_loops,
            model=self.model,
            transcript=tuple(self._transcript),
            message=said,
            **without_answers(task.conversation),  # type: ignore[arg-type]
        )

    async def _ask(self, body: bytes) -> AgentAnswer:
        try:
            async with asyncio.timeout(self.timeout_s):
                raw = await self.exchange(body)
        except TimeoutError:
            raise ProviderError(message("foreign-timeout", seconds=self.timeout_s)) from None
        try:
            answer = msgspec.json.decode(raw, type=AgentAnswer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProviderError(message("foreign-shape", detail=_one_line(error))) from None
        if answer.sent:
            raise BadInputError(message("foreign-sent", conversation=self.task.conversation.id))
        return answer

    def _result(self, answer: AgentAnswer, said: str, duration_s: float) -> TurnResult:
        messages = [self._heard(said)]
        if answer.reply is not None:
            messages.append(ChatMessage(role="assistant", text=answer.reply, at=self.task.clock))
        self._transcript.extend(messages)
        return TurnResult(
            outcome=answer.outcome,
            outcome_reason=answer.outcome_reason,
            steps=answer.steps,
            loops=answer.loops,
            reply=answer.reply,
            vetoes=answer.vetoes,
            end_state=answer.end_state,
            messages=tuple(messages),
            requests=tuple(_wire(each, answer) for each in answer.requests),
            model_served=answer.model_served,
            cost_usd=answer.cost_usd,
            duration_s=duration_s,
        )

    def _heard(self, said: str) -> ChatMessage:
        conversation = self.task.conversation
        is_return = self._n_turns <= 1 and conversation.origin == "scheduled_return"
        role = "system" if is_return else "user"
        return ChatMessage(role=role, text=said, name=conversation.sender, at=self.task.clock)  # type: ignore[arg-type]


def _wire(sent: SentRequest, answer: AgentAnswer) -> WireRequest:
    read = read_request(sent.provider, msgspec.json.encode(sent.body))
    if read is None:
        raise TypeError("a decoded object encodes as an object")
    return WireRequest(
        provider=read.provider,
        body=read.body,
        model_asked=read.model_asked,
        model_served=sent.model_served or answer.model_served,
        digests=read.digests,
    )


def _one_line(words: object) -> str:
    return " ".join(str(words).split())[:200]
