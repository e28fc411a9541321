"""The frame of the command line: help at once, both languages, one line and exit 3 for wrong use."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cenario.cli import main as cli
from cenario.cli.commands import COMMANDS
from cenario.labels.plain import plain_text
from cenario.labels.text import text, use_locale


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cenario.cli.main", *words]
    env = {k: v for k, v in os.environ.items() if k != "LOCALE"} | environment
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from cenario.cli.main import main; main(['--help']);"
        "heavy = {'cyclopts', 'fluent', 'polars', 'duckdb', 'numpy', 'pydantic', 'msgspec', 'babel'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["ajuda"]])
def test_the_first_page_names_every_command_in_both_languages(words, capsys):
    assert cli.main(words) == 0
    shown = capsys.readouterr().out
    assert all(f"{c.name} · {c.alias}" in shown or c.name == c.alias for c in COMMANDS)
    assert "APROVA" in shown


def test_plain_words_are_the_words_of_the_labels():
    for locale in ("pt-BR", "en"):
        with use_locale(locale):
            for command in COMMANDS:
                assert plain_text(command.help) == text(command.help)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_every_command_has_a_page_of_help_by_either_name(command, capsys):
    for name in (command.name, command.alias):
        assert cli.main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert text(command.help) in shown
        assert "0 APROVA" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["schema"], "schemas"),
        (["zzz"], "doctor"),
        (["doctor", "--foo"], "--foo"),
        (["doctor", "extra", "words"], "extra words"),
        (["doctor", "--json=x"], "--json"),
        (["schemas", "--out"], "--out"),
        (["doctor", "--locale", "fr"], "fr"),
        (["doctor", "--locale"], "pt-BR"),
    ],
)
def test_wrong_use_is_one_line_and_exit_3(words, said):
    done = run(*words)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("erro: ")
    assert said in done.stderr


def test_the_language_is_chosen_anywhere_or_by_the_environment():
    assert "on the disk" in run("doctor", "--locale", "en").stdout
    assert "on the disk" in run("--locale=en", "doctor").stdout
    assert "on the disk" in run("doctor", LOCALE="en").stdout
    assert "no disco" in run("diagnostico").stdout
    assert run("--locale", "en").stdout.startswith("cenario: does a change")
    assert "(default: data/schemas)" in run("schemas", "--help", "--locale", "en").stdout


def test_a_fault_of_ours_never_reads_as_a_verdict(monkeypatch, capsys):
    from cenario.cli import doctor

    monkeypatch.setattr(doctor, "CHECKS", (lambda: 1 / 0,))
    assert cli.main(["doctor"]) == 3
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_schemas_are_written_checked_and_found_different(tmp_path, capsys):
    folder = str(tmp_path / "s")
    assert cli.main(["schemas", "--write", "--out", folder]) == 0
    assert cli.main(["schemas", "--check", "--out", folder]) == 0
    (tmp_path / "s" / "vote.schema.json").write_text("{}")
    assert cli.main(["schemas", "--out", folder]) == 3
    assert "vote.schema.json" in capsys.readouterr().err


def test_a_closed_pipe_is_not_a_fault():
    done = subprocess.run(
        f"{sys.executable} -m cenario.cli.main doctor --json | true",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
