"""``cenario mcp``: serve the tools that turn an observed turn into a scenario."""

from __future__ import annotations

import sys
from typing import Annotated

from cenario.cli.running import option
from cenario.labels.text import text

__all__ = ["run"]


def run(
    *,
    http: Annotated[bool, option("mcp-http", "--http")] = False,
    host: Annotated[str, option("mcp-host", "--host", "--maquina")] = "127.0.0.1",
    port: Annotated[int, option("mcp-port", "--port", "--porta")] = 8765,
    token: Annotated[str, option("mcp-token-option", "--token", env_var="CENARIO_MCP_TOKEN")] = "",
) -> int:
    """Serve over stdio, or over HTTP on this machine behind a token."""
    import secrets

    from cenario.mcp_server.server import make_server, serve_http

    server = make_server()
    if not http:
        server.run("stdio")
        return 0
    chosen = token or secrets.token_urlsafe(24)
    if not token:
        print(text("mcp-token-made", token=chosen), file=sys.stderr)
    print(text("mcp-serving", url=f"http://{host}:{port}/mcp"), file=sys.stderr)
    serve_http(server, host=host, port=port, token=chosen)
    return 0
