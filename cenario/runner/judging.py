"""Prepare a judge's batch, and make the embedded one of a report on a bare machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from cenario.domain.evaluation import Evaluation, Params
from cenario.domain.execution import Execution
from cenario.domain.params import resolve
from cenario.domain.recorded import Recorded
from cenario.errors import BadInputError, message
from cenario.provider.prices import PriceTable
from cenario.provider.registry import Settings, price_of, split_model
from cenario.runner.batch import Ceiling, Progress
from cenario.runner.embedded import run_embedded
from cenario.runner.executor import CONCURRENCY
from cenario.runner.record import Recording, open_recording, read_prices, record
from cenario.runner.votes import JudgeOptions, plan_votes
from cenario.store import journal
from cenario.store.corpus import corpus_path, load_corpus

__all__ = ["embedded_judged", "prepare_judging"]

EMBEDDED_JUDGE = "simulated:steady-openai"
"""Another profile than the judged one, as a judge should be another model."""


def prepare_judging(
    executions: Sequence[Execution],
    *,
    evaluation: Evaluation,
    params: Params,
    options: JudgeOptions,
    path: Path,
    ceiling: Ceiling,
    prices_path: Path | None = None,
    concurrency: int | None = None,
    settings: Settings | None = None,
) -> Recording:
    """Return the judge's batch on one model's recorded executions, its judge opened.

    Raises
    ------
    BadInputError
        No ceiling for a judge that is paid for, no price, no key, or no pair to judge.
    """
    provider, _ = split_model(options.judge)
    if concurrency is not None and concurrency < 1:
        raise BadInputError(message("runner-concurrency", value=concurrency))
    prices = read_prices(prices_path, needed=provider in ("anthropic", "openai"))
    _priced(options.judge, prices, ceiling)
    corpus = load_corpus(corpus_path(evaluation.corpus or evaluation.code.lower()))
    plan = plan_votes(
        executions, corpus, evaluation=evaluation, params=params, options=options, ceiling=ceiling
    )
    return open_recording(
        plan,
        (options.judge,),
        path=path,
        ceiling=ceiling,
        prices=prices,
        concurrency=concurrency or CONCURRENCY[provider],
        settings=settings,
        is_simulated=provider == "simulated",
    )


def _priced(judge: str, prices: PriceTable | None, ceiling: Ceiling) -> None:
    if ceiling.tokens is None and price_of(judge, prices) is None and ceiling.usd is not None:
        raise BadInputError(
            message("runner-no-price", model=judge, source="" if prices is None else prices.source)
        )


def embedded_judged(
    evaluation: Evaluation, folder: Path, model: str, *, progress: Progress | None = None
) -> Recorded:
    """Run every arm on the simulated model and have the simulated judge vote in both orders."""
    (runs,) = run_embedded(evaluation, model=model, folder=folder, progress=progress)
    recording = prepare_judging(
        journal.read(runs).executions,
        evaluation=evaluation,
        params=resolve(evaluation),
        options=JudgeOptions(judge=EMBEDDED_JUDGE, both_orders=True),
        path=runs.with_suffix(".votes.jsonl"),
        ceiling=Ceiling(),
    )
    path = runs.with_name(f"{runs.stem}-{recording.plan.manifest.seal[:8]}.votes.jsonl")
    asyncio.run(record(recording.at(path), progress=progress))
    return Recorded(runs=(runs,), votes=(path,))
