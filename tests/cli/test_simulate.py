"""``cenario simulate`` and ``cenario score`` as typed, in both languages: files, ceilings, advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.evaluations.simulation import EVALUATION
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


def test_what_cannot_be_simulated_is_refused(tmp_path, capsys):
    real = str(quality.quality_folder() / "trafego-real.yaml")
    assert (
        main(["simulate", "--declaration", real, "--model", "simulated:exact", "--out", str(tmp_path / "x")])
        == 3
    )
    assert "tráfego real" in capsys.readouterr().err
    assert main(["simulate", "--model", "anthropic:claude-haiku-5.5", "--out", str(tmp_path / "y")]) == 3
    assert EVALUATION.recipe == "simulation"
