"""Open a model by its name, ``provider:model``."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import httpx2

from cenario.errors import BadInputError, message
from cenario.provider.client import ProviderClient, Wire
from cenario.provider.local import local_url
from cenario.provider.prices import Price, PriceTable
from cenario.provider.retry import RetryPolicy
from cenario.provider.tape import Tape
from cenario.provider.usage import read_anthropic, read_openai

__all__ = ["PROVIDERS", "Settings", "open_client", "price_of", "split_model"]

PROVIDERS = ("anthropic", "openai", "local", "simulated")

_MODEL = re.compile(r"^(?P<provider>[a-z][a-z0-9_-]*):(?P<name>[A-Za-z0-9][A-Za-z0-9._/@:+-]*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What opening a client may need besides its name.

    `transport`, where given, is what really sends (under the tape): a test's own far end.
    """

    prices: PriceTable | None = None
    retry: RetryPolicy | None = None
    timeout_s: float = 120.0
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    transport: httpx2.AsyncBaseTransport | None = None


def split_model(model: str) -> tuple[str, str]:
    """Return the provider and the name in ``provider:model``.

    Raises
    ------
    BadInputError
        Another form, or a provider that is not one of `PROVIDERS`.
    """
    found = _MODEL.match(model)
    if found is None:
        raise BadInputError(message("provider-model-form", model=model))
    if found["provider"] not in PROVIDERS:
        raise BadInputError(
            message("provider-unknown", provider=found["provider"], known=", ".join(PROVIDERS))
        )
    return found["provider"], found["name"]


def open_client(model: str, settings: Settings | None = None) -> ProviderClient:
    """Return a client for ``provider:model``; nothing is sent.

    Raises
    ------
    BadInputError
        The model's name, a missing key (``<PROVIDER>_API_KEY``), a local server that is not on
        this machine, or an unknown simulated profile.
    """
    settings = settings or Settings()
    provider, name = split_model(model)
    price = price_of(model, settings.prices)
    wire, secret = _OPENERS[provider](name, settings)
    return ProviderClient(
        model, wire, price=price, retry=settings.retry, secrets=() if secret is None else (secret,)
    )


def price_of(model: str, prices: PriceTable | None) -> Price | None:
    """Return the model's price; a simulated profile declares its own, which is nobody's money."""
    provider, name = split_model(model)
    if provider == "simulated":
        from cenario.provider.simulated.profiles import find_profile

        return find_profile(name).list_price
    return None if prices is None else prices.find(model)


def _anthropic(name: str, settings: Settings) -> tuple[Wire, str | None]:
    from cenario.provider.anthropic import AnthropicWire  # the SDK takes a second to import

    key = _key("ANTHROPIC_API_KEY", settings.environ)
    wire = AnthropicWire(
        name,
        key=key,
        transport=Tape("anthropic", _socket(settings), read_anthropic),
        base_url=settings.environ.get("ANTHROPIC_BASE_URL") or None,
        timeout_s=settings.timeout_s,
    )
    return wire, key


def _openai(name: str, settings: Settings) -> tuple[Wire, str | None]:
    from cenario.provider.openai import OpenAIWire  # the SDK takes a second to import

    key = _key("OPENAI_API_KEY", settings.environ)
    wire = OpenAIWire(
        name,
        key=key,
        transport=Tape("openai", _socket(settings), read_openai),
        base_url=settings.environ.get("OPENAI_BASE_URL") or None,
        timeout_s=settings.timeout_s,
    )
    return wire, key


def _local(name: str, settings: Settings) -> tuple[Wire, str | None]:
    from cenario.provider.local_tools import SchemaToolsWire  # the SDK takes a second to import
    from cenario.provider.openai import OpenAIWire

    kind = SchemaToolsWire if settings.environ.get("LOCAL_TOOLS") == "schema" else OpenAIWire
    wire = kind(
        name,
        key="local",
        transport=Tape("local", _socket(settings), read_openai),
        base_url=local_url(settings.environ),
        timeout_s=settings.timeout_s,
        limit_field="max_tokens",
    )
    return wire, None


def _simulated(name: str, settings: Settings) -> tuple[Wire, str | None]:
    from cenario.provider.simulated.wire import simulated_wire

    return simulated_wire(name, transport=settings.transport, timeout_s=settings.timeout_s), None


_OPENERS: Mapping[str, Callable[[str, Settings], tuple[Wire, str | None]]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "local": _local,
    "simulated": _simulated,
}


def _socket(settings: Settings) -> httpx2.AsyncBaseTransport:
    return settings.transport or httpx2.AsyncHTTPTransport(
        limits=httpx2.Limits(max_connections=64, max_keepalive_connections=64)
    )


def _key(variable: str, environ: Mapping[str, str]) -> str:
    key = environ.get(variable, "").strip()
    if not key:
        raise BadInputError(message("provider-key-missing", variable=variable))
    return key
