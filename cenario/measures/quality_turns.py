"""A conversation in the order it went: each message of the contact, what the agent did, what it answered."""

from __future__ import annotations

from collections.abc import Iterable

from cenario.domain.execution import ChatMessage, Execution, Step, ToolCall

CUSTOMER = "customer"
"""The purpose of a step that is the simulated customer's, and not the agent's."""


def agent_steps(execution: Execution) -> tuple[Step, ...]:
    """Return the agent's own inferences: the simulated customer's are left out."""
    return tuple(step for step in execution.steps if step.purpose != CUSTOMER)


def customer_steps(execution: Execution) -> tuple[Step, ...]:
    """Return the simulated customer's inferences, one a message that it was asked for."""
    return tuple(step for step in execution.steps if step.purpose == CUSTOMER)


def conversation_order(execution: Execution) -> list[ChatMessage | ToolCall]:
    """Return messages and tool calls in order.

    A simulated conversation has a step of the customer's before each of its messages: the agent's calls
    that follow stand between that message and the agent's answer. Where a record has no such steps the
    calls stand after the messages, for nothing tells their place.
    """
    turns = _by_turn(execution.steps)
    if not customer_steps(execution):
        return [*execution.messages, *execution.calls]
    found: list[ChatMessage | ToolCall] = []
    place = 0
    for message in execution.messages:
        found.append(message)
        if message.role != "assistant":
            found.extend(turns[place] if place < len(turns) else ())
            place += 1
    for left in turns[place:]:
        found.extend(left)
    return found


def _by_turn(steps: Iterable[Step]) -> list[list[ToolCall]]:
    turns: list[list[ToolCall]] = []
    for step in steps:
        if step.purpose == CUSTOMER:
            turns.append([])
        elif turns:
            turns[-1].extend(step.calls)
        else:
            turns.append(list(step.calls))
    return turns
