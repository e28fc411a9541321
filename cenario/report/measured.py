"""The figures that the documentation quotes: measured by the project's own slow runs, never typed.

``data/evidence/<name>.json`` holds tables of plain values with the machine and the date; the words
around them are labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from cenario.errors import BadInputError, message
from cenario.labels import numbers
from cenario.labels.text import LOCALES, current_locale, use_locale
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.parts import Column, Part, Prose, Table

__all__ = ["EVIDENCE", "Evidence", "load_evidence", "measured"]

EVIDENCE = Path(__file__).parents[2] / "data" / "evidence"
Value = str | float | int | bool | list[str]


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one set of slow runs found, and on what machine."""

    measured_at: date
    machine: dict[str, Value]
    tables: dict[str, list[dict[str, Value]]]


def load_evidence(name: str) -> Evidence:
    """Return the figures kept under `name`.

    Raises
    ------
    BadInputError
        Nothing was kept under that name, or the file is not of this form.
    """
    path = EVIDENCE / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Evidence)
    except (FileNotFoundError, msgspec.DecodeError) as fault:
        raise BadInputError(message("measured-missing", path=path.name)) from fault


def measured(name: str, *, locale: str = "") -> Block:
    """Return a block with every table kept under `name`, and where and when it was measured."""
    found = load_evidence(name)
    chosen = locale if locale in LOCALES else current_locale()
    with use_locale(chosen):
        machine = ", ".join(f"{key} {value}" for key, value in found.machine.items())
        when = label("measured-where", day=found.measured_at.isoformat(), machine=machine)
        parts: list[Part] = []
        for key, rows in found.tables.items():
            parts += [Prose(text=label(f"measured-table-{_id(key)}")), _table(rows)]
        title = label(f"measured-title-{_id(name)}")
    return Block(key=f"measured-{name}", title=title, parts=parts, footnotes=[when], locale=chosen)


def _id(name: str) -> str:
    return name.replace("_", "-")


def _table(rows: Sequence[Mapping[str, Value]]) -> Table:
    names = list(rows[0])
    return Table(
        columns=[
            Column(
                title=label(f"measured-column-{_id(name)}"),
                align="left" if isinstance(rows[0][name], (str, list)) else "right",
            )
            for name in names
        ],
        rows=[[_shown(row.get(name)) for name in names] for row in rows],
    )


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(value) or numbers.NOTHING
    return numbers.count(value) if isinstance(value, int) else numbers.number(value, decimals=3)
