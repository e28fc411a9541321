"""Numbers with their unit, and the words of what they measure: the one place where a unit picks a format."""

from __future__ import annotations

from cenario.labels import numbers
from cenario.labels.text import knows
from cenario.labels.text import text as label

MONEY_UNITS = frozenset({"usd", "usd_per_execution"})
COUNT_UNITS = frozenset({"count", "n", "executions", "pairs", "votes", "tokens"})
SHARE_UNITS = frozenset({"share", "difference_of_shares", "probability"})

WORDLESS = SHARE_UNITS | MONEY_UNITS | {"", "count"}
"""Units that the number itself tells, or that say nothing after it."""

_SMALLEST_P = 0.001
"""A p below it is written as below it: ``0,000`` would read as impossible."""


def quantity(value: float | None, unit: str, *, signed: bool = False) -> str:
    """Return `value` as its `unit` is written; ``—`` for None."""
    if value is None:
        return numbers.NOTHING
    if unit in SHARE_UNITS:
        return numbers.share(value, decimals=2 if signed else 1, signed=signed)
    if unit in MONEY_UNITS:
        return numbers.money(value, decimals=4 if abs(value) < 1 else 2)
    if isinstance(value, int) or (unit in COUNT_UNITS and value.is_integer()):
        return numbers.count(int(value))
    if unit == "p" and 0 <= value < _SMALLEST_P:
        return f"< {numbers.number(_SMALLEST_P, decimals=3)}"
    return numbers.number(value, decimals=2 if unit.startswith("per_") else 3, signed=signed)


def bounds(lower: float | None, upper: float | None, unit: str) -> str:
    """Return ``[lower; upper]`` as their `unit` is written; a bound that does not exist is open."""
    if lower is None and upper is None:
        return numbers.NOTHING
    low = "−∞" if lower is None else quantity(lower, unit)
    high = "+∞" if upper is None else quantity(upper, unit)
    return f"[{low}; {high}]"


def unit_words(unit: str) -> str:
    """Return the words of a unit; the unit's own name where it has none."""
    return label(f"unit-{unit}") if knows(f"unit-{unit}") else unit.replace("_", " ")


def measure_words(name: str) -> str:
    """Return the words of a measure or clause; its own name where it has none."""
    return label(f"measure-{name}") if knows(f"measure-{name}") else name.replace("_", " ")


def param_words(name: str) -> str:
    """Return the words of a parameter of the ruler; its own name where it has none."""
    return label(f"param-{name}") if knows(f"param-{name}") else name.replace("_", " ")


def sentence(words: object) -> str:
    """Return `words` beginning with a capital: a reason begins as its label does, and stands alone."""
    text = str(words)
    return text[:1].upper() + text[1:]


def column_words(name: str) -> str:
    """Return the title of a table's column; its own name where it has none."""
    return label(f"column-{name}") if knows(f"column-{name}") else name.replace("_", " ")


def arm_words(arm: str) -> str:
    """Return an arm's name; the roles' own names, where an arm is called so, are written in words."""
    return label(f"glossary-{arm}") if arm in ("baseline", "candidate", "control") else arm


def loss_words(reason: str) -> str:
    """Return why something was lost: our own reasons in words, the harness's as it said them."""
    if not reason:
        return label("report-loss-untold")
    return label(f"loss-{reason}") if knows(f"loss-{reason}") else reason


def outcome_words(outcome: str) -> str:
    """Return a verdict's outcome: the user's own word, and in English what it means beside it."""
    codes = {"APROVA": "approved", "REPROVA": "rejected", "INCONCLUSIVO": "inconclusive"}
    return label(f"glossary-{codes[outcome]}") if outcome in codes else outcome
