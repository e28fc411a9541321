"""A chatbot behind somebody's HTTP endpoint: a request template with ``{prompt}``, an answer at a dot path.

It is spoken to through the same client, tape, retries and ceiling as a provider's model. Redirects are
not followed and an answer over the size bound is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import httpx2

from cenario.errors import BadInputError, message
from cenario.provider.client import Answer, ProviderClient
from cenario.provider.local import is_loopback
from cenario.provider.prices import Price, Rates
from cenario.provider.protocol import Request
from cenario.provider.retry import AttemptError, RetryPolicy
from cenario.provider.tape import Exchange, Tape
from cenario.provider.usage import Billed

__all__ = ["Endpoint", "EndpointWire", "filled", "open_endpoint", "value_at"]

PLACE = "{prompt}"
MAX_ANSWER_BYTES = 2 * 1024 * 1024
"""Largest answer read, in bytes; ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a chatbot is and how it is asked; every ``${VAR}`` already in its place.

    `template` is the body (the query, for GET): an object whose texts may hold ``{prompt}``, or a text, which
    is read as JSON where it is JSON. `cost_usd` is of one request; None: nobody said.
    """

    url: str
    response_path: str
    template: Mapping[str, Any] | str
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout_s: float = 120.0
    cost_usd: float | None = None
    allow_remote: bool = False


def open_endpoint(
    model: str,
    endpoint: Endpoint,
    *,
    retry: RetryPolicy | None = None,
    transport: httpx2.AsyncBaseTransport | None = None,
) -> ProviderClient:
    """Return a client for the chatbot, called `model` in the record; nothing is sent.

    Raises
    ------
    BadInputError
        A URL that is not http(s), or off this machine without `allow_remote`.
    """
    if not endpoint.url.startswith(("http://", "https://")):
        raise BadInputError(message("chatbot-url", url=endpoint.url))
    if not endpoint.allow_remote and not is_loopback(endpoint.url):
        raise BadInputError(message("chatbot-remote", url=endpoint.url))
    wire = EndpointWire(endpoint, transport=transport or httpx2.AsyncHTTPTransport())
    each = None if endpoint.cost_usd is None else Decimal(str(endpoint.cost_usd))
    return EndpointClient(model, wire, each=each, retry=retry, secrets=endpoint.headers.values())


class EndpointWire:
    """How the endpoint is spoken to: one request a prompt, the last message of the contact."""

    errors: tuple[type[Exception], ...] = (httpx2.HTTPError, httpx2.InvalidURL)
    input_factor = 1.0

    def __init__(self, endpoint: Endpoint, *, transport: httpx2.AsyncBaseTransport) -> None:
        self._endpoint = endpoint
        self._template = _parsed(endpoint.template)
        self._http = httpx2.AsyncClient(
            transport=Tape("custom", transport, _uncounted),
            timeout=endpoint.timeout_s,
            follow_redirects=False,
        )

    async def send(self, request: Request, attempt: int) -> None:  # noqa: ARG002 the same request each time
        """Make one attempt."""
        prompt = request.turns[-1].text
        where = self._endpoint
        sent = filled(self._template, prompt)
        headers = dict(where.headers)
        if where.method == "GET":
            query = sent if isinstance(sent, Mapping) else {"prompt": sent}
            response = await self._http.get(where.url, params=_query(query), headers=headers)
        elif isinstance(sent, str):
            response = await self._http.request(
                where.method, where.url, content=sent.encode(), headers=headers
            )
        else:
            response = await self._http.request(where.method, where.url, json=sent, headers=headers)
        if response.is_redirect:
            raise httpx2.HTTPError(f"redirect {response.status_code}")
        response.raise_for_status()

    def read(self, body: bytes) -> Answer:
        """Read the answer at the declared path; a number or a truth value is read as its JSON."""
        if len(body) > MAX_ANSWER_BYTES:
            raise AttemptError(f"answer over {MAX_ANSWER_BYTES} bytes", status=413)
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError):
            raise AttemptError("not JSON") from None
        found = value_at(answer, self._endpoint.response_path)
        if isinstance(found, str):
            return Answer(text=found)
        if found is None or isinstance(found, (dict, list)):
            raise AttemptError(f"no text at {self._endpoint.response_path}", status=422)
        return Answer(text=json.dumps(found))

    async def aclose(self) -> None:
        """Close the connection."""
        await self._http.aclose()


def filled(template: Any, prompt: str) -> Any:
    """Return the template with `prompt` in every ``{prompt}`` of its texts: as data, whatever it holds."""
    if isinstance(template, str):
        return template.replace(PLACE, prompt)
    if isinstance(template, Mapping):
        return {key: filled(value, prompt) for key, value in template.items()}
    if isinstance(template, list | tuple):
        return [filled(value, prompt) for value in template]
    return template


def value_at(value: Any, path: str) -> Any:
    """Return what stands at a dot path (``choices.0.message.content``); None where nothing does."""
    for part in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif (
            isinstance(value, list) and part.lstrip("-").isdecimal() and -len(value) <= int(part) < len(value)
        ):
            value = value[int(part)]
        else:
            return None
    return value


def _parsed(template: Mapping[str, Any] | str) -> Any:
    """Return a text that is JSON as what it means, so that a quote in a prompt cannot break it."""
    if not isinstance(template, str):
        return template
    try:
        return json.loads(template)
    except ValueError:
        return template


def _query(query: Mapping[str, Any]) -> dict[str, str]:
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in query.items()}


class EndpointClient(ProviderClient):
    """A client whose answers are paid by the request: an attempt that the service refuses costs nothing."""

    def __init__(
        self,
        model: str,
        wire: EndpointWire,
        *,
        each: Decimal | None,
        retry: RetryPolicy | None,
        secrets: Iterable[str],
    ) -> None:
        price = None if each is None else _PerRequest(id=model, rates=Rates(input=each, output=Decimal(0)))
        super().__init__(model, wire, price=price, retry=retry, secrets=secrets)
        self._each = each

    def cost(self, exchange: Exchange) -> Decimal | None:
        """Return what an attempt cost, US dollars; None: no price, or nobody knows whether it arrived."""
        if self._each is None:
            return None
        if exchange.status is None:
            return None if exchange.in_doubt else Decimal(0)
        return self._each if exchange.status < 400 else Decimal(0)


def _uncounted(report: object) -> Billed | None:  # noqa: ARG001 an endpoint's own report has no agreed form
    return None


class _PerRequest(Price):
    """A price by the request, whatever its tokens."""

    def worst(self, input_tokens: int, output_tokens: int, *, writes_cache: bool) -> Decimal:  # noqa: ARG002
        """Return the price of one request."""
        return self.rates.input
