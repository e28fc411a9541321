"""The four formats, against parsers that we did not write."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.agent.preview.tools.formats import PATTERNS, matches


def test_every_day_of_the_calendar_is_a_date_and_no_other() -> None:
    day, last = date(1896, 1, 1), date(2104, 12, 31)
    while day <= last:
        assert matches(day.isoformat(), "date")
        day += timedelta(days=1)
    for year in (1900, 2000, 2023, 2024, 2100, 2400):
        for month in range(14):
            for number in range(34):
                text = f"{year}-{month:02}-{number:02}"
                try:
                    date.fromisoformat(text)
                except ValueError:
                    assert not matches(text, "date"), text
                else:
                    assert matches(text, "date"), text


@given(st.datetimes(min_value=datetime(1000, 1, 1), max_value=datetime(2999, 12, 31)), st.timezones())  # noqa: DTZ001
def test_an_instant_is_what_python_reads(moment: datetime, zone: object) -> None:
    text = moment.replace(tzinfo=zone).isoformat()  # type: ignore[arg-type]
    has_whole_minutes = re.search(r"[+-]\d\d:\d\d$", text) is not None
    assert matches(text, "date-time") == has_whole_minutes
    if has_whole_minutes:
        assert datetime.fromisoformat(text).utcoffset() is not None


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-04T10:00:00",  # no offset
        "2026-11-04 10:00:00-03:00",
        "2026-11-04T24:00:00-03:00",
        "2026-11-31T10:00:00-03:00",
        "2026-11-04T10:00:00-0300",
        "2026-11-04T10:00:00-03:00\n",
        "٢٠٢٦-11-04T10:00:00-03:00",
        "amanhã às 15h",
        "",
    ],
)
def test_what_is_not_an_instant(text: str) -> None:
    assert not matches(text, "date-time")


@given(st.uuids())
def test_a_uuid_of_a_known_version_and_variant(value: UUID) -> None:
    is_rfc = value.variant == "specified in RFC 4122" and value.version in range(1, 9)
    assert matches(str(value), "uuid") == (is_rfc or value.int in (0, 2**128 - 1))


def test_nil_and_max_are_valid_uuids_masked_or_not() -> None:
    for digit in "0fF":
        assert matches("-".join(digit * n for n in (8, 4, 4, 4, 12)), "uuid")
        assert matches(f"{digit * 8}-{digit * 4}-4{digit * 3}-8{digit * 3}-{digit * 12}", "uuid")
    assert not matches("00000000-0000-0000-8000-000000000000", "uuid")
    assert not matches(uuid4().hex, "uuid")
    assert not matches(f"{{{uuid4()}}}", "uuid")


@pytest.mark.parametrize(
    ("text", "is_email"),
    [
        ("ana.souza@exemplo.com.br", True),
        ("ANA.SOUZA@EXEMPLO.COM.BR", True),
        ("d'avila+x_1@a-b.co", True),
        ("ana@gmail", False),
        ("ana@gmail.", False),
        ("ana.@gmail.com", False),
        ("ana@@gmail.com", False),
        ("ana souza@gmail.com", False),
        ("ana@-x.com", False),
        ("josé@exemplo.com", False),
        ("a" * 250 + "@x.co", False),
        ("ana@exemplo.com\n", False),
    ],
)
def test_an_email_has_a_whole_domain(text: str, is_email: bool) -> None:
    assert matches(text, "email") is is_email


def test_a_hostile_text_costs_no_time() -> None:
    for name in PATTERNS:
        for text in ("a" * 100_000, "a." * 126, "a@" + "b-" * 126, "a@" + "b." * 126, "0" * 254):
            assert not matches(text, name)
