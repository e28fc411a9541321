"""People's scores of a bank's items, from a CSV: case, variant, repetition, annotator, score."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from cenario.errors import BadInputError, message
from cenario.store.documents import read_text

__all__ = ["COLUMNS", "LabelRow", "load_labels"]

COLUMNS = ("case", "annotator", "score")
OPTIONAL = ("variant", "repetition")

LabelRow = tuple[str, str | None, int, str, int]
"""(case, variant, repetition, annotator, score)."""


def load_labels(path: Path) -> tuple[LabelRow, ...]:
    """Return the labels in the file at `path`, one row each; other columns are passed over.

    Raises
    ------
    BadInputError
        Not readable, a column missing, a score that is not 1 to 5, a repetition that is not a whole
        number, or the same person twice on one item; names file and line.
    """
    reader = csv.DictReader(io.StringIO(read_text(path)))
    for column in COLUMNS:
        if column not in (reader.fieldnames or ()):
            raise BadInputError(message("bank-labels-column", path=path, column=column))
    rows: list[LabelRow] = []
    seen: set[tuple[object, ...]] = set()
    try:
        for row in reader:
            place = f"{path}:{reader.line_num}"
            made = _row(row, place)
            if made[:4] in seen:
                raise BadInputError(
                    message("bank-labels-twice", place=place, annotator=made[3], case=made[0])
                )
            seen.add(made[:4])
            rows.append(made)
    except csv.Error as error:
        raise BadInputError(
            message("bank-labels-csv", place=f"{path}:{reader.line_num}", detail=error)
        ) from None
    if not rows:
        raise BadInputError(message("documents-empty", path=path))
    return tuple(rows)


def _row(row: dict[str, str | None], place: str) -> LabelRow:
    case, annotator, score = ((row.get(name) or "").strip() for name in COLUMNS)
    variant, repetition = ((row.get(name) or "").strip() for name in OPTIONAL)
    for name, value in (("case", case), ("annotator", annotator)):
        if not value:
            raise BadInputError(message("bank-labels-blank", place=place, column=name))
    if score not in ("1", "2", "3", "4", "5"):
        raise BadInputError(message("bank-labels-score", place=place, value=score))
    if repetition and not repetition.isdecimal():
        raise BadInputError(message("bank-labels-repetition", place=place, value=repetition))
    return case, variant or None, int(repetition or 0), annotator, int(score)
