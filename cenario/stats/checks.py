"""Validation that every statistic does first: name the legal range and the value received."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cenario.errors import BadInputError, InsufficientDataError, message

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def out_of_range(name: str, *, legal: str, received: object) -> BadInputError:
    """Return the error of a value outside its legal range."""
    return BadInputError(message("stats-out-of-range", name=name, legal=legal, received=repr(received)))


def too_few(name: str, *, needed: int, received: float) -> InsufficientDataError:
    """Return the error of too little data to state a number."""
    return InsufficientDataError(
        message("stats-too-few", name=name, needed=str(needed), received=f"{received:g}")
    )


def check_open_unit(name: str, value: float) -> float:
    """Return `value` if it is strictly between 0 and 1."""
    if not 0 < value < 1:
        raise out_of_range(name, legal="0 < x < 1", received=value)
    return float(value)


def check_between(name: str, value: float, *, low: float, high: float) -> float:
    """Return `value` if it is a finite number in [low, high]."""
    if not (math.isfinite(value) and low <= value <= high):
        raise out_of_range(name, legal=f"{low:g} ≤ x ≤ {high:g}", received=value)
    return float(value)


def check_at_least(name: str, value: float, least: float) -> float:
    """Return `value` if it is a finite number not below `least`."""
    if not (math.isfinite(value) and value >= least):
        raise out_of_range(name, legal=f"x ≥ {least:g}", received=value)
    return float(value)


def check_whole(name: str, value: float, *, least: int) -> int:
    """Return `value` as an int if it is a whole number not below `least`."""
    if isinstance(value, bool) or not math.isfinite(value) or value != int(value) or value < least:
        raise out_of_range(name, legal=f"x ∈ ℤ, x ≥ {least}", received=value)
    return int(value)


def check_choice(name: str, value: str, legal: tuple[str, ...]) -> None:
    """Refuse a name that is none of `legal`."""
    if value not in legal:
        raise out_of_range(name, legal=" | ".join(legal), received=value)


def check_margin(margin: float) -> float:
    """Return a margin: the loss that is tolerated, in [0, 1)."""
    if not 0 <= margin < 1:
        raise out_of_range("margin", legal="0 ≤ x < 1", received=margin)
    return float(margin)


def finite_array(name: str, values: ArrayLike, *, n_axes: int = 1) -> Floats:
    """Return `values` as a float array of `n_axes` axes, every number finite."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise out_of_range(name, legal="float64", received=values) from cause
    if array.ndim != n_axes:
        raise out_of_range(name, legal=f"{n_axes}-D", received=array.shape)
    bad = array[~np.isfinite(array)]
    if bad.size:
        raise out_of_range(name, legal="-∞ < x < ∞", received=float(bad[0]))
    return array


def same_shape(name: str, array: NDArray[np.generic], shape: tuple[int, ...]) -> None:
    """Refuse an array of another shape."""
    if array.shape != shape:
        raise out_of_range(name, legal=f"shape {shape}", received=array.shape)


def check_pairs(only_candidate: float, only_baseline: float, n_pairs: float) -> tuple[float, float, float]:
    """Return the discordant counts and the pairs, real-valued allowed (effective sizes)."""
    for name, value in (("only_candidate", only_candidate), ("only_baseline", only_baseline)):
        check_at_least(name, value, 0)
    check_at_least("n_pairs", n_pairs, 0)
    if n_pairs == 0:
        raise too_few("n_pairs", needed=1, received=0)
    discordant = only_candidate + only_baseline
    if discordant > n_pairs * (1 + 1e-12):
        raise out_of_range("only_candidate + only_baseline", legal=f"x ≤ {n_pairs:g}", received=discordant)
    return float(only_candidate), float(only_baseline), float(n_pairs)


def binary_array(name: str, values: ArrayLike) -> Bools:
    """Return a 1-D array of booleans (0 and 1 count as such)."""
    array = finite_array(name, values)
    bad = array[(array != 0) & (array != 1)]
    if bad.size:
        raise out_of_range(name, legal="0 | 1", received=float(bad[0]))
    return cast(Bools, array.astype(np.bool_))
