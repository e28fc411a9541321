"""What people type at make arrives word for word, is never executed, and costs nothing when warm."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cenario.cli import make as make_target
from cenario.cli.make import arguments

ROOT = Path(__file__).parents[2]
FAKE_PYTHON = """#!/bin/sh
printf '%s\\n' "$@" > called
env | grep '^OPTION_' | sort > given
exit "${FAKE_EXIT:-0}"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the Makefile over an environment that only notes what it was asked."""
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(FAKE_PYTHON)
    python.chmod(0o755)
    checksum = subprocess.run(
        ["cksum"], input=str(tmp_path).encode(), capture_output=True, check=True
    ).stdout.split()[0]
    (tmp_path / ".venv" / f"ready-{checksum.decode()}").touch()
    return tmp_path


def make(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "OPTION_"))}
    return subprocess.run(
        ["make", *words], cwd=project, env=clean | environment, capture_output=True, text=True, check=False
    )


def given(project: Path) -> dict[str, str]:
    lines = (project / "given").read_text().splitlines()
    return {name.removeprefix("OPTION_"): value for name, _, value in (line.partition("=") for line in lines)}


@pytest.mark.parametrize(
    "hostile",
    [
        "$(shell touch pwned)",
        "$$(touch pwned)",
        "`touch pwned`",
        "; touch pwned;",
        "a' ; touch pwned ; '",
        '" ; touch pwned ; "',
        "| touch pwned",
        "$(error stopped)",
        "#hash and spaces  two",
        "--out=elsewhere",
    ],
)
@pytest.mark.parametrize("variable", ["ARM", "RUNS", "MARGIN", "LOCALE", "ARGS"])
def test_a_value_arrives_word_for_word_and_is_not_executed(
    project: Path, variable: str, hostile: str
) -> None:
    done = make(project, "report", f"{variable}={hostile.replace('$', '$$')}")
    assert done.returncode == 0, done.stderr
    assert given(project)[variable] == hostile.replace("$", "$$")
    assert not list(project.rglob("pwned"))
    (project / "given").unlink()
    raw = make(project, "report", f"{variable}={hostile}")
    assert raw.returncode == 0, raw.stderr
    assert given(project)[variable] == hostile
    assert not list(project.rglob("pwned"))


def test_the_environment_serves_as_well(project: Path) -> None:
    assert make(project, "report", ARM="C", LOCALE="en").returncode == 0
    assert (given(project)["ARM"], given(project)["LOCALE"]) == ("C", "en")


def test_a_warm_target_sets_nothing_up(project: Path) -> None:
    done = make(project, "report", "ARM=C")
    assert "setting up" not in done.stdout + done.stderr
    assert (project / "called").read_text().split() == ["-m", "cenario.cli.make", "report"]


def test_make_alone_names_every_target_and_tells_arm_from_evaluation(project: Path) -> None:
    shown = make(project).stdout
    for target in [
        "setup",
        "report",
        "plan",
        "run",
        "judge",
        "compare",
        "gate",
        "lab",
        "test",
        "check",
        "lint",
        "types",
        "notebooks",
        "e2e",
        "bench",
        "docs",
        "local-model",
        "clean",
    ]:
        assert f"  make {target} " in shown
    assert "EVALUATION" in shown
    assert "braço" in shown


def test_a_failure_fails_make(project: Path) -> None:
    assert make(project, "report", "ARM=C", FAKE_EXIT="3").returncode != 0


def test_values_become_options() -> None:
    environment = {
        "OPTION_ARM": "C",
        "OPTION_RUNS": "'my runs/a.jsonl' b.jsonl",
        "OPTION_MODEL": "",
        "OPTION_MARGIN": "0.05",
        "OPTION_MASK": "1",
        "OPTION_ARGS": "--dry 'a b'",
    }
    assert arguments(environment) == [
        "--evaluation=C",
        "--input=my runs/a.jsonl",
        "--input=b.jsonl",
        "--margin=0.05",
        "--mask",
        "--dry",
        "a b",
    ]


def test_an_apostrophe_in_a_file_name_is_no_quote() -> None:
    assert arguments({"OPTION_RUNS": "d'agua.jsonl"}) == ["--input=d'agua.jsonl"]


@pytest.mark.parametrize(("target", "code", "seen"), [("report", 1, 0), ("report", 2, 0), ("report", 3, 3),
                          ("report", 4, 4), ("gate", 1, 1), ("run", 4, 4)])  # fmt: skip
def test_a_rendered_report_ends_well_and_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch, target: str, code: int, seen: int
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(make_target, "cenario", lambda words: asked.append(list(words)) or code)
    monkeypatch.setattr("sys.argv", ["make", target])
    monkeypatch.setenv("OPTION_ARM", "C")
    monkeypatch.setenv("OPTION_LOCALE", "en")
    assert make_target.main() == seen
    assert asked == [[target, "--evaluation=C", "--locale=en"]]


def test_every_variable_of_the_makefile_is_an_option_and_the_other_way_round() -> None:
    exported = {
        line.split()[1].removeprefix("OPTION_")
        for line in (ROOT / "Makefile").read_text().splitlines()
        if line.startswith("export OPTION_")
    }
    assert exported == set(make_target.OPTIONS) | {"MASK", "ARGS", "TESTS", "LOCALE"}
