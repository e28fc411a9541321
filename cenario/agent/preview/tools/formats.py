"""The four text formats that the server validates: uuid, date-time with offset, date, e-mail.

Each is published as JSON Schema ``format`` with the very ``pattern`` it is validated by, as the
production schema does: the ``pattern`` only repeats the ``format``, which is what evaluation C asks about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

_HEX = "[0-9a-fA-F]"
_DAY_OF_MONTH = (
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
_LEAP_DAY = "(?:[12][0-9](?:0[48]|[2468][048]|[13579][26])|(?:1[26]|2[048])00)-02-29"
_DATE = f"(?:{_LEAP_DAY}|[12][0-9]{{3}}-{_DAY_OF_MONTH})"
_HOUR = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"

PATTERNS: Mapping[str, str] = {
    "uuid": (
        f"^(?:{_HEX}{{8}}-{_HEX}{{4}}-[1-8]{_HEX}{{3}}-[89abAB]{_HEX}{{3}}-{_HEX}{{12}}"
        "|00000000-0000-0000-0000-000000000000|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$"
    ),
    "date": f"^{_DATE}$",
    "date-time": rf"^{_DATE}T{_HOUR}(?::[0-5][0-9](?:\.[0-9]{{1,9}})?)?(?:Z|[+-]{_HOUR})$",
    "email": (
        "^[A-Za-z0-9_+-]+(?:[.'][A-Za-z0-9_+-]+)*"
        r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$"
    ),
}
"""The pattern of each format: a uuid of RFC 9562 (nil and max included), a day of the
calendar from year 1000 to 2999, an instant with its offset, an e-mail with a whole domain."""

FORMAT_RULES: Mapping[str, str] = {
    "uuid_format": "uuid",
    "date_format": "date",
    "datetime_format": "date-time",
    "email_format": "email",
}
"""The validator's rule that belongs to each format: what makes a call *invalid by format*."""

MAX_CHARACTERS = 254
"""Longest text that any of the four can be (an e-mail's): looked at first, to bound a pattern's work."""

_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}


def matches(text: str, name: str) -> bool:
    """Whether `text` is of format `name`."""
    return len(text) <= MAX_CHARACTERS and _COMPILED[name].fullmatch(text) is not None


def _check(rule: str) -> Callable[[str], str]:
    name = FORMAT_RULES[rule]

    def check(text: str) -> str:
        if not matches(text, name):
            raise PydanticCustomError(rule, "not a valid {name}", {"name": name})
        return text

    return check


def _schema(name: str) -> dict[str, Any]:
    return {"type": "string", "format": name, "pattern": PATTERNS[name]}


Uuid = Annotated[str, AfterValidator(_check("uuid_format")), WithJsonSchema(_schema("uuid"))]
Day = Annotated[str, AfterValidator(_check("date_format")), WithJsonSchema(_schema("date"))]
Instant = Annotated[str, AfterValidator(_check("datetime_format")), WithJsonSchema(_schema("date-time"))]
Email = Annotated[str, AfterValidator(_check("email_format")), WithJsonSchema(_schema("email"))]
