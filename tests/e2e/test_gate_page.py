"""The gate's report in a real browser, with scenarios that fail."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cenario.evaluations.registry import find
from cenario.notebook.produce import Produced, Request, produce
from cenario.runner.embedded import run_embedded

pytestmark = pytest.mark.e2e
SIZES = {"desk": (1280, 900), "phone": (360, 740)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Produced:
    """Return the report of a run of the shipped scenarios; the browser's loop holds this thread."""
    folder = tmp_path_factory.mktemp("gate")
    with ThreadPoolExecutor(1) as other:
        run = other.submit(run_embedded, find("gate"), model="simulated:chaotic", folder=folder / "runs")
    runs = [str(path) for path in run.result()]
    return produce(Request(evaluation="gate", reports=folder / "reports", runs=runs))


@pytest.mark.parametrize("size", SIZES)
def test_it_asks_nothing_and_everybody_can_read_it(
    open_report: Callable[..., Any], made: Produced, size: str
) -> None:
    report = open_report(made.page, size=SIZES[size])
    assert report.asked == []
    assert report.complaints == []
    assert report.scripts() == 0
    assert report.findings() == []
    assert report.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_matrix_the_failures_and_their_reasons_are_there(
    open_report: Callable[..., Any], made: Produced
) -> None:
    shown = open_report(made.page).shown()
    for words in (
        "Cenário × entrada × repetição",
        "O que falhou, e por quê",
        "As réguas em vigor",
        "Medições",
    ):
        assert words in shown
    assert "cala-diante-de-um-polegar" in shown
    assert "não devia haver" in shown
