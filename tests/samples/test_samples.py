"""The sample that ships: made by its script, said to be simulated, and judged as its maker decided."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from cenario.engine import judge, load_sides
from cenario.evaluations import registry
from cenario.store.journal import encode

FOLDER = Path(__file__).parents[2] / "data" / "samples"


@pytest.mark.parametrize("role", ["baseline", "candidate"])
def test_the_file_is_what_its_script_makes(role):
    script = runpy.run_path(str(FOLDER / "generate.py"))
    made = b"".join(encode(record) for record in script["records"](role))
    assert (FOLDER / f"compare-{role}.jsonl").read_bytes() == made, "run: python data/samples/generate.py"


def test_the_candidate_that_is_worse_is_shown_worse_and_the_model_said_to_be_simulated():
    loaded = load_sides(FOLDER / "compare-baseline.jsonl", FOLDER / "compare-candidate.jsonl")
    verdict = judge(registry.find("compare"), loaded).verdict
    assert verdict.outcome == "REPROVA"
    assert verdict.models[0].clauses[0].reason.code == "paired-shown-worse"
    assert verdict.notes[0].code == "engine-simulated"
    assert verdict.provenance["simulated"] is True
