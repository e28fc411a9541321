"""A block of a report: data first, then pure functions to HTML and to plain text.

A block shows itself in a notebook. Its HTML is made here, escaped here, and goes out under a
type of its own, so that the page's template can trust it and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cenario.labels.text import Locale, current_locale, use_locale
from cenario.report.escape import masking
from cenario.report.parts import Part
from cenario.report.plain import plain_block
from cenario.report.render import html_block
from cenario.report.shown import MIMETYPE, STYLE_PATH

__all__ = ["MIMETYPE", "STYLE_PATH", "Block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A titled piece of evidence.

    `key` is unique in a page: element ids are made from it. `shows` says in a sentence what is
    shown; `unit` is that of its numbers, where they share one.
    """

    key: str
    title: str = ""
    shows: str = ""
    unit: str = ""
    parts: Sequence[Part] = ()
    footnotes: Sequence[str] = ()
    locale: Locale | None = None
    mask_pii: bool = False

    def html(self) -> str:
        """Return the block as escaped HTML, in its locale."""
        with use_locale(self.locale or current_locale()), masking(self.mask_pii):
            return html_block(self)

    def text(self) -> str:
        """Return the block as plain text, for terminals and for readers without HTML."""
        with use_locale(self.locale or current_locale()), masking(self.mask_pii):
            return plain_block(self)

    def shown_as(self, locale: Locale, *, mask_pii: bool) -> Block:
        """Return the same block, to be shown in `locale`, personal data masked where `mask_pii`."""
        return replace(self, locale=locale, mask_pii=mask_pii)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 (IPython's signature)
        html = self.html()
        style = STYLE_PATH.read_text(encoding="utf-8")
        return {
            MIMETYPE: html,
            "text/html": f"<style>{style}</style>{html}",
            "text/plain": self.text(),
        }
