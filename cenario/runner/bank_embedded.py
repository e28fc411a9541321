"""A bank's run of the embedded simulated chatbot and judge, for a report where nothing was recorded."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path

from cenario.domain.evaluation import Evaluation
from cenario.domain.params import resolve
from cenario.domain.recorded import Recorded
from cenario.provider.registry import open_client
from cenario.runner.bank import Asked, plan_bank
from cenario.runner.bank_scores import plan_scores
from cenario.runner.batch import BatchPlan, Ceiling, run_batch
from cenario.store import journal
from cenario.store.bank import load_bank
from cenario.store.places import data_folder

__all__ = ["JUDGE", "record_embedded"]

JUDGE = "simulated:steady-openai"
REPETITIONS = 3
"""Enough for the noise band of the chatbot with itself."""
SEED = 20261104
PLAY_MONEY = Ceiling(usd=Decimal(20))
"""The simulated model's prices are nobody's money; a ceiling is there because every run has one."""


def record_embedded(evaluation: Evaluation, folder: Path, model: str) -> Recorded:
    """Record the run and its scores under `folder`, or name them where they are there already.

    Each file is named by its ruler's seal: another bank, ruler or judge makes others.
    """
    bank = load_bank(data_folder() / "bank")
    params = resolve(evaluation)
    asked = Asked(model=model, declared={"model": model})
    plan = plan_bank(bank, asked, evaluation=evaluation, params=params, repetitions=REPETITIONS, seed=SEED)
    runs = folder / f"bank-{plan.manifest.seal[:10]}.jsonl"
    _run(plan, runs, model)
    executions = journal.read(runs).executions
    judged = plan_scores(executions, judge=JUDGE, evaluation=evaluation, params=params, seed=SEED)
    scores = folder / f"{runs.stem}-{judged.manifest.seal[:10]}.scores.jsonl"
    _run(judged, scores, JUDGE)
    return Recorded(runs=(runs,), votes=(scores,))


def _run(plan: BatchPlan, path: Path, model: str) -> None:
    async def to_the_end() -> None:
        client = open_client(model)
        try:
            await run_batch(plan, path, clients={model: client}, ceiling=PLAY_MONEY)
        finally:
            await client.aclose()

    path.parent.mkdir(parents=True, exist_ok=True)
    asyncio.run(to_the_end())
