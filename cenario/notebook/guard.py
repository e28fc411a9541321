"""Refuse a block that would run a script or ask the network; clean the HTML of everybody else.

Two doors for two kinds of markup. What our own functions made is read through and *refused* when it
holds what no block of ours may hold: that is a fault of the program. What libraries, authors and
data made is *sanitised*: a short list of elements and attributes stays, the rest is shown as text.
The page carries a content security policy besides, so that a browser refuses both again.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

from cenario.errors import message
from cenario.notebook.faults import UnsafePageError

LIVE = frozenset({"script", "iframe", "frame", "object", "embed", "link", "meta", "base", "form", "portal"})
"""Elements that run something or ask for something."""

ADDRESSES = frozenset(
    {"src", "srcset", "href", "xlink:href", "data", "poster", "background", "action", "formaction", "ping"}
)
"""Attributes that name a place; only places inside the page are allowed, and links that people follow."""

_LINK = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_INSIDE = re.compile(r"#|data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,]", re.IGNORECASE)
_RELATIVE = re.compile(r"[\w./#?=&%-]*\Z")
_STYLE_ASKS = re.compile(r"@import|expression\s*\(|url\(\s*[\"']?(?!#|data:)", re.IGNORECASE)
_NO_ALT = re.compile(r"<img(?![^>]*\balt=)")
_STYLE_ELEMENT = re.compile(r"<style\b[^>]*>.*?</style\s*>", re.IGNORECASE | re.DOTALL)


def checked_block(html: str) -> str:
    """Return `html`, a block made by our own functions, as it is.

    Raises
    ------
    UnsafePageError
        It holds a script, a handler, or an address that a browser would ask for by itself.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if reader.fault:
        raise UnsafePageError(message("notebook-unsafe", what=reader.fault))
    return html


class _Reader(HTMLParser):
    """Reads a block and remembers the first thing that may not stand in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.fault = ""
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        if tag in LIVE:
            self._note(f"<{tag}>")
        for name, value in attrs:
            self._attribute(tag, name, (value or "").strip())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._in_style = False

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style and _STYLE_ASKS.search(data):
            self._note("<style>: url(…)")

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name.startswith("on"):
            self._note(f"{name}=")
        elif name == "style" and _STYLE_ASKS.search(value):
            self._note("style=: url(…)")
        elif name in ADDRESSES and not _stays(tag, name, value):
            self._note(f"{name}={value[:40]}")

    def _note(self, fault: str) -> None:
        self.fault = self.fault or fault


def _stays(tag: str, name: str, value: str) -> bool:
    """Say if following this address asks nothing until a person clicks."""
    if tag == "a" and name in {"href", "xlink:href"}:
        return bool(_LINK.match(value) or _RELATIVE.match(value))
    return bool(_INSIDE.match(value))


def sanitise(html: str) -> str:
    """Return `html` with the listed elements and attributes kept and all else shown as text.

    A library's own `<style>` goes without a trace: the page has one look.
    """
    clean = _cleaner().clean(_STYLE_ELEMENT.sub("", html))
    return _NO_ALT.sub('<img alt=""', clean)


# fmt: off
KEPT = frozenset({
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del",
    "details", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "small",
    "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead",
    "time", "tr", "u", "ul", "var",
})
# fmt: on
"""Elements that stay when they are not ours; any other is shown as the text it is written in."""

KEPT_STYLES = ("color", "background-color", "font-weight", "font-style", "text-align", "width", "white-space")


@cache
def _cleaner() -> Any:
    from bleach.css_sanitizer import CSSSanitizer  # with nbconvert, which is here when a page is rendered
    from bleach.sanitizer import Cleaner

    return Cleaner(
        tags=KEPT,
        attributes=_attribute_stays,
        protocols=["http", "https", "mailto", "data"],
        css_sanitizer=CSSSanitizer(allowed_css_properties=KEPT_STYLES),
    )


def _attribute_stays(tag: str, name: str, value: str) -> bool:
    by_tag = {
        "a": {"href"},
        "img": {"src", "alt", "width", "height"},
        "td": {"colspan", "rowspan"},
        "th": {"colspan", "rowspan", "scope"},
        "ol": {"start"},
        "time": {"datetime"},
        "details": {"open"},
    }
    if name in {"title", "lang", "dir", "style"}:
        return True
    if name == "id":
        return tag in {"h1", "h2", "h3", "h4", "h5", "h6"}
    return name in by_tag.get(tag, ()) and (name not in ADDRESSES or _stays(tag, name, value.strip()))
