"""A report from the command line to the files on disk, by a real kernel."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.errors import BadInputError, CenarioError
from cenario.notebook.choice import choose, notebooks_folder
from cenario.notebook.execute import execute
from cenario.notebook.kept import keep, refresh_index
from cenario.notebook.produce import Request, produce
from cenario.notebook.reading_copy import reading_copy
from tests.report.test_report_study import EXECUTIONS, TOY, recorded


@pytest.fixture
def runs(tmp_path: Path) -> str:
    return recorded(tmp_path / "runs.jsonl", EXECUTIONS)


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_report_from_end_to_end(
    runs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["relatorio", "--avaliacao", TOY, "--entrada", runs, "--param", "margin=0.01", "--mask-pii"]
    assert main(asked) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "reports/toy.html"
    assert said[-2] == "REPROVA"
    assert any(line.startswith("  ✗ ") for line in said)
    made = [name for name in names(tmp_path / "reports") if not name.startswith(("archive", ".lock"))]
    assert made == ["index.html", "notebooks/toy.ipynb", "toy.html", "toy.verdict.json"]
    [archived] = (tmp_path / "reports" / "archive").iterdir()
    assert names(archived) == ["toy.html", "toy.ipynb", "toy.verdict.json"]
    document = json.loads((tmp_path / "reports" / "toy.verdict.json").read_text(encoding="utf-8"))
    assert document["params"]["margin"] == 0.01
    page = (tmp_path / "reports" / "toy.html").read_text(encoding="utf-8")
    assert "REPROVA" in page
    assert "98765" not in page
    assert "<script" not in page
    assert "Este caderno mostra" not in page
    assert 'href="toy.html"' in (tmp_path / "reports" / "index.html").read_text(encoding="utf-8")


def test_what_fails_leaves_the_earlier_report_as_it_was(runs: str, tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    (reports / "archive").mkdir(parents=True)
    (reports / "toy.html").write_text("earlier")
    before = names(reports)
    torn = tmp_path / "torn.jsonl"
    torn.write_text('{"kind":\n{}\n')
    with pytest.raises(CenarioError, match=r"torn\.jsonl"):
        produce(Request(evaluation=TOY, runs=[str(torn)], reports=reports))
    assert [name for name in names(reports) if name != ".lock"] == before
    assert (reports / "toy.html").read_text() == "earlier"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"evaluation": "zebra"}, "zebra"),
        ({"baseline": "a.jsonl"}, "baseline"),
        ({"evaluation": "no/such.py"}, "such.py"),
    ],
)
def test_a_wrong_request_is_refused_before_anything_is_made(
    runs: str, tmp_path: Path, given: dict[str, str], said: str
) -> None:
    request = Request(**{"evaluation": TOY, "runs": [runs], "reports": tmp_path / "reports", **given})
    with pytest.raises(BadInputError, match=said):
        produce(request)
    assert not (tmp_path / "reports").exists()


def test_an_evaluation_whose_code_is_a_path_is_refused(tmp_path: Path) -> None:
    words = Path(TOY).read_text(encoding="utf-8").replace('code="toy"', 'code="../toy"')
    (tmp_path / "mine.py").write_text(words, encoding="utf-8")
    with pytest.raises(BadInputError, match=r"\.\./toy"):
        choose(str(tmp_path / "mine.py"))


def test_the_notebook_beside_a_users_file_shows_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(Path(TOY).read_text(encoding="utf-8"), encoding="utf-8")
    assert choose(str(tmp_path / "mine.py")).notebook.name == "evaluation.ipynb"
    (tmp_path / "mine.ipynb").write_bytes(choose(TOY).notebook.read_bytes())
    assert choose(str(tmp_path / "mine.py")).notebook == tmp_path / "mine.ipynb"


def test_two_reports_of_one_second_keep_two_copies(tmp_path: Path) -> None:
    at = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
    for words in ("one", "two"):
        making = tmp_path / words
        making.mkdir()
        files = {name: making / f"C.{name}" for name in ("html", "verdict.json", "ipynb")}
        for file in files.values():
            file.write_text(json.dumps({"verdict": "APROVA", "headline": f"{words} <b>"}))
        keep(
            tmp_path / "reports", "C", page=files["html"], verdict=files["verdict.json"],
            executed=files["ipynb"], at=at,
        )  # fmt: skip
    archive = tmp_path / "reports" / "archive"
    assert sorted(each.name for each in archive.iterdir()) == ["2026-11-30_150000-1_C", "2026-11-30_150000_C"]
    index = refresh_index(tmp_path / "reports").read_text(encoding="utf-8")
    assert "two &lt;b&gt;" in index
    assert 'href="archive/2026-11-30_150000' in index


def test_the_index_passes_over_what_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "C.verdict.json").write_text("{")
    (tmp_path / "G.verdict.json").write_text('{"verdict": "APROVA", "headline": "x"}')
    assert "Nenhum relatório" in refresh_index(tmp_path).read_text(encoding="utf-8")


def test_readers_get_their_language_and_nothing_for_who_runs_it() -> None:
    notebook = json.loads(choose(TOY).notebook.read_text(encoding="utf-8"))
    for locale, heading in (("pt-BR", "## A evidência"), ("en", "## The evidence")):
        told = reading_copy(notebook, locale)  # type: ignore[arg-type]
        words = ["".join(cell["source"]) for cell in told["cells"] if cell["cell_type"] == "markdown"]
        assert words[0].startswith(heading)
    assert notebook["cells"][0]["metadata"]["tags"] == ["notebook-only"]


def test_the_notebook_for_exploring_runs_on_the_sample_that_ships(tmp_path: Path) -> None:
    folder = notebooks_folder()
    done = execute(folder / "explore.ipynb", tmp_path / "explore.ipynb", {}, folder=folder)
    content = json.loads(done.read_text(encoding="utf-8"))
    shown = [cell for cell in content["cells"] if cell.get("outputs")]
    assert len(shown) >= 6
    assert all(each["output_type"] == "execute_result" for cell in shown for each in cell["outputs"])
