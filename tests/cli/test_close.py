"""Evaluation G from the command line, with the runbook's own words and variables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.engine import judge, load
from cenario.evaluations.registry import find
from cenario.store import journal
from cenario.store.places import data_folder

PRICES = str(data_folder() / "prices" / "2026-11-01.json")
TURNS = str(Path(__file__).parents[1] / "runner" / "evaluation_of_turns.py")
FEW = "C01,G-R14-K1,G-R15-K2"


@pytest.fixture
def clean(monkeypatch):
    for name in ("CORPUS", "SAIDA", "PROVEDOR", "MODELO_AGENTE", "MODELO_ECONOMICO", "PRECOS", "TETO_USD"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_corpus_g_is_written_and_run_with_the_runbooks_variables(clean, real_providers, tmp_path, capsys):
    corpus = tmp_path / "corpus-g.json"
    assert main(["corpus-g", "--saida", str(corpus)]) == 0
    assert len(json.loads(corpus.read_text("utf-8"))) >= 130
    assert "83 com resumo anterior" in capsys.readouterr().out
    out = tmp_path / "g-claude-sonnet-5-1.json"
    for name, value in {
        "CORPUS": str(corpus),
        "SAIDA": str(out),
        "PROVEDOR": "anthropic",
        "MODELO_AGENTE": "claude-sonnet-5",
        "MODELO_ECONOMICO": "claude-haiku-5-5",
        "PRECOS": PRICES,
        "TETO_USD": "1",
    }.items():
        clean.setenv(name, value)
    assert main(["avaliar-fechamento", "--conversas", FEW]) == 0
    contents = journal.read(out)
    assert len(contents.executions) == 9
    assert {(e.arm, e.model_served) for e in contents.executions} == {
        ("atual", "claude-sonnet-5"),
        ("controle", "claude-sonnet-5"),
        ("sombra", "claude-haiku-5-5"),
    }
    for e in contents.executions:
        assert (e.model, e.arm_proved, e.mode) == ("anthropic:claude-sonnet-5", True, "direct")
        assert e.closing is not None
        assert e.cost_usd > 0
        assert e.steps[0].usage.cache_write_tokens in (None, 0), "G uses no cache"
    (manifest,) = contents.manifests
    assert (manifest.ceiling_usd, manifest.prices_date, manifest.corpus) == (1.0, "2026-11-01", "g")
    shadow = [e.cost_usd for e in contents.executions if e.arm == "sombra"]
    agent = [e.cost_usd for e in contents.executions if e.arm == "atual"]
    assert sum(shadow) < sum(agent) / 5, "each arm is paid at its own model's price"
    assert "canary" not in "".join(p.read_text("utf-8") for p in tmp_path.iterdir())


def test_two_files_of_k_1_are_two_repetitions_and_no_copies(clean, tmp_path):
    files = [tmp_path / f"g-{k}.json" for k in (1, 2)]
    for path in files:
        words = ["--provedor", "simulated", "--modelo-agente", "chaotic", "--conversas", FEW]
        assert main(["close", "--saida", str(path), *words]) == 0
    first, second = (sorted(journal.read(p).executions, key=lambda e: e.key) for p in files)
    assert [e.closing for e in first] != [e.closing for e in second]
    [only] = load(find("G"), files).batches
    assert {e.repetition for e in only.executions} == {0, 1}
    verdict = judge(find("G"), load(find("G"), files)).verdict
    assert verdict.outcome == "INCONCLUSIVO"
    assert verdict.limits
    clauses = {clause.name: clause for clause in verdict.models[0].clauses}
    assert "ruler" not in clauses, "two files of K = 1 are the ruler's own K, not a younger ruler"
    assert clauses["minimum_turns"].n == 6


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"SAIDA": None}, "--saida"),
        ({"PROVEDOR": None}, "PROVEDOR"),
        ({"MODELO_AGENTE": None}, "MODELO_AGENTE"),
        ({"MODELO_ECONOMICO": "openai:gpt-6-luna"}, "mesmo provedor"),
        ({"MODELO_ECONOMICO": "claude-sonnet-5"}, "próprio modelo"),
        ({"MODELO_ECONOMICO": "claude-desconhecido"}, "claude-desconhecido"),
        ({"PROVEDOR": "local"}, "econômico"),
        ({"TETO_USD": None}, "teto"),
        ({"CORPUS": "no.json"}, "no.json"),
    ],
)
def test_what_is_missing_or_wrong_is_one_line_and_exit_3(clean, tmp_path, capsys, changes, words):
    variables = {
        "SAIDA": str(tmp_path / "g.json"),
        "PROVEDOR": "anthropic",
        "MODELO_AGENTE": "claude-sonnet-5",
        "PRECOS": PRICES,
        "TETO_USD": "1",
    } | changes
    clean.setenv("ANTHROPIC_API_KEY", "sk-canary")
    for name, value in variables.items():
        if value is not None:
            clean.setenv(name, value)
    assert main(["avaliar-fechamento", "--conversas", FEW]) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert words in said
    assert not re.search("canary", said)
    assert not (tmp_path / "g.json").exists()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '[{"id": "X"}]', "[1]"],
)
def test_a_bad_corpus_is_refused(clean, tmp_path, capsys, content):
    path = tmp_path / "corpus.json"
    path.write_text(content, "utf-8")
    words = ["--saida", str(tmp_path / "g.json"), "--provedor", "simulated", "--modelo-agente", "steady"]
    assert main(["close", "--corpus", str(path), *words]) == 3
    assert "corpus.json" in capsys.readouterr().err


def test_recorded_answers_go_into_the_corpus(clean, tmp_path, capsys):
    runs = tmp_path / "c.jsonl"
    words = ["--modelo", "simulated:steady", "--conversas", "C01,C02", "--k", "1", "--saida", str(runs)]
    assert main(["executar", "--avaliacao", TURNS, "--braco", "off", *words]) == 0
    out = tmp_path / "corpus-g.json"
    assert main(["corpus-g", "--saida", str(out), "--entrada", str(runs)]) == 0
    assert "2 com resposta gravada" in capsys.readouterr().out
    given = {c["id"]: c["answer"] for c in json.loads(out.read_text("utf-8"))}
    recorded = {e.reply for e in journal.read(runs).executions if e.conversation == "C01"}
    assert given["C01"] in recorded
