"""Times of day written or said in Portuguese and Spanish; a span of hours is not a time.

Without "da tarde" or the like an hour is read as it stands (``às 3`` is 03:00). Keys: ``15:30``.
"""

from __future__ import annotations

import re

from cenario.measures.entities.flat import Board, Found
from cenario.measures.entities.numerals import NUMBER, whole

_PERIOD = (
    r"(?:\s(?:d[ae]|pela|por|na|de\sla|por\sla|en\sla)\s"
    r"(?P<period>manha|manana|tarde|noite|noche|madrugada)\b)?"
)
_HOUR = r"(?P<hour>[01]?\d|2[0-3])"
_CLOCK = re.compile(rf"(?<![\d:.,/-])T?{_HOUR}:(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:]){_PERIOD}")
_ISO_CLOCK = re.compile(
    r"t(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,6})?)?(?:z\b|[+-]\d{2}:?\d{2})?"
)
_WITH_H = re.compile(rf"(?<![\d:.,/-])\b{_HOUR}\s?hs?(?:\s?(?P<minute>[0-5]\d)(?:\s?min)?)?\b{_PERIOD}")
_NOON = re.compile(r"\b(?P<noon>meio[\s-]dia|mediodia)(?P<half>\s[ey]\smei?[ao]|\sy\smedia)?\b")
_MIDNIGHT = re.compile(r"\b(?:meia[\s-]noite|medianoche)(?P<half>\s[ey]\smei?a|\sy\smedia)?\b")
_TO_THE_HOUR = re.compile(rf"\b(?P<minute>{NUMBER})\s(?:para|pra)\sas?\s(?P<hour>{NUMBER})\b{_PERIOD}")
_SPOKEN = re.compile(
    rf"\b(?P<lead>as|a\slas?|las|pelas|das|ate\sas)\s(?P<hour>{NUMBER})"
    rf"(?:\s(?P<join>[ey]|menos)\s(?P<minute>meia|media|cuarto|quinze|{NUMBER}))?(?:\s?horas?)?\b{_PERIOD}"
)
_HOURS_WORD = re.compile(rf"(?:\b(?:as|a\slas|das|ate\sas)|,)\s{_HOUR}\shoras?\b{_PERIOD}")
_SPAN_BEFORE = re.compile(
    r"(?:dura(?:m|va|cao de)?|durou|por|em|en|cada|ha|hace|faz|daqui a|dentro de|"
    r"mais|mas|menos de|duracao de|(?P<of>de))\s$"
)
_LONG_ENOUGH = 6
_QUARTERS = {"meia": 30, "media": 30, "cuarto": 15, "quinze": 15}


def times(board: Board) -> list[Found]:
    """Find times of day."""
    for pattern in (_ISO_CLOCK, _CLOCK):
        board.take([_found(m, m["hour"], m["minute"], _period(m)) for m in pattern.finditer(board.flat)])
    noon = [_found(m, "12", "30" if m["half"] else "0", None) for m in _NOON.finditer(board.flat)]
    board.take(noon)
    board.take([_found(m, "0", "30" if m["half"] else "0", None) for m in _MIDNIGHT.finditer(board.flat)])
    board.take(
        [
            _found(m, m["hour"], m["minute"] or "0", _period(m))
            for m in _WITH_H.finditer(board.flat)
            if not _is_span(m)
        ]
    )
    board.take([_found(m, m["hour"], "0", _period(m)) for m in _HOURS_WORD.finditer(board.flat)])
    board.take([f for m in _TO_THE_HOUR.finditer(board.flat) for f in _to_the_hour(m)])
    board.take([f for m in _SPOKEN.finditer(board.flat) for f in _spoken(m, board)])
    return []


def _period(match: re.Match[str]) -> str | None:
    return match.groupdict().get("period")


def _found(match: re.Match[str], hour: str, minute: str, period: str | None) -> Found:
    return Found(match.start(), match.end(), "time", _key(int(hour), int(minute), period))


def _key(hour: int, minute: int, period: str | None) -> str:
    if period == "tarde" and 1 <= hour < 12:
        hour += 12
    elif period in ("noite", "noche"):
        hour = hour + 12 if 5 <= hour < 12 else hour % 12 if hour == 12 else hour
    elif period in ("manha", "manana", "madrugada") and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}"


def _is_span(match: re.Match[str]) -> bool:
    """Whether "2h" says how long and not when: by the word before it."""
    before = _SPAN_BEFORE.search(match.string[max(0, match.start() - 16) : match.start()])
    if before is None:
        return False
    if before["of"] is None:
        return True
    lead = match.string[max(0, match.start() - 16) : match.start()]
    moment = re.search(r"(?:partir|depois|antes|despues) de $", lead)
    return int(match["hour"]) <= _LONG_ENOUGH and moment is None


def _to_the_hour(match: re.Match[str]) -> list[Found]:
    hour, minute = whole(match["hour"]), whole(match["minute"])
    if not (1 <= hour <= 23 and 1 <= minute <= 59):
        return []
    start = _key(hour, 0, _period(match))
    total = (int(start[:2]) * 60 - minute) % (24 * 60)
    return [Found(match.start(), match.end(), "time", f"{total // 60:02d}:{total % 60:02d}")]


def _spoken(match: re.Match[str], board: Board) -> list[Found]:
    """Read "às 8 e meia", "a las nueve y cuarto"; "as 3 opções" has no accent and is none."""
    hour = whole(match["hour"])
    accented = board.original[match.start()] in "àÀ" or match["lead"].startswith("a la")
    if hour > 23 or not (accented or match["minute"] or _period(match)):
        return []
    said = match["minute"]
    minute = 0 if said is None else _QUARTERS[said] if said in _QUARTERS else whole(said)
    if minute > 59:
        return []
    if match["join"] == "menos":
        hour, minute = (hour - 1) % 24, 60 - minute
    return [Found(match.start(), match.end(), "time", _key(hour, minute, _period(match)))]
