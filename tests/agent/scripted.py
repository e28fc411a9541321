"""The provider's far end, scripted: each inference answers the next thing it was told to."""

from __future__ import annotations

import json
from collections.abc import Sequence

from cenario.domain.conversation import Contact, Conversation
from cenario.domain.execution import Usage
from cenario.domain.wire import WireRequest
from cenario.errors import CenarioError
from cenario.provider.protocol import Reply, Request, ToolRequest

CONTACT, LEAD = "3b1f6a1e-5c7d-4e0a-9a55-0c6d2f7e1a01", "a8d0c3b2-1f64-4b7e-8c19-2d5e6f708192"

Answer = str | Sequence[tuple[str, object]] | CenarioError


class ScriptedClient:
    """A `ModelClient` that says a text, makes calls, or fails, in the order given."""

    model = "scripted:one"

    def __init__(self, *answers: Answer, cost_usd: float | None = 0.01) -> None:
        self.answers, self.cost_usd = list(answers), cost_usd
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        """Give the next answer."""
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, CenarioError):
            raise answer
        calls: list[ToolRequest] = []
        for number, (name, arguments) in enumerate([] if isinstance(answer, str) else answer):
            raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
            calls.append(ToolRequest(id=f"call-{len(self.requests)}-{number}", name=name, arguments=raw))
        return Reply(
            text=answer if isinstance(answer, str) else "",
            tool_requests=tuple(calls),
            usage=Usage(input_tokens=100, output_tokens=10),
            stop_reason="tool_use" if calls else "end_turn",
            model_served="scripted-1",
            attempts=1,
            cost_usd=self.cost_usd,
            duration_s=0.0,
            requests=(wire(request),),
        )

    def worst_cost_usd(self, request: Request) -> float | None:
        """Nothing is paid here."""
        return 0.0

    def worst_tokens(self, request: Request) -> int:
        """Nothing is counted here."""
        return 0

    async def aclose(self) -> None:
        """Nothing is open."""


def wire(request: Request, provider: str = "anthropic") -> WireRequest:
    """Return `request` in the shape of a provider's body."""
    first = request.turns[0].text
    if provider == "anthropic":
        tools: list[object] = [{"name": each.name, "input_schema": each.parameters} for each in request.tools]
        messages: list[object] = [{"role": "user", "content": [{"type": "text", "text": first}]}]
    else:
        tools = [
            {"type": "function", "function": {"name": each.name, "parameters": each.parameters}}
            for each in request.tools
        ]
        messages = [{"role": "system", "content": request.system}, {"role": "user", "content": first}]
    return WireRequest(provider=provider, body={"tools": tools, "messages": messages}, model_asked="m")


def conversation(business: str = "clinica", **fields: object) -> Conversation:
    """Return a small conversation of `business`."""
    contact = Contact(
        contact_id=CONTACT, lead_id=LEAD, name="Rute Prado", email="rute@exemplo.com", stage="novo"
    )
    given: dict[str, object] = {
        "id": "T01",
        "business": business,
        "contact": contact,
        "message": "oi, tudo bem?",
    }
    return Conversation(**(given | fields))  # type: ignore[arg-type]
