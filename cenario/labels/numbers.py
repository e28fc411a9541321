"""How numbers, money, dates and durations are written, by the current locale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from babel.dates import format_datetime
from babel.numbers import format_currency, format_decimal, format_percent

from cenario.labels.text import current_locale

NOTHING = "—"
"""What stands where there is no number: null is never shown as zero."""


def _babel_locale() -> str:
    return current_locale().replace("-", "_")


def number(value: float | None, *, decimals: int = 2, signed: bool = False) -> str:
    """Return `value` with at most `decimals` decimals; ``—`` for None and NaN."""
    if value is None or math.isnan(value):
        return NOTHING
    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    shown = format_decimal(value, format=pattern, locale=_babel_locale())
    return _signed(shown, value) if signed else shown.replace("-", "−")


def count(value: int | None) -> str:
    """Return a whole number with the locale's thousands separator; ``—`` for None."""
    return NOTHING if value is None else format_decimal(value, format="#,##0", locale=_babel_locale())


def share(value: float | None, *, decimals: int = 1, signed: bool = False) -> str:
    """Return a share (0..1) as a percentage; ``—`` for None and NaN."""
    if value is None or math.isnan(value):
        return NOTHING
    pattern = "#,##0." + "0" * decimals + "%" if decimals else "#,##0%"
    shown = format_percent(value, format=pattern, locale=_babel_locale())
    return _signed(shown, value) if signed else shown.replace("-", "−")


def money(value_usd: float | None, *, decimals: int = 2) -> str:
    """Return US dollars in the locale's form; ``—`` for None (a price nobody knows is not free)."""
    if value_usd is None or math.isnan(value_usd):
        return NOTHING
    pattern = "¤ #,##0." + "0" * decimals
    return format_currency(value_usd, "USD", format=pattern, locale=_babel_locale(), currency_digits=False)


def hours(value_h: float | None) -> str:
    """Return hours with one decimal and its unit; ``—`` for None."""
    return NOTHING if value_h is None else f"{number(value_h, decimals=1)} h"


def interval(lower: float | None, upper: float | None, *, decimals: int = 3) -> str:
    """Return ``[lower; upper]``."""
    return (
        f"[{number(lower, decimals=decimals, signed=True)}; {number(upper, decimals=decimals, signed=True)}]"
    )


def moment(value: datetime) -> str:
    """Return a date and time in the locale's short form, with its zone."""
    return format_datetime(value, "short", locale=_babel_locale(), tzinfo=value.tzinfo)


@dataclass(frozen=True, slots=True)
class Shown:
    """A number that is written when shown, in the locale in force then: what a `Message` should carry."""

    value: float | None
    style: Literal["number", "share", "count", "money"]
    decimals: int = 2
    signed: bool = False

    def __str__(self) -> str:
        match self.style:
            case "number":
                return number(self.value, decimals=self.decimals, signed=self.signed)
            case "share":
                return share(self.value, decimals=self.decimals, signed=self.signed)
            case "count":
                return count(None if self.value is None else int(self.value))
            case "money":
                return money(self.value, decimals=self.decimals)


def as_number(value: float | None, *, decimals: int = 2, signed: bool = False) -> Shown:
    """Return `value` to be written by `number` when shown."""
    return Shown(value, "number", decimals, signed)


def as_share(value: float | None, *, decimals: int = 1, signed: bool = False) -> Shown:
    """Return `value` to be written by `share` when shown."""
    return Shown(value, "share", decimals, signed)


def as_count(value: int | None) -> Shown:
    """Return `value` to be written by `count` when shown."""
    return Shown(value, "count")


def as_money(value_usd: float | None, *, decimals: int = 2) -> Shown:
    """Return `value_usd` to be written by `money` when shown."""
    return Shown(value_usd, "money", decimals)


def _signed(shown: str, value: float) -> str:
    digits_only_zero = not any(c in "123456789" for c in shown)
    if digits_only_zero:
        return shown.replace("-", "")
    return f"+{shown}" if value > 0 else shown.replace("-", "−")
