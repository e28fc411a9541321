"""A real Chromium, and a page that remembers all it asked for, ran and complained of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Opened:
    """A report in a browser, with what it asked for and complained of since it was opened."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def asked(self) -> list[str]:
        """Everything asked for besides the file itself."""
        return [each for each in self.requests[1:] if not each.startswith("data:")]

    def scripts(self) -> int:
        """Script elements that live in the document."""
        return int(self.page.locator("script").count())

    def shown(self) -> str:
        """The text that a person sees."""
        return self.page.locator("body").inner_text()

    def findings(self) -> list[str]:
        """What axe-core calls serious or critical, one line each."""
        found: AxeResults = Axe().run(self.page)
        return [
            f"{each['id']}: {node['target']}"
            for each in found.response["violations"]
            if each["impact"] in {"serious", "critical"}
            for node in each["nodes"]
        ]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.fail("no Chromium: install Debian's package chromium, or say CHROMIUM=path", pytrace=False)
    with sync_playwright() as started:
        running = started.chromium.launch(executable_path=chromium, args=QUIET)
        yield running
        running.close()


@pytest.fixture
def open_report(browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Open an HTML file as a person would, from the disk; `size` in CSS pixels, `media` screen or print."""
    contexts: list[Any] = []

    def opened(path: Path, *, size: tuple[int, int] = (1280, 900), media: str = "screen") -> Opened:
        # The page forbids all script; axe-core is one, so the checking browser may look past that.
        context = browser.new_context(bypass_csp=True, viewport={"width": size[0], "height": size[1]})
        contexts.append(context)
        report = Opened(context.new_page())
        report.page.on("request", lambda request: report.requests.append(request.url))
        report.page.on("console", lambda said: report.complaints.append(said.text))
        report.page.on("pageerror", lambda error: report.complaints.append(str(error)))
        report.page.emulate_media(media=media)  # type: ignore[arg-type]
        report.page.goto(path.resolve().as_uri())
        report.page.wait_for_load_state("networkidle")
        return report

    yield opened
    for context in contexts:
        context.close()
