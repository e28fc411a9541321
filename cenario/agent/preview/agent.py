"""The embedded agent: it loops between model and tools, holds its reply at the gates, and never sends."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from cenario.agent.preview import gates
from cenario.agent.preview.assembly import first_request, incoming, system_text
from cenario.agent.preview.history import encode_message, one_line_json
from cenario.agent.preview.knobs import Knobs, read_knobs
from cenario.agent.preview.persona import Persona
from cenario.agent.preview.tools.registry import tools_of
from cenario.agent.preview.tools.service import SOURCE
from cenario.agent.preview.tools.validation import Judged, judge_call
from cenario.agent.preview.world import ZONE, World
from cenario.agent.protocol import AgentSession, Task, TurnResult, run_once
from cenario.domain.conversation import HistoryMessage
from cenario.domain.execution import ChatMessage, EndState, Mode, Outcome, Step, ToolCall, Veto
from cenario.errors import (
    ArmProofError,
    BadInputError,
    CeilingReachedError,
    CenarioError,
    ProviderError,
    message,
)
from cenario.provider.protocol import ModelClient, Reply, Request, ToolRequest, Turn

if TYPE_CHECKING:
    from cenario.agent.preview.tools.tool import Tool
    from cenario.domain.wire import WireRequest

HELD_BACK, SILENT = "(mensagem retida antes do envio)", "(sem resposta)"
"""What the model reads, in a later turn, in place of a reply that a gate held back, or of none."""


class PreviewAgent:
    """The declared agents over in-memory worlds.

    Parameters
    ----------
    personas
        Each agent by name, as `cenario.agent.preview.persona.load_personas` gives them.
    """

    mode: Mode = "preview"

    def __init__(self, personas: Mapping[str, Persona]) -> None:
        self._personas = personas

    def open(self, task: Task, client: ModelClient | None) -> AgentSession:
        """Begin the conversation of `task`; see `cenario.agent.protocol.AgentUnderTest`."""
        persona = self._personas.get(task.agent_name)
        if persona is None:
            known = ", ".join(sorted(self._personas))
            raise BadInputError(message("agent-unknown", name=task.agent_name, known=known))
        if persona.business != task.conversation.business:
            raise BadInputError(
                message(
                    "agent-wrong-business",
                    agent=persona.id,
                    conversation=task.conversation.id,
                    business=task.conversation.business,
                )
            )
        if client is None:
            raise BadInputError(message("agent-needs-model", agent=persona.id))
        return PreviewSession(task, persona, read_knobs(task.knobs), client)

    async def run(self, task: Task, client: ModelClient | None) -> TurnResult:
        """Run the one turn of `task`."""
        return await run_once(self, task, client)


class PreviewSession:
    """One conversation with a persona, over one world."""

    def __init__(self, task: Task, persona: Persona, knobs: Knobs, client: ModelClient) -> None:
        self._task, self._persona, self._knobs, self._client = task, persona, knobs, client
        self._clock = read_clock(task.clock)
        self._world = World(task.conversation, persona, self._clock)
        self._tools = tools_of(persona)
        self._first: Request = first_request(task, persona, knobs)
        self._turns: list[Turn] = []
        self._said: list[HistoryMessage] = list(task.conversation.history)
        self._touched: list[str] = []
        self._shown: list[str] = [self._first.turns[0].text, *(each.text for each in persona.sources)]
        self._n_turns = 0

    async def turn(self, message: str | None = None) -> TurnResult:
        """Take the contact's message and run one turn; see `cenario.agent.protocol.AgentSession`."""
        heard = self._take(message)
        tally = _Tally(heard)
        self._world.procedures.clear()
        self._world.sources.clear()
        self._touched.clear()
        self._n_turns += 1
        started = time.perf_counter()
        try:
            reply = await self._loop(tally)
        except (ProviderError, CeilingReachedError, ArmProofError) as error:
            outcome: Outcome = "harness_failure" if isinstance(error, ProviderError) else "stopped"
            return self._result(tally, started, outcome=outcome, error=error)
        if reply is None:
            return self._result(tally, started, outcome="agent_failure")
        veto = gates.check(self._draft(reply)) if reply else None
        self._say(reply, veto)
        return self._result(tally, started, outcome="completed", reply=reply or None, veto=veto)

    async def aclose(self) -> None:
        """Nothing is held outside memory."""

    def _take(self, said: str | None) -> ChatMessage:
        conversation, at = self._task.conversation, self._clock.isoformat()
        is_return = self._n_turns == 0 and conversation.origin == "scheduled_return"
        text = conversation.message if said is None else said
        if self._n_turns == 0:
            if said is not None and said != conversation.message:
                raise BadInputError(message("agent-first-message", conversation=conversation.id))
            self._turns.extend(self._first.turns)
        elif said is None:
            raise BadInputError(message("agent-no-message", conversation=conversation.id))
        else:
            heard = incoming(said, self._clock, sender=conversation.sender)
            self._shown.append(said)
            self._turns.append(Turn(role="user", text=encode_message(heard, self._knobs.history_format)))
        if not is_return:
            self._said.append(incoming(text, self._clock, sender=conversation.sender))
        return ChatMessage(role="system" if is_return else "user", text=text, name=conversation.sender, at=at)

    async def _loop(self, tally: _Tally) -> str | None:
        """Return the final text (empty: silence), or None where the limit of loops was reached."""
        for _ in range(self._task.max_loops):
            reply = await self._client.complete(self._request())
            calls = tuple(self._call(each) for each in reply.tool_requests)
            tally.add(reply, calls)
            self._turns.append(Turn(role="assistant", text=reply.text, tool_requests=reply.tool_requests))
            if not calls:
                return reply.text.strip()
            self._turns.extend(
                Turn(
                    role="tool",
                    tool_call_id=asked.id,
                    text=call.result or "",
                    is_error=call.error is not None,
                )
                for asked, call in zip(reply.tool_requests, calls, strict=True)
            )
        return None

    def _request(self) -> Request:
        first = self._first
        return Request(
            system=first.system,
            turns=tuple(self._turns),
            tools=first.tools,
            max_tokens=first.max_tokens,
            temperature=first.temperature,
            seed=first.seed,
            cache=first.cache,
            metadata=first.metadata,
        )

    def _call(self, asked: ToolRequest) -> ToolCall:
        judged = judge_call(asked.name, asked.arguments, self._tools)
        tool = self._tools.get(asked.name)
        data, error, empty = self._answer(tool, judged)
        resource = None if tool is None else _resource(tool, judged)
        if resource is not None and resource not in self._touched:
            self._touched.append(resource)
        result = one_line_json(data)
        self._shown.append(result)
        return ToolCall(
            name=printable(asked.name),
            arguments=printable(asked.arguments),
            known=judged.known,
            valid=judged.valid,
            faults=judged.faults,
            has_format_field=judged.has_format_field,
            landfill_uuid=judged.landfill_uuid,
            effect=None if tool is None else tool.effect,
            resource=resource,
            result=result,
            error=error,
            empty=empty,
        )

    def _answer(
        self, tool: Tool | None, judged: Judged
    ) -> tuple[Mapping[str, object], str | None, bool | None]:
        if tool is None:
            return (
                {"erro": "ferramenta_inexistente", "ferramentas": list(self._tools)},
                "ferramenta_inexistente",
                None,
            )
        if judged.arguments is None:
            faults = [{"campo": fault.path, "regra": fault.rule} for fault in judged.faults]
            return {"erro": "argumentos_invalidos", "faltas": faults}, "argumentos_invalidos", None
        answer = tool.act(self._world, judged.arguments)
        return answer.data, answer.error, answer.is_empty

    def _draft(self, reply: str) -> gates.Draft:
        world = self._world
        return gates.Draft(
            reply=reply,
            said=self._said,
            clock=self._clock,
            origin=self._task.conversation.origin,
            procedures=world.procedures,
            has_appointment=bool(world.appointments),
            follow_up_at=world.follow_up_at,
            handed_off=world.handed_off,
            known="\n".join(self._shown),
            instructions=system_text(self._persona),
        )

    def _say(self, reply: str, veto: Veto | None) -> None:
        if reply and veto is None:
            self._said.append(HistoryMessage(sender="agent", text=reply, at=self._clock.isoformat()))
        else:
            self._turns[-1] = Turn(role="assistant", text=HELD_BACK if reply else SILENT)

    def _result(
        self,
        tally: _Tally,
        started: float,
        *,
        outcome: Outcome,
        reply: str | None = None,
        veto: Veto | None = None,
        error: CenarioError | None = None,
    ) -> TurnResult:
        sayable = printable(reply) if reply and veto is None else None
        messages = [tally.heard]
        if sayable is not None:
            messages.append(ChatMessage(role="assistant", text=sayable, at=self._clock.isoformat()))
        reason = None
        if error is not None:
            reason = str(error)
        elif outcome == "agent_failure":
            reason = message("agent-loops", limit=self._task.max_loops).render("pt-BR")
        return TurnResult(
            outcome=outcome,
            outcome_reason=reason,
            steps=tuple(tally.steps),
            loops=len(tally.steps),
            reply=sayable,
            vetoes=() if veto is None else (veto,),
            end_state=self._end_state(outcome, sayable),
            messages=tuple(messages),
            requests=tuple(tally.requests),
            model_served=tally.model_served,
            cost_usd=tally.cost_usd,
            duration_s=time.perf_counter() - started,
            error=error,
        )

    def _end_state(self, outcome: Outcome, reply: str | None) -> EndState | None:
        if outcome not in ("completed", "agent_failure"):
            return None
        world = self._world
        ended_by = "reply" if reply else "silence"
        if world.handed_off:
            ended_by = "human"
        elif outcome == "agent_failure":
            ended_by = "limit"
        return EndState(
            replied=reply is not None,
            work="closed" if world.closed else "open",
            origin=self._task.conversation.origin if self._n_turns == 1 else "contact",
            follow_up_at=world.follow_up_at,
            handed_off=world.handed_off,
            procedures=tuple(world.procedures),
            sources=tuple(world.sources),
            touched=tuple(self._touched),
            ended_by=ended_by,  # type: ignore[arg-type]
        )


