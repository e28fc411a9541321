"""Many batches at once decide as one at a time."""

import numpy as np
import pytest

from cenario.errors import BadInputError, InsufficientDataError
from cenario.stats.clustered_shown import clustered_shown
from cenario.stats.clusters import tango_clustered_interval
from cenario.stats.paired import noninferiority_outcome, tango_interval


def test_each_batch_is_read_as_alone_with_its_own_items_and_clusters():
    rng = np.random.default_rng(7)
    clusters = np.repeat(np.arange(12), rng.integers(1, 12, size=12))
    differences = rng.choice([-1.0, 0.0, 1.0], p=[0.05, 0.9, 0.05], size=(80, len(clusters)))
    present = (rng.random(differences.shape) < 0.8).astype(float)
    present[0], present[1] = 0.0, (clusters == 3).astype(float)
    differences *= present
    found = clustered_shown(differences, present, clusters, margin=0.06)
    for row, has, clustered, naive in zip(
        differences, present > 0, found.clustered, found.naive, strict=True
    ):
        if len(set(clusters[has])) < 2:
            assert not clustered
            assert not naive
            continue
        one = tango_clustered_interval(row[has], clusters[has])
        assert clustered == (noninferiority_outcome(one, margin=0.06) == "shown_non_inferior")
        plain = tango_interval(float((row > 0).sum()), float((row < 0).sum()), int(has.sum()))
        assert naive == (noninferiority_outcome(plain, margin=0.06) == "shown_non_inferior")
    assert 0 < found.clustered.mean() < found.naive.mean() <= 1


def test_shapes_and_clusters_are_checked():
    zeros = np.zeros((2, 3))
    with pytest.raises(BadInputError):
        clustered_shown(zeros, zeros, np.zeros(4, dtype=int), margin=0.1)
    with pytest.raises(InsufficientDataError):
        clustered_shown(zeros, zeros, np.zeros(3, dtype=int), margin=0.1)
