"""How often our bounds and rules are wrong where the truth is known: exact sums, else seeded.

python -m tests.bench.reliability    keeps the figures in data/evidence/reliability.json
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.stats import binom

from cenario.errors import InsufficientDataError
from cenario.stats.bands import band_exit_probability
from cenario.stats.clustered_power import ClusteredPlan, LatentShares, simulate_paired_differences
from cenario.stats.clusters import tango_clustered_interval
from cenario.stats.paired import tango_interval
from cenario.stats.paired_intervals import bonett_price_interval, wald_interval
from cenario.stats.results import Interval
from tests.bench.kept import Row, keep

METHODS: dict[str, Callable[..., Interval]] = {
    "Tango": tango_interval,
    "Bonett–Price": bonett_price_interval,
    "Wald": wald_interval,
}
DESIGNS = [(30, 0.1), (30, 0.3), (64, 0.1), (64, 0.3), (115, 0.2)]
MARGIN = 0.05
SEED = 20261104
DRAWS = 2000


def paired() -> Iterator[Row]:
    """Exact coverage of each paired interval, and how often it shows non-inferiority just at the margin."""
    for n, discordant in DESIGNS:
        for name, method in METHODS.items():
            yield {
                "design": f"n = {n}, {discordant:.0%} / {name}",
                "coverage": _over(n, discordant, 0.0, method, lambda i, d: i.lower <= d <= i.upper),
                "wrongly_shown": _over(n, discordant, -MARGIN, method, lambda i, _: i.lower > -MARGIN),
            }


def _over(
    n: int,
    discordant: float,
    difference: float,
    method: Callable[..., Interval],
    holds: Callable[[Interval, float], bool],
) -> float:
    """Return the exact probability that `holds`, over every pair of discordant counts."""
    only_candidate = (discordant + difference) / 2
    total = 0.0
    for both in range(n + 1):
        weight = binom.pmf(both, n, discordant)
        if weight < 1e-9:
            continue
        split = binom.pmf(np.arange(both + 1), both, only_candidate / discordant)
        for b in np.flatnonzero(split > 1e-9):
            if holds(method(int(b), int(both - b), n), difference):
                total += float(weight * split[b])
    return round(total, 4)


def bands() -> Iterator[Row]:
    """How often the mean of K repetitions of an identical arm leaves the K values' own range."""
    for repetitions in (2, 3, 5, 10, 20):
        one = band_exit_probability(repetitions)
        yield {
            "repetitions": repetitions,
            "one_indicator": round(one, 4),
            "five_indicators": round(1 - (1 - one) ** 5, 4),
        }


def clustered() -> Iterator[Row]:
    """Coverage of the clustered bound and of the one that takes items for independent, on G's design."""
    plan = ClusteredPlan.of([5] * 20 + [1] * 60, repetitions=2)
    for name, parts in {"ICC ≈ .04": LatentShares(), "ICC ≈ .2": LatentShares(script_arm=0.2)}.items():
        rng = np.random.default_rng(SEED)
        batches = simulate_paired_differences(
            plan, baseline_rate=0.9, difference=0.0, rng=rng, shares=parts, draws=DRAWS
        )
        counted = [_covers(batch, plan) for batch in batches]
        yield {
            "design": f"20 × 5 × 2 + 60 × 2, {name}",
            "clustered": round(float(np.mean([each[0] for each in counted])), 4),
            "naive": round(float(np.mean([each[1] for each in counted])), 4),
            "draws": DRAWS,
        }


def _covers(batch: np.ndarray, plan: ClusteredPlan) -> tuple[bool, bool]:
    try:
        held = tango_clustered_interval(batch, plan.clusters)
    except InsufficientDataError:
        return True, True
    naive = tango_interval(float((batch > 0).sum()), float((batch < 0).sum()), len(batch))
    return held.lower <= 0 <= held.upper, naive.lower <= 0 <= naive.upper


def main() -> None:
    """Measure all and keep it."""
    keep("reliability", {"paired": list(paired()), "bands": list(bands()), "clustered": list(clustered())})


if __name__ == "__main__":
    main()
