"""Critical values of the normal and of Student's t."""

from __future__ import annotations

from statistics import NormalDist

from scipy.special import stdtr, stdtrit

from cenario.stats.checks import check_open_unit

_NORMAL = NormalDist()


def normal_critical(level: float) -> float:
    """Return z such that a two-sided interval at `level` is estimate ± z·se (1.96 at .95)."""
    return _NORMAL.inv_cdf((1 + check_open_unit("level", level)) / 2)


def t_critical(level: float, *, df: float) -> float:
    """Return the two-sided critical value of Student's t with `df` degrees of freedom."""
    return float(stdtrit(df, (1 + check_open_unit("level", level)) / 2))


def normal_cdf(z: float) -> float:
    """Return P(Z ≤ z)."""
    return _NORMAL.cdf(z)


def t_cdf(t: float, *, df: float) -> float:
    """Return P(T ≤ t) with `df` degrees of freedom."""
    return float(stdtr(df, t))
