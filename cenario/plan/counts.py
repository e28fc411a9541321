"""What a plan counts: o200k tokens of the real requests, arm by arm, before anything is sent.

Tools and system of each agent are its prefix; the opening of each conversation, in each format, is sent
again in every step. Answers of tools inside a turn are not counted: the plan errs down there, and the
pilot replaces it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cenario.agent.preview.assembly import first_request
from cenario.agent.preview.knobs import read_knobs
from cenario.agent.preview.persona import Persona
from cenario.agent.protocol import Task
from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Arm
from cenario.plan.cost import ArmLoad, Prefix
from cenario.provider.protocol import Request
from cenario.provider.tokens import count, count_request, count_tools


def turn_load(
    arm: Arm,
    conversations: Sequence[Conversation],
    personas: Mapping[str, Persona],
    *,
    repetitions: int,
    constants: Mapping[str, float],
) -> ArmLoad:
    """Return what one arm of turns (C, F5) sends and receives.

    Parameters
    ----------
    arm : Arm
        Its knobs shape the request.
    conversations : sequence of Conversation
        The corpus.
    personas : mapping of agent to Persona
    repetitions : int
        K.
    constants : mapping
        Values by name, see `cenario.plan.constants`.
    """
    steps = constants["steps_per_turn"]
    prefix_tokens: dict[str, float] = {}
    turns: dict[str, int] = {}
    fresh = 0.0
    for conversation in conversations:
        request = first_request(
            Task(conversation=conversation, knobs=arm.knobs),
            personas[conversation.business],
            read_knobs(arm.knobs),
        )
        prefix = count_tools(request.tools) + count(request.system) + constants["engine_system_tokens"]
        prefix_tokens.setdefault(conversation.business, prefix)
        turns[conversation.business] = turns.get(conversation.business, 0) + repetitions
        fresh += _outside_prefix(request) * repetitions * steps
    executions = len(conversations) * repetitions
    return ArmLoad(
        arm=arm.name,
        executions=executions,
        calls=round(executions * steps),
        prefixes=[
            Prefix(agent=agent, tokens=tokens, calls=round(turns[agent] * steps))
            for agent, tokens in prefix_tokens.items()
        ],
        fresh_tokens=fresh,
        measured_tokens=executions * constants["promise_check_tokens_per_turn"],
        output_tokens=executions * steps * constants["output_tokens_per_step"],
        seconds=executions * constants["seconds_per_turn"],
    )


def request_load(
    name: str,
    requests: Sequence[Request],
    *,
    repetitions: int,
    output_tokens: float,
    seconds: float,
    retry_share: float = 0.0,
) -> ArmLoad:
    """Return what one uncached arm of single requests (closings, votes) sends and receives.

    `output_tokens` and `seconds` are of one request; `retry_share` more requests are expected (0..1).
    """
    times = repetitions * (1 + retry_share)
    calls = len(requests) * times
    return ArmLoad(
        arm=name,
        executions=len(requests) * repetitions,
        calls=round(calls),
        fresh_tokens=sum(count_request(request) for request in requests) * times,
        output_tokens=calls * output_tokens,
        seconds=calls * seconds,
    )


def _outside_prefix(request: Request) -> int:
    return count_request(request) - count_tools(request.tools) - count(request.system)
