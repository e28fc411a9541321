"""Parameters in force: the declared defaults, or what was asked for, checked against what is legal."""

from __future__ import annotations

import math
from collections.abc import Mapping

from cenario.domain.evaluation import Evaluation, Param, ParamValue
from cenario.errors import BadInputError, Message, message

__all__ = ["legal_range", "resolve"]


def resolve(evaluation: Evaluation, given: Mapping[str, ParamValue] | None = None) -> dict[str, ParamValue]:
    """Return every parameter of the evaluation, with `given` in the place of its default.

    Text is turned into the parameter's own kind (``"0.05"`` → 0.05, ``"sim"``/``"true"`` → True).

    Raises
    ------
    BadInputError
        A name that is not a parameter (the legal ones are listed), a value of another kind, or out
        of the legal range (which is named).
    """
    declared = {param.name: param for param in evaluation.params}
    for name in given or {}:
        if name not in declared:
            legal = ", ".join(sorted(declared)) or "—"
            raise BadInputError(message("params-unknown", name=name, code=evaluation.code, legal=legal))
    return {
        name: checked(param, given[name]) if given and name in given else param.default
        for name, param in declared.items()
    }


def checked(param: Param, value: ParamValue) -> ParamValue:
    """Return `value` as the parameter's own kind, or refuse it naming what is legal; see `resolve`."""
    kind = _kind(param)
    converted = _converted(kind, value)
    if converted is None and not (value is None and param.default is None):
        raise _refused(param, value)
    if converted is None:
        return None
    if param.choices and converted not in param.choices:
        raise _refused(param, value)
    if isinstance(converted, (int, float)) and not isinstance(converted, bool):
        low, high = param.low, param.high
        if (low is not None and converted < low) or (high is not None and converted > high):
            raise _refused(param, value)
    return converted


def legal_range(param: Param) -> str:
    """Return what the parameter accepts, in figures: ``[0, 1]``, ``≥ 1``, ``a | b``."""
    if param.choices:
        return " | ".join(str(choice) for choice in param.choices)
    match param.low, param.high:
        case None, None:
            return _kind(param).__name__
        case low, None:
            return f"≥ {low:g}"
        case None, high:
            return f"≤ {high:g}"
        case low, high:
            return f"[{low:g}, {high:g}]"


def _kind(param: Param) -> type[bool] | type[int] | type[float] | type[str]:
    if param.default is not None:
        return type(param.default)
    if param.choices:
        return next((type(c) for c in param.choices if c is not None), str)
    return float if param.low is not None or param.high is not None else str


_TRUE = {"true", "1", "sim", "yes", "on"}
_FALSE = {"false", "0", "não", "nao", "no", "off"}


def _converted(kind: type, value: ParamValue) -> ParamValue:
    """Return `value` as a `kind`, None where it is not one."""
    if kind is bool:
        return _as_bool(value)
    if kind is str:
        return value if isinstance(value, str) else None
    number = _as_number(value)
    if kind is int and number is not None:
        return int(number) if number == int(number) else None
    return number


def _as_number(value: ParamValue) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _as_bool(value: ParamValue) -> bool | None:
    if isinstance(value, bool):
        return value
    word = value.strip().casefold() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _refused(param: Param, value: ParamValue) -> BadInputError:
    return BadInputError(_refusal(param, value))


def _refusal(param: Param, value: ParamValue) -> Message:
    return message("params-illegal", name=param.name, value=repr(value), legal=legal_range(param))
