"""The runbook's own command lines (seed 001, "Roteiro"), in its order, as written.

``/tmp`` and ``<…>`` are filled in; the corpora are cut, so that it takes seconds. Both real
providers are the simulated service behind a real socket.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.store import journal

TOP = Path(__file__).parents[2]
IDS = "clinica=clinica,loja=loja,imobiliaria=imobiliaria,curso=curso"
KEPT = ("C02", "C13", "C21")

BATCH = (
    "executar --avaliacao {code} --braco {arm} --modelo {model} --agentes " + IDS + " --k {k} "
    "--saida {out} --precos {prices} --teto-usd 20"
)


@pytest.fixture
def whole(tmp_path, monkeypatch):
    """A folder with the prices, where reports may be written."""
    shutil.copy(TOP / "data" / "prices" / "2026-11-01.json", tmp_path / "precos.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def place(whole, tmp_path, monkeypatch):
    """The same, with small corpora C and F5."""
    data = tmp_path / "data"
    shutil.copytree(TOP / "data", data, ignore=shutil.ignore_patterns("runs", "warehouse", "evidence"))
    for name in ("c", "f5"):
        path = data / "corpus" / f"{name}.jsonl"
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        probes = [line for line in lines if line.get("probe")][:3]
        chosen = [line for line in lines if line["id"] in KEPT] + probes
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in chosen))
    monkeypatch.setenv("CENARIO_DATA", str(data))
    return whole


def run(line, *codes):
    code = main(shlex.split(line))
    assert code in codes, f"{line}: {code}"


@pytest.mark.slow
def test_evaluation_c_from_plan_to_verdict(place, real_providers, capsys):
    prices = place / "precos.json"
    run(f"plano --avaliacao C --precos {prices}", 0)
    pilot = place / "piloto.jsonl"
    run(
        f"executar --avaliacao C --braco off --modelo anthropic:claude-sonnet-5 --agentes {IDS} --k 1 "
        f"--conversas C02,C13,C21 --saida {pilot} --precos {prices} --teto-usd 1",
        0,
    )
    run(f"relatorio --avaliacao C --entrada {pilot}", 2)
    for name, model in (("a", "anthropic:claude-sonnet-5"), ("b", "openai:gpt-5.6-luna")):
        out = place / f"c-{name}.jsonl"
        for arm in ("off", "on"):
            run(BATCH.format(code="C", arm=arm, model=model, k=3, out=out, prices=prices), 0)
        contents = journal.read(out)
        assert len(contents.executions) == 18
        assert contents.manifests[-1].planned == 18
        assert contents.manifests[-1].arms == ("off", "on")
    run(f"relatorio --avaliacao C --entrada {place}/c-a.jsonl,{place}/c-b.jsonl", 0, 1, 2)
    told = capsys.readouterr().out
    assert "claude-sonnet-5" in told
    assert "gpt-5.6-luna" in told


@pytest.mark.slow
def test_evaluation_f5_with_its_judge(place, real_providers):
    prices = place / "precos.json"
    run(f"plano --avaliacao F5 --precos {prices}", 0)
    out, votes = place / "f5-sonnet.jsonl", place / "juizo-sonnet.jsonl"
    for arm in ("json", "linhas", "json_b"):
        run(
            BATCH.format(code="F5", arm=arm, model="anthropic:claude-sonnet-5", k=1, out=out, prices=prices),
            0,
        )
    run(f"julgar --entrada {out} --saida {votes} --precos {prices} --teto-usd 5", 0)
    assert journal.read(votes).votes
    run(f"relatorio --avaliacao F5 --entrada {out} --juizo {votes}", 0, 1, 2)


@pytest.mark.slow
def test_evaluation_g_with_its_variables(whole, real_providers, monkeypatch):
    prices = whole / "precos.json"
    run(f"plano --avaliacao G --precos {prices}", 0)
    corpus = whole / "corpus-g.json"
    run(f"corpus-g --saida {corpus}", 0)
    told = json.loads(corpus.read_text())
    conversations = told if isinstance(told, list) else told["conversations"]
    del conversations[6:]
    corpus.write_text(json.dumps(told, ensure_ascii=False))
    for k in (1, 2):
        values = {
            "CORPUS": corpus,
            "SAIDA": whole / f"g-{k}.json",
            "PROVEDOR": "anthropic",
            "MODELO_AGENTE": "claude-sonnet-5",
            "MODELO_ECONOMICO": "claude-haiku-5-5",
            "PRECOS": prices,
            "TETO_USD": 5,
        }
        for name, value in values.items():
            monkeypatch.setenv(name, str(value))
        run("avaliar-fechamento", 0)
    for name in values:
        monkeypatch.delenv(name)
    run(f"relatorio --avaliacao G --entrada {whole}/g-1.json,{whole}/g-2.json", 0, 1, 2)
