"""An agent behind HTTP: one POST a turn of the documented contract, on this machine only.

Another host is refused unless the user says so in so many words (`allow_remote`): the runbook
refuses whatever is not local. No redirect is followed, no proxy is used, no cookie is kept.
"""

from __future__ import annotations

import httpx2

from cenario.agent.foreign import MAX_BYTES, TIMEOUT_S, ForeignSession
from cenario.agent.protocol import AgentSession, Task, TurnResult, run_once
from cenario.domain.execution import Mode
from cenario.errors import BadInputError, ProviderError, message
from cenario.provider.local import is_loopback
from cenario.provider.protocol import ModelClient


class RemoteAgent:
    """An agent at a URL.

    Parameters
    ----------
    url
        Where each turn is posted: ``AgentRequest`` in, ``AgentAnswer`` out (``data/schemas``).
    allow_remote
        Whether `url` may be another machine.
    timeout_s
        Longest turn waited for, in seconds.

    Raises
    ------
    BadInputError
        Not an http(s) URL, or another machine without `allow_remote`.
    """

    mode: Mode = "remote"

    def __init__(self, url: str, *, allow_remote: bool = False, timeout_s: float = TIMEOUT_S) -> None:
        if not url.startswith(("http://", "https://")):
            raise BadInputError(message("foreign-url", url=url))
        if not allow_remote and not is_loopback(url):
            raise BadInputError(message("foreign-not-local", url=url))
        self._url, self._timeout_s = url, timeout_s

    def open(self, task: Task, client: ModelClient | None) -> AgentSession:
        """Begin the conversation of `task`; the agent calls its model itself, `client` only names it."""
        model = None if client is None else client.model
        return ForeignSession(task, self._exchange, timeout_s=self._timeout_s, model=model)

    async def run(self, task: Task, client: ModelClient | None) -> TurnResult:
        """Run the one turn of `task`."""
        return await run_once(self, task, client)

    async def _exchange(self, body: bytes) -> bytes:
        headers = {"content-type": "application/json", "accept": "application/json"}
        try:
            async with (
                httpx2.AsyncClient(trust_env=False, timeout=self._timeout_s) as http,
                http.stream("POST", self._url, content=body, headers=headers) as response,
            ):
                if response.status_code != httpx2.codes.OK:
                    raise ProviderError(message("foreign-status", status=response.status_code))
                return await _bounded(response)
        except httpx2.TimeoutException:
            raise TimeoutError from None
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
            raise ProviderError(message("foreign-unreachable", detail=type(error).__name__)) from None


async def _bounded(response: httpx2.Response) -> bytes:
    taken = bytearray()
    async for chunk in response.aiter_bytes():
        taken += chunk
        if len(taken) > MAX_BYTES:
            raise ProviderError(message("foreign-too-big", limit=MAX_BYTES))
    return bytes(taken)