class _Tally:
    """What the inferences of one turn add up to."""

    def __init__(self, heard: ChatMessage) -> None:
        self.heard = heard
        self.steps: list[Step] = []
        self.requests: list[WireRequest] = []
        self.model_served: str | None = None
        self.cost_usd: float | None = 0.0

    def add(self, reply: Reply, calls: tuple[ToolCall, ...]) -> None:
        """Count one inference; money is unknown as soon as one has no price."""
        self.steps.append(
            Step(
                calls=calls,
                usage=reply.usage,
                attempts=reply.attempts,
                cost_usd=reply.cost_usd,
                duration_s=reply.duration_s,
                stop_reason=reply.stop_reason,
            )
        )
        self.requests.extend(reply.requests)
        self.model_served = reply.model_served or self.model_served
        is_known = self.cost_usd is not None and reply.cost_usd is not None
        self.cost_usd = self.cost_usd + reply.cost_usd if is_known else None  # type: ignore[operator]


def read_clock(text: str) -> datetime:
    """Return a task's clock in São Paulo; refused where it is not an instant with its offset."""
    try:
        clock = datetime.fromisoformat(text)
    except ValueError:
        raise BadInputError(message("agent-clock", clock=text)) from None
    if clock.tzinfo is None:
        raise BadInputError(message("agent-clock", clock=text))
    return clock.astimezone(ZONE)


def printable(text: str) -> str:
    r"""Return `text` with lone surrogates written as ``\udXXX``: they cannot be kept as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text


def _resource(tool: Tool, judged: Judged) -> str | None:
    if tool.resource != SOURCE:
        return tool.resource
    source = getattr(judged.arguments, "source", None)
    return None if source is None else f"{SOURCE}{source}"
