"""The evaluation of quality that ships, simulated and scored, for a report where nothing was recorded."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cenario.domain.evaluation import Evaluation
from cenario.domain.params import resolve
from cenario.domain.recorded import Recorded
from cenario.runner.batch import Ceiling
from cenario.runner.quality_scores import prepare_scoring
from cenario.runner.recipe import RunOptions
from cenario.runner.record import prepare_recording, record
from cenario.store import journal
from cenario.store.quality import default_quality, load_quality

__all__ = ["JUDGE", "record_embedded"]

JUDGE = "simulated:steady-openai"
"""Another profile than the judged one, as a judge should be another model."""


def record_embedded(
    evaluation: Evaluation, folder: Path, model: str, *, declaration: Path | None = None
) -> Recorded:
    """Simulate and score under `folder`, or name the files where they are there already.

    The files are named by the ruler's seal, and the evaluation is frozen beside them only: a rehearsal on
    the simulated model does not freeze what people will run.
    """
    path = declaration or default_quality()
    stem = folder / f"simulation-{model.replace(':', '-')}"
    unused = stem.with_suffix(".none")
    declared = load_quality(path, ledger=unused)
    params = resolve(evaluation)

    def options(ledger: Path) -> RunOptions:
        return RunOptions(
            evaluation=evaluation,
            params=params,
            model=model,
            arms=evaluation.arms,
            repetitions=1,
            seed=declared.seed,
            extra={"declaration": str(path), "ledger": str(ledger)},
        )

    seal = prepare_recording(options(unused), path=stem, ceiling=Ceiling()).plan.manifest.seal[:8]
    runs = folder / f"{stem.name}-{seal}.jsonl"
    ledger = runs.with_suffix(".frozen")
    recording = prepare_recording(options(ledger), path=runs, ceiling=Ceiling())
    asyncio.run(record(recording))
    scoring = prepare_scoring(
        journal.read(runs).executions,
        declared,
        judge=declared.judge or JUDGE,
        evaluation=evaluation,
        params=params,
        path=runs,
        ceiling=Ceiling(),
    )
    scores = runs.with_name(f"{runs.stem}-{scoring.plan.manifest.seal[:8]}.scores.jsonl")
    asyncio.run(record(scoring.at(scores)))
    return Recorded(runs=(runs,), votes=(scores,))
