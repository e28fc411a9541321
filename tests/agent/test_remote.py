"""An agent behind HTTP, over a real server on this machine."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from cenario.agent import foreign, remote
from cenario.agent.preview import proof
from cenario.agent.preview.persona import Persona
from cenario.agent.preview.tools.registry import tool_prefix
from cenario.agent.protocol import Slot, Task, TurnResult, to_execution
from cenario.agent.remote import RemoteAgent
from cenario.domain.conversation import Conversation
from cenario.errors import BadInputError, ProviderError
from tests.agent.scripted import ScriptedClient, conversation

SCHEMAS = Path(__file__).parents[2] / "data" / "schemas"
Answerer = Callable[[dict[str, Any]], Any]


@contextmanager
def serving(answer: Answerer, status: int = 200, seen: list[dict[str, Any]] | None = None) -> Iterator[str]:
    """Serve `answer` at a free port of this machine; bytes go as they are."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if seen is not None:
                seen.append(asked)
            said = answer(asked)
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            if status in (301, 302, 307):
                self.send_header("location", self.path + "x")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):  # a client that gave up
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/turn"
    finally:
        server.shutdown()
        server.server_close()


def run(url: str, task: Task | None = None, timeout_s: float = 5.0) -> TurnResult:
    task = task or Task(conversation=conversation())
    return asyncio.run(RemoteAgent(url, timeout_s=timeout_s).run(task, ScriptedClient()))


def test_a_turn_over_http(personas: dict[str, Persona], corpus_c: list[Conversation]) -> None:
    schemas = [{"name": t.name, "input_schema": t.parameters} for t in tool_prefix(personas["clinica"], "on")]
    answer = {
        "reply": "Agendei!",
        "loops": 2,
        "cost_usd": 0.5,
        "model_served": "mine-1",
        "steps": [{"calls": [{"name": "x", "arguments": "{", "known": True, "valid": False}]}, {}],
        "vetoes": [{"gate": "promise"}],
        "end_state": {"replied": True, "work": "open"},
        "requests": [{"provider": "anthropic", "body": {"model": "m", "tools": schemas}}],
    }
    jsonschema.validate(answer, json.loads((SCHEMAS / "agent-answer.schema.json").read_text()))
    seen: list[dict[str, Any]] = []
    task = Task(conversation=corpus_c[0], knobs={"tool_schema": "on"}, seed=11)
    with serving(lambda _: answer, seen=seen) as url:
        result = run(url, task)
    assert (result.outcome, result.reply, result.loops, result.cost_usd) == ("completed", "Agendei!", 2, 0.5)
    assert proof.schema_on(result.requests[0]) is None
    assert proof.schema_off(result.requests[0]) is not None
    slot = Slot(batch="b", evaluation="C", arm="on", model="scripted:one", repetition=0)
    execution = to_execution(task, [result], slot, mode="remote")
    assert (execution.mode, execution.model_served, execution.calls[0].valid) == ("remote", "mine-1", False)
    assert execution.wire is not None
    assert execution.wire.tools
    (asked,) = seen
    jsonschema.validate(asked, json.loads((SCHEMAS / "agent-request.schema.json").read_text()))
    assert (asked["knobs"], asked["seed"], asked["model"]) == ({"tool_schema": "on"}, 11, "scripted:one")
    assert asked["history"] == list(msgspec.to_builtins(corpus_c[0].history))
    assert "course" not in json.dumps(asked), "what is expected is never shown"
    assert corpus_c[0].course_reply not in json.dumps(asked, ensure_ascii=False)


