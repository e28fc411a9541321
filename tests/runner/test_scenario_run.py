"""Declared scenarios on an agent that is not ours: a command, and one behind HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cenario.domain.verdict import combine
from cenario.engine import load
from cenario.errors import BadInputError
from cenario.evaluations.gate import EVALUATION, decide
from cenario.runner.batch import Ceiling
from cenario.runner.record import record
from cenario.runner.scenario_run import Asked, prepare_measurement
from cenario.store.scenarios import ScenarioStore
from tests.cli.conftest import serving
from tests.evaluations.gate_runs import PARAMS, scenario

ANSWER: dict[str, Any] = {
    "contract": 1,
    "reply": "Passei você para uma pessoa.",
    "loops": 1,
    "cost_usd": 0.001,
    "steps": [{}],
    "end_state": {"replied": True, "handed_off": True, "work": "open"},
}
AGENT = """
import json, sys
asked = json.load(sys.stdin)
assert "course" not in asked and "expectations" not in asked
answer = json.loads(sys.argv[1])
if asked["message"].startswith("me passa") and len(sys.argv) > 2:
    answer["end_state"]["handed_off"] = False
print(json.dumps(answer))
"""


@pytest.fixture(autouse=True)
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ScenarioStore:
    monkeypatch.setenv("CENARIO_DATA", str(tmp_path / "data"))
    store = ScenarioStore()
    store.save_draft(scenario(status="draft", declared_at=None, gate=False), new=True)
    store.declare("passa-a-conversa", by="Ana")
    store.promote("passa-a-conversa", by="Ana")
    return store


def measured(tmp_path: Path, agent: str) -> Any:
    asked = Asked(
        model="openai:of-my-own", folder=tmp_path / "runs", agent=agent, ceiling=Ceiling(usd=Decimal(1))
    )
    result = asyncio.run(record(prepare_measurement(EVALUATION, asked)))
    assert result.ended == "done"
    (batch,) = load(EVALUATION, [result.path]).batches
    return decide(batch, PARAMS)


def command(tmp_path: Path, answer: dict[str, Any], *more: str) -> str:
    script = tmp_path / "agent.py"
    script.write_text(AGENT)
    words = [sys.executable, str(script), json.dumps(answer), *more]
    return "command:" + " ".join(f"'{word}'" for word in words)


def test_a_command_is_held_to_the_same_ruler(tmp_path: Path) -> None:
    assert combine(measured(tmp_path, command(tmp_path, ANSWER)).clauses) == "APROVA"


def test_a_command_that_understands_one_sentence_only_is_found_out(tmp_path: Path) -> None:
    decision = measured(tmp_path, command(tmp_path, ANSWER, "memorised"))
    assert combine(decision.clauses) == "REPROVA"
    diverging = next(c for c in decision.clauses if c.name.endswith("/compreensao"))
    assert diverging.outcome == "fails"
    assert "3/3, 0/3" in str(diverging.reason)


def test_what_an_agent_does_not_tell_is_not_judged(tmp_path: Path) -> None:
    silent = {**ANSWER, "end_state": {"replied": True}}
    assert combine(measured(tmp_path, command(tmp_path, silent)).clauses) == "INCONCLUSIVO"


def test_an_agent_behind_http_is_held_to_the_same_ruler(tmp_path: Path) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(ANSWER).encode()})

    with serving(app) as url:
        assert combine(measured(tmp_path, url).clauses) == "APROVA"


def test_a_draft_cannot_be_measured_with(tmp_path: Path, declared: ScenarioStore) -> None:
    declared.save_draft(scenario(id="so-rascunho", status="draft", declared_at=None, gate=False), new=True)
    asked = Asked(model="simulated:exact", folder=tmp_path, ids=["so-rascunho"])
    with pytest.raises(BadInputError, match="régua"):
        prepare_measurement(EVALUATION, asked)


@pytest.mark.parametrize("model", ["anthropic:claude-sonnet-5", "openai:gpt-6-luna"])
def test_a_paid_model_needs_a_ceiling(tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CENARIO_DATA")
    with pytest.raises(BadInputError, match="teto"):
        prepare_measurement(EVALUATION, Asked(model=model, folder=tmp_path))
