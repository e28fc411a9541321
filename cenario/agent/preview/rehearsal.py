"""Rehearse a conversation's expected course: the real agent, and a model that follows the script."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cenario.agent.preview.agent import PreviewAgent
from cenario.agent.preview.persona import Persona
from cenario.agent.protocol import Task, TurnResult
from cenario.domain.conversation import Conversation
from cenario.domain.execution import Usage
from cenario.provider.protocol import Reply, Request, ToolRequest


class CourseModel:
    """A model that makes the calls of a course, all in its first inference, and then gives its reply."""

    model = "course:script"

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    async def complete(self, request: Request) -> Reply:
        """Give the course's calls, or its reply once they are answered."""
        calls: tuple[ToolRequest, ...] = ()
        if len(request.turns) == 1:
            calls = tuple(
                ToolRequest(
                    id=f"call-{number}",
                    name=str(each["tool"]),
                    arguments=json.dumps(each["arguments"], ensure_ascii=False),
                )
                for number, each in enumerate(self._conversation.course)
            )
        return Reply(
            text="" if calls else self._conversation.course_reply or "",
            tool_requests=calls,
            usage=Usage(),
            stop_reason=None,
            model_served=None,
            attempts=1,
            cost_usd=None,
            duration_s=0.0,
            requests=(),
        )

    def worst_cost_usd(self, request: Request) -> float | None:
        """Return 0: a script costs nothing."""
        del request
        return 0.0

    def worst_tokens(self, request: Request) -> int:
        """Return 0: a script reads nothing."""
        del request
        return 0

    async def aclose(self) -> None:
        """Nothing is open."""


async def rehearse(
    conversation: Conversation, personas: Mapping[str, Persona], knobs: Mapping[str, str] | None = None
) -> TurnResult:
    """Return the turn that `conversation`'s expected course leads to."""
    task = Task(conversation=conversation, knobs=knobs or {})
    return await PreviewAgent(personas).run(task, CourseModel(conversation))