def test_a_session_carries_what_was_said(corpus_c: list[Conversation]) -> None:
    seen: list[dict[str, Any]] = []

    async def talk(url: str) -> None:
        session = RemoteAgent(url).open(Task(conversation=corpus_c[0]), None)
        await session.turn()
        await session.turn("e amanhã?")
        with pytest.raises(BadInputError, match="segundo turno"):
            await session.turn()
        await session.aclose()

    with serving(lambda asked: {"reply": f"resposta {asked['turn']}"}, seen=seen) as url:
        asyncio.run(talk(url))
    assert [each["turn"] for each in seen] == [0, 1]
    assert seen[0]["session"] == seen[1]["session"]
    assert [each["text"] for each in seen[1]["transcript"]] == [corpus_c[0].message, "resposta 0"]
    assert seen[1]["message"] == "e amanhã?"


def test_what_is_not_said_is_not_known() -> None:
    with serving(lambda _: {}) as url:
        result = run(url)
    assert (result.reply, result.loops, result.cost_usd, result.end_state) == (None, None, None, None)


@pytest.mark.parametrize(
    ("answer", "status", "what"),
    [
        ({}, 500, "HTTP 500"),
        ({}, 302, "HTTP 302"),
        (b"<html>", 200, "contrato"),
        ([], 200, "contrato"),
        ({"reply": 5}, 200, "reply"),
        ({"resposta": "oi"}, 200, "resposta"),
        ({"cost_usd": -1}, 200, "cost_usd"),
        ({"outcome": "harness_failure"}, 200, "outcome"),
        (b"[" * 100_000, 200, "contrato"),
        (b"\xff\xfe", 200, "contrato"),
    ],
)
def test_a_fault_of_the_carriage_or_the_shape_is_the_harnesss(answer: Any, status: int, what: str) -> None:
    with serving(lambda _: answer, status) as url:
        result = run(url)
    assert (result.outcome, result.steps) == ("harness_failure", ())
    assert isinstance(result.error, ProviderError)
    assert what in str(result.outcome_reason)
    assert "\n" not in str(result.outcome_reason)


def test_an_agents_own_failure_is_the_agents() -> None:
    with serving(lambda _: {"outcome": "agent_failure", "outcome_reason": "sem voltas"}) as url:
        result = run(url)
    assert (result.outcome, result.outcome_reason, result.error) == ("agent_failure", "sem voltas", None)


def test_a_hang_ends_in_time() -> None:
    def slow(_: dict[str, Any]) -> dict[str, Any]:
        time.sleep(3)
        return {}

    with serving(slow) as url:
        started = time.monotonic()
        result = run(url, timeout_s=0.3)
        assert time.monotonic() - started < 2.5
    assert "0,3" in str(result.outcome_reason)


def test_an_answer_too_big_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 1000)
    with serving(lambda _: b" " * 5000) as url:
        assert "1.000" in str(run(url).outcome_reason)
    assert foreign.MAX_BYTES > 1000


def test_nobody_there() -> None:
    with serving(lambda _: {}) as url:
        pass
    assert "ConnectError" in str(run(url).outcome_reason)


def test_an_agent_that_sent_stops_everything() -> None:
    with (
        serving(lambda _: {"reply": "oi", "sent": True}) as url,
        pytest.raises(BadInputError, match="enviou"),
    ):
        run(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/turn",
        "http://10.0.0.5/turn",
        "http://127.0.0.1.example.org/turn",
        "http://127.0.0.1@example.org/turn",
        "http://0.0.0.0/turn",
        "http://[::ffff:8.8.8.8]/turn",
    ],
)
def test_another_machine_is_refused_unless_said_so(url: str) -> None:
    with pytest.raises(BadInputError, match="desta máquina"):
        RemoteAgent(url)
    assert RemoteAgent(url, allow_remote=True).mode == "remote"


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost:8000/x", "https://[::1]:9/"])
def test_this_machine_is_taken(url: str) -> None:
    assert RemoteAgent(url).mode == "remote"


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:8000", "file:///etc/passwd"])
def test_only_http(url: str) -> None:
    with pytest.raises(BadInputError, match="http"):
        RemoteAgent(url, allow_remote=True)


def test_no_proxy_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(lambda _: {"reply": "oi"}) as url:
        assert run(url).reply == "oi"
