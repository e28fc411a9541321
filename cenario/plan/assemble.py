"""The plan of an evaluation: what it decides, with what, how, for how much, and how sure it will be.

Nothing is sent and no database is opened. What is counted is counted on the real request; what is
taken from production says so (`cenario.plan.constants`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from cenario.agent.closing.models import economical_model
from cenario.agent.closing.request import closing_request
from cenario.agent.preview.persona import Persona, load_personas
from cenario.agent.protocol import CLOCK
from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Evaluation
from cenario.domain.execution import Execution
from cenario.errors import BadInputError, Message, message
from cenario.judge.pairwise import Pair, vote_request
from cenario.plan.constants import DEFAULT_CONSTANTS, Constant, constant_values
from cenario.plan.cost import ArmCost, ArmLoad, Tariff, arm_cost
from cenario.plan.counts import request_load, turn_load
from cenario.plan.odds import Odds, verdict_odds
from cenario.plan.totals import Total, model_row, parallel_hours, subtotal, suggested_ceiling_usd
from cenario.provider.prices import PriceTable
from cenario.provider.registry import price_of, split_model
from cenario.store.closing_corpus import closing_corpus
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.places import data_folder
from cenario.store.seal import digest

DEFAULT_MODELS = (
    "openai:gpt-5.6-luna",
    "openai:gpt-5.6-terra",
    "anthropic:claude-sonnet-4-6",
    "anthropic:claude-sonnet-5",
)
"""The four models in use in the user's installation (seed 001)."""
SHADOW, JUDGE = "sombra", "juiz"
MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """What a plan may change: models, K, conversations, arms, prices, constants, and the rounding."""

    models: Sequence[str] = DEFAULT_MODELS
    repetitions: int | None = None
    conversations: Sequence[str] | None = None
    arms: Sequence[str] | None = None
    constants: tuple[Constant, ...] = DEFAULT_CONSTANTS
    published: bool = False
    seed: int = 20261104


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A plan, ready to be shown: nothing in it is formatted."""

    evaluation: Evaluation
    statements: tuple[tuple[str, Message], ...]
    models: Mapping[str, tuple[ArmCost, ...]]
    rows: tuple[Total, ...]
    total: Total
    ceiling_on_usd: float
    ceiling_off_usd: float
    parallel_hours: float
    constants: tuple[Constant, ...]
    odds: tuple[Odds, ...]
    prices_source: str
    prices_date: str
    corpus: str
    corpus_digest: str
    n_conversations: int
    repetitions: int
    published: bool = False
    loads: Mapping[str, ArmLoad] = field(default_factory=dict)

    @property
    def planned(self) -> dict[tuple[str, str], int]:
        """Executions by (model, arm): what a pilot's spend is multiplied by."""
        return {(model, cost.arm): cost.executions for model, costs in self.models.items() for cost in costs}


def build_plan(evaluation: Evaluation, prices: PriceTable, options: PlanOptions) -> Plan:
    """Count and price `evaluation`.

    Raises
    ------
    BadInputError
        An evaluation that has no plan, an unknown conversation or arm, K below 1, or a model that the
        price file does not price.
    """
    if evaluation.code not in COUNTERS:
        raise BadInputError(message("plan-no-plan", code=evaluation.code, known=", ".join(sorted(COUNTERS))))
    repetitions = evaluation.repetitions if options.repetitions is None else options.repetitions
    if repetitions < 1:
        raise BadInputError(message("plan-repetitions", value=repetitions))
    corpus = _chosen(_corpus(evaluation), options.conversations)
    personas = load_personas(data_folder() / "agents")
    constants = constant_values(options.constants)
    counted = COUNTERS[evaluation.code](evaluation, corpus, personas, repetitions, constants)
    loads = _kept(counted, options.arms)
    models = {model: _priced(model, loads, prices, constants) for model in options.models}
    everything = [list(costs) for costs in models.values()]
    total = subtotal(evaluation.code, everything)
    margin = constants["ceiling_margin"]
    return Plan(
        evaluation=evaluation,
        statements=_statements(evaluation, len(corpus), repetitions),
        models=models,
        rows=tuple(model_row(m, costs, published=options.published) for m, costs in models.items()),
        total=total,
        ceiling_on_usd=suggested_ceiling_usd(total.usd_cache_on, margin=margin),
        ceiling_off_usd=suggested_ceiling_usd(total.usd_cache_off, margin=margin),
        parallel_hours=parallel_hours(everything),
        constants=options.constants,
        odds=verdict_odds(
            evaluation.code, conversations=len(corpus), repetitions=repetitions, seed=options.seed
        ),
        prices_source=prices.source,
        prices_date=prices.date,
        corpus=evaluation.corpus or evaluation.code,
        corpus_digest=digest(list(corpus)),
        n_conversations=len(corpus),
        repetitions=repetitions,
        published=options.published,
        loads={load.arm: load for load in loads},
    )


Counter = Callable[
    [Evaluation, Sequence[Conversation], Mapping[str, Persona], int, Mapping[str, float]], list[ArmLoad]
]


