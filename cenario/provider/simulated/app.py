"""The simulated service: an ASGI application that speaks both providers' wires."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

import httpx2
import msgspec

from cenario.errors import BadInputError
from cenario.provider import tokens
from cenario.provider.simulated import answers
from cenario.provider.simulated.behaviour import Scene, choose
from cenario.provider.simulated.courses import Courses, load_courses
from cenario.provider.simulated.profiles import Profile, find_profile
from cenario.provider.simulated.view import SEED_HEADER, View, WireName, read_view, seeded
from cenario.provider.usage import Billed

__all__ = ["FAULTS", "SimulatedService"]

ScopeT = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

FAULTS = ("http_429", "http_500", "http_529", "hang", "cut_body", "invalid_json", "empty_body")
"""What can go wrong with the service itself, by the rate's name."""

CACHEABLE_TOKENS = 1024
"""Smallest prefix that is cached."""

HANG_S = 3600.0


class SimulatedService:
    """Answers ``/v1/messages`` and ``/v1/chat/completions``.

    Parameters
    ----------
    profile
        Answers every model that is not a declared profile's name; None: those are refused (404).
    courses
        The conversations it knows; None: the declared corpora.
    faults
        Scripted faults (names of `FAULTS`, None for none), one a request, before any that is drawn.
    claude_factor
        Tokens reported on the Messages wire for one of o200k.
    """

    def __init__(
        self,
        profile: Profile | None = None,
        *,
        courses: Courses | None = None,
        faults: Iterable[str | None] = (),
        claude_factor: float = tokens.CLAUDE_FACTOR,
    ) -> None:
        self._profile = profile
        self._courses = courses
        self._faults = iter(faults)
        self._claude_factor = claude_factor
        self._cached: set[str] = set()
        self._tool_tokens: dict[str, int] = {}
        self._bodies: Counter[str] = Counter()
        self.requests = 0

    async def __call__(self, scope: ScopeT, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return
        body = await _body(receive)
        wire = _wire(scope["path"])
        if wire is None or scope["method"] != "POST":
            await _send_json(send, 404, _error("not_found_error", "no such route"))
            return
        self.requests += 1
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        try:
            seed = headers.get(SEED_HEADER)
            view = read_view(wire, body, seed, self._unseeded(body) if seed is None else 0)
            profile = self._profile_of(view.model)
        except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
            await _send_json(send, 400, _error("invalid_request_error", str(error)))
            return
        except BadInputError:
            await _send_json(send, 404, _error("not_found_error", "no such model"))
            return
        if profile.latency_s:
            await asyncio.sleep(profile.latency_s)
        answer = self._answer(view, profile)
        await self._deliver(send, answer, self._fault(view, profile))

    def _unseeded(self, body: bytes) -> int:
        """Return a seed for a request that names none: another each time the same body comes."""
        name = hashlib.sha256(body).hexdigest()
        self._bodies[name] += 1
        return int(seeded(name, self._bodies[name]).getrandbits(48))

    def _profile_of(self, model: str) -> Profile:
        try:
            return find_profile(model)
        except BadInputError:
            if self._profile is None:
                raise
            return self._profile

    def _answer(self, view: View, profile: Profile) -> bytes:
        if self._courses is None:
            self._courses = load_courses()
        answer = choose(view).answer(Scene(view, profile, self._courses))
        billed = self._bill(view, answers.count_output(answer))
        identity = f"msg_{view.seed}_{view.answered}_{view.attempt}"
        return msgspec.json.encode(answers.write(view, answer, billed, identity))

    def _bill(self, view: View, output: int) -> Billed:
        factor = self._claude_factor if view.wire == "anthropic" else 1.0
        prefix = int((tokens.count(view.system) + self._count_tools(view)) * factor)
        rest = int(factor * sum(_count_message(m) for m in view.messages))
        output = min(output, view.max_tokens)
        if not view.cache_marked or prefix < CACHEABLE_TOKENS:
            return Billed(input=prefix + rest, output=output)
        name = f"{view.model} {view.prefix}"
        if name in self._cached:
            return Billed(input=rest, output=output, cache_read=prefix)
        self._cached.add(name)
        if view.wire == "openai":
            return Billed(input=prefix + rest, output=output)
        return Billed(input=rest, output=output, cache_write_1h=prefix)

    def _count_tools(self, view: View) -> int:
        if view.prefix not in self._tool_tokens:
            self._tool_tokens[view.prefix] = sum(_count_tool(tool) for tool in view.tools)
        return self._tool_tokens[view.prefix]

    def _fault(self, view: View, profile: Profile) -> str | None:
        for scripted in self._faults:
            return scripted
        for name in FAULTS:
            rate = profile.rates.get(name, 0.0)
            if rate and view.draws(name, view.answered, view.attempt).random() < rate:
                return name
        return None

    async def _deliver(self, send: Send, answer: bytes, fault: str | None) -> None:
        match fault:
            case None:
                await _send(send, 200, answer)
            case "http_429":
                await _send_json(
                    send, 429, _error("rate_limit_error", "slow down"), [(b"retry-after", b"0.01")]
                )
            case "http_500":
                await _send_json(send, 500, _error("api_error", "internal error"))
            case "http_529":
                await _send_json(send, 529, _error("overloaded_error", "overloaded"))
            case "hang":
                await asyncio.sleep(HANG_S)
            case "cut_body":
                await _send(send, 200, answer[: len(answer) // 2], whole=False)
                raise httpx2.RemoteProtocolError("peer closed connection without sending complete body")
            case "invalid_json":
                await _send(send, 200, b'{"type": "message", "content": [')
            case "empty_body":
                await _send(send, 200, b"")
            case _:
                raise ValueError(fault)


def _wire(path: str) -> WireName | None:
    if path.endswith("/messages"):
        return "anthropic"
    return "openai" if path.endswith("/chat/completions") else None


def _count_tool(tool: Any) -> int:
    return (
        8
        + tokens.count(tool.name)
        + tokens.count(tool.description)
        + tokens.count(msgspec.json.encode(tool.parameters).decode())
    )


def _count_message(message: Any) -> int:
    return (
        4
        + tokens.count(message.text)
        + sum(tokens.count(call.name) + tokens.count(call.arguments) + 8 for call in message.calls)
    )


def _error(kind: str, words: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": words}}


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        part = await receive()
        parts.append(part.get("body", b""))
        if not part.get("more_body"):
            return b"".join(parts)


async def _send_json(
    send: Send, status: int, value: object, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    await _send(send, status, json.dumps(value).encode(), headers)


async def _send(
    send: Send,
    status: int,
    body: bytes,
    headers: Iterable[tuple[bytes, bytes]] = (),
    *,
    whole: bool = True,
) -> None:
    sent = [(b"content-type", b"application/json"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body, "more_body": not whole})
