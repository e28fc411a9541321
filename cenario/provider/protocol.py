"""What an agent or a judge asks of a model, whichever provider serves it.

A `ModelClient` makes one inference: it retries within bounds, keeps every attempt on the
tape and in the cost, and raises `ProviderError` when the service fails beyond that (a harness
failure, never the agent's).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from cenario.domain.execution import Usage
    from cenario.domain.wire import WireRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSchema:
    """A tool as offered to the model: `parameters` is the JSON Schema sent, already shaped by the arm."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRequest:
    """A tool call the model made: `arguments` is its raw text, verbatim, valid JSON or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of the exchange with the model.

    ``user`` carries `text`; ``assistant`` may carry `text` and `tool_requests`; ``tool`` carries
    the result of one request (`tool_call_id`, `text`).
    """

    role: Literal["user", "assistant", "tool"]
    text: str = ""
    tool_requests: tuple[ToolRequest, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One inference asked for. `cache` marks tools and system for the prompt cache where there is a choice.

    `metadata` stays in the process (never on the wire): the simulated provider's far end may not see it
    either; it is for accounting (conversation, arm, repetition).
    """

    system: str
    turns: tuple[Turn, ...]
    tools: tuple[ToolSchema, ...] = ()
    max_tokens: int = 1024
    temperature: float | None = None
    seed: int | None = None
    cache: bool = False
    response_schema: Mapping[str, object] | None = None
    purpose: str = "turn"
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back. `requests` is what the transport saw, one per attempt, in order.

    `cost_usd` covers every attempt; None where the model has no price. `usage` is the kept
    answer's, cache apart from input; its fields are None where the provider did not say.
    """

    text: str
    tool_requests: tuple[ToolRequest, ...]
    usage: Usage
    stop_reason: str | None
    model_served: str | None
    attempts: int
    cost_usd: float | None
    duration_s: float
    requests: tuple[WireRequest, ...]


class ModelClient(Protocol):
    """One model behind its provider's official SDK."""

    @property
    def model(self) -> str:
        """The model asked for, ``provider:model``."""

    async def complete(self, request: Request) -> Reply:
        """Make one inference, retrying what is worth a retry."""

    def worst_cost_usd(self, request: Request) -> float | None:
        """Return the most this inference can cost at list price, one attempt; None without a price."""

    def worst_tokens(self, request: Request) -> int:
        """Return the most tokens this inference can use: input counted + `max_tokens`."""

    async def aclose(self) -> None:
        """Close the transport."""
