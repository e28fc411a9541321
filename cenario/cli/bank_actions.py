"""The steps of ``cenario bank``, one function each."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from cenario.cli import bank_output as output
from cenario.cli.progress import Bars
from cenario.cli.spending import listen, report_results
from cenario.cli.verdict import print_verdict
from cenario.domain.bank import Dimension
from cenario.domain.evaluation import Batch
from cenario.domain.params import resolve
from cenario.errors import BadInputError, message
from cenario.evaluations.registry import find
from cenario.store.bank import load_bank
from cenario.store.bank_config import (
    BankConfig,
    ChatbotConfig,
    JudgeProvider,
    bank_folder,
    check_pinned,
    load_bank_config,
)

if TYPE_CHECKING:
    from cenario.measures.bank.items import Item
    from cenario.provider.client import ProviderClient
    from cenario.provider.prices import PriceTable
    from cenario.runner.batch import BatchPlan, Ceiling

__all__ = [
    "Asked",
    "calibrate_gate",
    "compare_chatbots",
    "gate",
    "params_of",
    "plan",
    "score",
    "send",
    "validate",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was typed after ``cenario bank ACTION``."""

    config: Path | None
    model: str
    judge: str
    path: Path | None
    dimensions: tuple[Dimension, ...]
    k: int | None
    runs: tuple[str, ...]
    votes: tuple[str, ...]
    baseline: tuple[str, ...]
    candidate: tuple[str, ...]
    human: Path | None
    out: Path | None
    prices: Path | None
    ceiling_usd: Decimal | None
    ceiling_tokens: int | None
    seed: int
    params: Mapping[str, str]
    margin: float | None
    json: bool

    @property
    def declared(self) -> BankConfig | None:
        """The config, where there is one."""
        return None if self.config is None else load_bank_config(self.config)


def params_of(given: Sequence[str]) -> dict[str, str]:
    """Return ``name=value`` words as parameters of the ruler."""
    found: dict[str, str] = {}
    for words in given:
        name, equals, value = words.partition("=")
        if not equals or not name.strip():
            raise BadInputError(message("produce-param-form", words=words))
        found[name.strip()] = value.strip()
    return found


def plan(asked: Asked) -> int:
    """Print how many requests the run makes and the most they can cost; nothing is sent, no key is needed."""
    from cenario.provider.registry import price_of
    from cenario.runner.bank_open import declared_chatbot
    from cenario.runner.bank_plan import JudgeAsked, bank_cost

    config = asked.declared
    chatbot, judge = _chatbot(asked, config), _judge(asked)
    bank = load_bank(bank_folder(asked.path, asked.config), dimensions=_dimensions(asked, config))
    prices = _prices(asked, needed=True)
    declared = declared_chatbot(chatbot)
    custom = chatbot.type == "custom"
    one_inference = chatbot.type not in ("custom", "preview")  # an agent's turn has as many as it takes
    cost = bank_cost(
        bank,
        declared,
        repetitions=asked.k or (config.repetitions if config else 1),
        price=price_of(declared.model, prices) if one_inference else None,
        each_usd=chatbot.cost_usd_per_request if custom else None,
        judge=JudgeAsked(model=judge.label, max_tokens=judge.max_tokens, price=price_of(judge.label, prices)),
    )
    output.print_cost(cost, prices_date=None if prices is None else prices.date, json=asked.json)
    return 0


def send(asked: Asked) -> int:
    """Send every prompt of the bank to the chatbot, under a ceiling."""
    from cenario.runner.bank import plan_bank
    from cenario.runner.bank_open import open_chatbot

    config = asked.declared
    chatbot = _chatbot(asked, config)
    bank = load_bank(bank_folder(asked.path, asked.config), dimensions=_dimensions(asked, config))
    evaluation = find("bank")
    ceiling = _ceiling(asked)
    prices = _prices(asked, needed=chatbot.type in ("anthropic", "openai", "preview"))
    opened = open_chatbot(chatbot, evaluation=evaluation.code, ceiling=ceiling, prices=prices)
    plan = plan_bank(
        bank,
        opened.asked,
        evaluation=evaluation,
        params=resolve(evaluation, asked.params),
        worker=opened.worker,
        repetitions=asked.k or (config.repetitions if config else 1),
        seed=asked.seed,
        manifest={"ceiling_usd": _float(ceiling.usd), "ceiling_tokens": ceiling.tokens},
    )
    return _record(plan, _out(asked, opened.asked.model, ""), opened.asked.model, opened.client, ceiling)


