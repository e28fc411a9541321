"""A collected value, as the type that its field declares."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import assert_never

from cenario.domain.scenario import FieldType

__all__ = ["typed"]

TRUE_WORDS = frozenset({"true", "sim", "yes", "1"})
FALSE_WORDS = frozenset({"false", "nao", "não", "no", "0"})
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,3})?")


def typed(value: object, kind: FieldType) -> object | None:
    """Return `value` as its declared type, comparable by equality; None where it does not read as one.

    Text is compared as it is ("3" is not "03"); numbers by value ("3.0" is 3); a date by its day;
    an instant by the instant, whatever its offset.
    """
    match kind:
        case "text":
            return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        case "number":
            return _number(value)
        case "boolean":
            return _boolean(value)
        case "date":
            return _date(value)
        case "datetime":
            return _instant(value)
        case "list":
            return None
        case _:
            assert_never(kind)


def _number(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    text = str(value).strip()
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def _boolean(value: object) -> str | None:
    word = str(value).strip().casefold() if isinstance(value, (bool, int, str)) else ""
    if word in TRUE_WORDS:
        return "true"
    return "false" if word in FALSE_WORDS else None


def _date(value: object) -> date | None:
    if not isinstance(value, str):
        return None
    text = value.strip()
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        pass
    try:
        return datetime.strptime(text, "%d/%m/%Y").replace(tzinfo=UTC).date()
    except ValueError:
        return None


def _instant(value: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None
    return found.astimezone(UTC) if found is not None and found.tzinfo is not None else None
