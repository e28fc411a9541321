"""Run C on the simulated model over many seeds, where the truth is known, and keep what came out.

    python -m tests.evaluations.simulated_truth 20 FOLDER

Writes ``data/evidence/simulated_c.json``: `steady` has two arms alike by construction, `fragile`
forgets formats without the pattern. Journals already whole in FOLDER are used as they are.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cenario.engine import judge, load
from cenario.evaluations.registry import find
from cenario.runner.embedded import run_embedded

EVIDENCE = Path(__file__).parents[2] / "data" / "evidence" / "simulated_c.json"


def one(profile: str, seed: int, folder: Path) -> dict[str, Any]:
    """Return what C says of one batch (30 conversations, two arms, K = 3) of `profile`."""
    evaluation = find("C")
    (path,) = run_embedded(evaluation, model=f"simulated:{profile}", seed=seed, folder=folder / profile)
    (model,) = judge(evaluation, load(evaluation, [path])).verdict.models
    readings = {reading.name: reading.value for reading in model.readings}
    return {
        "profile": profile,
        "seed": seed,
        "outcome": model.outcome,
        "failed": [clause.name for clause in model.clauses if clause.outcome == "fails" and clause.decides],
        "predicted_rejection": readings["self_fire"],
        "max_t_p": readings["max_t"],
    }


def main(n_seeds: int, folder: Path) -> None:
    rows = [one(profile, seed, folder) for profile in ("steady", "fragile") for seed in range(n_seeds)]
    kept = {
        "measured_at": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": {
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "cores": os.cpu_count(),
        },
        "tables": {"simulated_c": rows},
    }
    EVIDENCE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
