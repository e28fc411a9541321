"""The words of one-line labels, without the Fluent parser: importing it takes longer than ``--help`` may."""

from __future__ import annotations

from functools import cache

from cenario.labels.text import FOLDER, current_locale

__all__ = ["plain_text"]


def plain_text(code: str) -> str:
    """Return the words of label `code`, which must stand on one line and have no placeholder.

    Raises
    ------
    KeyError
        No such label in one line.
    """
    return _lines(current_locale(), code.partition("-")[0])[code]


@cache
def _lines(locale: str, area: str) -> dict[str, str]:
    path = FOLDER / locale / f"{area}.ftl"
    pairs = (line.partition(" = ") for line in path.read_text(encoding="utf-8").splitlines())
    return {code: words for code, mark, words in pairs if mark and "{" not in words and code[:1].isalpha()}
