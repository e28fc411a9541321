"""What the tests of commands share."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.profiles import find_profile


@contextmanager
def serving(app: object) -> Iterator[str]:
    """Serve `app` on a real socket of this machine; yields its URL."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def real_providers(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedService]:
    """Both real providers, with a key, at a simulated service behind a real socket."""
    app = SimulatedService(find_profile("steady"))
    with serving(app) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-canary-on-the-socket")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-on-the-socket")
        yield app
