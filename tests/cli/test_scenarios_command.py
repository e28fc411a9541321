"""``cenario scenarios``: lists, one dimension, the check of a whole bank, and where the bank is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cenario.cli.main import main

MINIMAL = {
    "dimension": "factual",
    "version": "2.1.0",
    "scenarios": [
        {
            "id": "custom-001",
            "dimension": "factual",
            "category": "knowledge",
            "prompt": "Sua pergunta\naqui\x1b[31m",
            "ground_truth": "Resposta esperada",
            "variants": [],
        }
    ],
}


def bank(folder: Path, document: object = MINIMAL) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "factual.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


CONFIG = """\
provider: {type: simulated, model: steady}
judge: {provider: {type: simulated, model: steady}}
scenarios_path: ./meus-cenarios/
"""


def test_list_shows_the_three_dimensions(capsys):
    assert main(["scenarios", "--list"]) == 0
    shown = capsys.readouterr().out
    assert "Precisão factual, versão 1.0.0, 35 cenários, 35 enunciados" in shown
    assert "Consistência semântica, versão 1.0.0, 20 cenários, 82 enunciados" in shown
    assert "Robustez, versão 1.0.0, 20 cenários, 81 enunciados" in shown
    assert "75 cenários-base e 198 enunciados" in shown


def test_one_dimension(capsys):
    assert main(["cenarios", "--dimension", "factual"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 35
    assert shown[0].startswith(
        "factual-001  geography  Qual cidade é a capital do Canadá?  Ottawa.  [armadilha]"
    )
    assert main(["scenarios", "--dimensao", "robustness"]) == 0
    assert "[4 variantes]" in capsys.readouterr().out.splitlines()[0]


def test_json(capsys):
    assert main(["scenarios", "--list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["scenarios"] for row in told["dimensions"]] == [35, 20, 20]
    assert main(["scenarios", "--dimension", "consistency", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 20


def test_check_of_our_bank(capsys):
    assert main(["scenarios", "check"]) == 0
    assert "75 cenários, nenhuma falta" in capsys.readouterr().out


def test_a_path_wins_over_the_config_and_text_of_a_bank_stays_on_its_line(tmp_path, capsys):
    bank(tmp_path / "meus-cenarios")
    (tmp_path / "config.yaml").write_text(CONFIG)
    config = str(tmp_path / "config.yaml")
    assert main(["scenarios", "--config", config, "--dimension", "factual"]) == 0
    assert capsys.readouterr().out == "custom-001  knowledge  Sua pergunta aqui [31m  Resposta esperada\n"
    assert main(["scenarios", "--config", config, "--list"]) == 0
    assert "versão 2.1.0, 1 cenários" in capsys.readouterr().out
    other = bank(tmp_path / "outro", MINIMAL | {"version": "3.0.0"})
    assert main(["scenarios", "--config", config, "--path", str(other), "--list"]) == 0
    assert "versão 3.0.0" in capsys.readouterr().out


def test_check_tells_every_fault_and_exits_3(tmp_path, capsys):
    case = dict(MINIMAL["scenarios"][0], ground_truth=None, category="")
    folder = bank(tmp_path / "b", MINIMAL | {"scenarios": [case, case]})
    assert main(["scenarios", "check", "--path", str(folder)]) == 3
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 4
    assert all(line.startswith("✗ ") for line in shown)
    assert main(["scenarios", "check", "--path", str(folder), "--json"]) == 3
    assert len(json.loads(capsys.readouterr().out)["faults"]) == 4


def test_check_warns_and_exits_0(tmp_path, capsys):
    assert main(["scenarios", "check", "--path", str(bank(tmp_path / "b"))]) == 0
    shown = capsys.readouterr().out
    assert "! factual: 1 cenários, abaixo do alvo de 15" in shown
    assert "sem source" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--list", "--dimension", "factual"], "use --list ou --dimension, não os dois"),
        (["--dimension", "facts"], "--dimension"),
        (["--path", "nada"], "nada: a pasta do banco não existe"),
        (["--config", "nada.yaml"], "nada.yaml: arquivo não encontrado"),
        (["chek"], "chek"),
    ],
)
def test_wrong_use_is_one_line_and_exit_3(words, said, capsys):
    assert main(["scenarios", *words]) == 3
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
