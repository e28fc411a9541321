"""One model behind its provider's official SDK: retries, tape and cost are the same for all."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import httpx2

from cenario.domain.execution import Usage
from cenario.errors import ProviderError, message
from cenario.provider import tokens
from cenario.provider.prices import Price
from cenario.provider.protocol import Reply, Request, ToolRequest
from cenario.provider.retry import AttemptError, RetryPolicy
from cenario.provider.tape import Exchange, Watch, recording

__all__ = ["Answer", "ProviderClient", "Wire", "scrub"]

DETAIL_CHARS = 160
"""How much of a service's own words an error quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an answer's body says."""

    text: str
    tool_requests: tuple[ToolRequest, ...] = ()
    stop_reason: str | None = None


class Wire(Protocol):
    """How one provider is spoken to, through its official SDK."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What the SDK raises where an attempt fails."""

    @property
    def input_factor(self) -> float:
        """Most input tokens for one counted with o200k."""

    async def send(self, request: Request, attempt: int) -> None:
        """Make one attempt; the tape keeps what comes back."""

    def read(self, body: bytes) -> Answer:
        """Read an answer's body.

        Raises
        ------
        AttemptError
            It is not an answer.
        """

    async def aclose(self) -> None:
        """Close the SDK."""


class ProviderClient:
    """A `ModelClient` over one provider's wire.

    Parameters
    ----------
    model
        ``provider:model``.
    wire
        How the provider is spoken to.
    price
        Its price; None: unknown, and so is every cost.
    retry
        How often an attempt is made again.
    secrets
        What must never be in an error: the key.
    """

    def __init__(
        self,
        model: str,
        wire: Wire,
        *,
        price: Price | None = None,
        retry: RetryPolicy | None = None,
        secrets: Iterable[str] = (),
    ) -> None:
        self._model = model
        self._wire = wire
        self._price = price
        self._retry = retry or RetryPolicy()
        self._scrub = scrub(secrets)
        self._caught: tuple[type[Exception], ...] = (*wire.errors, httpx2.HTTPError)
        self._learned = 1.0
        self._counted: tuple[Request, int] | None = None

    def __repr__(self) -> str:
        return f"ProviderClient({self._model!r})"

    @property
    def model(self) -> str:
        """The model asked for, ``provider:model``."""
        return self._model

    @property
    def is_priced(self) -> bool:
        """Whether a price is known."""
        return self._price is not None

    async def complete(self, request: Request, watch: Watch | None = None) -> Reply:
        """Make one inference, retrying what is worth a retry.

        Raises
        ------
        ProviderError
            The service failed beyond our retries, or refused the request.
        CenarioError
            What `watch` raised to hold an attempt back.
        """
        exchanges: list[Exchange] = []
        started = time.perf_counter()
        try:
            answer = await self._first_or_again(request, watch, exchanges)
        except AttemptError as error:
            raise ProviderError(
                message("provider-failed", model=self._model, attempts=len(exchanges), detail=error.word)
            ) from None
        return self._reply(answer, exchanges, time.perf_counter() - started)

    def worst_cost_usd(self, request: Request) -> float | None:
        """Return the most this inference can cost at list price, one attempt; None without a price."""
        if self._price is None:
            return None
        return float(self._price.worst(self._input(request), request.max_tokens, writes_cache=request.cache))

    def worst_tokens(self, request: Request) -> int:
        """Return the most tokens this inference can use: input counted + `max_tokens`."""
        return self._input(request) + request.max_tokens

    async def aclose(self) -> None:
        """Close the transport."""
        await self._wire.aclose()

    def cost(self, exchange: Exchange) -> Decimal | None:
        """Return what an attempt cost, US dollars; None: no price, or nobody said what was used."""
        if self._price is None:
            return None
        if exchange.billed is not None:
            return self._price.cost(exchange.billed)
        return None if exchange.in_doubt else Decimal(0)

    async def _first_or_again(
        self, request: Request, watch: Watch | None, exchanges: list[Exchange]
    ) -> Answer:
        """Make the first attempt, and only where it fails, wait and begin the loop of the others."""
        try:
            return await self._attempt(request, watch, exchanges)
        except AttemptError as error:
            if not self._retry.is_worth_another(error, made=1):
                raise
            first = error
        await asyncio.sleep(self._retry.wait_s(first, made=1))
        async for attempt in self._retry.retrying(made=1):
            with attempt:
                return await self._attempt(request, watch, exchanges)
        raise first

    async def _attempt(self, request: Request, watch: Watch | None, exchanges: list[Exchange]) -> Answer:
        if watch is not None:
            await watch.reserve(self.worst_cost_usd(request), self.worst_tokens(request))
        exchange: Exchange | None = None
        try:
            with recording(request.purpose, watch) as kept:
                try:
                    await self._wire.send(request, len(exchanges))
                except self._caught as error:
                    if kept.refusal is not None:
                        raise kept.refusal from None
                    raise self._fault(kept.exchanges, error) from None
                finally:
                    exchange = kept.exchanges[-1] if kept.exchanges else None
                    if exchange is not None:
                        exchanges.append(exchange)
            if exchange is None:
                raise AttemptError("no-request")
            self._learn(request, exchange)
            return self._wire.read(exchange.body)
        finally:
            if watch is not None:
                watch.settle(exchange, None if exchange is None else self.cost(exchange))

    def _fault(self, seen: list[Exchange], error: Exception) -> AttemptError:
        exchange = seen[-1] if seen else None
        if exchange is None or exchange.status is None:
            return AttemptError(type(error).__name__)
        if exchange.status < 400:
            return AttemptError(f"HTTP {exchange.status}, {type(error).__name__}")
        words = " ".join(("HTTP", str(exchange.status), self._scrub(_words(exchange.body)))).strip()
        return AttemptError(words, status=exchange.status, retry_after=exchange.retry_after)

    def _input(self, request: Request) -> int:
        if self._counted is None or self._counted[0] is not request:
            self._counted = (request, tokens.count_request(request))
        return int(self._counted[1] * self._wire.input_factor * self._learned) + 1

    def _learn(self, request: Request, exchange: Exchange) -> None:
        """An estimate once exceeded is never made so low again."""
        if exchange.billed is not None:
            counted = self._input(request)
            if exchange.billed.prompt > counted:
                self._learned *= exchange.billed.prompt / counted

    def _reply(self, answer: Answer, exchanges: list[Exchange], duration_s: float) -> Reply:
        costs = [self.cost(exchange) for exchange in exchanges]
        known = [cost for cost in costs if cost is not None]
        kept = exchanges[-1]
        return Reply(
            text=answer.text,
            tool_requests=answer.tool_requests,
            usage=kept.billed.usage if kept.billed else Usage(),
            stop_reason=answer.stop_reason,
            model_served=kept.request.model_served,
            attempts=len(exchanges),
            cost_usd=float(sum(known)) if len(known) == len(costs) else None,
            duration_s=duration_s,
            requests=tuple(exchange.request for exchange in exchanges),
        )


def scrub(secrets: Iterable[str]) -> Callable[[str], str]:
    """Return a function that takes secrets, and whatever looks like one, out of a text on one line."""
    hidden = [secret for secret in secrets if secret]

    def clean(words: str) -> str:
        for secret in hidden:
            words = words.replace(secret, "…")
        words = re.sub(r"(?i)\b(?:sk|key|bearer|x-api-key)[-_: ][^\s\"']+", "…", words)
        return " ".join(words.split())[:DETAIL_CHARS]

    return clean


def _words(body: bytes) -> str:
    """Return the service's own type and message of an error; nothing where it is not JSON."""
    try:
        value = json.loads(body)
    except ValueError:
        return ""
    error = value.get("error") if isinstance(value, Mapping) else None
    if not isinstance(error, Mapping):
        return error if isinstance(error, str) else ""
    return ": ".join(str(error[name]) for name in ("type", "message") if error.get(name))
