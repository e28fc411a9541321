"""Dates written or said in Portuguese and Spanish, made absolute by the turn's clock.

The readings that are ours where speech is ambiguous:

- a weekday alone, "próxima terça" and "terça que vem" are the first such day *after* today;
- "sexta da semana que vem" is in the week (Monday to Sunday) after this one;
- a day without a month is the first such day from today on; a day and month without a year take the
  year that brings them nearest to the clock;
- "N dias úteis" counts Monday to Friday, holidays unknown.

Keys: ``2026-11-05`` (a day), ``2026-W46`` (a week), ``2026-12`` (a month).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta

from cenario.measures.entities.flat import Board, Found
from cenario.measures.entities.lexicon import words
from cenario.measures.entities.numerals import NUMBER, whole

_MONTHS = {
    name: index
    for index, names in enumerate(
        (
            "janeiro enero", "fevereiro febrero", "marco marzo", "abril", "maio mayo", "junho junio",
            "julho julio", "agosto", "setembro septiembre setiembre", "outubro octubre",
            "novembro noviembre", "dezembro diciembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_DAYS = {
    "segunda": 0, "lunes": 0, "terca": 1, "martes": 1, "quarta": 2, "miercoles": 2, "quinta": 3,
    "jueves": 3, "sexta": 4, "viernes": 4, "sabado": 5, "domingo": 6,
}  # fmt: skip
_ORDINAL_TOO = words("ordinal_weekdays")

_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})\b"
_YEAR = r"(?:\s(?:de|del)\s(?P<year>\d{4})\b)?"
_DAY = rf"(?P<day>\d{{1,2}}[o°]?|{NUMBER})"
_WEEKDAY = rf"\b(?P<weekday>{'|'.join(_DAYS)})(?P<feira>(?:-|\s)feira)?\b"
_NEXT_WEEK = r"(?:semana\s(?:que\svem|que\sviene|seguinte|siguiente)|(?:proxima|prox\.)\ssemana)"
_AFTER = words("after_weekday")

_Reader = Callable[[re.Match[str], date], list[str]]


_HINT = re.compile(
    rf"\d[/.-]\d|\b(?:dias?|semanas?|mes(?:es)?|hoje|hoy|ontem|anteontem|ayer|anteayer|antier|amanha|manana|"
    rf"{'|'.join([*_DAYS, *_MONTHS])})\b"
)
"""Without one of these there is no date: most texts are spared two dozen patterns."""


def dates(board: Board, clock: datetime) -> list[Found]:
    """Find dates; `clock` is the moment of the turn."""
    today = clock.date()
    for pattern, read in _READERS if _HINT.search(board.flat) else ():
        board.take(
            [
                Found(match.start(), match.end(), "date", key)
                for match in pattern.finditer(board.flat)
                for key in read(match, today)
            ]
        )
    return []


def _iso(year: int, month: int, day: int) -> list[str]:
    try:
        return [date(year, month, day).isoformat()]
    except ValueError:
        return []


def _nearest(month: int, day: int, today: date) -> list[str]:
    candidates = [
        found for year in (today.year - 1, today.year, today.year + 1) for found in _iso(year, month, day)
    ]
    return sorted(candidates, key=lambda one: abs((date.fromisoformat(one) - today).days))[:1]


def _written(m: re.Match[str], _today: date) -> list[str]:
    year, month, day = m["year"], int(m["month"]), int(m["day"])
    return _iso(int(year) + (2000 if len(year) == 2 else 0), month, day)


def _day_and_month(m: re.Match[str], today: date) -> list[str]:
    return _nearest(int(m["month"]), int(m["day"]), today)


def _named(m: re.Match[str], today: date) -> list[str]:
    groups = m.groupdict()
    days = [groups["day"], groups.get("until")]
    month, year = _MONTHS[m["month"]], groups.get("year")
    found = []
    for day in days:
        if day is None:
            continue
        number = whole(day.rstrip("o°") if day[0].isdigit() else day)
        if not 1 <= number <= 31:
            continue
        found += _iso(int(year), month, number) if year else _nearest(month, number, today)
    return found


def _month_of_year(m: re.Match[str], _today: date) -> list[str]:
    return [f"{int(m['year']):04d}-{_MONTHS[m['month']]:02d}"]


def _bare_day(m: re.Match[str], today: date) -> list[str]:
    found = []
    for written in (m["day"], m["also"]):
        day = int(written) if written else 0
        if not 1 <= day <= 31:
            continue
        year, month = today.year, today.month
        for _ in range(12):
            if day <= monthrange(year, month)[1] and date(year, month, day) >= today:
                found.append(date(year, month, day).isoformat())
                break
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return found


def _shifted(m: re.Match[str], today: date) -> list[str]:
    count, unit = whole(m["count"]), m["unit"]
    back = bool(m.groupdict().get("back"))
    if count > 999:
        return []
    if unit.startswith("mes"):
        months = today.year * 12 + today.month - 1 + (-count if back else count)
        year, month = divmod(months, 12)
        return _iso(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
    if m.groupdict().get("business"):
        return [_business_days(today, -count if back else count).isoformat()]
    days = count * (7 if unit.startswith("semana") else 1)
    return [(today + timedelta(days=-days if back else days)).isoformat()]


def _business_days(today: date, count: int) -> date:
    step = 1 if count >= 0 else -1
    day = today
    for _ in range(abs(count)):
        day += timedelta(days=step)
        while day.weekday() > 4:
            day += timedelta(days=step)
    return day


def _week(shift: int) -> _Reader:
    def read(_m: re.Match[str], today: date) -> list[str]:
        year, week, _ = (today + timedelta(weeks=shift)).isocalendar()
        return [f"{year}-W{week:02d}"]

    return read


def _month(shift: int) -> _Reader:
    def read(_m: re.Match[str], today: date) -> list[str]:
        year, month = divmod(today.year * 12 + today.month - 1 + shift, 12)
        return [f"{year:04d}-{month + 1:02d}"]

    return read


def _day(shift: int) -> _Reader:
    def read(_m: re.Match[str], today: date) -> list[str]:
        return [(today + timedelta(days=shift)).isoformat()]

    return read


def _weekday_next_week(m: re.Match[str], today: date) -> list[str]:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=1)
    return [(monday + timedelta(days=_DAYS[m["weekday"]])).isoformat()]


def _weekday_past(m: re.Match[str], today: date) -> list[str]:
    back = (today.weekday() - _DAYS[m["weekday"]] - 1) % 7 + 1
    return [(today - timedelta(days=back)).isoformat()]


def _weekday_to_come(m: re.Match[str], today: date) -> list[str]:
    ahead = (_DAYS[m["weekday"]] - today.weekday() - 1) % 7 + 1
    return [(today + timedelta(days=ahead)).isoformat()]


def _weekday_alone(m: re.Match[str], today: date) -> list[str]:
    """Read a weekday, unless it is an ordinal ("a segunda opção"): then a noun follows it."""
    if m["weekday"] in _ORDINAL_TOO and not m["feira"]:
        following = re.match(r"\s([a-z]+)", m.string[m.end() : m.end() + 40])
        if following and following[1] not in _AFTER:
            return []
    return _weekday_to_come(m, today)


_UNIT = r"(?P<unit>dias?|semanas?|mes(?:es)?)\b(?P<business>\s(?:uteis|util|habiles|habil))?"
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)", _written),
        (
            r"(?<![\d/.-])(?P<day>\d{1,2})(?P<by>[/.-])(?P<month>\d{1,2})(?P=by)(?P<year>\d{4}|\d{2})(?![\d/])",
            _written,
        ),
        (
            (
                r"(?<![\d/,.-])(?!(?:1/2|1/3|2/3|1/4|3/4)\s(?:d[aoe]|del)\b)"
                r"(?P<day>\d{1,2})/(?P<month>\d{1,2})(?![\d/%])"
            ),
            _day_and_month,
        ),
        (
            rf"\b{_DAY}\s(?:a|ao|e|y|ate|al|hasta)\s(?P<until>\d{{1,2}})\s(?:de\s|del\s)?{_MONTH}{_YEAR}",
            _named,
        ),
        (rf"\b(?:dia\s)?{_DAY}\s(?:de\s|del\s)?{_MONTH}{_YEAR}", _named),
        (rf"\b{_MONTH}\s(?:de|del)\s(?P<year>\d{{4}})\b", _month_of_year),
        (
            rf"{_WEEKDAY}(?:\s(?:feira\s)?(?:da|na|de\sla|de))?,?\s(?:na\s|la\s)?{_NEXT_WEEK}",
            _weekday_next_week,
        ),
        (rf"\b{_NEXT_WEEK},?\s(?:na\s|no\s|el\s)?{_WEEKDAY}", _weekday_next_week),
        (rf"\bultim[ao]\s{_WEEKDAY}", _weekday_past),
        (rf"{_WEEKDAY}\s(?:passad[ao]|pasad[ao])\b", _weekday_past),
        (rf"\bproxim[ao]\s{_WEEKDAY}", _weekday_to_come),
        (rf"{_WEEKDAY}\s(?:que\svem|que\sviene|proxim[ao])\b", _weekday_to_come),
        (rf"\b{_NEXT_WEEK}", _week(1)),
        (r"\b(?:semana\s(?:passada|pasada)|ultima\ssemana)\b", _week(-1)),
        (r"\b(?:nesta|n?essa|esta)\ssemana\b", _week(0)),
        (r"\bmes\s(?:que\svem|que\sviene|seguinte|siguiente)\b|\bproximo\smes\b", _month(1)),
        (r"\bmes\s(?:passado|pasado)\b", _month(-1)),
        (rf"\b(?P<back>ha|faz|hace)\s(?P<count>{NUMBER})\s{_UNIT}", _shifted),
        (rf"\b(?P<count>{NUMBER})\s{_UNIT}\s(?P<back>atras)\b", _shifted),
        (rf"\b(?:daqui\sa|dentro\sde|em|en)\s(?P<count>{NUMBER})\s{_UNIT}", _shifted),
        (r"\b(?:depois\sde\samanha|pasado\smanana)\b", _day(2)),
        (r"\b(?:anteontem|antes\sde\sontem|anteayer|antier)\b", _day(-2)),
        (r"\bamanha\b|(?<!la )(?<!de )\bmanana\b", _day(1)),
        (r"\b(?:ontem|ayer)\b", _day(-1)),
        (r"\b(?:hoje|hoy)\b", _day(0)),
        (r"\bdias?\s(?P<day>\d{1,2})(?:\s[ey]\s(?P<also>\d{1,2}))?(?![\d/%:h])", _bare_day),
        (_WEEKDAY, _weekday_alone),
    )
)
