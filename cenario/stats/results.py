"""What the statistics return: frozen values that carry their own level, method and n."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Alternative = Literal["two-sided", "greater", "less"]
NonInferiority = Literal["shown_non_inferior", "shown_worse", "not_shown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence interval, two-sided at `level`."""

    estimate: float
    """The point estimate, inside the interval or on its edge."""
    lower: float
    """The lower limit; alone, a one-sided bound at `one_sided_level`."""
    upper: float
    """The upper limit; alone, a one-sided bound at `one_sided_level`."""
    level: float
    """Two-sided confidence, 0..1."""
    method: str
    """How it was computed, by the method's usual name."""
    n: float
    """What was counted: pairs, trials or items."""
    degenerate: bool = False
    """No width here, so the limits say nothing of uncertainty (Wald with no discordant pair)."""

    @property
    def one_sided_level(self) -> float:
        """The confidence of either limit alone: a two-sided .95 interval has one-sided .975 limits."""
        return (1 + self.level) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredInterval(Interval):
    """An interval whose standard error knows that items of one cluster are alike."""

    standard_error: float
    """Standard error of the estimate, in the estimate's unit."""
    n_clusters: int
    """How many clusters; the t quantile has one degree of freedom less."""
    design_effect: float | None
    """How many times the variance of independent items; None where that is zero."""
    icc: float | None
    """Intraclass correlation of what was averaged; None where it is not defined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """A hypothesis test."""

    __test__ = False  # not a test case, whatever a collector thinks of its name

    statistic: float
    """The statistic the p-value was read from."""
    p_value: float
    """Probability, under the null, of a statistic at least as extreme."""
    alternative: Alternative
    """The side or sides counted as extreme."""
    method: str
    """The test's usual name."""
    n: float
    """What was counted: discordant pairs, trials or clusters."""
    exact: bool
    """Whether the p-value is exact, not an approximation nor a Monte Carlo figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCounts:
    """A paired 2x2 table: the same items under baseline and candidate."""

    only_candidate: int
    """Pairs in which only the candidate succeeded (b)."""
    only_baseline: int
    """Pairs in which only the baseline succeeded (c)."""
    both: int
    """Pairs in which both succeeded (a)."""
    neither: int
    """Pairs in which neither succeeded (d)."""

    @property
    def n_pairs(self) -> int:
        """All pairs."""
        return self.only_candidate + self.only_baseline + self.both + self.neither

    @property
    def difference(self) -> float:
        """Candidate's share of successes minus the baseline's."""
        return (self.only_candidate - self.only_baseline) / self.n_pairs
