"""Every notebook that ships: thin, without outputs, in two languages, with its evaluation's parameters."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from cenario.domain.evaluation import Evaluation
from cenario.evaluations import registry
from cenario.notebook.choice import notebooks_folder
from cenario.notebook.execute import inspect
from cenario.notebook.reading_copy import NOTEBOOK_ONLY

NOTEBOOKS = sorted(notebooks_folder().glob("*.ipynb"))
CODES = {code: notebooks_folder() / f"{code}.ipynb" for code in registry.codes()}
SHOWN = {code: path for code, path in CODES.items() if path.is_file()}
FORBIDDEN = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.For, ast.While, ast.If, ast.IfExp,
    ast.With, ast.Try, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.BinOp, ast.BoolOp,
    ast.Compare, ast.AugAssign, ast.Delete, ast.Assert, ast.JoinedStr,
)  # fmt: skip
ONE_CALL_AND_ONE_DISPLAY = 2
STANDARD = {"locale": "", "mask_pii": False, "verdict_path": ""}


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == kind]


def tags(cell: dict[str, Any]) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def faults(code: str) -> list[str]:
    """Return what a code cell may not hold."""
    if any(line.lstrip().startswith(("%", "!", "?")) for line in code.splitlines()):
        return ["magic"]
    tree = ast.parse(code)
    found = [type(node).__name__ for node in ast.walk(tree) if isinstance(node, FORBIDDEN)]
    work = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    if len(work) > ONE_CALL_AND_ONE_DISPLAY:
        found.append(f"{len(work)} statements")
    return found


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_code_cell_is_one_call_and_one_display(path: Path) -> None:
    wrong = {
        source(cell): fault
        for cell in cells(path, "code")
        if "parameters" not in tags(cell) and (fault := faults(source(cell)))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "code",
    [
        "for x in y: f(x)",
        "a = b + 1",
        "%matplotlib inline",
        "!ls",
        "x = 1 if y else 2",
        "a()\nb()\nc()",
        "def f(): ...",
    ],
)
def test_the_rule_can_fail(code: str) -> None:
    assert faults(code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_without_outputs(path: Path) -> None:
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_parameter_has_a_type_and_a_comment(path: Path) -> None:
    [cell] = [cell for cell in cells(path, "code") if "parameters" in tags(cell)]
    lines = source(cell).splitlines()
    names = {node.target.id for node in ast.parse(source(cell)).body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
    assert names == set(inspect(path))
    assert all(any(line.startswith(f"{name}:") and "  # " in line for line in lines) for name in names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_readers_see_stands_in_both_languages(path: Path) -> None:
    told = [cell for cell in cells(path, "markdown") if NOTEBOOK_ONLY not in tags(cell)]
    for cell in told:
        english = cell["metadata"].get("en", "")
        heads = [line for line in source(cell).splitlines() if line.startswith("#")]
        assert english.strip(), source(cell)
        assert len([line for line in english.splitlines() if line.startswith("#")]) == len(heads)


@pytest.mark.parametrize("code", SHOWN)
def test_a_notebook_declares_the_parameters_of_its_evaluation(code: str) -> None:
    declared = inspect(SHOWN[code])
    evaluation: Evaluation = registry.find(code)
    assert {param.name: param.default for param in evaluation.params} == {
        param.name: declared[param.name].default for param in evaluation.params if param.name in declared
    }
    assert {name: declared[name].default for name in STANDARD} == STANDARD


@pytest.mark.parametrize("code", SHOWN)
def test_a_notebook_saves_its_verdict_last_and_shows_it_first(code: str) -> None:
    calls = [source(cell) for cell in cells(SHOWN[code], "code")]
    shown = [call for call in calls if call.startswith("study.") or "(study" in call]
    assert shown[0] == "study.verdict()"
    assert shown[-1] == "study.save_verdict(verdict_path)"
