"""The tools one by one: strict arguments, nothing outside the project, nothing spent without a ceiling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from cenario.errors import BadInputError
from cenario.mcp_server.server import guarded_app, make_server
from tests.mcp_server.test_mcp_path import ask, refused

pytestmark = pytest.mark.anyio

TOOLS = {
    "list_conversations", "talk", "list_turns", "read_turn", "draft_from_turn", "add_input",
    "set_expectations",
    "set_measurement", "declare", "promote", "demote", "withdraw", "run", "results", "gate",
    "list_scenarios", "show_scenario",
}  # fmt: skip


async def test_every_tool_has_a_closed_typed_schema() -> None:
    async with Client(make_server()) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.input_schema["additionalProperties"] is False
        assert tool.description
        for name, field in tool.input_schema.get("properties", {}).items():
            assert field.get("description"), f"{tool.name}.{name}"


@pytest.mark.parametrize(("tool", "arguments"), [
    ("list_turns", {"last": "7"}),
    ("list_turns", {"last": 7, "more": 1}),
    ("list_turns", {"last": True}),
    ("list_turns", {"last": 0}),
    ("show_scenario", {"scenario_id": 3}),
    ("show_scenario", {}),
    ("run", {"scenario_ids": '["a"]'}),
    ("run", {"ceiling_usd": "1"}),
    ("run", {"ceiling_usd": -1.0}),
    ("set_expectations", {"scenario_id": "abc", "expectations": '[{"kind": "transferencia"}]'}),
    ("set_measurement", {"scenario_id": "abc", "repetitions": 3.5}),
    ("list_conversations", {"x": None}),
])  # fmt: skip
async def test_arguments_are_taken_as_they_are(project: Path, tool: str, arguments: dict[str, Any]) -> None:
    async with Client(make_server()) as client:
        result = await client.call_tool(tool, arguments)
    assert result.is_error


@pytest.mark.parametrize(
    "name", ["../secret.jsonl#0", "/etc/passwd#0", "runs/../x.jsonl#1", "x.jsonl", "#", "x#-1", "\x00#1"]
)
async def test_a_turn_never_leads_out_of_the_runs(project: Path, name: str) -> None:
    (project / "secret.jsonl").write_text("{}\n")
    async with Client(make_server()) as client:
        assert "\n" not in await refused(client, "read_turn", turn=name)
        assert "\n" not in await refused(client, "draft_from_turn", turn=name, scenario_id="abc", title="t")


@pytest.mark.parametrize("name", ["../secret.jsonl", "/etc/passwd", "*.jsonl", "nothing.jsonl", ""])
async def test_a_run_never_leads_out_of_the_runs(project: Path, name: str) -> None:
    (project / "secret.jsonl").write_text("{}\n")
    async with Client(make_server()) as client:
        await refused(client, "results", run=name)
        await refused(client, "gate", runs=[name])


@pytest.mark.parametrize("bad", ["../../x", "a/b", "cobrа", "A", "x.yaml"])
async def test_an_id_is_no_path(project: Path, bad: str) -> None:
    async with Client(make_server()) as client:
        said = await ask(client, "talk", said="oi", conversation="C22")
        words = await refused(client, "draft_from_turn", turn=said["turn"], scenario_id=bad, title="t")
        await refused(client, "show_scenario", scenario_id=bad)
        await refused(client, "declare", scenario_id=bad, by="Ana")
    assert "\n" not in words
    assert not list((project / "scenarios").glob("*.yaml")) if (project / "scenarios").exists() else True


@pytest.mark.parametrize("model", ["anthropic:claude-sonnet-5", "openai:gpt-6-luna"])
async def test_nothing_that_spends_runs_without_a_ceiling(
    project: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-nobody")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
    async with Client(make_server()) as client:
        assert "teto" in await refused(client, "talk", said="oi", conversation="C22", model=model)
        said = await ask(client, "talk", said="oi", conversation="C22", model="simulated:exact")
        await ask(client, "draft_from_turn", turn=said["turn"], scenario_id="abc", title="t")
        await ask(
            client, "set_expectations", scenario_id="abc", expectations=[{"kind": "resposta", "spoke": True}]
        )
        await ask(client, "declare", scenario_id="abc", by="Ana")
        assert "teto" in await refused(client, "run", scenario_ids=["abc"], model=model)
    assert len(list((project / "runs").glob("*.jsonl"))) == 1


async def test_a_talk_goes_on_from_what_the_turn_left(project: Path) -> None:
    async with Client(make_server()) as client:
        first = await ask(
            client, "talk", said="de tarde, amanha as 15h tem?", conversation="C01", model="simulated:exact"
        )
        second = await ask(client, "talk", said="obrigada!", turn=first["turn"], model="simulated:exact")
        read = await ask(client, "read_turn", turn=second["turn"])
        assert [each["text"] for each in read["situation"]["history"][-2:]] == [first["said"], first["reply"]]
        assert read["situation"]["situation"]["appointments"][0]["starts_at"] == "2026-11-05T15:00:00-03:00"
        await refused(client, "talk", said="oi")
        await refused(client, "talk", said="oi", conversation="C01", turn=first["turn"])


async def test_the_rules_of_declaration_reach_the_assistant_in_one_line(project: Path) -> None:
    async with Client(make_server()) as client:
        said = await ask(client, "talk", said="oi", conversation="C22", model="simulated:exact")
        await ask(client, "draft_from_turn", turn=said["turn"], scenario_id="abc", title="t")
        for expectation, word in (
            ({"kind": "passo"}, "nove"),
            ({"kind": "proibicao", "resource": "funil"}, "raciocínio"),
            ({"kind": "proibicao", "resource": "cobranca", "negate": True}, "inverso"),
            ({"kind": "coletado", "procedure": "cobranca", "field": "juros", "value": 1}, "juros"),
            ({"kind": "resposta", "spoke": "true"}, "spoke"),
        ):
            words = await refused(client, "set_expectations", scenario_id="abc", expectations=[expectation])
            assert word in words
            assert "\n" not in words


async def test_a_journal_of_another_tool_gives_no_situation(project: Path) -> None:
    record = {
        "kind": "execution", "format_version": 1, "batch": "b", "evaluation": "X", "arm": "a", "model": "m:x",
        "conversation": "t1", "repetition": 0, "outcome": "completed",
    }  # fmt: skip
    (project / "runs" / "foreign.jsonl").write_text(json.dumps(record) + "\n")
    async with Client(make_server()) as client:
        assert "situação" in await refused(client, "read_turn", turn="foreign.jsonl#0")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.3", "example.com", ""])
def test_it_only_serves_this_machine(host: str) -> None:
    with pytest.raises(BadInputError):
        guarded_app(make_server(), host=host, token="x" * 40)


@pytest.mark.parametrize("token", ["", "curto", "á" * 40, "x" * 40 + "\n"])
def test_a_token_is_needed(token: str) -> None:
    with pytest.raises(BadInputError):
        guarded_app(make_server(), host="127.0.0.1", token=token)