def score(asked: Asked) -> int:
    """Have the judge score what the chatbot answered, under a ceiling."""
    from cenario.provider.registry import Settings, open_client, price_of
    from cenario.runner.bank_scores import plan_scores
    from cenario.store import journal

    provider = _judge(asked)
    evaluation = find("bank")
    executions = journal.read_many(_given(asked.runs, "--runs")).executions
    ceiling, prices = _ceiling(asked), _prices(asked, needed=provider.type in ("anthropic", "openai"))
    if provider.type != "simulated":
        if ceiling.usd is None and ceiling.tokens is None:
            raise BadInputError(message("runner-ceiling-missing"))
        if ceiling.tokens is None and price_of(provider.label, prices) is None:
            raise BadInputError(message("bank-config-no-price", model=provider.label))
    plan = plan_scores(
        executions,
        judge=provider.label,
        evaluation=evaluation,
        params=resolve(evaluation, asked.params),
        seed=asked.seed,
        max_tokens=provider.max_tokens,
        temperature=provider.temperature,
        manifest={"ceiling_usd": _float(ceiling.usd), "ceiling_tokens": ceiling.tokens},
    )
    client = open_client(provider.label, Settings(prices=prices))
    out = asked.out or Path(asked.runs[0]).with_suffix(".scores.jsonl")
    return _record(plan, out, provider.label, client, ceiling)


def gate(asked: Asked) -> int:
    """Decide, print the verdict with its reasons, and exit with it."""
    from cenario.engine import judge, load
    from cenario.report.verdict_json import verdict_json

    evaluation = find("bank")
    loaded = load(evaluation, _given(asked.runs, "--runs"), asked.votes)
    verdict = judge(evaluation, loaded, asked.params).verdict
    if asked.json:
        sys.stdout.write(verdict_json(verdict))
    else:
        print_verdict(verdict)
    return verdict.exit_code


def calibrate_gate(asked: Asked) -> int:
    """Print the threshold that the chatbot's own runs give, beside their noise band.

    A run is one pass of the bank: a repetition of a file, or another file.
    """
    from cenario.engine.loading import expand
    from cenario.measures.bank.calibration import MARGIN, calibrate, run_means

    margin = MARGIN if asked.margin is None else asked.margin
    passes: dict[str, list[list[Item]]] = {}
    for path in expand(_given(asked.runs, "--runs")):
        for batch in _loaded([str(path)], asked.votes):
            items = _items(batch, asked)
            for k in sorted({item.repetition for item in items}):
                passes.setdefault(batch.model, []).append([i for i in items if i.repetition == k])
    found = {model: calibrate(run_means(runs), margin=margin) for model, runs in passes.items()}
    output.print_calibrations(found, json=asked.json)
    return 0


def compare_chatbots(asked: Asked) -> int:
    """Print two chatbots, or two versions, paired by scenario."""
    from cenario.measures.bank.comparison import compare

    sides = []
    for name, given in (("--baseline", asked.baseline), ("--candidate", asked.candidate)):
        batches = _loaded(_given(given, name), asked.votes)
        if len(batches) != 1:
            seen = ", ".join(batch.model for batch in batches)
            raise BadInputError(message("bank-cli-one-model", option=name, models=seen))
        sides.append(batches[0])
    found = compare(_items(sides[0], asked), _items(sides[1], asked))
    output.print_comparisons(sides[0].model, sides[1].model, found, json=asked.json)
    return 0


