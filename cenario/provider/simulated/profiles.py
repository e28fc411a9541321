"""Profiles of the simulated model: which wire it speaks, and how often it errs.

Declared in ``data/simulated/profiles.yaml``. A rate is a chance (0..1) by name; ``when`` replaces
rates where the wire carries something (``no_pattern``: a tool with a format field and no
``pattern`` beside ``format``). ``like`` takes over another profile, then replaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cenario.errors import BadInputError, message
from cenario.provider.prices import Price, Rates
from cenario.store import documents
from cenario.store.places import data_folder

__all__ = ["Profile", "ProfilePrice", "Spread", "find_profile", "load_profiles"]

Rate = Annotated[float, Meta(ge=0, le=1)]
WireName = Literal["anthropic", "openai"]


class ProfilePrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prices in decimal text, dollars a token: play money, so that ceilings can be tried."""

    prompt: str = "0.000002"
    completion: str = "0.00001"
    input_cache_read: str = "0.0000002"
    input_cache_write: str = "0.0000025"
    input_cache_write_1h: str = "0.000004"


class Spread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much rates differ: standard deviation of their logarithm, by conversation and by execution."""

    conversation: Annotated[float, Meta(ge=0)] = 0.0
    execution: Annotated[float, Meta(ge=0)] = 0.0


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """One simulated model."""

    name: str
    wire: WireName
    price: ProfilePrice = ProfilePrice()
    spread: Spread = Spread()
    rates: dict[str, float] = {}
    when: dict[str, dict[str, float]] = {}
    latency_s: float = 0.0

    def rate(self, name: str, conditions: Iterable[str] = ()) -> float:
        """Return the chance of `name`, replaced by each condition that holds; 0 where none is declared."""
        found = self.rates.get(name, 0.0)
        for condition in conditions:
            found = self.when.get(condition, {}).get(name, found)
        return found

    @property
    def list_price(self) -> Price:
        """The profile's price."""
        price = self.price
        rates = Rates(
            input=Decimal(price.prompt),
            output=Decimal(price.completion),
            cache_read=Decimal(price.input_cache_read),
            cache_write=Decimal(price.input_cache_write),
            cache_write_1h=Decimal(price.input_cache_write_1h),
        )
        return Price(id=f"simulated/{self.name}", rates=rates)


class _Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wire: WireName | None = None
    like: str | None = None
    price: ProfilePrice | None = None
    spread: Spread | None = None
    rates: dict[str, Rate] = {}
    when: dict[str, dict[str, Rate]] = {}
    latency_s: Annotated[float, Meta(ge=0)] | None = None


def find_profile(name: str) -> Profile:
    """Return the declared profile `name`.

    Raises
    ------
    BadInputError
        No such profile; lists those there are.
    """
    profiles = load_profiles()
    if name not in profiles:
        raise BadInputError(message("provider-profile-unknown", name=name, known=", ".join(sorted(profiles))))
    return profiles[name]


@cache
def load_profiles() -> dict[str, Profile]:
    """Return every declared profile by name."""
    path = data_folder() / "simulated" / "profiles.yaml"
    declared: dict[str, _Declared] = documents.load_yaml(path, dict[str, _Declared])
    return {name: _resolve(name, declared, str(path), ()) for name in declared}


def _resolve(name: str, declared: dict[str, _Declared], path: str, seen: tuple[str, ...]) -> Profile:
    if name not in declared or name in seen:
        raise BadInputError(message("provider-profile-like", path=path, name=name))
    own = declared[name]
    origin = (
        Profile(name=name, wire=own.wire or "anthropic")
        if own.like is None
        else _resolve(own.like, declared, path, (*seen, name))
    )
    when = {condition: dict(rates) for condition, rates in origin.when.items()}
    for condition, rates in own.when.items():
        when.setdefault(condition, {}).update(rates)
    return Profile(
        name=name,
        wire=own.wire or origin.wire,
        price=own.price or origin.price,
        spread=own.spread or origin.spread,
        rates={**origin.rates, **own.rates},
        when=when,
        latency_s=origin.latency_s if own.latency_s is None else own.latency_s,
    )
