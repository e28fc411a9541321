"""The copy of an executed notebook that a page is made from: what is for readers, in their language.

A markdown cell tagged ``notebook-only`` speaks to who runs the notebook, and stays out; so does the cell
of injected values, which names files of the machine that made the page (the page itself tells the
parameters and the files' digests). The other cells are in Portuguese and carry their English in
``metadata.en``.
"""

from __future__ import annotations

import copy
from typing import Any

from cenario.labels.text import Locale

__all__ = ["NOTEBOOK_ONLY", "reading_copy"]

NOTEBOOK_ONLY = "notebook-only"
LEFT_OUT = frozenset({NOTEBOOK_ONLY, "injected-parameters"})


def reading_copy(notebook: dict[str, Any], locale: Locale) -> dict[str, Any]:
    """Return a copy of `notebook` (plain data) without what is not for readers, in `locale`."""
    made = copy.deepcopy(notebook)
    made["cells"] = [
        _told(cell, locale) for cell in made["cells"] if not LEFT_OUT & set(cell["metadata"].get("tags", []))
    ]
    return made


def _told(cell: dict[str, Any], locale: Locale) -> dict[str, Any]:
    words = cell["metadata"].get(locale)
    if cell["cell_type"] == "markdown" and isinstance(words, str):
        cell["source"] = words
    return cell
