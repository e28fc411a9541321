"""A whole report of hostile recordings, in a real browser: first screen, evidence, transcripts, phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cenario.domain.execution import ChatMessage, Execution, Manifest, Step, ToolCall, Veto
from cenario.labels.text import use_locale
from cenario.notebook.produce import Produced, Request, produce
from cenario.store import journal
from tests.report import hostile

pytestmark = pytest.mark.e2e
HOSTILE, NAMED = hostile.WRITABLE, hostile.WRITABLE_NAMED
SIZES = {"desk": (1280, 900), "phone": (360, 740)}
N_PAIRS = 40


def side(arm: str, rewards: list[float]) -> list[Execution]:
    return [
        Execution(
            batch="b", evaluation="compare", arm=arm, model="openai:x", model_served=HOSTILE,
            conversation=f"C{n:02}", repetition=0, outcome="completed", reply=HOSTILE,
            scores={"reward": reward},
            messages=(ChatMessage(role="user", text=f"{HOSTILE} {arm}", name=HOSTILE, at=HOSTILE),),
            steps=(Step(calls=(ToolCall(name=HOSTILE, arguments=HOSTILE, result=HOSTILE, known=False),)),),
            vetoes=(Veto(gate=HOSTILE, reason=HOSTILE),), cost_usd=0.01,
        )
        for n, reward in enumerate(rewards)
    ]  # fmt: skip


def record(path: Path, arm: str, rewards: list[float]) -> str:
    manifest = Manifest(
        batch="b", evaluation="compare", seal="", sealed_at="2026-11-30T12:00:00Z", corpus=HOSTILE,
        revision=HOSTILE, simulated=True,
    )  # fmt: skip
    journal.write_whole(path, [manifest, *side(arm, rewards)])
    return str(path)


@pytest.fixture(scope="module", params=["pt-BR", "en"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Produced:
    folder = tmp_path_factory.mktemp("report")
    baseline = record(folder / "a.jsonl", "off", [1.0] * N_PAIRS)
    candidate = record(folder / "b.jsonl", "on", [0.0] * (N_PAIRS // 2) + [1.0] * (N_PAIRS // 2))
    with use_locale(request.param):
        return produce(
            Request(evaluation="compare", baseline=baseline, candidate=candidate, reports=folder / "reports")
        )


Open = Callable[..., Any]


@pytest.mark.parametrize("size", SIZES)
def test_it_asks_nothing_runs_nothing_and_everybody_can_read_it(
    open_report: Open, made: Produced, size: str
) -> None:
    report = open_report(made.page, size=SIZES[size])
    report.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert report.asked == []
    assert report.complaints == []
    assert report.scripts() == 0
    assert report.findings() == []
    assert report.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_hostile_text_stands_as_text_and_hides_nothing(open_report: Open, made: Produced) -> None:
    report = open_report(made.page)
    report.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    shown = report.shown()
    for words in (
        "<script>alert(1)</script>",
        "]]>",
        "</style>",
        "onerror=alert(2)",
        "javascript:alert(3)",
        *NAMED,
    ):
        assert words in shown
    assert report.page.locator("main img, main iframe, main a[href^=javascript]").count() == 0


def test_the_first_screen_holds_question_verdict_and_reason(open_report: Open, made: Produced) -> None:
    report = open_report(made.page)
    headline = report.page.locator(".cn-headline").bounding_box()
    assert headline["y"] + headline["height"] < SIZES["desk"][1]
    assert report.page.locator("h1").count() == 1
    assert "REPROVA" in report.page.locator(".cn-outcome").inner_text()
    first = report.page.locator("main :is(p, h1, h2, h3)").first.inner_text()
    assert "simul" in first


def test_a_transcript_opens_and_shows_both_sides(open_report: Open, made: Produced) -> None:
    report = open_report(made.page)
    fold = report.page.locator("details.cn-fold").first
    assert not fold.locator(".cn-side").first.is_visible()
    fold.locator("summary").first.click()
    assert fold.locator(".cn-side").count() == 2
    assert fold.locator(".cn-side").last.is_visible()


def test_letters_of_a_chart_can_be_read_on_a_phone(open_report: Open, made: Produced) -> None:
    report = open_report(made.page, size=SIZES["phone"])
    letters = report.page.locator(".cn-figure svg text")
    heights = letters.evaluate_all("them => them.map(each => each.getBoundingClientRect().height)")
    assert heights
    assert min(heights) > 7


def test_ids_are_used_once(open_report: Open, made: Produced) -> None:
    ids = open_report(made.page).page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))


def test_the_list_of_reports_leads_to_them(open_report: Open, made: Produced) -> None:
    report = open_report(made.page.parent / "index.html")
    assert report.asked == []
    assert report.findings() == []
    report.page.get_by_role("link", name="compare").first.click()
    assert "REPROVA" in report.page.locator(".cn-outcome").inner_text()
