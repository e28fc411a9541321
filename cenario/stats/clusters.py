"""Means and rates when items repeat by script or conversation: cluster-robust intervals and tests.

A cluster is what could have been drawn otherwise: a script, a conversation. Everywhere
``differences`` holds candidate − baseline per item and ``clusters`` the label of each item's cluster.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cenario.stats.checks import Floats, Ints, check_choice, finite_array, out_of_range, same_shape, too_few
from cenario.stats.paired import tango_interval
from cenario.stats.quantiles import normal_cdf, t_critical
from cenario.stats.results import ClusteredInterval, TestResult

ClusterCorrection = Literal["CR0", "CR1", "CR2", "CR3"]
ClusteredMcNemar = Literal["obuchowski", "durkalski", "yang"]
Clusters = Sequence[Hashable] | NDArray[np.generic]


@dataclass(frozen=True, slots=True)
class _Grouped:
    """Sums of a clustered sample; `sums` and `sizes` have one entry a cluster."""

    values: Floats
    sums: Floats
    sizes: Floats

    @property
    def total(self) -> int:
        """Items."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """Mean of the items."""
        return float(self.values.mean())


def cluster_codes(clusters: Clusters) -> Ints:
    """Return each label's number, in order of first appearance: labels only need to be hashable."""
    numbers: dict[Hashable, int] = {}
    labels = clusters.tolist() if isinstance(clusters, np.ndarray) else clusters
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _grouped(differences: ArrayLike, clusters: Clusters, *, least_clusters: int = 2) -> _Grouped:
    values = finite_array("differences", differences)
    codes = cluster_codes(clusters)
    same_shape("clusters", codes, values.shape)
    sizes = np.bincount(codes).astype(np.float64)
    if len(sizes) < least_clusters:
        raise too_few("clusters", needed=least_clusters, received=len(sizes))
    return _Grouped(values=values, sums=np.bincount(codes, weights=values).astype(np.float64), sizes=sizes)


def cluster_standard_error(
    differences: ArrayLike, clusters: Clusters, *, correction: ClusterCorrection = "CR1"
) -> float:
    """Return the cluster-robust standard error of a mean, clusters of any size.

    Parameters
    ----------
    differences : array_like of float, shape (n_items,)
        One value an item.
    clusters : sequence of hashable, shape (n_items,)
        The cluster of each item.
    correction : str, default 'CR1'
        Small-sample correction: CR0 none, CR1 sqrt(G/(G−1)), CR2 residuals / sqrt(1 − n_g/N),
        CR3 residuals / (1 − n_g/N) (the jackknife's).

    Raises
    ------
    InsufficientDataError
        Fewer than two clusters.

    Notes
    -----
    With few clusters (below about 10) no correction is enough; read the interval with t(G − 1).

    References
    ----------
    Liang & Zeger (1986), Biometrika 73:13-22, doi:10.1093/biomet/73.1.13;
    Bell & McCaffrey (2002), Survey Methodology 28:169-181.
    """
    check_choice("correction", correction, get_args(ClusterCorrection))
    return _standard_error(_grouped(differences, clusters), correction)


def _standard_error(grouped: _Grouped, correction: ClusterCorrection) -> float:
    residuals = grouped.sums - grouped.sizes * grouped.mean
    leverage = grouped.sizes / grouped.total
    if correction == "CR2":
        residuals = residuals / np.sqrt(1 - leverage)
    elif correction == "CR3":
        residuals = residuals / (1 - leverage)
    scale = len(grouped.sizes) / (len(grouped.sizes) - 1) if correction == "CR1" else 1.0
    return math.sqrt(scale * float(residuals @ residuals)) / grouped.total


def cluster_mean_interval(
    differences: ArrayLike, clusters: Clusters, *, correction: ClusterCorrection = "CR1", level: float = 0.95
) -> ClusteredInterval:
    """Return the t(G − 1) interval of a mean with a cluster-robust standard error.

    Parameters
    ----------
    differences, clusters, correction
        As in `cluster_standard_error`.
    level : float, default .95
        Two-sided confidence.

    Notes
    -----
    Degenerate (zero width) when every cluster has the same mean: then it says nothing.

    References
    ----------
    Cameron & Miller (2015), Journal of Human Resources 50:317-372, doi:10.3368/jhr.50.2.317
    """
    check_choice("correction", correction, get_args(ClusterCorrection))
    grouped = _grouped(differences, clusters)
    error = _standard_error(grouped, correction)
    half = t_critical(level, df=len(grouped.sizes) - 1) * error
    return ClusteredInterval(
        estimate=grouped.mean,
        lower=grouped.mean - half,
        upper=grouped.mean + half,
        level=level,
        method=f"{correction}-t",
        n=grouped.total,
        degenerate=error == 0,
        standard_error=error,
        n_clusters=len(grouped.sizes),
        design_effect=_variance_ratio(grouped),
        icc=_intraclass_correlation(grouped),
    )


def _variance_ratio(grouped: _Grouped) -> float | None:
    """Return CR1 variance over the variance of independent items; None where the latter is zero."""
    total = grouped.total
    independent = (float(grouped.values @ grouped.values) - total * grouped.mean**2) / total**2
    if independent <= 1e-15:
        return None
    return _standard_error(grouped, "CR1") ** 2 / independent


def design_effect(differences: ArrayLike, clusters: Clusters) -> float | None:
    """Return how many times clustering multiplies the variance of the mean (CR1 / independent).

    Returns
    -------
    float or None
        May be below 1 (clusters more alike than chance); None where all values are equal.

    References
    ----------
    Kish (1965), Survey Sampling, Wiley; Rao & Scott (1992), Biometrics 48:577-585, doi:10.2307/2532311
    """
    return _variance_ratio(_grouped(differences, clusters))


