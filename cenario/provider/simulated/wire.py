"""Speak to the simulated service through the same SDKs as to a real one, without a socket."""

from __future__ import annotations

import httpx2

from cenario.provider.client import Wire
from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.impatient import Impatient
from cenario.provider.simulated.profiles import find_profile
from cenario.provider.simulated.view import SEED_HEADER
from cenario.provider.tape import Tape
from cenario.provider.usage import read_anthropic, read_openai

__all__ = ["simulated_wire"]

HOST = "http://simulated.invalid"


def simulated_wire(
    name: str, *, transport: httpx2.AsyncBaseTransport | None = None, timeout_s: float = 120.0
) -> Wire:
    """Return the wire of the profile `name`, to a service of its own in this process.

    Raises
    ------
    BadInputError
        No such profile.
    """
    profile = find_profile(name)
    inner = transport or httpx2.ASGITransport(app=SimulatedService(profile))
    if profile.wire == "anthropic":
        from cenario.provider.anthropic import AnthropicWire  # the SDK takes a second to import

        return AnthropicWire(
            name,
            key="simulated",
            transport=Tape("simulated", Impatient(inner, timeout_s), read_anthropic),
            base_url=HOST,
            timeout_s=timeout_s,
            seed_header=SEED_HEADER,
        )
    from cenario.provider.openai import OpenAIWire  # the SDK takes a second to import

    return OpenAIWire(
        name,
        key="simulated",
        transport=Tape("simulated", Impatient(inner, timeout_s), read_openai),
        base_url=f"{HOST}/v1",
        timeout_s=timeout_s,
        seed_header=SEED_HEADER,
    )
