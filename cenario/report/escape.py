"""The one door through which text reaches a page: masked if asked, made visible, escaped; never stripped.

Text from models, contacts and files may hold markup, terminal codes, marks that turn the
direction of writing, or characters nobody sees. The reader must see that they are there: what
has no shape of its own is written by its name (``⟨U+202E⟩``), and the rest is escaped.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cenario.report.masking import mask_pii

_masking: ContextVar[bool] = ContextVar("masking", default=False)

_SUSPECT = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINER, _VARIATION = "\u200d", "\ufe0f"


@contextmanager
def masking(on: bool) -> Iterator[None]:
    """Mask personal data in every text shown inside the ``with``, where `on`."""
    token = _masking.set(on)
    try:
        yield
    finally:
        _masking.reset(token)


def shown(text: object) -> str:
    """Return `text` as people will see it, not yet escaped: personal data masked, hidden characters named."""
    words = str(text)
    if _masking.get():
        words = mask_pii(words)
    return _SUSPECT.sub(_name, words) if _SUSPECT.search(words) else words


def escape(text: object) -> str:
    """Return `text` ready to stand in HTML, as an element's text or an attribute's value."""
    return html.escape(shown(text), quote=True)


def slug(text: object) -> str:
    """Return an element id made from `text`: ASCII letters, digits and hyphens, never empty."""
    plain = unicodedata.normalize("NFKD", str(text)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"


def _name(found: re.Match[str]) -> str:
    char, whole, at = found[0], found.string, found.start()
    if char in (_JOINER, _VARIATION) and at and _is_emoji(whole[at - 1]):
        return char  # part of how an emoji is written
    return f"⟨U+{ord(char):04X}⟩"


def _is_emoji(char: str) -> bool:
    return char == _VARIATION or unicodedata.category(char) in ("So", "Sk")