def intraclass_correlation(differences: ArrayLike, clusters: Clusters) -> float | None:
    """Return the ANOVA estimate of the intraclass correlation, clusters of any size.

    For paired arms give it the paired *difference*: correlation of outcomes that both arms share
    cancels, and only what is left costs power.

    Returns
    -------
    float or None
        At most 1, may be slightly negative; None where no cluster has two items or nothing varies.

    References
    ----------
    Donner (1986), International Statistical Review 54:67-82, doi:10.2307/1403259
    """
    return _intraclass_correlation(_grouped(differences, clusters))


def _intraclass_correlation(grouped: _Grouped) -> float | None:
    groups, total = len(grouped.sizes), grouped.total
    if total == groups:
        return None
    means = grouped.sums / grouped.sizes
    between = float(grouped.sizes @ (means - grouped.mean) ** 2)
    within = float(grouped.values @ grouped.values) - float(grouped.sizes @ means**2)
    mean_square_between, mean_square_within = between / (groups - 1), max(within, 0.0) / (total - groups)
    size = (total - float(grouped.sizes @ grouped.sizes) / total) / (groups - 1)
    spread = mean_square_between + (size - 1) * mean_square_within
    return None if spread <= 1e-15 else (mean_square_between - mean_square_within) / spread


def tango_clustered_interval(
    differences: ArrayLike, clusters: Clusters, *, level: float = 0.95
) -> ClusteredInterval:
    """Return Tango's interval at effective sample sizes, with t(G − 1) in place of the normal.

    Parameters
    ----------
    differences : array_like of {−1, 0, 1}, shape (n_items,)
        Candidate − baseline of each pair.
    clusters : sequence of hashable, shape (n_items,)
        The cluster of each pair.
    level : float, default .95
        Two-sided confidence.

    Returns
    -------
    ClusteredInterval
        `design_effect` is the one applied: never below 1.

    Notes
    -----
    deff = max(1, CR1 variance / variance of independent pairs), 1 where the latter is zero; then
    Tango(b/deff, c/deff, N/deff). A Rao-Scott adjustment; the combination is ours and validated by
    simulation only: with 20 scripts its bounds cover .93 or more at nominal .95, at worst .919 (success
    near .97, three items a conversation, high ICC).

    References
    ----------
    Rao & Scott (1992), Biometrics 48:577-585, doi:10.2307/2532311;
    Tango (1998), Statistics in Medicine 17:891-908,
    doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B
    """
    grouped = _grouped(_signs(differences), clusters)
    ratio = _variance_ratio(grouped)
    effect = max(1.0, 1.0 if ratio is None else ratio)
    wins, losses = float(np.sum(grouped.values > 0)), float(np.sum(grouped.values < 0))
    inner = tango_interval(
        wins / effect,
        losses / effect,
        grouped.total / effect,
        level=level,
        critical=t_critical(level, df=len(grouped.sizes) - 1),
    )
    return ClusteredInterval(
        estimate=grouped.mean,
        lower=inner.lower,
        upper=inner.upper,
        level=level,
        method="tango_deff_t",
        n=grouped.total,
        standard_error=_standard_error(grouped, "CR1"),
        n_clusters=len(grouped.sizes),
        design_effect=effect,
        icc=_intraclass_correlation(grouped),
    )


def clustered_mcnemar_test(
    differences: ArrayLike, clusters: Clusters, *, variant: ClusteredMcNemar
) -> TestResult:
    """Return a chi-square test of no difference for clustered pairs.

    Parameters
    ----------
    differences : array_like of {−1, 0, 1}, shape (n_items,)
        Candidate − baseline of each pair.
    clusters : sequence of hashable, shape (n_items,)
        The cluster of each pair.
    variant : str
        'obuchowski', 'durkalski' or 'yang'.

    Raises
    ------
    InsufficientDataError
        No cluster has a net difference, so the statistic is 0/0.

    References
    ----------
    Obuchowski (1998), Statistics in Medicine 17:1495-1507,
    doi:10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I;
    Durkalski et al. (2003), Statistics in Medicine 22:2417-2428, doi:10.1002/sim.1438;
    Yang, Sun & Hardin (2010), Biometrical Journal 52:349-361, doi:10.1002/bimj.201000035
    """
    check_choice("variant", variant, get_args(ClusteredMcNemar))
    grouped = _grouped(_signs(differences), clusters)
    sums, sizes, groups = grouped.sums, grouped.sizes, len(grouped.sizes)
    if variant == "durkalski":
        numerator, denominator = float(np.sum(sums / sizes)) ** 2, float(np.sum((sums / sizes) ** 2))
    else:
        numerator = float(np.sum(sums)) ** 2 * (groups - 1) / groups
        denominator = float(np.sum(sums**2))
        if variant == "yang":  # the mean of the variance under the null and of the one that is not
            denominator = (float(np.sum((sums - sizes * grouped.mean) ** 2)) + denominator) / 2
    if denominator == 0:
        raise too_few("differences ≠ 0", needed=1, received=0)
    chi2 = numerator / denominator
    return TestResult(
        statistic=chi2,
        p_value=2 * normal_cdf(-math.sqrt(chi2)),
        alternative="two-sided",
        method=variant,
        n=groups,
        exact=False,
    )


def _signs(differences: ArrayLike) -> Floats:
    values = finite_array("differences", differences)
    bad = values[~np.isin(values, (-1, 0, 1))]
    if bad.size:
        raise out_of_range("differences", legal="-1 | 0 | 1", received=float(bad[0]))
    return values
