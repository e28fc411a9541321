"""What the README says is so: commands, targets, options, figures, words, links."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path

import pytest

from cenario.cli.commands import COMMANDS, find
from cenario.cli.make import OPTIONS
from cenario.cli.running import application
from cenario.labels.text import FOLDER, Message
from cenario.report.measured import load_evidence

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TYPED = [line.strip().split(" #")[0] for line in README.splitlines() if line.startswith("    ")]
WORDS = sorted(
    re.findall(r"^(glossary-[a-z-]+) =", (FOLDER / "en" / "glossary.ftl").read_text("utf-8"), re.M)
)


def glossary() -> str:
    """Return the glossary as it must stand."""
    pairs = [f"{Message(code).render('en')} *{Message(code).render('pt-BR')}*" for code in WORDS]
    return textwrap.fill(" · ".join(pairs), 120, break_on_hyphens=False)


def performance_rows() -> list[str]:
    """Return the table of figures as it must stand, from what was measured."""
    found = ["| measured by `make bench` | result | promised |", "|---|---|---|"]
    for row in load_evidence("performance").tables["performance"]:
        times = "×" if row["relation"] == "ratio" else f" {row['unit']} more"
        result, limit = f"{row['value']:.2f}{times}", f"{row['limit']:g}{times}"
        found.append(f"| {row['ours']}, beside {row['other']} | {result} | {limit} |")
    return found


def test_the_glossary_is_that_of_the_labels() -> None:
    assert glossary() in README


def test_the_figures_are_those_measured() -> None:
    assert [row for row in performance_rows() if row not in README] == []


@pytest.mark.parametrize("line", [line for line in TYPED if line.startswith("cenario ")])
def test_a_command_and_its_options_exist(line: str) -> None:
    words = shlex.split(line)
    command = find(words[1])
    assert command is not None
    known = {
        name for argument in application(command).assemble_argument_collection() for name in argument.names
    }
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("line", [line for line in TYPED if line.startswith("make ")])
def test_a_target_and_its_values_exist(line: str) -> None:
    _, target, *values = shlex.split(line)
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {value.partition("=")[0] for value in values} <= set(OPTIONS)


def test_what_is_linked_is_there() -> None:
    for to in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / to).is_file(), to


def test_every_command_has_help_in_both_languages() -> None:
    for command in COMMANDS:
        assert Message(command.help).render("pt-BR") != Message(command.help).render("en")


if __name__ == "__main__":  # writes the two tables again
    parts = {"performance": performance_rows(), "glossary": [glossary()]}
    text = README
    for name, rows in parts.items():
        block = "\n".join([f"<!-- {name} -->\n", *rows, f"\n<!-- /{name} -->"])
        text = re.sub(
            rf"<!-- {name} -->(?:.*?<!-- /{name} -->)?", lambda _, b=block: b, text, flags=re.DOTALL
        )
    (ROOT / "README.md").write_text(text, encoding="utf-8")
