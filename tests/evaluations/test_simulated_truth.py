"""C on the simulated model, where the truth is known: what twenty seeds gave, and two of them again."""

from __future__ import annotations

import json

import pytest
from scipy.stats import binomtest

from tests.evaluations.simulated_truth import EVIDENCE, one


def kept(profile):
    rows = json.loads(EVIDENCE.read_text(encoding="utf-8"))["tables"]["simulated_c"]
    return [row for row in rows if row["profile"] == profile]


def test_a_harmless_change_is_rejected_about_as_often_as_the_report_itself_predicts():
    rows = kept("steady")
    rejected = sum(row["outcome"] == "REPROVA" for row in rows)
    predicted = sum(row["predicted_rejection"] for row in rows) / len(rows)
    assert len(rows) == 20
    assert binomtest(rejected, len(rows), predicted).pvalue > 0.05, (rejected, predicted)
    assert 0.55 < predicted < 0.85, "the rule's own rate at K = 3, n = 30 is .74"
    assert sum(row["max_t_p"] < 0.05 for row in rows) <= 3


def test_a_harmful_change_is_rejected_every_time_by_rule_and_companion():
    rows = kept("fragile")
    assert [row["outcome"] for row in rows] == ["REPROVA"] * 20
    assert all("invalid" in row["failed"] for row in rows)
    assert all(row["max_t_p"] < 0.05 for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["steady", "fragile"])
def test_a_kept_seed_comes_out_the_same_again(profile, tmp_path):
    (was,) = [row for row in kept(profile) if row["seed"] == 0]
    now = one(profile, 0, tmp_path)
    assert (now["outcome"], now["failed"]) == (was["outcome"], was["failed"])
