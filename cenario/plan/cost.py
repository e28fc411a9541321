"""The cost of an arm from counted tokens, a tariff, and the constants: the formulas of the user's plan.

Tokens are o200k tokens of the real request; a Claude tokenizer's factor scales what was counted,
never what production measured (outputs, the promise check). A prefix (tools + system of one
agent) is written to the cache once, at the one-hour price where the provider asks for marks, and read
by each later request. Where the cache is automatic it cannot be turned off, so "on" and "off" agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

CacheKind = Literal["marked", "automatic", "none"]
MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """A model's list price, USD a million tokens, and how its cache and tokenizer behave."""

    model: str
    input_usd: float
    output_usd: float
    cache: CacheKind = "automatic"
    cache_read_share: float = 0.1
    cache_write_factor: float = 1.0
    token_factor: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """What every request of one agent in one arm begins with: o200k `tokens`, sent in `calls` requests."""

    agent: str
    tokens: float
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmLoad:
    """What one arm sends and receives, in all its executions.

    Attributes
    ----------
    executions, calls : int
        Executions planned and requests they make (auxiliary ones apart).
    prefixes : sequence of Prefix
        Cacheable beginnings; empty where nothing is cached.
    fresh_tokens : float
        o200k tokens of all requests outside the prefixes.
    measured_tokens : float
        Input tokens taken from production as they are, never scaled by a tokenizer's factor.
    output_tokens : float
        Output tokens of all requests, never scaled.
    seconds : float
        Serial seconds.
    """

    arm: str
    executions: int
    calls: int
    prefixes: Sequence[Prefix] = ()
    fresh_tokens: float = 0.0
    measured_tokens: float = 0.0
    output_tokens: float = 0.0
    seconds: float = 0.0

    @property
    def input_tokens(self) -> float:
        """o200k and measured input tokens of all requests, cached or not."""
        prefix_tokens = sum(prefix.tokens * prefix.calls for prefix in self.prefixes)
        return prefix_tokens + self.fresh_tokens + self.measured_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmCost:
    """An arm's cost with one model: US dollars with the cache marked and not, and serial hours."""

    arm: str
    model: str
    executions: int
    calls: int
    input_tokens: float
    output_tokens: float
    usd_cache_on: float
    usd_cache_off: float
    hours: float


def arm_cost(load: ArmLoad, tariff: Tariff) -> ArmCost:
    """Price `load` with `tariff`, with the cache on and off."""
    return ArmCost(
        arm=load.arm,
        model=tariff.model,
        executions=load.executions,
        calls=load.calls,
        input_tokens=load.input_tokens,
        output_tokens=load.output_tokens,
        usd_cache_on=_usd(load, tariff, cached=tariff.cache != "none"),
        usd_cache_off=_usd(load, tariff, cached=tariff.cache == "automatic"),
        hours=load.seconds / 3600,
    )


def _usd(load: ArmLoad, tariff: Tariff, *, cached: bool) -> float:
    prefix_tokens = sum(_prefix_tokens(prefix, tariff, cached=cached) for prefix in load.prefixes)
    input_tokens = tariff.token_factor * (prefix_tokens + load.fresh_tokens) + load.measured_tokens
    return (input_tokens * tariff.input_usd + load.output_tokens * tariff.output_usd) / MILLION


def _prefix_tokens(prefix: Prefix, tariff: Tariff, *, cached: bool) -> float:
    """Return the prefix's tokens at full price: each of its requests, or one write and reads."""
    if not cached or not prefix.calls:
        return prefix.tokens * prefix.calls
    return prefix.tokens * (tariff.cache_write_factor + tariff.cache_read_share * (prefix.calls - 1))
