"""The reports that `make report` writes, as readers open them: on a desk, a phone and paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from cenario.labels.text import use_locale
from cenario.notebook.documentation import DOCUMENTS, document
from cenario.notebook.produce import Produced, Request, produce

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "samples"
SIZES = {"desk": (1280, 900), "phone": (360, 740)}
REQUESTS: dict[str, dict[str, Any]] = {
    "C": {},
    "F5": {},
    "G": {},
    "bank": {},
    "simulation": {},
    "compare": {
        "baseline": str(SAMPLES / "compare-baseline.jsonl"),
        "candidate": str(SAMPLES / "compare-candidate.jsonl"),
    },
}
"""What to ask for each evaluation whose report is opened here; with nothing, the embedded batch is run."""


def produced(request: Request) -> Produced:
    """Make a report in a thread of its own: the browser's driver keeps an event loop running in this one."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(copy_context().run, produce, request).result()


@pytest.fixture(scope="session", params=sorted(REQUESTS))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Produced:
    folder = tmp_path_factory.mktemp(request.param)
    return produced(Request(evaluation=request.param, reports=folder, **REQUESTS[request.param]))


@pytest.mark.parametrize("size", SIZES)
def test_a_report_asks_nothing_and_everybody_can_read_it(
    open_report: Callable[..., Any], made: Produced, size: str
) -> None:
    report = open_report(made.page, size=SIZES[size])
    assert report.asked == []
    assert report.complaints == []
    assert report.scripts() == 0
    assert report.findings() == []
    assert report.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_first_screen_says_the_verdict_that_the_machine_reads(
    open_report: Callable[..., Any], made: Produced
) -> None:
    report = open_report(made.page)
    verdict = json.loads(made.verdict.read_text(encoding="utf-8"))
    assert report.page.evaluate("document.documentElement.lang") == "pt-BR"
    outcome = report.page.locator(".cn-outcome").first
    assert verdict["verdict"] in outcome.inner_text()
    assert outcome.bounding_box()["y"] < 900


def test_every_conversation_can_be_opened(open_report: Callable[..., Any], made: Produced) -> None:
    report = open_report(made.page)
    folded = report.page.locator("details")
    for index in range(folded.count()):
        folded.nth(index).evaluate("each => each.open = true")
    assert report.findings() == []


def test_element_ids_stand_once(open_report: Callable[..., Any], made: Produced) -> None:
    ids = open_report(made.page).page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def test_a_report_prints(open_report: Callable[..., Any], made: Produced) -> None:
    assert open_report(made.page, media="print").page.pdf()[:5] == b"%PDF-"


def test_the_list_of_reports_leads_to_it(open_report: Callable[..., Any], made: Produced) -> None:
    report = open_report(made.page.parent / "index.html")
    assert report.findings() == []
    assert report.asked == []
    report.page.locator(f"a[href='{made.page.name}']").click()
    assert report.page.url.endswith(made.page.name)


def test_english_is_a_word_away(open_report: Callable[..., Any], tmp_path: Path) -> None:
    with use_locale("en"):
        made = produced(Request(evaluation="compare", reports=tmp_path, **REQUESTS["compare"]))
    report = open_report(made.page)
    assert report.page.evaluate("document.documentElement.lang") == "en"
    assert report.findings() == []
    assert "Does " in report.shown()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documentation_asks_nothing_and_everybody_can_read_it(
    open_report: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    report = open_report(document(name, tmp_path), size=SIZES["phone"])
    assert report.asked == []
    assert report.complaints == []
    assert report.findings() == []
    assert report.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
