"""``cenario run --agent``: somebody's own agent under C, by a command, held to proof and ceiling."""

from __future__ import annotations

import sys

import pytest

from cenario.cli.main import main
from cenario.store import journal

AGENT = """
import json, sys
asked = json.load(sys.stdin)
schema = {"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}}}
if KNOB(asked) == "off":
    schema["properties"]["id"]["pattern"] = "^[0-9a-f-]{36}$"
body = {"model": "m", "messages": [{"role": "user", "content": "oi"}],
        "tools": [{"name": "t", "input_schema": schema}]}
step = {"usage": {"input_tokens": 100, "output_tokens": 10}}
answer = {"reply": "Oi!", "steps": [step], "requests": [{"provider": "anthropic", "body": body}], **EXTRA}
print(json.dumps(answer))
"""


def program(tmp_path, *, knob='asked["knobs"]["tool_schema"]', extra="{'cost_usd': 0.01}"):
    path = tmp_path / "agent.py"
    path.write_text(AGENT.replace("KNOB(asked)", knob).replace("EXTRA", extra))
    return f"command:{sys.executable} {path}"


def run(tmp_path, agent, *more):
    out = tmp_path / "c.jsonl"
    words = ["run", "--evaluation", "C", "--model", "anthropic:claude-sonnet-5", "--agent", agent]
    code = main([*words, "--conversations", "C01,C02", "--k", "1", "--out", str(out), *more])
    return code, out


def test_its_executions_are_proved_and_paid_for_by_what_it_tells(tmp_path, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    code, out = run(tmp_path, program(tmp_path), "--ceiling-usd", "1")
    assert code == 0
    contents = journal.read(out)
    assert len(contents.executions) == 4
    for execution in contents.executions:
        assert (execution.mode, execution.arm_proved, execution.cost_usd) == ("command", True, 0.01)
        assert execution.wire is not None
        assert execution.wire.tools
    assert len({e.wire.tools for e in contents.executions}) == 2


def test_the_wrong_arm_stops_the_batch(tmp_path, capsys):
    code, out = run(tmp_path, program(tmp_path, knob="'on'"), "--ceiling-usd", "1", "--arm", "off")
    assert code == 3
    assert "não comprovado" in capsys.readouterr().err
    assert not any(e.is_measured for e in journal.read(out).executions)


def test_the_ceiling_stops_what_comes_after(tmp_path):
    code, out = run(tmp_path, program(tmp_path), "--ceiling-usd", "0.015")
    assert code == 4
    assert len(journal.read(out).executions) == 2
    code, out = run(tmp_path, program(tmp_path), "--ceiling-usd", "1")
    assert code == 0
    assert len(journal.read(out).executions) == 4


def test_an_agent_that_tells_no_cost_fits_no_ceiling_in_dollars(tmp_path, capsys):
    code, _ = run(tmp_path, program(tmp_path, extra="{}"), "--ceiling-usd", "1")
    assert code == 3
    assert "não diz quanto gastou" in capsys.readouterr().err
    code, _ = run(tmp_path, program(tmp_path, extra="{}"), "--ceiling-tokens", "1000")
    assert code == 0


def test_an_agent_that_really_sent_stops_the_batch(tmp_path, capsys):
    code, out = run(
        tmp_path, program(tmp_path, extra="{'cost_usd': 0.01, 'sent': True}"), "--ceiling-usd", "1"
    )
    assert code == 3
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not any(e.is_measured for e in journal.read(out).executions)


@pytest.mark.parametrize(
    "agent", ["http://example.com/turn", "ftp://x", "command:", "command:não-existe-isto"]
)
def test_an_agent_that_cannot_be_opened_is_one_line(tmp_path, agent, capsys):
    code, out = run(tmp_path, agent, "--ceiling-usd", "1")
    assert code == 3
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not out.exists()


def test_without_a_ceiling_it_is_refused(tmp_path, capsys):
    code, _ = run(tmp_path, program(tmp_path))
    assert code == 3
    assert "teto" in capsys.readouterr().err
