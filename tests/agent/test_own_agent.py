"""The template that people start from runs, follows the contract, and proves its arm."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cenario.agent.command import CommandAgent
from cenario.agent.preview import proof
from cenario.agent.protocol import Task, TurnResult
from tests.agent.scripted import CONTACT, ScriptedClient, conversation
from tests.agent.test_remote import serving

TEMPLATE = Path(__file__).parents[2] / "data" / "examples" / "own_agent.py"
GOOD = {"contact_id": CONTACT, "starts_at": "2026-11-05T15:00:00-03:00"}


def said(arguments: object | None = None, text: str | None = None) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if arguments is not None:
        function = {"name": "agendar", "arguments": json.dumps(arguments)}
        message["tool_calls"] = [{"id": "call-1", "type": "function", "function": function}]
    return {"choices": [{"message": message}], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}


def run(answers: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, knob: str = "off") -> TurnResult:
    agent = CommandAgent([sys.executable, str(TEMPLATE)], timeout_s=30)
    task = Task(conversation=conversation(), knobs={"tool_schema": knob}, max_loops=2)
    with serving(lambda _: answers.pop(0)) as url:
        monkeypatch.setenv("LOCAL_BASE_URL", url.removesuffix("/turn"))
        return asyncio.run(agent.run(task, ScriptedClient()))


@pytest.mark.parametrize("knob", ["off", "on"])
def test_the_template_runs_and_proves_its_arm(knob: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run([said(GOOD), said(text="Agendei!")], monkeypatch, knob)
    assert (result.outcome, result.reply, result.loops) == ("completed", "Agendei!", 2), result.outcome_reason
    (call,) = result.steps[0].calls
    assert (call.known, call.valid, call.has_format_field, call.landfill_uuid) == (True, True, True, False)
    assert len(result.requests) == 2
    proves, other = (
        (proof.schema_off, proof.schema_on) if knob == "off" else (proof.schema_on, proof.schema_off)
    )
    assert [proves(request) for request in result.requests] == [None, None]
    assert other(result.requests[0]) is not None
    usage = result.steps[0].usage
    assert usage is not None
    assert (usage.input_tokens, usage.output_tokens) == (9, 3)


def test_the_template_keeps_what_its_server_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"contact_id": "00000000-0000-0000-0000-000000000000", "starts_at": "amanhã"}
    result = run([said(wrong), said(wrong)], monkeypatch)
    assert result.outcome == "agent_failure"
    (call,) = result.steps[0].calls
    assert (call.valid, call.landfill_uuid) == (False, True)
    assert [(fault.path, fault.format) for fault in call.faults] == [("starts_at", True)]
