"""Every word shown stands in both languages, says the same things of the same values, and is used."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from cenario.labels.text import FOLDER, LOCALES

PACKAGE = FOLDER.parent
FILES = sorted({path.name for locale in LOCALES for path in (FOLDER / locale).glob("*.ftl")})
SPEAKERS = {"text", "label", "message", "Message"}
ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")

DYNAMIC: dict[str, str] = {
    "criteria-minimum-": "one form with the arm's name and one without",
    "criteria-same_sequence-": "the clause's name is the measure's",
    "expectation-": "each kind says met and not-met",
    "glossary-": "the glossary is read whole, by the README's test and the report's last page",
    "help-": "one a command: the first page of help is made from the table of commands",
}
"""Prefixes of ids put together from data at run time, each with who does it."""


class _Names(Visitor):
    """Collect the ``$values`` that a message names."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 (the library looks it up by this name)
        self.names.add(node.id.name)


@cache
def messages(locale: str, file: str) -> dict[str, set[str]]:
    path = FOLDER / locale / file
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands twice in {locale}/{file}"
            names = _Names()
            names.visit(entry)
            found[entry.id.name] = names.names
    return found


@cache
def spoken() -> tuple[dict[str, str], set[str], set[str]]:
    """Return ids spoken as literals (with where), literal prefixes of f-strings, and all other literals."""
    said: dict[str, str] = {}
    prefixes: set[str] = set()
    literals: set[str] = set()
    for path in sorted([*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "notebooks").glob("*.ipynb")]):
        if path.suffix == ".ipynb":
            literals |= set(ID.findall(path.read_text(encoding="utf-8")))
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
                literals.add(node.value)
            if isinstance(node, ast.Call) and _called(node) in SPEAKERS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    said[first.value] = f"{path.name}:{node.lineno}"
                elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
                    prefixes.add(str(first.values[0].value))
    return said, prefixes, literals


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def every_id() -> set[str]:
    return {code for file in FILES for locale in LOCALES for code in messages(locale, file)}


@pytest.mark.parametrize("file", FILES)
def test_both_languages_say_the_same_things(file: str) -> None:
    portuguese, english = (messages(locale, file) for locale in LOCALES)
    assert portuguese == english


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_file_parses_whole(locale: str, file: str) -> None:
    body = FluentParser().parse((FOLDER / locale / file).read_text(encoding="utf-8")).body
    assert not [entry.content for entry in body if isinstance(entry, ftl.Junk)]


@pytest.mark.parametrize("file", FILES)
def test_an_id_begins_with_its_file(file: str) -> None:
    stem = Path(file).stem
    assert not [code for code in messages("pt-BR", file) if not code.startswith(f"{stem}-")]


def test_every_id_spoken_exists() -> None:
    said, _, _ = spoken()
    assert not {code: where for code, where in said.items() if code not in every_id()}


def test_every_dynamic_prefix_has_labels() -> None:
    _, prefixes, _ = spoken()
    assert not [p for p in prefixes | set(DYNAMIC) if not any(code.startswith(p) for code in every_id())]


def test_every_id_is_used() -> None:
    said, prefixes, literals = spoken()
    used = set(said) | literals
    dynamic = tuple(prefixes | set(DYNAMIC))
    assert not sorted(c for c in every_id() - used if not (dynamic and c.startswith(dynamic)))


def test_values_given_are_the_values_named() -> None:
    """A literal call gives just the values that its label names (a value too few breaks when shown)."""
    wrong: list[str] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            spoken_here = isinstance(node, ast.Call) and _called(node) in SPEAKERS - {"Message"}
            if not (isinstance(node, ast.Call) and spoken_here and node.args):
                continue
            first = node.args[0]
            given = {keyword.arg for keyword in node.keywords}
            if not isinstance(first, ast.Constant) or first.value not in every_id() or None in given:
                continue
            named = messages("pt-BR", f"{str(first.value).partition('-')[0]}.ftl")[str(first.value)]
            if given != named:
                wrong.append(f"{path.name}:{node.lineno} {first.value}: {given ^ named}")
    assert not wrong
