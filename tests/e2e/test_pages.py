"""A rendered notebook in a real browser: it asks nobody, runs nothing, and everybody can read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cenario.notebook.execute import execute
from cenario.notebook.render import load_meanwhile, render

pytestmark = pytest.mark.e2e
FIXTURES = Path(__file__).parents[1] / "notebook" / "fixtures"
SIZES = {"desk": (1280, 900), "phone": (360, 740)}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    done = execute(FIXTURES / "hostile.ipynb", folder / "h.ipynb", {}, meanwhile=load_meanwhile)
    return render(done, folder / "hostile.html", title="Hostile", locale="pt-BR")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_asked_and_nothing_runs(open_report: Callable[..., Any], hostile: Path, size: str) -> None:
    report = open_report(hostile, size=SIZES[size])
    assert report.asked == []
    assert report.complaints == []
    assert report.scripts() == 0
    assert report.page.title() == "Hostile"  # what a script that ran would have changed


def test_hostile_text_is_shown_as_text(open_report: Callable[..., Any], hostile: Path) -> None:
    shown = open_report(hostile).shown()
    for words in (
        "<script>document.title='owned'</script>",
        "]]>",
        "</style>",
        "onerror",
        "javascript:alert(1)",
    ):
        assert words in shown


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(open_report: Callable[..., Any], hostile: Path, size: str) -> None:
    report = open_report(hostile, size=SIZES[size])
    assert report.findings() == []
    report.page.get_by_label("Mostrar o código").check()
    assert report.findings() == []


def test_axe_would_find_something(open_report: Callable[..., Any], tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<html><body><img src='data:,'><p style='color:#ddd'>pale</p></body></html>")
    found = " ".join(open_report(bad).findings())
    assert "image-alt" in found
    assert "html-has-lang" in found


def test_code_stands_behind_one_switch(open_report: Callable[..., Any], hostile: Path) -> None:
    report = open_report(hostile)
    code = report.page.locator(".page-code").first
    assert not code.is_visible()
    report.page.get_by_label("Mostrar o código").check()
    assert code.is_visible()


def test_a_keyboard_reaches_the_content_first(open_report: Callable[..., Any], hostile: Path) -> None:
    report = open_report(hostile)
    report.page.keyboard.press("Tab")
    assert report.page.evaluate("document.activeElement.textContent") == "Ir para o conteúdo"
    report.page.keyboard.press("Enter")
    assert report.page.evaluate("document.activeElement.id") == "content"


def test_a_phone_needs_no_sideways_scroll(open_report: Callable[..., Any], hostile: Path) -> None:
    report = open_report(hostile, size=SIZES["phone"])
    assert report.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_paper_shows_the_content_and_no_switch(open_report: Callable[..., Any], hostile: Path) -> None:
    report = open_report(hostile, media="print")
    assert not report.page.locator("#show-code").is_visible()
    assert report.page.get_by_role("heading", name="Hostile").is_visible()
    assert report.page.pdf()[:5] == b"%PDF-"


def test_our_block_is_drawn_inline(open_report: Callable[..., Any], hostile: Path) -> None:
    report = open_report(hostile)
    assert report.page.locator("#bar").bounding_box()["width"] == pytest.approx(100)
    assert report.page.locator("figure[role=img]").get_attribute("aria-label") == "one bar"
