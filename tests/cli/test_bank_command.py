"""``cenario bank`` end to end on the simulated chatbot and judge, from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.store import journal

CHATBOT, JUDGE = "simulated:steady", "simulated:exact"


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Robustness sent three times and judged, in files a and a.scores; once by a fragile chatbot, in b."""
    folder = tmp_path_factory.mktemp("bank")
    for name, model, k in (("a", CHATBOT, "3"), ("b", "simulated:fragile", "1")):
        sent = ["bank", "run", "--model", model, "--dimension", "robustness", "--k", k, "--seed", "7"]
        assert main([*sent, "--out", str(folder / f"{name}.jsonl")]) == 0
        assert main(["bank", "judge", "--judge", JUDGE, "--runs", str(folder / f"{name}.jsonl")]) == 0
    return folder


def both(folder: Path, name: str = "a") -> list[str]:
    return ["--runs", str(folder / f"{name}.jsonl"), "--votes", str(folder / f"{name}.scores.jsonl")]


def test_the_plan_needs_no_key_and_bounds_what_is_spent(made, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    words = [
        "--model",
        "anthropic:claude-sonnet-4-6",
        "--judge",
        "openai:gpt-5.6-terra",
        "--k",
        "3",
        "--json",
    ]
    assert main(["bank", "plan", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["chatbot"]["requests"], told["judge"]["requests"]) == (594, 348)
    assert told["worst_usd"] == pytest.approx(told["chatbot"]["worst_usd"] + told["judge"]["worst_usd"])
    same = ["--model", CHATBOT, "--judge", JUDGE, "--dimension", "robustness", "--k", "3"]
    assert main(["bank", "plano", *same, "--json"]) == 0
    bound = json.loads(capsys.readouterr().out)
    spent = sum(e.cost_usd for e in journal.read(made / "a.jsonl").executions)
    judged = sum(s.cost_usd for s in journal.read(made / "a.scores.jsonl").scores)
    assert 0 < spent <= bound["chatbot"]["worst_usd"]
    assert 0 < judged <= bound["judge"]["worst_usd"]
    assert main(["bank", "plan", *same]) == 0
    assert "243 pedidos, no pior caso US$" in capsys.readouterr().out
    assert main(["bank", "plan", "--model", "openai:nobody-knows-1", "--judge", JUDGE, "--json"]) == 0
    unknown = json.loads(capsys.readouterr().out)
    assert (unknown["chatbot"]["worst_usd"], unknown["worst_usd"]) == (None, None)


def test_the_gate_exits_with_its_verdict(made, capsys):
    assert main(["bank", "gate", *both(made)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("APROVA")
    assert "Robustez: média" in shown
    assert main(["bank", "portao", *both(made), "--param", "threshold_robustness=4.99"]) == 1
    assert main(["bank", "gate", "--runs", str(made / "a.jsonl")]) == 2
    capsys.readouterr()
    assert main(["bank", "gate", *both(made), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "APROVA"


def test_calibrate_gives_a_threshold_that_the_same_runs_pass(made, capsys):
    assert main(["bank", "calibrate", *both(made), "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)[CHATBOT]
    assert len(one["runs"]) == 3
    assert one["lowest"] - 0.31 < one["threshold"] <= one["lowest"] - 0.3 + 1e-9
    assert main(["bank", "gate", *both(made), "--param", f"threshold={one['threshold']}"]) == 2
    assert (
        "mais nova que a medida" in capsys.readouterr().out
    )  # to approve, it is declared before the next run
    assert main(["bank", "calibrar", *both(made)]) == 0
    assert f"--param threshold_robustness={one['threshold']:g}" in capsys.readouterr().out


def test_calibrate_needs_three_runs_whatever_the_files(made, tmp_path, capsys):
    assert main(["bank", "calibrate", *both(made, "b")]) == 3
    assert "1 execuções completas do banco, e calibrar pede ao menos 3" in capsys.readouterr().err
    files, scores = [], []
    for n in range(3):
        out = tmp_path / f"r{n}.jsonl"
        sent = ["bank", "run", "--model", CHATBOT, "--dimension", "consistency", "--seed", str(n)]
        assert main([*sent, "--out", str(out)]) == 0
        assert main(["bank", "judge", "--judge", JUDGE, "--runs", str(out)]) == 0
        files += ["--runs", str(out)]
        scores += ["--votes", str(out.with_suffix(".scores.jsonl"))]
    capsys.readouterr()
    assert main(["bank", "calibrate", *files, *scores, "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)[CHATBOT]
    assert len(one["runs"]) == 3


def test_compare_two_chatbots(made, capsys):
    sides = ["--baseline", str(made / "a.jsonl"), "--candidate", str(made / "b.jsonl")]
    votes = ["--votes", str(made / "a.scores.jsonl"), "--votes", str(made / "b.scores.jsonl")]
    assert main(["bank", "compare", *sides, *votes, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (one,) = told["dimensions"]
    assert (told["baseline"], told["candidate"]) == (CHATBOT, "simulated:fragile")
    assert one["difference"] < 0
    assert one["upper"] < 0
    assert one["wins"] + one["losses"] + one["ties"] == 20
    assert main(["bank", "comparar", *sides, *votes]) == 0
    assert "simulated:fragile menos simulated:steady, por cenário" in capsys.readouterr().out


def test_validate_the_judge_against_people(made, tmp_path, capsys):
    scores = journal.read(made / "a.scores.jsonl").scores
    rows = ["case,variant,repetition,annotator,score"]
    for score in scores:
        for person in ("ana", "bia", "caio"):
            rows.append(f"{score.conversation},{score.variant},{score.repetition},{person},{score.value:g}")
    good = tmp_path / "people.csv"
    good.write_text("\n".join(rows), encoding="utf-8")
    votes = ["--votes", str(made / "a.scores.jsonl")]
    assert main(["bank", "validate", "--human", str(good), *votes, "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["items"], one["people"], one["kappa_linear"], one["mean_absolute_error"]) == (
        183,
        3,
        1.0,
        0.0,
    )
    bad = tmp_path / "bad.csv"
    turned = [row[:-1] + {"5": "1", "1": "5"}.get(row[-1], row[-1]) for row in rows[1:]]
    bad.write_text("\n".join([rows[0], *turned]), encoding="utf-8")
    assert main(["bank", "validar", "--human", str(bad), *votes]) == 2
    assert "não ordene chatbots por suas notas" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], "falta --config, --model"),
        (["judge", "--judge", JUDGE], "falta --runs"),
        (["judge", "--runs", "x.jsonl"], "falta --config, --judge"),
        (["validate"], "falta --human"),
        (["compare"], "falta --baseline"),
        (["gate"], "falta --runs"),
        (["gat"], "gat"),
        (["run", "--model", "openai:gpt-9"], "falta o teto"),
        (["run", "--model", "openai:gpt-9", "--ceiling-usd", "1"], "sem preço não há teto em dólares"),
        (["run", "--model", "openai:gpt-latest"], "--model: “gpt-latest” muda sem aviso"),
        (["judge", "--runs", "x", "--judge", "openai:gpt-stable"], "--judge: “gpt-stable” muda sem aviso"),
        (["run", "--model", "steady"], "escreva provedor:modelo"),
        (["gate", "--runs", "x", "--param", "threshold"], "threshold"),
    ],
)
def test_wrong_use_is_one_line_and_exit_3(words, said, capsys, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.delenv("TETO_USD", raising=False)
    assert main(["bank", *words]) == 3
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1


class _Echo(BaseHTTPRequestHandler):
    """A chatbot on this machine that always says the same, and keeps what it was asked."""

    asked: list[tuple[str, str]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append((body["message"], self.headers["authorization"]))
        answer = json.dumps({"data": {"answer": "Ottawa."}}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def test_an_http_chatbot_from_config_yaml(tmp_path, monkeypatch, capsys):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("CHAT_TOKEN", "s3cret-token")
    config = tmp_path / "config.yaml"
    config.write_text(
        f"""\
provider:
  type: custom
  model: balcao
  url: http://127.0.0.1:{server.server_port}/ask
  headers: {{Authorization: "Bearer ${{CHAT_TOKEN}}"}}
  request_template: {{message: "{{prompt}}"}}
  response_path: data.answer
  cost_usd_per_request: 0.01
judge: {{provider: {{type: simulated, model: exact}}}}
dimensions: [factual]
""",
        encoding="utf-8",
    )
    try:
        out = tmp_path / "r.jsonl"
        words = ["--config", str(config), "--out", str(out)]
        assert main(["bank", "run", *words]) == 3
        assert "falta o teto" in capsys.readouterr().err
        assert main(["bank", "run", *words, "--ceiling-usd", "0.2"]) == 4
        kept = len(journal.read(out).executions)
        assert kept <= 20
        assert main(["bank", "run", *words, "--ceiling-usd", "1"]) == 0
    finally:
        server.shutdown()
        server.server_close()
    assert len(_Echo.asked) == 35
    assert {token for _, token in _Echo.asked} == {"Bearer s3cret-token"}
    assert "s3cret" not in out.read_text(encoding="utf-8")
    contents = journal.read(out)
    assert {e.mode for e in contents.executions} == {"remote"}
    assert sum(e.cost_usd for e in contents.executions) == pytest.approx(0.35)
    assert {e.model for e in contents.executions} == {"custom:balcao"}
    assert main(["bank", "judge", "--config", str(config), "--runs", str(out)]) == 0
    assert main(["bank", "gate", "--runs", str(out), "--votes", str(out.with_suffix(".scores.jsonl"))]) == 1


def test_the_preview_agent_from_config_yaml(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(
        "provider: {type: preview, model: 'simulated:exact', agent: loja}\n"
        "judge: {provider: {type: simulated, model: exact}}\n"
        "dimensions: [factual]\n",
        encoding="utf-8",
    )
    out = tmp_path / "r.jsonl"
    assert main(["bank", "run", "--config", str(config), "--out", str(out)]) == 0
    executions = journal.read(out).executions
    assert len(executions) == 35
    assert {e.mode for e in executions} == {"preview"}
    assert main(["bank", "judge", "--config", str(config), "--runs", str(out)]) == 0
    assert main(["bank", "gate", "--runs", str(out), "--votes", str(out.with_suffix(".scores.jsonl"))]) == 0


@pytest.mark.slow
def test_a_bank_of_594_prompts_killed_in_the_middle_is_taken_up_where_it_was(tmp_path):
    out = tmp_path / "r.jsonl"
    words = ["bank", "run", "--model", CHATBOT, "--k", "3", "--out", str(out)]
    command = [sys.executable, "-m", "cenario.cli.main", *words]
    first = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 100):
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    lines = out.read_bytes().count(b"\n")
    assert 100 <= lines < 595, "it ended before it was killed"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a torn last line is told; that is another test's
        before = {e.key: e for e in journal.read(out).executions}
    assert main(words) == 0
    contents = journal.read(out)
    after = {e.key: e for e in contents.executions}
    assert len(after) == len(contents.executions) == 594
    assert {e.repetition for e in contents.executions} == {0, 1, 2}
    assert all(after[key] == execution for key, execution in before.items() if execution.is_measured)
    assert len(contents.manifests) == 1
