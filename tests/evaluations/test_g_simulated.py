"""G whole, from the wire to the verdict, on simulated models whose truth is known."""

import pytest

from cenario.engine import judge, load
from cenario.evaluations.registry import find
from cenario.runner.embedded import run_embedded

G = find("G")

pytestmark = pytest.mark.slow


def verdict(folder, model):
    found = judge(G, load(G, run_embedded(G, model=model, folder=folder))).verdict
    return found, {clause.name: clause for clause in found.models[0].clauses}


def test_an_equal_economical_model_is_not_shown_worse(tmp_path):
    found, clauses = verdict(tmp_path, "simulated:steady")
    assert clauses["minimum_turns"].n == 320
    assert clauses["minimum_previous_summaries"].n == 166
    assert all(c.outcome == "holds" for name, c in clauses.items() if name.startswith("minimum_"))
    assert clauses["model_served"].outcome == clauses["arm_proved"].outcome == "holds"
    assert not [c.name for c in clauses.values() if c.detail.get("reading") == "worse"]
    assert "ruler" not in clauses
    assert str(found.notes[0]).startswith("O modelo é simulado")
    assert len(found.limits) >= 6


@pytest.mark.parametrize(
    ("model", "clause"), [("simulated:fragile", "promises"), ("simulated:refusing", "refused")]
)
def test_a_worse_economical_model_is_rejected_and_the_reason_named(tmp_path, model, clause):
    found, clauses = verdict(tmp_path, model)
    assert found.outcome == "REPROVA"
    assert clauses[clause].outcome == "fails"
