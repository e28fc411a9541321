"""What a design can show, against exact enumerations."""

from __future__ import annotations

import pytest

from cenario.stats.power import exact_pass_probability, pairs_needed
from tests.stats.oracles import read_rows

LEVELS = {"1s95": 0.90, "2s95": 0.95}


@pytest.mark.parametrize(
    "row", read_rows("f5_judge_exact.csv"), ids=lambda r: f"{r['bound']}-{r['method']}-{r['tie']}"
)
def test_judge_operating_characteristics(row):
    for difference in (-0.1, 0, 0.05, 0.1):
        ours = exact_pass_probability(
            60,
            margin=0.1,
            discordance=1 - float(row["tie"]),
            difference=difference,
            level=LEVELS[row["bound"]],
            method=row["method"],
        )
        assert ours == pytest.approx(float(row[f"P(pass|{difference:g})"]), abs=6e-5)


# tie rate, bound -> pairs for 80 % and 90 % power at no difference, margin .10 (formula)
PAIRS = {
    (0.3, "1s95"): (433, 600),
    (0.3, "2s95"): (550, 736),
    (0.5, "1s95"): (310, 429),
    (0.5, "2s95"): (393, 526),
    (0.7, "1s95"): (186, 257),
    (0.7, "2s95"): (236, 316),
    (0.9, "1s95"): (62, 86),
    (0.9, "2s95"): (79, 106),
}


@pytest.mark.parametrize("case", sorted(PAIRS))
def test_pairs_needed(case):
    tie, bound = case
    ours = [
        pairs_needed(margin=0.1, discordance=1 - tie, level=LEVELS[bound], power=power)
        for power in (0.8, 0.9)
    ]
    assert tuple(ours) == PAIRS[case]
