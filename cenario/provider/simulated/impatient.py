"""A transport in process knows no time outs: this one does."""

from __future__ import annotations

import asyncio

import httpx2

__all__ = ["Impatient"]


class Impatient(httpx2.AsyncBaseTransport):
    """Gives an answer up after `timeout_s` seconds, as a socket would."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, timeout_s: float) -> None:
        self._inner = inner
        self._timeout_s = timeout_s

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send, and wait no longer than that."""
        try:
            return await asyncio.wait_for(self._inner.handle_async_request(request), self._timeout_s)
        except TimeoutError:
            raise httpx2.ReadTimeout("no answer in time", request=request) from None

    async def aclose(self) -> None:
        """Close the transport inside."""
        await self._inner.aclose()
