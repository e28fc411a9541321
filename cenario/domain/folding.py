"""Text folded for comparison: case, accents and runs of white space do not count."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Return `text` in one case, without accents, its white space made single spaces and trimmed.

    Compatibility forms are folded too (full-width letters, ligatures), so that look-alikes typed
    another way are the same words.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(each for each in apart if not unicodedata.combining(each)).split())
