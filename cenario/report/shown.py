"""What a notebook cell displays: HTML that our own functions made, told apart from everybody else's.

A page keeps a `Shown` as it is and sanitises every other output. So only functions of this floor,
which escape whatever comes from data, may make one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MIMETYPE = "application/vnd.cenario.block+html"
"""The private type that a page shows raw; no library and no data ever publishes it."""

STYLE_PATH = Path(__file__).parent / "style.css"
"""The one look: the page's template puts it in the head, a notebook gets it with each block."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A block of a report, ready for a page, for Jupyter and for a terminal.

    Attributes
    ----------
    html
        Markup in which every word from data is already escaped; scripts and addresses are refused
        when the page is rendered.
    text
        The same in plain words, one short line: what a terminal shows and what stands when HTML does not.
    """

    html: str
    text: str

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 (IPython's signature)
        return {MIMETYPE: self.html, "text/html": self.html, "text/plain": self.text}
