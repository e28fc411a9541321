"""What tokens cost, from a file of OpenRouter's ``/api/v1/models`` shape.

Prices are decimal text in US dollars a token. ``-1`` is no price; a model that is not there has
no price either: None, never zero. ``overrides`` are tiers by the size of the prompt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cenario.errors import BadInputError, message
from cenario.provider.usage import Billed
from cenario.store import documents

__all__ = ["Price", "PriceTable", "Rates", "load_prices"]

ONE_HOUR_FACTOR = Decimal(2)
"""Writing to a 1-hour cache costs twice the input, where the file does not say (Claude)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Prices of one tier, US dollars a token; None: the file does not say."""

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None
    cache_write_1h: Decimal | None = None

    def cost(self, billed: Billed) -> Decimal:
        """Return the US dollars of an answer; a cached token without its own price pays the input's."""
        return (
            billed.input * self.input
            + billed.output * self.output
            + (billed.cache_read or 0) * (self.input if self.cache_read is None else self.cache_read)
            + (billed.cache_write or 0) * (self.input if self.cache_write is None else self.cache_write)
            + (billed.cache_write_1h or 0) * self.hour_rate
        )

    @property
    def hour_rate(self) -> Decimal:
        """What one token written to the 1-hour cache costs."""
        return self.input * ONE_HOUR_FACTOR if self.cache_write_1h is None else self.cache_write_1h

    @property
    def dearest_input(self) -> Decimal:
        """The most that an input token can cost, however it is cached."""
        return max(self.input, self.hour_rate, self.cache_write or Decimal(0), self.cache_read or Decimal(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """One model's price; `tiers` are (smallest prompt in tokens, rates), smallest first."""

    id: str
    rates: Rates
    tiers: tuple[tuple[int, Rates], ...] = ()

    def at(self, prompt_tokens: int) -> Rates:
        """Return the rates for a prompt of that size, all its tokens at one tier."""
        found = self.rates
        for smallest, rates in self.tiers:
            if prompt_tokens >= smallest:
                found = rates
        return found

    def cost(self, billed: Billed) -> Decimal:
        """Return the US dollars of one answer."""
        return self.at(billed.prompt).cost(billed)

    def worst(self, input_tokens: int, output_tokens: int, *, writes_cache: bool) -> Decimal:
        """Return the most that a request can cost: every input token at its dearest, at its tier."""
        rates = self.at(input_tokens)
        dearest = rates.dearest_input if writes_cache else max(rates.input, rates.cache_write or Decimal(0))
        return input_tokens * dearest + output_tokens * rates.output


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceTable:
    """Every priced model of a file, and the day the prices are of."""

    source: str
    date: str
    prices: dict[str, Price] = field(default_factory=dict)

    def find(self, model: str) -> Price | None:
        """Return the price of ``provider:model``; None: no price is known.

        ``anthropic:claude-sonnet-4-6`` is OpenRouter's ``anthropic/claude-sonnet-4.6``; a date
        at the end (``-20260217``) is passed over where the dated name is not there.
        """
        provider, _, name = model.partition(":")
        for candidate in (name, _dotted(name), _undated(name), _dotted(_undated(name))):
            price = self.prices.get(f"{provider}/{candidate}".casefold())
            if price is not None:
                return price
        return None


class _Tier(msgspec.Struct, frozen=True):
    min_prompt_tokens: Annotated[int, Meta(ge=0)]
    prompt: str
    completion: str
    input_cache_read: str | None = None
    input_cache_write: str | None = None
    input_cache_write_1h: str | None = None


class _Pricing(msgspec.Struct, frozen=True):
    prompt: str
    completion: str
    input_cache_read: str | None = None
    input_cache_write: str | None = None
    input_cache_write_1h: str | None = None
    overrides: tuple[_Tier, ...] = ()


class _Listed(msgspec.Struct, frozen=True):
    id: Annotated[str, Meta(min_length=1)]
    pricing: _Pricing
    canonical_slug: str | None = None


class _File(msgspec.Struct, frozen=True):
    data: tuple[_Listed, ...]
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None


def load_prices(path: Path) -> PriceTable:
    """Return the prices in the file at `path`; without a ``date`` in it, the day it was written.

    Raises
    ------
    BadInputError
        Not of OpenRouter's shape, or a price that is not a decimal; names the file and the field.
    """
    listed: _File = documents.load_json(path, _File)
    prices: dict[str, Price] = {}
    for position, model in enumerate(listed.data):
        place = f"{path}: data[{position}].pricing ({model.id})"
        price = _price(model, place)
        if price is None:
            continue
        for name in (model.id, model.canonical_slug):
            if name:
                prices.setdefault(name.casefold(), price)
    written = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).date().isoformat()
    return PriceTable(source=path.name, date=listed.date or written, prices=prices)


def _price(model: _Listed, place: str) -> Price | None:
    rates = _rates(model.pricing, place)
    if rates is None:
        return None
    tiers = []
    for tier in model.pricing.overrides:
        of_tier = _rates(tier, place)
        if of_tier is None:
            return None
        tiers.append((tier.min_prompt_tokens, of_tier))
    return Price(id=model.id, rates=rates, tiers=tuple(sorted(tiers, key=lambda tier: tier[0])))


def _rates(pricing: _Pricing | _Tier, place: str) -> Rates | None:
    def read(name: str) -> Decimal | None:
        text: Any = getattr(pricing, name)
        if text is None:
            return None
        try:
            value = Decimal(text)
        except InvalidOperation:
            value = Decimal("NaN")
        if not value.is_finite():
            raise BadInputError(message("provider-price-not-decimal", place=place, field=name, value=text))
        return value if value >= 0 else None

    tokens_in, tokens_out = read("prompt"), read("completion")
    if tokens_in is None or tokens_out is None:
        return None
    return Rates(
        input=tokens_in,
        output=tokens_out,
        cache_read=read("input_cache_read"),
        cache_write=read("input_cache_write"),
        cache_write_1h=read("input_cache_write_1h"),
    )


def _dotted(name: str) -> str:
    return re.sub(r"(?<=\d)-(?=\d{1,2}(?:-|$))", ".", name)


def _undated(name: str) -> str:
    return re.sub(r"-(?:\d{8}|\d{4}-\d{2}-\d{2})$", "", name)
