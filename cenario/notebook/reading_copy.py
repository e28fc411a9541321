"""The copy of an executed notebook that a page is made from: what is for readers, in their language.

A markdown cell tagged ``notebook-only`` speaks to who runs the notebook, and stays out. The others
are in Portuguese and carry their English in ``metadata.en``.
"""

from __future__ import annotations

import copy
from typing import Any

from cenario.labels.text import Locale

__all__ = ["NOTEBOOK_ONLY", "reading_copy"]

NOTEBOOK_ONLY = "notebook-only"


def reading_copy(notebook: dict[str, Any], locale: Locale) -> dict[str, Any]:
    """Return a copy of `notebook` (plain data) without what is not for readers, in `locale`."""
    made = copy.deepcopy(notebook)
    made["cells"] = [
        _told(cell, locale) for cell in made["cells"] if NOTEBOOK_ONLY not in cell["metadata"].get("tags", [])
    ]
    return made


def _told(cell: dict[str, Any], locale: Locale) -> dict[str, Any]:
    words = cell["metadata"].get(locale)
    if cell["cell_type"] == "markdown" and isinstance(words, str):
        cell["source"] = words
    return cell
