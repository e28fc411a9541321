"""The whole path by a real client: talk, turn, draft, declare, run, fail, fix, promote, gate blocks."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from cenario.mcp_server.server import guarded_app, make_server

pytestmark = pytest.mark.anyio
TOKEN = "um-segredo-de-teste-comprido"


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(result.content[0].text)  # type: ignore[union-attr]


async def walk(client: Client) -> None:
    """Walk the path that the user's document tells, with the ruler wrong at first."""
    said = await ask(
        client,
        "talk",
        said="pode gerar sim, R$ 480, vencimento sexta agora",
        conversation="C22",
        model="simulated:exact",
    )
    assert said["outcome"] == "completed"
    turn = said["turn"]
    listed = await ask(client, "list_turns", evaluation="talk")
    assert turn in [each["turn"] for each in listed["turns"]]
    read = await ask(client, "read_turn", turn=turn)
    assert "cobranca" in read["end_state"]["touched"]

    drafted = await ask(
        client, "draft_from_turn", turn=turn, scenario_id="cobra-direito", title="Cobra o combinado"
    )
    assert drafted["standing"] == "draft"
    assert drafted["inputs"] == [said["said"]]
    assert drafted["n_expectations"] == 0  # S000-35: what was seen is only suggested
    assert {"kind": "procedimento", "procedure": "cobranca", "state": "emitida"} in drafted["suggested"]
    shown = await ask(client, "show_scenario", scenario_id="cobra-direito")
    assert shown["scenario"]["situation"] == read["situation"]  # S000-34: verbatim
    assert shown["scenario"]["origin"]["situation"] == read["situation_digest"]

    assert "régua" in await refused(client, "run", scenario_ids=["cobra-direito"])
    assert "expectativa" in await refused(client, "declare", scenario_id="cobra-direito", by="Ana")
    await ask(
        client, "add_input", scenario_id="cobra-direito", text="pode emitir a cobrança de 480 para sexta"
    )
    wrong = [{"kind": "coletado", "procedure": "cobranca", "field": "valor", "value": 500}]
    await ask(client, "set_expectations", scenario_id="cobra-direito", expectations=wrong)
    first = await ask(client, "declare", scenario_id="cobra-direito", by="Ana")
    assert first["is_ruler"]

    await fail_without_blocking(client)

    right = [{**wrong[0], "value": 480}, {"kind": "trabalho", "state": "open"}]
    edited = await ask(client, "set_expectations", scenario_id="cobra-direito", expectations=right)
    assert edited["standing"] == "edited"
    assert "régua" in await refused(client, "promote", scenario_id="cobra-direito", by="Ana")
    second = await ask(client, "declare", scenario_id="cobra-direito", by="Bia")
    assert second["version"] != first["version"]
    await ask(client, "promote", scenario_id="cobra-direito", by="Bia")
    before = await ask(client, "gate")
    assert (before["verdict"], before["unmeasured"]) == (
        "INCONCLUSIVO",
        ["cobra-direito"],
    )  # not measured yet
    passed = await ask(client, "run", scenario_ids=["cobra-direito"], model="simulated:exact")
    assert passed["verdict"] == "APROVA"
    assert (await ask(client, "gate", runs=[passed["run"]]))["blocking"] == []
    await regress_and_withdraw(client)


async def fail_without_blocking(client: Client) -> None:
    failed = await ask(client, "run", scenario_ids=["cobra-direito"], model="simulated:exact")
    assert failed["done"] == failed["planned"] == 6
    assert competence(failed)["outcome"] == "fails"
    assert failed["verdict"] == "APROVA"  # it is no gate: it measures without blocking
    told = await ask(client, "results", run=failed["run"])
    assert {each["outcome"] for each in told["executions"]} == {"not_met"}
    assert "480" in told["executions"][0]["reason"]


async def regress_and_withdraw(client: Client) -> None:
    again = await ask(
        client,
        "set_expectations",
        scenario_id="cobra-direito",
        expectations=[{"kind": "trabalho", "state": "closed"}],
    )
    assert (again["standing"], again["gate"]) == ("edited", True)
    await ask(client, "declare", scenario_id="cobra-direito", by="Ana")
    await ask(client, "run", scenario_ids=["cobra-direito"], model="simulated:exact")
    closed = await ask(client, "gate")
    assert (closed["verdict"], closed["blocking"]) == ("REPROVA", ["cobra-direito"])
    await ask(client, "withdraw", scenario_id="cobra-direito", by="Ana", reason="a regra mudou")
    assert (await ask(client, "gate"))["verdict"] == "APROVA"
    acts = (await ask(client, "show_scenario", scenario_id="cobra-direito"))["acts"]
    assert [each["act"] for each in acts] == ["declared", "declared", "promoted", "declared", "withdrawn"]
    assert {each["by"] for each in acts} == {"Ana", "Bia"}


def competence(told: dict[str, Any]) -> dict[str, Any]:
    return next(each for each in told["clauses"] if each["name"].endswith("/competencia"))


async def test_the_path_in_process(project: Path) -> None:
    async with Client(make_server()) as client:
        await walk(client)


async def test_the_path_over_stdio(project: Path) -> None:
    environment = {**os.environ, "CENARIO_DATA": str(project), "PYTHONPATH": str(Path(__file__).parents[2])}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "cenario.cli.main", "mcp"], env=environment
    )
    async with Client(server) as client:
        await walk(client)


@contextmanager
def serving() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = guarded_app(make_server(), host="127.0.0.1", token=TOKEN)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))  # type: ignore[arg-type]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.should_exit = True
        thread.join(20)


@asynccontextmanager
async def over_http(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def test_the_path_over_http(project: Path) -> None:
    with serving() as url:
        async with over_http(url, TOKEN) as client:
            await walk(client)


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer errado"}, {"authorization": TOKEN}])
async def test_http_answers_nobody_without_the_token(project: Path, headers: dict[str, str]) -> None:
    with serving() as url:
        async with httpx2.AsyncClient() as http:
            assert (await http.post(url, json={}, headers=headers)).status_code == 401


async def test_http_refuses_a_page_of_another_site(project: Path) -> None:
    """A browser led here by another name (DNS rebinding) brings its own Host: it is refused."""
    headers = {
        "authorization": f"Bearer {TOKEN}",
        "host": "evil.example",
        "accept": "application/json, text/event-stream",
    }
    with serving() as url:
        async with httpx2.AsyncClient() as http:
            answer = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
            assert answer.status_code in (400, 403, 421)
