"""Record one model's batch: open what it asks, hold it to its ceiling, close what was opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cenario.errors import BadInputError, message
from cenario.provider.client import ProviderClient
from cenario.provider.prices import PriceTable, load_prices
from cenario.provider.registry import Settings, open_client, split_model
from cenario.runner.batch import BatchPlan, BatchResult, Ceiling, Progress, run_batch
from cenario.runner.executor import CONCURRENCY, LocalExecutor
from cenario.runner.recipe import Recipe, RunOptions, prepare_batch
from cenario.store.places import data_folder

__all__ = ["Recording", "default_prices", "open_recording", "prepare_recording", "read_prices", "record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A batch ready to begin: nothing has been sent, and nothing can any more be found missing."""

    model: str
    plan: BatchPlan
    path: Path
    ceiling: Ceiling
    concurrency: int
    clients: dict[str, ProviderClient] = field(repr=False)

    def at(self, path: Path) -> Recording:
        """Return the same batch, to be written at `path`."""
        return replace(self, path=path)


def prepare_recording(
    options: RunOptions,
    *,
    path: Path,
    ceiling: Ceiling,
    prices_path: Path | None = None,
    concurrency: int | None = None,
    settings: Settings | None = None,
    recipe: Recipe | None = None,
) -> Recording:
    """Return the batch of `options`, its models opened; by `recipe`, or the evaluation's own.

    Raises
    ------
    BadInputError
        No ceiling for a model that is paid for, no price, no key, or anything else that would be
        found missing later.
    """
    provider, _ = split_model(options.model)
    if concurrency is not None and concurrency < 1:
        raise BadInputError(message("runner-concurrency", value=concurrency))
    customer = options.extra.get("customer") or options.model
    providers = {provider, split_model(customer)[0]}
    prices = read_prices(prices_path, needed=bool(providers & {"anthropic", "openai"}))
    plan, prepared = prepare_batch(options, ceiling=ceiling, prices=prices, recipe=recipe)
    return open_recording(
        plan,
        prepared.models if prepared.asks_models else (),
        path=path,
        ceiling=ceiling,
        prices=prices,
        concurrency=concurrency or (CONCURRENCY[provider] if prepared.asks_models else 1),
        settings=settings,
        is_simulated={provider, *(split_model(name)[0] for name in prepared.models)} == {"simulated"},
    )


def open_recording(
    plan: BatchPlan,
    models: Sequence[str],
    *,
    path: Path,
    ceiling: Ceiling,
    prices: PriceTable | None,
    concurrency: int,
    settings: Settings | None = None,
    is_simulated: bool,
) -> Recording:
    """Return `plan` ready to begin, the models that its jobs ask opened.

    Raises
    ------
    BadInputError
        What is not simulated and has no ceiling, or a model without a key.
    """
    if not is_simulated and ceiling.usd is None and ceiling.tokens is None:
        raise BadInputError(message("runner-ceiling-missing"))
    given = settings or Settings()
    opened = replace(given, prices=prices)
    return Recording(
        model=plan.manifest.models[0],
        plan=plan,
        path=path,
        ceiling=ceiling,
        concurrency=concurrency,
        clients={model: open_client(model, opened) for model in models},
    )


async def record(
    recording: Recording, *, progress: Progress | None = None, stop: asyncio.Event | None = None
) -> BatchResult:
    """Run the batch and close its models; see `cenario.runner.batch.run_batch`."""
    try:
        return await run_batch(
            recording.plan,
            recording.path,
            clients=recording.clients,
            ceiling=recording.ceiling,
            executor=LocalExecutor(recording.concurrency),
            progress=progress,
            stop=stop,
        )
    finally:
        for client in recording.clients.values():
            await client.aclose()


def default_prices() -> Path | None:
    """Return the newest declared price file (``data/prices/<date>.json``)."""
    return max((data_folder() / "prices").glob("????-??-??.json"), default=None)


def read_prices(path: Path | None, *, needed: bool) -> PriceTable | None:
    """Return the prices at `path`, else the newest declared ones where they are `needed`."""
    if path is not None:
        return load_prices(path)
    declared = default_prices() if needed else None
    return None if declared is None else load_prices(declared)
