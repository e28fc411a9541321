"""A notebook runs strictly, on a real kernel: known parameters of their types, one line for a failure."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import cenario
from cenario.errors import BadInputError, CeilingReachedError, CenarioError
from cenario.labels.text import use_locale
from cenario.notebook.execute import execute, inspect
from cenario.notebook.faults import CellFailedError, KernelDiedError

FIXTURES = Path(__file__).parent / "fixtures"


def fixture(name: str) -> Path:
    return FIXTURES / f"{name}.ipynb"


def printed(notebook: Path) -> str:
    content: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    outputs = [o for cell in content["cells"] for o in cell.get("outputs", [])]
    return "".join("".join(o["text"]) for o in outputs if o["output_type"] == "stream")


def test_values_arrive_with_their_types(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out.ipynb"
    given = {
        "title": 'd\'água "$HOME" `x` {n}',
        "n": 7,
        "margin": 1,
        "model": "a:b",
        "runs": ["a b.jsonl"],
        "locale": "en",
        "rates": {"x": 0.5},
        "quiet": True,
    }
    assert execute(fixture("sound"), out, given) == out
    assert printed(out).strip() == " ".join(f"{k}={v!r}" for k, v in (given | {"margin": 1.0}).items())
    assert list(out.parent.iterdir()) == [out]


def test_the_declared_parameters_can_be_read() -> None:
    found = inspect(fixture("sound"))
    assert {name: (p.written, p.default) for name, p in found.items()} == {
        "title": ("str", "x"),
        "n": ("int", 3),
        "margin": ("float", 0.05),
        "model": ("str | None", None),
        "runs": ("list[str]", []),
        "locale": ("Literal['pt-BR', 'en']", "pt-BR"),
        "rates": ("dict[str, float]", {}),
        "quiet": ("bool", False),
    }


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"N": 3}, "notebook-parameter-misspelt"),
        ({"zebra": 3}, "notebook-parameter-unknown"),
        ({"n": "3"}, "notebook-parameter-type"),
        ({"n": 3.5}, "notebook-parameter-type"),
        ({"n": True}, "notebook-parameter-type"),
        ({"n": None}, "notebook-parameter-type"),
        ({"margin": "0.05"}, "notebook-parameter-type"),
        ({"quiet": 1}, "notebook-parameter-type"),
        ({"runs": "a.jsonl"}, "notebook-parameter-type"),
        ({"runs": [1]}, "notebook-parameter-type"),
        ({"locale": "fr"}, "notebook-parameter-type"),
        ({"rates": {"x": "y"}}, "notebook-parameter-type"),
    ],
)
def test_a_value_that_is_not_declared_so_is_refused(
    tmp_path: Path, given: dict[str, object], code: str
) -> None:
    refused(fixture("sound"), tmp_path, given, code)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("absent", "notebook-missing"),
        ("no_parameters_cell", "notebook-no-parameters-cell"),
        ("two_parameters_cells", "notebook-two-parameters-cells"),
        ("parameters_not_python", "notebook-parameters-syntax"),
        ("parameters_with_a_loop", "notebook-parameters-statement"),
        ("parameters_computed", "notebook-parameter-default"),
        ("parameter_assigned_twice", "notebook-parameter-twice"),
        ("parameter_of_a_strange_type", "notebook-parameter-annotation"),
        ("parameter_default_of_another_type", "notebook-parameter-type"),
        ("parameter_none_without_annotation", "notebook-parameter-annotation"),
        ("in_another_language", "notebook-language"),
        ("not_json", "notebook-not-json"),
        ("not_a_notebook", "notebook-not-a-notebook"),
        ("of_format_3", "notebook-not-a-notebook"),
    ],
)
def test_a_notebook_that_is_not_as_it_should_be_is_refused(tmp_path: Path, name: str, code: str) -> None:
    refused(fixture(name), tmp_path, {}, code)


def refused(notebook: Path, folder: Path, given: dict[str, object], code: str) -> None:
    with pytest.raises(BadInputError) as raised:
        execute(notebook, folder / "out.ipynb", given)
    assert raised.value.message.code == code
    one_line(raised.value, notebook.name)
    assert not list(folder.iterdir())


def one_line(error: CenarioError, name: str) -> None:
    for locale in ("pt-BR", "en"):
        words = error.message.render(locale)  # type: ignore[arg-type]
        assert "\n" not in words
        assert name in words


def test_a_failing_cell_is_one_line_and_keeps_what_was_there(tmp_path: Path) -> None:
    out = tmp_path / "out.ipynb"
    out.write_text("older")
    with pytest.raises(CellFailedError) as raised:
        execute(fixture("cell_that_fails"), out, {"n": 4})
    with use_locale("en"):
        words = str(raised.value)
    assert words == "cell_that_fails.ipynb: cell [3] (1 / 0) failed: ZeroDivisionError: division by zero"
    assert "1 / 0" in "".join(raised.value.__notes__)
    assert out.read_text() == "older"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("cell_with_a_syntax_error", "SyntaxError"), ("cell_that_exits", "SystemExit")],
)
def test_other_ends_of_a_cell_are_failures_too(tmp_path: Path, name: str, kind: str) -> None:
    with pytest.raises(CellFailedError) as raised:
        execute(fixture(name), tmp_path / "out.ipynb", {})
    assert kind in str(raised.value)
    one_line(raised.value, name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "kind", "exit_code"),
    [
        ("cell_that_raises_ours", BadInputError, 3),
        ("cell_that_stops_at_the_ceiling", CeilingReachedError, 4),
    ],
)
def test_our_own_error_comes_back_as_itself(
    tmp_path: Path, name: str, kind: type[CenarioError], exit_code: int
) -> None:
    with use_locale("en"), pytest.raises(kind) as raised:
        execute(fixture(name), tmp_path / "out.ipynb", {})
    assert str(raised.value) == "a.jsonl: no such notebook"
    assert raised.value.exit_code == exit_code


def test_a_kernel_that_dies_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(KernelDiedError) as raised:
        execute(fixture("cell_that_kills_its_kernel"), tmp_path / "out.ipynb", {})
    one_line(raised.value, "cell_that_kills_its_kernel.ipynb")
    assert not list(tmp_path.iterdir())


def test_a_cell_can_be_given_a_time(tmp_path: Path) -> None:
    with pytest.raises(CellFailedError) as raised:
        execute(fixture("cell_that_never_ends"), tmp_path / "out.ipynb", {}, cell_timeout_s=1)
    assert raised.value.message.code == "notebook-timeout"


def test_the_kernel_is_this_python_and_takes_nothing_of_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `python3` kernelspec of the user's that cannot start, start-up files, and a relative PYTHONPATH."""
    home = tmp_path / "home"
    spec = home / "jupyter" / "kernels" / "python3"
    spec.mkdir(parents=True)
    spec.joinpath("kernel.json").write_text(
        json.dumps(
            {"argv": ["/no/such/python", "{connection_file}"], "display_name": "mine", "language": "python"}
        )
    )
    startup = home / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    startup.joinpath("00.py").write_text("print('started up')")
    home.joinpath("start.py").write_text("print('started up')")
    monkeypatch.setenv("JUPYTER_PATH", str(home / "jupyter"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(home / "jupyter"))
    monkeypatch.setenv("IPYTHONDIR", str(home / "ipython"))
    monkeypatch.setenv("PYTHONSTARTUP", str(home / "start.py"))
    monkeypatch.setenv("PYTHONPATH", ".")
    work = tmp_path / "work"
    work.mkdir()
    with use_locale("en"):
        execute(fixture("where_it_runs"), tmp_path / "out.ipynb", {}, folder=work)
    executable, package, folder, locale, profile = printed(tmp_path / "out.ipynb").splitlines()
    assert executable == sys.executable
    assert Path(package) == Path(cenario.__file__)
    assert Path(folder).resolve() == work.resolve()
    assert locale == "en"
    assert str(home) not in profile


def test_no_kernel_is_left_behind(tmp_path: Path) -> None:
    before = children()
    execute(fixture("sound"), tmp_path / "out.ipynb", {})
    with pytest.raises(CellFailedError):
        execute(fixture("cell_that_fails"), tmp_path / "out.ipynb", {})
    assert children() <= before


def children() -> set[str]:
    folder = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    if not folder.is_file():
        pytest.skip("only Linux tells a process's children here")
    return set(folder.read_text().split())


def test_what_runs_meanwhile_runs_once_and_before_the_cells(tmp_path: Path) -> None:
    called: list[bool] = []
    execute(
        fixture("sound"),
        tmp_path / "o.ipynb",
        {},
        meanwhile=lambda: called.append((tmp_path / "o.ipynb").exists()),
    )
    assert called == [False]
