"""From an evaluation and what was asked for to a batch: the jobs, who does them, and the seal.

How an evaluation is recorded is a *recipe*: a module of ``cenario.runner.recipes`` that defines
``RECIPE``, named by the evaluation's `recipe`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from cenario.domain.evaluation import Arm, Evaluation, Params
from cenario.domain.execution import Manifest
from cenario.domain.quality import QualityEvaluation
from cenario.domain.scenario import Scenario
from cenario.errors import BadInputError, message
from cenario.provider.prices import PriceTable
from cenario.provider.registry import price_of, split_model
from cenario.runner.batch import BatchPlan, Ceiling
from cenario.runner.job import Job, Worker
from cenario.store.provenance import code_revision, package_versions
from cenario.store.seal import seal_ruler

__all__ = ["Prepared", "Recipe", "RunOptions", "choose_arms", "find_recipe", "prepare_batch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What is asked of one batch.

    `conversations`: None is all of the corpus. `agents`: an agent for each business, by the
    business's name; empty: the declared ones. `agent`: another agent to put under test
    (``http://…``, ``command:…``); None: the embedded one. `extra`: what only one recipe knows.
    """

    evaluation: Evaluation
    params: Params
    model: str
    arms: tuple[Arm, ...]
    repetitions: int
    conversations: tuple[str, ...] | None = None
    agents: Mapping[str, str] = field(default_factory=dict)
    agent: str | None = None
    cache: bool = True
    seed: int = 0
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What a recipe makes of the options.

    `parts` are what the ruler stands on besides evaluation and parameters, by name; they are
    sealed. `models` are all that the jobs may ask. `rulers` are the scenarios measured, and `quality` the
    evaluation of quality, kept whole.
    """

    jobs: Sequence[Job]
    worker: Worker
    parts: Mapping[str, object]
    models: tuple[str, ...]
    corpus: str | None = None
    clock: str | None = None
    asks_models: bool = True
    rulers: tuple[Scenario, ...] = ()
    quality: QualityEvaluation | None = None


class Recipe(Protocol):
    """How an evaluation is recorded."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return the jobs, in the order to do them; nothing is sent.

        Raises
        ------
        BadInputError
            Whatever in the options does not fit.
        """


def find_recipe(evaluation: Evaluation) -> Recipe:
    """Return the recipe that the evaluation names.

    Raises
    ------
    BadInputError
        It names none: it judges what others recorded.
    """
    if evaluation.recipe is None or re.fullmatch(r"[a-z_]+", evaluation.recipe) is None:
        raise BadInputError(message("runner-nothing-to-run", code=evaluation.code))
    module = importlib.import_module(f"cenario.runner.recipes.{evaluation.recipe}")
    recipe: Recipe = module.RECIPE
    return recipe


def choose_arms(evaluation: Evaluation, names: Sequence[str]) -> tuple[Arm, ...]:
    """Return the arms called `names`; none named: all of them.

    Raises
    ------
    BadInputError
        An arm that the evaluation does not have, or one named twice.
    """
    by_name = {arm.name: arm for arm in evaluation.arms}
    for position, name in enumerate(names):
        if name not in by_name:
            legal = ", ".join(by_name)
            raise BadInputError(message("runner-arm-unknown", name=name, code=evaluation.code, legal=legal))
        if name in names[:position]:
            raise BadInputError(message("runner-arm-twice", name=name))
    return tuple(by_name[name] for name in names) if names else evaluation.arms


def prepare_batch(
    options: RunOptions,
    *,
    ceiling: Ceiling,
    prices: PriceTable | None = None,
    now: datetime | None = None,
    recipe: Recipe | None = None,
) -> tuple[BatchPlan, Prepared]:
    """Return the batch that does what `options` ask for, sealed; by `recipe`, or the evaluation's own.

    Raises
    ------
    BadInputError
        Nothing to do, K below 1, an unknown conversation, agent or model, or a model whose price is
        unknown and that no token ceiling holds.
    """
    if options.repetitions < 1:
        raise BadInputError(message("runner-k", value=options.repetitions))
    prepared = (recipe or find_recipe(options.evaluation)).prepare(options)
    simulated = all(split_model(model)[0] == "simulated" for model in prepared.models)
    _priced(prepared, prices, ceiling)
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    ruler = seal_ruler(
        options.evaluation,
        options.params,
        prices={model: repr(price_of(model, prices)) for model in prepared.models},
        **prepared.parts,
    )
    manifest = Manifest(
        batch=f"{options.evaluation.code}-{options.model}-{moment:%Y%m%dT%H%M%S%f}"[:-3] + "Z",
        evaluation=options.evaluation.code,
        seal=ruler.whole,
        sealed_at=moment.isoformat(timespec="milliseconds"),
        parts=dict(ruler.parts),
        params=dict(options.params),
        arms=tuple(arm.name for arm in options.arms),
        models=(options.model,),
        planned=len(prepared.jobs),
        repetitions=options.repetitions,
        ceiling_usd=None if ceiling.usd is None else float(ceiling.usd),
        ceiling_tokens=ceiling.tokens,
        prices_date=None if prices is None or simulated else prices.date,
        corpus=prepared.corpus,
        clock=prepared.clock,
        seed=options.seed,
        revision=code_revision(),
        packages=package_versions(),
        simulated=simulated and prepared.asks_models,
        rulers=prepared.rulers,
        quality=prepared.quality,
    )
    proofs = {arm.name: arm.proof for arm in options.arms if arm.proof is not None}
    plan = BatchPlan(manifest=manifest, jobs=prepared.jobs, worker=prepared.worker, proofs=proofs)
    return plan, prepared


def _priced(prepared: Prepared, prices: PriceTable | None, ceiling: Ceiling) -> None:
    if ceiling.tokens is not None:
        return
    for model in prepared.models:
        if prepared.asks_models and price_of(model, prices) is None:
            source = "—" if prices is None else prices.source
            raise BadInputError(message("runner-no-price", model=model, source=source))
