"""Open the chatbot that a bank's run declares: a provider's model, an HTTP endpoint, or the preview agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from cenario.agent.preview.agent import PreviewAgent
from cenario.agent.preview.persona import load_personas
from cenario.errors import BadInputError, message
from cenario.provider.client import ProviderClient
from cenario.provider.endpoint import Endpoint, open_endpoint
from cenario.provider.prices import PriceTable
from cenario.provider.registry import Settings, open_client, price_of
from cenario.runner.bank import Asked, PreviewWorker
from cenario.runner.batch import Ceiling
from cenario.store.bank_config import ChatbotConfig, with_environment

__all__ = ["OpenedChatbot", "declared_chatbot", "open_chatbot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedChatbot:
    """A chatbot ready to be asked; `worker` is None where each prompt is one inference."""

    asked: Asked
    client: ProviderClient
    worker: PreviewWorker | None = None


def open_chatbot(
    config: ChatbotConfig,
    *,
    evaluation: str,
    ceiling: Ceiling,
    prices: PriceTable | None = None,
    environ: Mapping[str, str] | None = None,
) -> OpenedChatbot:
    """Return the declared chatbot, opened; nothing is sent.

    Raises
    ------
    BadInputError
        An unknown agent, a missing key or variable, no ceiling for what is not simulated, or no
        price where only dollars are held.
    """
    asked = declared_chatbot(config)
    model = asked.model
    if config.type == "custom":
        _held(model, ceiling, priced=config.cost_usd_per_request is not None)
        return OpenedChatbot(asked=asked, client=open_endpoint(model, _endpoint(config, environ)))
    simulated = model.startswith("simulated:")
    if not simulated:
        _held(model, ceiling, priced=price_of(model, prices) is not None)
    client = open_client(model, Settings(prices=prices, timeout_s=config.timeout_s))
    worker = _preview(config, evaluation) if config.type == "preview" else None
    return OpenedChatbot(asked=asked, client=client, worker=worker)


def declared_chatbot(config: ChatbotConfig) -> Asked:
    """Return how the declared chatbot is asked; nothing is opened."""
    return Asked(
        model=(config.model or "") if config.type == "preview" else config.label,
        mode="remote" if config.type == "custom" else "direct",
        system=config.system,
        max_tokens=config.max_tokens,
        temperature=config.temperature,
        declared=msgspec.to_builtins(config),
    )


def _held(model: str, ceiling: Ceiling, *, priced: bool) -> None:
    if ceiling.usd is None and ceiling.tokens is None:
        raise BadInputError(message("runner-ceiling-missing"))
    if not priced and ceiling.tokens is None:
        raise BadInputError(message("bank-config-no-price", model=model))


def _endpoint(config: ChatbotConfig, environ: Mapping[str, str] | None) -> Endpoint:
    def put_in(name: str) -> Any:
        return with_environment(getattr(config, name), field=f"provider.{name}", environ=environ)

    return Endpoint(
        url=put_in("url"),
        template=put_in("request_template"),
        response_path=config.response_path or "",
        method=config.method,
        headers=put_in("headers"),
        timeout_s=config.timeout_s,
        cost_usd=config.cost_usd_per_request,
        allow_remote=config.allow_remote,
    )


def _preview(config: ChatbotConfig, evaluation: str) -> PreviewWorker:
    personas = load_personas()
    found = next((p for p in personas.values() if config.agent in (p.id, p.business)), None)
    if found is None:
        known = ", ".join(sorted(personas))
        raise BadInputError(message("bank-config-agent", agent=config.agent, known=known))
    agent = PreviewAgent({found.id: found})
    return PreviewWorker(agent, found.id, evaluation, business=found.business)
