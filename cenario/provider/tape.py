"""The tape: a transport under the official SDKs that sees every request and answer as bytes.

Headers are never read, so a key can not be kept. A request may be refused here, before it is
sent (`Watch.sending`): the proof of an arm costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Protocol

import httpx2
import msgspec

from cenario.domain.wire import WireRequest
from cenario.provider.fingerprint import read_request
from cenario.provider.usage import Billed

__all__ = ["Exchange", "Recording", "Tape", "Watch", "recording"]

ReadUsage = Callable[[object], Billed | None]


class Watch(Protocol):
    """Who is told of every attempt of one execution, and may refuse it by raising."""

    def sending(self, request: WireRequest, purpose: str) -> None:
        """See a request before it is sent."""

    async def reserve(self, worst_usd: float | None, worst_tokens: int) -> None:
        """Set the attempt's worst case aside before it is dispatched."""

    def settle(self, exchange: Exchange | None, cost_usd: Decimal | None) -> None:
        """Take what the attempt really used and cost; no exchange: nothing was sent."""


@dataclass(slots=True, kw_only=True)
class Exchange:
    """One attempt: the request as it left, and what came back.

    `billed` is None where the service did not say; `in_doubt`: it was sent, no refusal came back,
    and nobody knows whether it is billed (time out, cut or unreadable answer).
    """

    request: WireRequest
    status: int | None = None
    body: bytes = b""
    retry_after: str | None = None
    billed: Billed | None = None
    in_doubt: bool = False
    fault: str | None = None
    duration_s: float = 0.0


@dataclass(slots=True)
class Recording:
    """What the tape saw since `recording` began, in order; `refusal` is what the watch raised."""

    purpose: str = "turn"
    watch: Watch | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    refusal: Exception | None = None


_current: ContextVar[Recording | None] = ContextVar("recording", default=None)


@contextmanager
def recording(purpose: str = "turn", watch: Watch | None = None) -> Iterator[Recording]:
    """Keep what passes the tape in this task inside the ``with``."""
    kept = Recording(purpose, watch)
    token = _current.set(kept)
    try:
        yield kept
    finally:
        _current.reset(token)


class Tape(httpx2.AsyncBaseTransport):
    """Wraps the transport that really sends.

    Parameters
    ----------
    provider
        The provider's name, for the record.
    inner
        The transport that sends: a pool of sockets, or an application in this process.
    read_usage
        Reads the provider's ``usage`` object.
    """

    def __init__(self, provider: str, inner: httpx2.AsyncBaseTransport, read_usage: ReadUsage) -> None:
        self._provider = provider
        self._inner = inner
        self._read_usage = read_usage

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send the request, if the watch lets it, and keep both sides."""
        kept = _current.get()
        if kept is None:
            return await self._inner.handle_async_request(request)
        seen = read_request(self._provider, await request.aread())
        if seen is None:
            seen = WireRequest(provider=self._provider, body={}, model_asked="")
        if kept.watch is not None:
            try:
                kept.watch.sending(seen, kept.purpose)
            except Exception as refusal:
                kept.refusal = refusal
                raise
        exchange = Exchange(request=seen)
        kept.exchanges.append(exchange)
        started = time.perf_counter()
        try:
            return await self._pass(request, exchange)
        except BaseException as fault:
            exchange.fault = type(fault).__name__
            exchange.in_doubt = exchange.billed is None and not isinstance(
                fault, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol)
            )
            raise
        finally:
            exchange.duration_s = time.perf_counter() - started

    async def _pass(self, request: httpx2.Request, exchange: Exchange) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        exchange.status = response.status_code
        exchange.retry_after = _retry_after(response.headers)
        exchange.body = await response.aread()
        answer = _object(exchange.body)
        exchange.billed = self._read_usage(answer.get("usage")) if answer else None
        exchange.in_doubt = exchange.billed is None and response.status_code < 400
        served = answer.get("model") if answer else None
        if isinstance(served, str):
            exchange.request = replace(exchange.request, model_served=served)
        return response  # whole already: who reads it again gets the same bytes

    async def aclose(self) -> None:
        """Close the transport that sends."""
        await self._inner.aclose()


def _retry_after(headers: httpx2.Headers) -> str | None:
    milliseconds = headers.get("retry-after-ms")
    if milliseconds is not None:
        try:
            return str(float(milliseconds) / 1000)
        except ValueError:
            return None
    return headers.get("retry-after")


def _object(body: bytes) -> Mapping[str, object] | None:
    """Return the answer's object; of a stream of events, their last usage and first model together."""
    if body.startswith((b"event:", b"data:")):
        return _of_events(body)
    try:
        value = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None
    return value if isinstance(value, dict) else None


def _of_events(body: bytes) -> Mapping[str, object] | None:
    found: dict[str, object] = {}
    usage: dict[str, object] = {}
    for line in body.splitlines():
        if not line.startswith(b"data:"):
            continue
        try:
            event = msgspec.json.decode(line[5:].strip())
        except msgspec.DecodeError:
            continue
        for part in (event, event.get("message")) if isinstance(event, dict) else ():
            if isinstance(part, dict):
                if isinstance(part.get("usage"), dict):
                    usage.update({k: v for k, v in part["usage"].items() if v is not None})
                if isinstance(part.get("model"), str):
                    found.setdefault("model", part["model"])
    if usage:
        found["usage"] = usage
    return found or None
