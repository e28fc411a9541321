"""Which model closes in which arm, and what the wire must show for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cenario.domain.wire import WireRequest
from cenario.errors import BadInputError, Message, message
from cenario.provider.registry import split_model

__all__ = ["ECONOMICAL", "economical_model", "served_as_asked"]

ECONOMICAL: Mapping[str, str] = {"anthropic": "claude-haiku-5-5", "openai": "gpt-6-luna"}
"""The economical model of each provider; a simulated profile's is the one of its name and ``-small``."""

_DATED = r"(?:-\d{4}-?\d{2}-?\d{2})?"


def economical_model(agent_model: str, chosen: str | None = None) -> str:
    """Return the model of the shadow: `chosen` (with or without its provider), else the table's.

    Raises
    ------
    BadInputError
        No economical model is known for the provider and none was chosen; the chosen one is of
        another provider, or is the agent's own.
    """
    provider, name = split_model(agent_model)
    if chosen is None:
        known = f"{name}-small" if provider == "simulated" else ECONOMICAL.get(provider)
        if known is None:
            raise BadInputError(message("closing-no-economical", provider=provider))
        chosen = known
    model = chosen if ":" in chosen and chosen.partition(":")[0].isalpha() else f"{provider}:{chosen}"
    if split_model(model)[0] != provider:
        raise BadInputError(message("closing-other-provider", model=model, provider=provider))
    if model == agent_model:
        raise BadInputError(message("closing-same-model", model=model))
    return model


def served_as_asked(request: WireRequest) -> Message | None:
    """Return what is wrong where another model answered than the one asked for; a dated name is the same.

    A request that has no answer yet shows nothing against the arm. A local server names its model as
    it likes (a file, an alias): there the arms are told apart by two names served, not by the one asked.
    """
    if request.provider == "local":
        return None
    asked, served = request.model_asked.rpartition(":")[2], request.model_served
    if served is None or re.fullmatch(rf"{re.escape(asked)}{_DATED}", served):
        return None
    return message("closing-served-other", asked=asked, served=served)
