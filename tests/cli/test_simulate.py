"""``cenario simulate`` and ``cenario score`` as typed, in both languages: files, ceilings, advice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.evaluations.simulation import EVALUATION
from cenario.measures.quality_turns import agent_steps
from cenario.report.sections_simulation import conversations, declared, differences, grid, levels, unscored
from cenario.report.study import open_study
from cenario.store import journal, quality

DECLARED = """
id: pequena
title: Pequena
kind: simulated
conversations: 6
turn_limit: 1
active_criteria: [Alucinações, Simpatia]
criteria: [{name: Simpatia, description: 'A resposta é simpática e boa?', kind: boolean}]
goals: [{conversation: C01, wants: Marcar uma limpeza.}, {conversation: C08, wants: Parar de sangrar.}]
"""


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "_ledger", lambda: tmp_path / "frozen.jsonl")


def declare(folder: Path, words: str = DECLARED) -> Path:
    path = folder / "pequena.yaml"
    path.write_text(words, encoding="utf-8")
    return path


def test_simulate_then_score_then_show(tmp_path, capsys):
    runs, scores = tmp_path / "s.jsonl", tmp_path / "s.scores.jsonl"
    path = declare(tmp_path)
    words = ["simular", "--declaracao", str(path), "--modelo", "simulated:exact", "--saida", str(runs)]
    assert main(words) == 0
    assert "subjetiva" in capsys.readouterr().err
    assert len(journal.read(runs).executions) == 6
    assert main(["score", "--input", str(runs), "--out", str(scores)]) == 3
    assert "--judge" in capsys.readouterr().err
    assert main(["score", "--input", str(runs), "--judge", "simulated:steady", "--out", str(scores)]) == 0
    study = open_study("simulation", runs=[str(runs)], votes=[str(scores)], locale="pt-BR")
    assert study.ruling.outcome == "INCONCLUSIVO"
    shown = "\n".join(
        section(study).text() for section in (levels, grid, unscored, conversations, declared, differences)
    )
    for word in ("Manipulador", "Simpatia", "passada a uma pessoa", "S001", "Pequena"):
        assert word in shown
    declare(tmp_path, DECLARED.replace("simpática", "gentil"))
    assert main(words) == 3
    assert "congelada" in capsys.readouterr().err


def test_the_ceiling_stops_with_four(tmp_path):
    path = str(declare(tmp_path))
    words = [
        "simulate",
        "--declaration",
        path,
        "--model",
        "simulated:exact",
        "--out",
        str(tmp_path / "s.jsonl"),
    ]
    assert main([*words, "--ceiling-usd", "0.01"]) == 4
    assert main(words) == 0


AGENT = """
import json, sys
asked = json.load(sys.stdin)
step = {"usage": {"input_tokens": 100, "output_tokens": 10}, "purpose": "customer"}
reply = f"turno {asked['turn']}: ouvi {len(asked.get('transcript', []))} antes"
print(json.dumps({"reply": reply, "steps": [step], "cost_usd": 0.01}))
"""


def test_somebodys_own_agent_is_spoken_to_turn_by_turn_and_both_are_paid_for(tmp_path):
    program, out = tmp_path / "agent.py", tmp_path / "s.jsonl"
    program.write_text(AGENT, encoding="utf-8")
    path = str(declare(tmp_path, DECLARED.replace("turn_limit: 1", "turn_limit: 2")))
    words = ["simulate", "--declaration", path, "--model", "local:mine", "--customer", "simulated:exact"]
    agent = f"command:{sys.executable} {program}"
    assert main([*words, "--agent", agent, "--out", str(out), "--ceiling-usd", "1"]) == 0
    found = journal.read(out).executions
    assert len(found) == 6
    for one in found:
        assert [m.text for m in one.messages if m.role == "assistant"] == [
            "turno 0: ouvi 0 antes",
            "turno 1: ouvi 2 antes",
        ]
        assert len(agent_steps(one)) == 2
        assert one.cost_usd is not None
        assert one.cost_usd > 0.02


def test_a_paid_customer_needs_a_ceiling_though_the_agent_is_simulated(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    words = ["simulate", "--declaration", str(declare(tmp_path)), "--model", "simulated:exact"]
    code = main([*words, "--customer", "anthropic:claude-haiku-5.5", "--out", str(tmp_path / "s.jsonl")])
    assert code == 3
    assert "teto" in capsys.readouterr().err
    assert not (tmp_path / "s.jsonl").exists()


def test_what_cannot_be_simulated_is_refused(tmp_path, capsys):
    real = str(quality.quality_folder() / "trafego-real.yaml")
    assert (
        main(["simulate", "--declaration", real, "--model", "simulated:exact", "--out", str(tmp_path / "x")])
        == 3
    )
    assert "tráfego real" in capsys.readouterr().err
    assert main(["simulate", "--model", "anthropic:claude-haiku-5.5", "--out", str(tmp_path / "y")]) == 3
    assert EVALUATION.recipe == "simulation"
