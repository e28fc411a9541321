"""The gate and the scenarios from the command line: exit codes, names, JUnit and verdict.json."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from junitparser import JUnitXml

from cenario.cli.main import main
from cenario.store.places import data_folder
from cenario.store.scenarios import ScenarioStore

GATE = "nao-cobra-quem-so-perguntou"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped scenarios in a folder of their own, only one of them a gate."""
    shipped = data_folder()
    data = tmp_path / "data"
    for name in ("agents", "bank", "corpus", "prices", "scenarios", "simulated"):
        shutil.copytree(shipped / name, data / name)
    monkeypatch.setenv("CENARIO_DATA", str(data))
    monkeypatch.delenv("CENARIO_BY", raising=False)
    monkeypatch.delenv("TETO_USD", raising=False)
    ScenarioStore().demote("cobra-o-que-foi-combinado", by="teste")
    return data


def edit(**changes: object) -> None:
    path = ScenarioStore().path(GATE)
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**raw, **changes}), encoding="utf-8")  # JSON is YAML, without anchors


def impossible() -> None:
    edit(expectations=[{"kind": "transferencia"}])
    assert main(["scenario", "declare", GATE, "--by", "Ana"]) == 0


def test_an_open_gate_exits_0_and_leaves_both_files(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit, verdict = tmp_path / "out" / "junit.xml", tmp_path / "out" / "verdict.json"
    code = main(["gate", "--model", "simulated:exact", "--junit", str(junit), "--verdict", str(verdict)])
    assert code == 0
    assert "Portão aberto" in capsys.readouterr().out
    suite = JUnitXml.fromfile(str(junit))
    assert (suite.failures, suite.errors, suite.tests) == (0, 0, 7)  # 2 inputs × 3, and comprehension
    document = json.loads(verdict.read_text())
    assert (document["verdict"], document["exit_code"]) == ("APROVA", 0)


def test_a_closed_gate_exits_1_and_names_what_blocks(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    impossible()
    junit = tmp_path / "junit.xml"
    assert main(["portao", "--modelo", "simulated:exact", "--junit", str(junit)]) == 1
    told = capsys.readouterr().out
    assert f"Portão fechado por {GATE}/competencia" in told
    assert "0/6" in told
    suite = JUnitXml.fromfile(str(junit))
    assert suite.failures == 6
    assert "não foi entregue" in junit.read_text()


def test_s000_12_a_failure_that_is_no_gate_is_a_skipped_case_and_exits_0(
    project: Path, tmp_path: Path
) -> None:
    impossible()
    assert main(["scenario", "demote", GATE, "--by", "Ana"]) == 0
    junit = tmp_path / "junit.xml"
    assert main(["gate", "--all", "--model", "simulated:exact", "--junit", str(junit)]) == 0
    suite = JUnitXml.fromfile(str(junit))
    assert (suite.failures, suite.errors) == (0, 0)
    assert suite.skipped >= 6


def test_s000_2_a_ruler_edited_after_the_run_leaves_no_answer_and_the_old_run_its_own(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", "--model", "simulated:exact"]) == 0
    (run,) = (project / "runs").glob("gate-*.jsonl")
    impossible()
    assert main(["gate", "--runs", str(run)]) == 2
    assert "não medida" in capsys.readouterr().out
    assert main(["gate", "--runs", str(run), "--as-sealed"]) == 0
    edit(repetitions=4)
    assert main(["gate"]) == 2
    assert GATE in capsys.readouterr().out


def test_a_threshold_is_sealed_with_the_run_and_printed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", "--model", "simulated:exact", "--minimo", "0.5"]) == 0
    assert "50%" in capsys.readouterr().out
    (run,) = (project / "runs").glob("gate-*.jsonl")
    assert main(["gate", "--runs", str(run), "--minimo", "0.9"]) == 2  # chosen after seeing the result
    assert main(["gate", "--minimo", "0"]) == 3
    assert main(["gate", "--minimo", "muito"]) == 3


def test_with_no_gate_nothing_runs_and_nothing_blocks(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", "demote", GATE, "--by", "Ana"]) == 0
    assert main(["gate"]) == 0
    assert "nada barra" in capsys.readouterr().out
    assert not (project / "runs").exists()


def test_a_paid_model_without_a_ceiling_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-nobody")
    assert main(["gate", "--model", "anthropic:claude-sonnet-5"]) == 3
    assert "teto" in capsys.readouterr().err


def test_a_ceiling_that_holds_everything_back_exits_4(project: Path) -> None:
    assert main(["gate", "--model", "simulated:exact", "--ceiling-usd", "0.000001"]) in (3, 4)


def test_the_scenarios_are_listed_shown_and_checked(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario"]) == 0
    assert "14 cenários, 1 de portão" in capsys.readouterr().out
    assert main(["cenario", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {each["standing"] for each in listed} == {"declared"}
    assert main(["scenario", "show", GATE]) == 0
    assert "promovido a portão por cenario" in capsys.readouterr().out
    assert main(["scenario", "check"]) == 0
    ScenarioStore().path(GATE).write_text("id: outro-id\n", encoding="utf-8")
    assert main(["scenario", "check"]) == 3


def test_a_turn_becomes_a_draft_and_a_draft_a_ruler(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", "--model", "simulated:exact"]) == 0
    capsys.readouterr()
    assert main(["scenario", "turns", "--json"]) == 0
    turn = json.loads(capsys.readouterr().out)[0]["turn"]
    assert main(["scenario", "draft", "novo-caso", "--turn", turn, "--title", "Um caso novo"]) == 0
    assert main(["scenario", "promote", "novo-caso", "--by", "Ana"]) == 3  # a draft is no ruler
    assert main(["scenario", "declare", "novo-caso", "--by", "Ana"]) == 3  # nor is one without expectations
    path = ScenarioStore().path("novo-caso")
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    raw["expectations"] = raw["suggested"][:1]
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert main(["scenario", "declare", "novo-caso"]) == 3  # nobody
    assert main(["scenario", "declare", "novo-caso", "--by", "Ana"]) == 0
    assert ScenarioStore().load("novo-caso").scenario.suggested == ()


@pytest.mark.parametrize(
    "words", [["promote"], ["draft", "abc-d"], ["declare", "../x", "--by", "a"], ["voar"]]
)
def test_wrong_use_is_one_line_and_exits_3(
    project: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", *words]) == 3
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
