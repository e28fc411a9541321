"""The house rules that no linter knows: sizes, names, and where implementation may stand."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "cenario").rglob("*.py"))
EVERYWHERE = [*MODULES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / ".ci").rglob("*.py"))]
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "base", "core"}
LONGEST_FILE, LONGEST_FUNCTION, MOST_POSITIONAL = 400, 60, 6
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> list[Function]:
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Function)]


def length(function: Function) -> int:
    """Return the lines of code, the docstring not counted: a statistic says much about itself."""
    first, last = function.body[0], function.end_lineno or function.lineno
    if ast.get_docstring(function) is None:
        return last - function.lineno + 1
    return last - function.lineno - ((first.end_lineno or first.lineno) - first.lineno)


def test_there_is_something_to_check() -> None:
    assert len(MODULES) > 5


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_file_stays_short_and_well_named(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE
    assert not {path.stem, *path.relative_to(ROOT).parent.parts} & FORBIDDEN_NAMES


@pytest.mark.parametrize("path", EVERYWHERE, ids=name)
def test_a_function_stays_short(path: Path) -> None:
    sizes = {f"{each.name}:{each.lineno}": length(each) for each in functions(path)}
    long = {where: lines for where, lines in sizes.items() if lines > LONGEST_FUNCTION}
    assert not long


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_signature_stays_small(path: Path) -> None:
    wide = [
        f"{each.name}:{each.lineno}"
        for each in functions(path)
        if len([a for a in (*each.args.posonlyargs, *each.args.args) if a.arg not in {"self", "cls"}])
        > MOST_POSITIONAL
    ]
    assert not wide


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=name)
def test_an_init_holds_no_implementation(path: Path) -> None:
    allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr, ast.If)
    body = ast.parse(path.read_text()).body
    lazy = {"__getattr__", "__dir__"}  # re-exports that wait until they are asked for
    rest = [node for node in body if not isinstance(node, allowed)]
    assert not [node for node in rest if not (isinstance(node, ast.FunctionDef) and node.name in lazy)]
    for node in body:
        if isinstance(node, ast.Assign):
            names = [t.id for t in node.targets if isinstance(t, ast.Name)]
            assert names in (["__all__"], ["__version__"], ["_HOMES"])


def documented(path: Path) -> list[ast.Module | ast.ClassDef | Function]:
    tree = ast.parse(path.read_text())
    public = [n for n in tree.body if isinstance(n, (ast.ClassDef, *Function.__args__))]
    own = [
        c for c in public if isinstance(c, ast.ClassDef) and not c.bases
    ]  # a method that overrides inherits
    public += [m for c in own for m in c.body if isinstance(m, Function)]
    return [tree, *(n for n in public if not n.name.startswith("_"))]


@pytest.mark.parametrize("path", [p for p in MODULES if p.read_text().strip()], ids=name)
def test_public_things_are_documented(path: Path) -> None:
    missing = [
        getattr(each, "name", "the module") for each in documented(path) if ast.get_docstring(each) is None
    ]
    assert not missing


def test_star_imports_are_nowhere() -> None:
    starred = [
        name(path)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    assert not starred
