"""The server itself: every tool, over stdio or over HTTP on this machine behind a token."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mcp.server import MCPServer

from cenario.errors import BadInputError, message
from cenario.labels.text import text
from cenario.mcp_server import scenario_tools, turn_tools
from cenario.mcp_server.strict import strict_tool
from cenario.store.provenance import version

__all__ = ["guarded_app", "make_server", "serve_http"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SHORTEST_TOKEN = 16


def make_server() -> MCPServer:
    """Return the server with all its tools; nothing listens yet."""
    reading = (*turn_tools.READING, *scenario_tools.READING)
    writing = (*turn_tools.WRITING, *scenario_tools.WRITING)
    return MCPServer(
        "cenario",
        version=version(),
        instructions=text("mcp-instructions"),
        tools=[
            *(strict_tool(each, reads_only=True) for each in reading),
            *(strict_tool(each, reads_only=False) for each in writing),
        ],
        log_level="WARNING",
    )


def guarded_app(server: MCPServer, *, host: str, token: str) -> App:
    """Return the HTTP application: on loopback only, and only for who brings the token.

    Raises
    ------
    BadInputError
        A host that is not this machine, or a token too short to be one.
    """
    _check_loopback(host)
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise BadInputError(message("mcp-token", least=SHORTEST_TOKEN))
    app: App = server.streamable_http_app(host=host)
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, wanted):
                await _refuse(send)
                return
        await app(scope, receive, send)

    return guarded


def serve_http(server: MCPServer, *, host: str, port: int, token: str) -> None:
    """Serve over HTTP until interrupted."""
    import uvicorn

    uvicorn.run(guarded_app(server, host=host, token=token), host=host, port=port, log_level="warning")


async def _refuse(send: Send) -> None:
    headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _check_loopback(host: str) -> None:
    try:
        is_loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise BadInputError(message("mcp-not-local", host=host))
