"""nbconvert with our own offline template: a notebook's outputs as one page that asks nobody anything.

Heavy (nbconvert takes a second to import), so `cenario.notebook.render` loads it, while the kernel runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nbconvert.exporters.html import HTMLExporter
from nbconvert.exporters.templateexporter import TemplateExporter
from traitlets.config import Config

from cenario.labels.text import Locale, text, use_locale
from cenario.notebook.guard import checked_block, sanitise
from cenario.report.shown import MIMETYPE, STYLE_PATH

TEMPLATES = Path(__file__).parent / "template"
LANGUAGES: dict[Locale, str] = {"pt-BR": "pt-BR", "en": "en"}
"""What ``<html lang>`` says; nbconvert itself would refuse pt-BR and say en."""


class _OfflineExporter(HTMLExporter):
    """An exporter of our template, our filters, and no second pass over the page."""

    @property
    def default_config(self) -> Config:
        """Our own blocks first; scripts, widgets and PDFs never."""
        kept = [MIMETYPE, "text/html", "text/markdown", "image/svg+xml", "image/png", "image/jpeg"]
        return Config({"NbConvertBase": {"display_data_priority": [*kept, "text/latex", "text/plain"]}})

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """nbconvert's filters and ours."""
        yield from super().default_filters()  # type: ignore[no-untyped-call]
        yield "checked_block", checked_block
        yield "sanitise", sanitise
        yield "alt", _alt

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> Any:
        """Return the page; the markup is ours already, so it is not parsed and written once more."""
        return TemplateExporter.from_notebook_node(self, nb, resources, **options)


def page_html(notebook: Any, *, title: str, locale: Locale) -> str:
    """Return the page of an executed `notebook` (an nbformat node)."""
    with use_locale(locale):
        page = {
            "title": title,
            "lang": LANGUAGES[locale],
            "style": _style(),
            "block": MIMETYPE,
            "skip": text("notebook-skip"),
            "show_code": text("notebook-show-code"),
        }
        html, _ = _exporter().from_notebook_node(notebook, {"page": page})
    return str(html)


@cache
def _exporter() -> _OfflineExporter:
    made: Any = _OfflineExporter
    return made(  # type: ignore[no-any-return]
        template_name="offline", extra_template_basedirs=[str(TEMPLATES)], exclude_anchor_links=True
    )


@cache
def _style() -> str:
    own = (TEMPLATES / "offline" / "page.css").read_text(encoding="utf-8")
    return own + STYLE_PATH.read_text(encoding="utf-8")


def _alt(output: Any, kind: str) -> str:
    """Return the text that stands for a picture: what the notebook gave it, else that it is one."""
    given = output.get("metadata", {})
    return str(given.get(kind, {}).get("alt") or given.get("alt") or text("notebook-picture"))
