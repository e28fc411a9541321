"""Text folded for comparison: case, accents and runs of white space do not count."""

from __future__ import annotations

import unicodedata


class _Unmarked(dict[int, int | None]):
    """What each character becomes: combining marks nothing, all else itself; filled as it is asked."""

    def __missing__(self, code: int) -> int | None:
        kept = None if unicodedata.combining(chr(code)) else code
        self[code] = kept
        return kept


_UNMARKED = _Unmarked()


def fold(text: str) -> str:
    """Return `text` in one case, without accents, its white space made single spaces and trimmed.

    Compatibility forms are folded too (full-width letters, ligatures), so that look-alikes typed
    another way are the same words.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(apart.translate(_UNMARKED).split())
