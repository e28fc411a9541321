"""``cenario run``: the runbook's words, real SDKs over a real socket, and every refusal in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.store import journal

TOP = Path(__file__).parents[2]
EVALUATION = str(TOP / "tests" / "runner" / "evaluation_of_turns.py")
PRICES = str(TOP / "data" / "prices" / "2026-11-01.json")
AGENTS = "clinica=clinica,loja=loja,imobiliaria=imobiliaria,curso=curso"


def pilot(out, **changes):
    options = {
        "--avaliacao": EVALUATION,
        "--braco": "off",
        "--modelo": "anthropic:claude-sonnet-5",
        "--agentes": AGENTS,
        "--k": "1",
        "--conversas": "C02,C13,C21",
        "--saida": str(out),
        "--precos": PRICES,
        "--teto-usd": "1",
    } | changes
    return ["executar", *(word for pair in options.items() if pair[1] is not None for word in pair)]


@pytest.mark.parametrize("model", ["anthropic:claude-sonnet-5", "openai:gpt-5.6-terra"])
def test_a_pilot_over_a_real_socket(model, real_providers, tmp_path, capsys):
    out = tmp_path / "piloto.jsonl"
    assert main(pilot(out, **{"--modelo": model})) == 0
    contents = journal.read(out)
    assert {e.conversation for e in contents.executions} == {"C02", "C13", "C21"}
    assert {(e.arm, e.repetition, e.arm_proved, e.model) for e in contents.executions} == {
        ("off", 0, True, model)
    }
    (manifest,) = contents.manifests
    assert (manifest.planned, manifest.repetitions, manifest.ceiling_usd) == (3, 1, 1.0)
    assert manifest.prices_date == "2026-11-01"
    assert manifest.clock == "2026-11-04T10:00:00-03:00"
    assert not manifest.simulated
    assert all(e.cost_usd > 0 and e.wire.tools and e.clock == manifest.clock for e in contents.executions)
    assert "3 de 3" in capsys.readouterr().out
    assert "canary" not in "".join(p.read_text() for p in tmp_path.iterdir())


def test_both_arms_differ_on_the_wire_by_their_tools_alone(tmp_path):
    out = tmp_path / "c.jsonl"
    assert (
        main(["run", "--evaluation", EVALUATION, "--model", "simulated:exact", "--k", "1", "--out", str(out)])
        == 0
    )
    by_conversation: dict[str, dict[str, object]] = {}
    for execution in journal.read(out).executions:
        by_conversation.setdefault(execution.conversation, {})[execution.arm] = execution.wire
    assert len(by_conversation) == 30
    for arms in by_conversation.values():
        off, on = arms["off"], arms["on"]
        assert off.tools != on.tools
        assert (off.system, off.opening, off.parameters) == (on.system, on.opening, on.parameters)


REFUSED = [
    ({"--braco": "meio"}, "off, on"),
    ({"--braco": "off,off"}, "duas vezes"),
    ({"--conversas": "C02,C99"}, "C99"),
    ({"--conversas": "C02,C02"}, "duas vezes"),
    ({"--modelo": "claude-sonnet-5"}, "provedor:modelo"),
    ({"--modelo": "gemini:x"}, "anthropic, openai, local, simulated"),
    ({"--modelo": "anthropic:claude-nope"}, "não tem preço"),
    ({"--modelo": "simulated:nope"}, "steady"),
    ({"--k": "0"}, "K tem de ser"),
    ({"--k": "tres"}, "--k"),
    ({"--agentes": "clinica=clinica"}, "faltam imobiliaria, loja, curso"),
    ({"--agentes": AGENTS + ",padaria=x"}, "padaria"),
    ({"--agentes": AGENTS.replace("loja=loja", "loja=nina")}, "nina"),
    ({"--agentes": AGENTS.replace("loja=loja", "loja=curso")}, "curso"),
    ({"--agentes": "clinica"}, "negócio=agente"),
    ({"--teto-usd": None}, "falta o teto"),
    ({"--teto-usd": "0"}, "maior que zero"),
    ({"--teto-usd": "muito"}, "maior que zero"),
    ({"--precos": "nao-existe.json"}, "nao-existe.json"),
    ({"--avaliacao": "Z"}, "Z"),
]


@pytest.mark.parametrize(("changes", "says"), REFUSED)
def test_bad_input_is_one_line_and_exit_3_and_nothing_is_written(
    changes, says, real_providers, tmp_path, capsys
):
    out = tmp_path / "piloto.jsonl"
    assert main(pilot(out, **changes)) == 3
    told = capsys.readouterr()
    assert says in told.err
    assert len(told.err.strip().splitlines()) == 1
    assert real_providers.requests == 0
    assert not out.exists()


@pytest.mark.parametrize("model", ["anthropic:claude-sonnet-5", "openai:gpt-5.6-terra"])
def test_without_a_key_one_line_before_anything_is_spent(model, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    out = tmp_path / "piloto.jsonl"
    assert main(pilot(out, **{"--modelo": model})) == 3
    told = capsys.readouterr().err
    assert "_API_KEY" in told
    assert len(told.strip().splitlines()) == 1
    assert not out.exists()


def test_the_ceiling_may_come_from_the_environment(real_providers, tmp_path, monkeypatch):
    monkeypatch.setenv("TETO_USD", "1")
    out = tmp_path / "piloto.jsonl"
    assert main(pilot(out, **{"--teto-usd": None})) == 0
    assert journal.read(out).manifests[0].ceiling_usd == 1.0


def test_stopped_at_the_ceiling_exits_4_and_a_higher_one_finishes_without_repeating(
    real_providers, tmp_path, capsys
):
    out = tmp_path / "c.jsonl"
    assert main(pilot(out, **{"--teto-usd": "0.19", "--k": "3", "--simultaneas": "1"})) == 4
    assert "parado no teto" in capsys.readouterr().out
    first = journal.read(out)
    done = {e.key: e for e in first.executions if e.is_measured}
    assert 0 < len(done) < 9
    assert sum(e.cost_usd or 0 for e in first.executions) <= 0.19
    assert main(pilot(out, **{"--teto-usd": "5", "--k": "3"})) == 0
    second = journal.read(out)
    assert len(second.executions) == 9
    assert all(e.is_measured for e in second.executions)
    assert {k: e for k, e in ((e.key, e) for e in second.executions) if k in done} == done
    assert [m.ceiling_usd for m in second.manifests] == [0.19, 5.0]


def test_a_model_without_a_price_runs_under_a_token_ceiling_only(real_providers, tmp_path):
    out = tmp_path / "c.jsonl"
    words = pilot(
        out, **{"--modelo": "anthropic:claude-nope", "--teto-usd": None, "--teto-tokens": "2000000"}
    )
    assert main(words) == 0
    assert {e.cost_usd for e in journal.read(out).executions} == {None}


def test_a_corpus_edited_after_the_seal_is_refused(tmp_path, monkeypatch, capsys):
    import shutil

    data = tmp_path / "data"
    shutil.copytree(TOP / "data", data, ignore=shutil.ignore_patterns("runs", "models", "warehouse"))
    monkeypatch.setenv("CENARIO_DATA", str(data))
    out = tmp_path / "c.jsonl"
    words = ["run", "--evaluation", EVALUATION, "--model", "simulated:exact", "--k", "1", "--out", str(out)]
    assert main([*words, "--conversations", "C01"]) == 0
    corpus = data / "corpus" / "c.jsonl"
    lines = corpus.read_text().splitlines()
    first = json.loads(lines[0])
    first["message"] += " por favor"
    corpus.write_text("\n".join([json.dumps(first, ensure_ascii=False), *lines[1:]]) + "\n")
    before = out.read_bytes()
    capsys.readouterr()
    assert main([*words, "--conversations", "C01"]) == 3
    told = capsys.readouterr().err
    assert "corpus" in told
    assert len(told.strip().splitlines()) == 1
    assert out.read_bytes() == before


def test_an_arm_that_is_not_on_the_wire_stops_the_batch(tmp_path, capsys):
    crooked = tmp_path / "crooked.py"
    source = Path(EVALUATION).read_text()
    crooked.write_text(source.replace('knobs={"tool_schema": "off"}', 'knobs={"tool_schema": "on"}'))
    out = tmp_path / "c.jsonl"
    words = ["run", "--evaluation", str(crooked), "--model", "simulated:exact", "--k", "1", "--out", str(out)]
    assert main([*words, "--concurrency", "1"]) == 3
    told = capsys.readouterr().err
    assert "“off” não comprovado" in told
    assert len(told.strip().splitlines()) == 1
    kept = journal.read(out)
    assert len(kept.manifests) == 1
    assert {e.arm for e in kept.executions} <= {"on"}
    assert len(kept.executions) <= 1


def test_several_models_have_a_file_each(tmp_path):
    out = tmp_path / "c.jsonl"
    models = "simulated:exact,simulated:exact-openai"
    words = ["run", "--evaluation", EVALUATION, "--model", models, "--k", "1", "--out", str(out)]
    assert main([*words, "--conversations", "C01,C02"]) == 0
    names = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert names == ["c-simulated-exact-openai.jsonl", "c-simulated-exact.jsonl"]
    for name in names:
        assert len({e.model for e in journal.read(tmp_path / name).executions}) == 1


def begin(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "cenario.cli.main", *words],
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": str(TOP)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_until(holds, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until and not holds():
        time.sleep(0.02)


@pytest.mark.slow
def test_a_second_ctrl_c_cancels_what_hangs(tmp_path):
    out = tmp_path / "c.jsonl"
    process = begin("run", "--evaluation", EVALUATION, "--model", "simulated:fault-hang", "--out", str(out))
    spend = Path(f"{out}.spend")
    wait_until(lambda: spend.exists() and spend.stat().st_size > 0)
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline().startswith("erro: parando")
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Traceback" not in told[1]
    kept = journal.read(out).executions
    assert {e.outcome for e in kept} == {"stopped"}
    assert all(e.in_doubt_usd > 0 for e in kept), "asked, and never answered: it may be billed"


@pytest.mark.slow
def test_ctrl_c_ends_cleanly_and_the_file_is_taken_up(tmp_path):
    out = tmp_path / "c.jsonl"
    words = ["run", "--evaluation", EVALUATION, "--model", "simulated:exact", "--k", "40", "--out", str(out)]
    process = begin(*words)
    wait_until(lambda: out.exists() and out.read_bytes().count(b"\n") > 5)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=120)
    assert process.returncode == 130, told
    assert "interrompido" in told[0]
    assert "Traceback" not in told[1]
    contents = journal.read(out)
    assert contents.torn == ()
    assert all(e.is_measured for e in contents.executions)
