"""Whether each of many simulated batches shows non-inferiority, items absent from some of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cenario.stats.checks import Bools, Floats, Ints, check_margin, out_of_range, too_few
from cenario.stats.paired import ROUNDING, tango_z
from cenario.stats.quantiles import normal_critical, t_critical


@dataclass(frozen=True, slots=True)
class ClusteredShown:
    """One value a batch, shape (draws,)."""

    clustered: Bools
    """Lower limit of Tango at effective sizes with t(G − 1) not below the margin: what decides."""
    naive: Bools
    """Lower limit of Tango, as if items were independent, not below the margin."""


def clustered_shown(
    differences: Floats, present: Floats, clusters: Ints, *, margin: float, level: float = 0.95
) -> ClusteredShown:
    """Return where the two lower limits keep the margin.

    Parameters
    ----------
    differences : ndarray of {−1, 0, 1}, shape (draws, n_items)
        Candidate − control; 0 where the item is absent.
    present : ndarray of {0, 1}, shape (draws, n_items)
        Whether the batch has the item.
    clusters : ndarray of int, shape (n_items,)
        The cluster of each item, numbered from 0.
    margin : float
        Tolerated loss, in [0, 1).
    level : float, default .95
        Two-sided confidence.

    Raises
    ------
    BadInputError
        Arrays of other shapes.
    InsufficientDataError
        Fewer than two clusters in all.

    Notes
    -----
    The same figures as `cenario.stats.clusters.tango_clustered_interval` batch by batch; a batch with
    fewer than two clusters, or no item, shows nothing.
    """
    limit = -check_margin(margin)
    if differences.shape != present.shape or clusters.shape != differences.shape[1:]:
        raise out_of_range(
            "shapes", legal=str(differences.shape), received=f"{present.shape}, {clusters.shape}"
        )
    groups = int(clusters.max(initial=-1)) + 1
    if groups < 2:
        raise too_few("clusters", needed=2, received=groups)
    member = (clusters[:, None] == np.arange(groups)).astype(np.float64)
    sums, sizes = differences @ member, present @ member
    seen = (sizes > 0).sum(axis=1)
    items = np.maximum(present.sum(axis=1), 1.0)
    wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    mean = (wins - losses) / items
    usable = seen >= 2
    spread = np.where(usable, seen / np.maximum(seen - 1, 1), 1.0)
    robust = spread * ((sums - sizes * mean[:, None]) ** 2).sum(axis=1) / items**2
    independent = (wins + losses - items * mean**2) / items**2
    varies = independent > 1e-15
    effect = np.maximum(1.0, np.where(varies, robust / np.where(varies, independent, 1), 1.0))
    quantiles = np.array([np.inf, np.inf, *(t_critical(level, df=n - 1) for n in range(2, groups + 1))])
    score = tango_z(wins / effect, losses / effect, items / effect, difference=limit)
    naive = tango_z(wins, losses, items, difference=limit) >= normal_critical(level) - ROUNDING
    return ClusteredShown(clustered=usable & (score >= quantiles[seen] - ROUNDING), naive=usable & naive)