def _turns(
    evaluation: Evaluation,
    corpus: Sequence[Conversation],
    personas: Mapping[str, Persona],
    repetitions: int,
    constants: Mapping[str, float],
) -> list[ArmLoad]:
    return [
        turn_load(arm, corpus, personas, repetitions=repetitions, constants=constants)
        for arm in evaluation.arms
    ]


def _judged_turns(
    evaluation: Evaluation,
    corpus: Sequence[Conversation],
    personas: Mapping[str, Persona],
    repetitions: int,
    constants: Mapping[str, float],
) -> list[ArmLoad]:
    votes = [vote_request(_rehearsed_pair(conversation)) for conversation in corpus]
    judge = request_load(
        JUDGE,
        votes,
        repetitions=repetitions,
        output_tokens=constants["output_tokens_per_vote"],
        seconds=constants["seconds_per_vote"],
    )
    return [*_turns(evaluation, corpus, personas, repetitions, constants), judge]


def _closings(
    evaluation: Evaluation,
    corpus: Sequence[Conversation],
    personas: Mapping[str, Persona],
    repetitions: int,
    constants: Mapping[str, float],
) -> list[ArmLoad]:
    clock = datetime.fromisoformat(CLOCK)
    requests = [closing_request(one, personas[one.business], clock, seed=0) for one in corpus]
    return [
        request_load(
            arm.name,
            requests,
            repetitions=repetitions,
            output_tokens=constants["output_tokens_per_closing"],
            seconds=constants["seconds_per_closing"],
            retry_share=constants["shadow_retry_share"] if arm.name == SHADOW else 0.0,
        )
        for arm in evaluation.arms
    ]


COUNTERS: Mapping[str, Counter] = {"C": _turns, "F5": _judged_turns, "G": _closings}
"""How each evaluation's arms are counted; one without a line here has no plan."""


def _corpus(evaluation: Evaluation) -> Sequence[Conversation]:
    if evaluation.code == "G":
        return closing_corpus(
            conversations=load_corpus(corpus_path("c")),
            probes=[one for one in load_corpus(corpus_path("f5")) if one.probe is not None],
        )
    return load_corpus(corpus_path(evaluation.corpus or evaluation.code.lower()))


def _chosen(corpus: Sequence[Conversation], names: Sequence[str] | None) -> Sequence[Conversation]:
    if names is None:
        return corpus
    known = {conversation.id for conversation in corpus}
    for name in names:
        if name not in known:
            raise BadInputError(message("plan-unknown-conversation", name=name, n=len(corpus)))
    return [conversation for conversation in corpus if conversation.id in names]


def _kept(loads: Sequence[ArmLoad], arms: Sequence[str] | None) -> list[ArmLoad]:
    if arms is None:
        return list(loads)
    known = [load.arm for load in loads]
    for name in arms:
        if name not in known:
            raise BadInputError(message("plan-unknown-arm", name=name, known=", ".join(known)))
    return [load for load in loads if load.arm in arms]


def _priced(
    model: str, loads: Sequence[ArmLoad], prices: PriceTable, constants: Mapping[str, float]
) -> tuple[ArmCost, ...]:
    return tuple(
        arm_cost(load, tariff_of(economical_model(model) if load.arm == SHADOW else model, prices, constants))
        for load in loads
    )


def tariff_of(model: str, prices: PriceTable, constants: Mapping[str, float]) -> Tariff:
    """Return how `model` is billed: its list price, and its provider's cache and tokenizer.

    Raises
    ------
    BadInputError
        The file has no price for it: an unknown price is not zero.
    """
    provider, _ = split_model(model)
    price = price_of(model, prices)
    if price is None:
        raise BadInputError(message("plan-no-price", model=model, source=prices.source))
    claude = provider == "anthropic"
    rates = price.rates
    read = rates.cache_read / rates.input if rates.cache_read is not None and rates.input else None
    return Tariff(
        model=model,
        input_usd=float(rates.input) * MILLION,
        output_usd=float(rates.output) * MILLION,
        cache="marked" if claude else "automatic" if provider == "openai" else "none",
        cache_read_share=constants["cache_read_share"] if read is None else float(read),
        cache_write_factor=constants["cache_write_factor"] if claude else 1.0,
        token_factor=constants["claude_token_factor"] if claude else 1.0,
    )


def _rehearsed_pair(conversation: Conversation) -> Pair:
    """Return a pair as long as the good course's answers, to count the judge's request on."""
    execution = Execution(
        batch="plan",
        evaluation="F5",
        arm="json",
        model="plan:plan",
        conversation=conversation.id,
        repetition=0,
        outcome="completed",
        reply=conversation.course_reply or "",
    )
    return Pair(conversation=conversation, baseline=execution, candidate=execution, first="baseline")


def _statements(
    evaluation: Evaluation, conversations: int, repetitions: int
) -> tuple[tuple[str, Message], ...]:
    code = evaluation.code.lower()
    return (
        ("decides", evaluation.question),
        ("against", message(f"plan-against-{code}")),
        ("approves", message(f"plan-approves-{code}")),
        ("corpus", message(f"plan-corpus-{code}", n=conversations)),
        ("runs", message(f"plan-runs-{code}", k=repetitions)),
    )
