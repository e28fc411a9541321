"""An agent that is a program, as a real process."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from cenario.agent import command
from cenario.agent.command import CommandAgent, scrubbed
from cenario.agent.preview.agent import PreviewAgent
from cenario.agent.protocol import Task, TurnResult
from cenario.agent.registry import open_agent
from cenario.agent.remote import RemoteAgent
from cenario.errors import BadInputError
from tests.agent.scripted import conversation

ECHO = "import json,sys; r=json.load(sys.stdin); print(json.dumps({'reply': r['message'] + '!'}))"


def run(code: str, *arguments: str, timeout_s: float = 20.0) -> TurnResult:
    agent = CommandAgent([sys.executable, "-c", code, *arguments], timeout_s=timeout_s)
    return asyncio.run(agent.run(Task(conversation=conversation(message="oi\u2028 “é”")), None))


def test_one_json_in_one_json_out() -> None:
    result = run(ECHO)
    assert (result.outcome, result.reply) == ("completed", "oi\u2028 “é”!")


def test_no_shell_reads_the_arguments(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = "import json,sys; sys.stdin.read(); print(json.dumps({'reply': sys.argv[1]}))"
    hostile = f"$(touch {mark}); touch {mark} | cat"
    assert run(code, hostile).reply == hostile
    assert not mark.exists()


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("print('oi')", "contrato"),
        ("print('{}{}')", "contrato"),
        ("pass", "contrato"),
        ("import sys; print('{}'); print('a', file=sys.stderr); sys.exit('caiu aqui')", "1: caiu aqui"),
        ("import os; os.kill(os.getpid(), 9)", "-9"),
        ("import sys; sys.stdin.close(); print('{\"reply\": 1}')", "reply"),
    ],
)
def test_what_goes_wrong_is_the_harnesss(code: str, what: str) -> None:
    result = run(code)
    assert result.outcome == "harness_failure"
    assert what in str(result.outcome_reason)


def test_a_program_that_does_not_read_may_still_answer() -> None:
    assert run('print(\'{"reply": "oi"}\')').reply == "oi"


def test_a_hang_is_killed_with_what_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = (
        "import subprocess,sys,pathlib,time;"
        "p=subprocess.Popen([sys.executable,'-c','import time; time.sleep(60)']);"
        "pathlib.Path(sys.argv[1]).write_text(str(p.pid)); time.sleep(60)"
    )
    started = time.monotonic()
    result = run(code, str(pid), timeout_s=3.0)
    assert time.monotonic() - started < 20
    assert "3" in str(result.outcome_reason)
    for _ in range(50):
        if not alive(int(pid.read_text())):
            return
        time.sleep(0.1)
    pytest.fail("what the program started is still there")


def alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has taken leave of yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_an_answer_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "MAX_BYTES", 1000)
    result = run("import sys\nwhile True: sys.stdout.write('a' * 10000)")
    assert "1.000" in str(result.outcome_reason)


def test_a_secret_is_in_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-123456")
    result = run("import os,sys; sys.exit('recusado com ' + os.environ['SOME_API_KEY'])")
    assert "recusado com ***" in str(result.outcome_reason)
    assert "sk-123456" not in str(result)
    assert scrubbed("a\x1b[31m\nb" + "c" * 500, {}) == ("a [31m b" + "c" * 500)[:200]
    assert scrubbed("x", {"EMPTY_KEY": ""}) == "x"


@pytest.mark.parametrize("argv", [[], [""], ["nao-existe-este-programa"]])
def test_a_program_must_be_there(argv: list[str]) -> None:
    with pytest.raises(BadInputError, match="não encontrado"):
        CommandAgent(argv)


def test_agents_are_opened_by_how_they_are_named() -> None:
    assert isinstance(open_agent(), PreviewAgent)
    assert isinstance(open_agent("http://127.0.0.1:1/turn"), RemoteAgent)
    named = open_agent(f"command:{sys.executable} -c '{json.dumps({})}'")
    assert isinstance(named, CommandAgent)
    for wrong in ("prévia", "command:'", "ftp://x", "http://example.org", "command:", ""):
        with pytest.raises(BadInputError):
            open_agent(wrong)
    assert isinstance(open_agent("http://example.org", allow_remote=True), RemoteAgent)


def test_a_cancelled_turn_leaves_no_process(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = (
        "import os,sys,pathlib,time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(60)"
    )
    agent = CommandAgent([sys.executable, "-c", code, str(pid)])

    async def cancel() -> None:
        turn = asyncio.create_task(agent.run(Task(conversation=conversation()), None))
        for _ in range(500):
            if pid.exists() and pid.read_text():
                break
            await asyncio.sleep(0.02)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn

    asyncio.run(cancel())
    assert not alive(int(pid.read_text()))
    assert os.getpid()