def validate(asked: Asked) -> int:
    """Print how the judge agrees with people; 0 where it may be trusted, 2 where that is not shown."""
    from cenario.measures.bank.validation import HumanLabel, validate_judge
    from cenario.store import journal
    from cenario.store.human_labels import load_labels

    if asked.human is None:
        raise BadInputError(message("bank-cli-needs", option="--human"))
    scores = journal.read_many(_given(asked.votes, "--votes")).scores
    labels = [
        HumanLabel(case=case, variant=variant, repetition=k, annotator=annotator, score=value)
        for case, variant, k, annotator, value in load_labels(asked.human)
    ]
    found = validate_judge(labels, scores)
    output.print_validations(found, json=asked.json)
    return 0 if all(one.is_trusted for one in found) else 2


def _dimensions(asked: Asked, config: BankConfig | None) -> tuple[Dimension, ...] | None:
    """Return the dimensions asked for; None: those that the bank has."""
    return asked.dimensions or (config.dimensions if config else None)


def _chatbot(asked: Asked, config: BankConfig | None) -> ChatbotConfig:
    if asked.model:
        from cenario.provider.registry import split_model

        provider, name = split_model(asked.model)
        check_pinned(name, "--model")
        return ChatbotConfig(type=provider, model=name)  # type: ignore[arg-type]  # one of the four, checked
    if config is None:
        raise BadInputError(message("bank-cli-needs", option="--config, --model"))
    return config.provider


def _judge(asked: Asked) -> JudgeProvider:
    if asked.judge:
        from cenario.provider.registry import split_model

        provider, name = split_model(asked.judge)
        check_pinned(name, "--judge")
        return JudgeProvider(type=provider, model=name)  # type: ignore[arg-type]  # one of the four, checked
    config = asked.declared
    if config is None:
        raise BadInputError(message("bank-cli-needs", option="--config, --judge"))
    return config.judge.provider


def _ceiling(asked: Asked) -> Ceiling:
    from cenario.runner.batch import Ceiling

    return Ceiling(usd=asked.ceiling_usd, tokens=asked.ceiling_tokens)


def _prices(asked: Asked, *, needed: bool) -> PriceTable | None:
    from cenario.provider.prices import load_prices
    from cenario.runner.record import default_prices

    path = asked.prices or (default_prices() if needed else None)
    return None if path is None else load_prices(path)


def _record(plan: BatchPlan, path: Path, model: str, client: ProviderClient, ceiling: Ceiling) -> int:
    from cenario.runner.batch import run_batch
    from cenario.runner.executor import CONCURRENCY, LocalExecutor

    async def to_the_end() -> int:
        stop = asyncio.Event()
        listen(stop)
        try:
            with Bars() as bars:
                result = await run_batch(
                    plan,
                    path,
                    clients={model: client},
                    ceiling=ceiling,
                    executor=LocalExecutor(CONCURRENCY.get(model.partition(":")[0], 4)),
                    progress=bars.of(model),
                    stop=stop,
                )
        finally:
            await client.aclose()
        return report_results([result])

    return asyncio.run(to_the_end())


def _out(asked: Asked, model: str, suffix: str) -> Path:
    if asked.out is not None:
        return asked.out
    from cenario.store.places import data_folder

    name = "".join(c if c.isalnum() or c in "._-" else "-" for c in model)
    return data_folder() / "runs" / f"bank-{name}{suffix}.jsonl"


def _loaded(runs: Sequence[str], votes: Sequence[str]) -> tuple[Batch, ...]:
    from cenario.engine import load

    return load(find("bank"), _given(runs, "--runs"), votes).batches


def _given(files: Sequence[str], option: str) -> Sequence[str]:
    if not files:
        raise BadInputError(message("bank-cli-needs", option=option))
    return files


def _items(batch: Batch, asked: Asked) -> tuple[Item, ...]:
    from cenario.measures.bank.items import answers, bank_items

    return bank_items(answers(batch.executions), batch.scores, judge=asked.judge or None)


def _float(value: Decimal | None) -> float | None:
    return None if value is None else float(value)
