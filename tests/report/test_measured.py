"""The figures of the documentation: kept by runs, shown whole, in both languages."""

from __future__ import annotations

import pytest

from cenario.errors import BadInputError
from cenario.labels.numbers import count, number
from cenario.labels.text import use_locale
from cenario.report.measured import EVIDENCE, load_evidence, measured

NAMES = sorted(path.stem for path in EVIDENCE.glob("*.json"))


def written(value: str | float | list[str]) -> str:
    if isinstance(value, (str, list)):
        return value if isinstance(value, str) else ", ".join(value)
    return count(value) if isinstance(value, int) else number(value, decimals=3)


def test_there_is_evidence() -> None:
    assert {"performance", "reliability"} <= set(NAMES)


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_shown(name: str, locale: str) -> None:
    shown = measured(name, locale=locale).text()
    found = load_evidence(name)
    assert found.measured_at.isoformat() in shown
    with use_locale(locale):  # type: ignore[arg-type]
        for rows in found.tables.values():
            for value in (value for row in rows for value in row.values()):
                assert written(value) in shown


def test_what_was_never_measured_is_said_so() -> None:
    with use_locale("en"), pytest.raises(BadInputError, match="run make evidence"):
        measured("nothing")


def test_promises_on_record_were_kept() -> None:
    broken = [
        row["name"]
        for row in load_evidence("performance").tables["performance"]
        if row["value"] > row["limit"]
    ]
    assert broken == []


def test_our_bounds_are_as_reliable_as_they_say() -> None:
    tables = load_evidence("reliability").tables
    tango = [row for row in tables["paired"] if "Tango" in str(row["design"])]
    assert len(tango) == 5
    assert all(float(row["coverage"]) >= 0.945 for row in tango)
    assert all(float(row["wrongly_shown"]) <= 0.025 for row in tango)
    assert all(float(row["clustered"]) >= 0.93 > float(row["naive"]) for row in tables["clustered"])
