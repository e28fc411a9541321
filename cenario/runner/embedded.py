"""The embedded simulated batch: what a report runs first on a machine where nothing is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from cenario.domain.evaluation import Evaluation, ParamValue
from cenario.domain.params import resolve
from cenario.runner.batch import Ceiling, Progress
from cenario.runner.recipe import RunOptions
from cenario.runner.record import prepare_recording, record
from cenario.store.places import data_folder

__all__ = ["EMBEDDED_MODEL", "run_embedded"]

EMBEDDED_MODEL = "simulated:steady"
"""The profile whose arms are the same by construction."""


def run_embedded(
    evaluation: Evaluation,
    *,
    model: str = EMBEDDED_MODEL,
    params: Mapping[str, ParamValue] | None = None,
    seed: int = 0,
    repetitions: int | None = None,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Run every arm of `evaluation` on the simulated model, and return the files written.

    A batch that was cut short is taken up; one that is whole is returned as it is. A ruler changed
    since begins another file.

    Parameters
    ----------
    evaluation
        What to run; its corpus, arms and K.
    model
        A simulated profile.
    params
        Parameters other than the defaults.
    seed
        Of the schedule and of every execution.
    folder
        Where to write; None: ``data/runs``.
    """
    options = RunOptions(
        evaluation=evaluation,
        params=resolve(evaluation, params),
        model=model,
        arms=evaluation.arms,
        repetitions=evaluation.repetitions if repetitions is None else repetitions,
        seed=seed,
    )
    where = folder or data_folder() / "runs"
    name = f"{evaluation.code.lower()}-{model.replace(':', '-')}"
    recording = prepare_recording(options, path=where / f"{name}.jsonl", ceiling=Ceiling())
    path = where / f"{name}-s{seed}-{recording.plan.manifest.seal[:8]}.jsonl"
    asyncio.run(record(recording.at(path), progress=progress))
    return (path,)
