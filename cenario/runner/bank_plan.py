"""What a bank's run can cost, before a cent is spent: every prompt and score at its worst."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from cenario.domain.bank import Bank
from cenario.judge.bank import MAX_ATTEMPTS, score_request
from cenario.measures.bank.items import Answer, Item, bank_items
from cenario.provider import tokens
from cenario.provider.prices import Price
from cenario.provider.protocol import Request, Turn
from cenario.runner.bank import Asked

__all__ = ["BankCost", "JudgeAsked", "StageCost", "bank_cost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCost:
    """One stage: how many requests, and the most they can cost in US dollars; None without a price."""

    model: str
    requests: int
    worst_usd: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCost:
    """The chatbot's stage and the judge's, each prompt and item once: retries are not in it.

    An unreadable score is asked again, up to `judge_attempts` requests in all.
    """

    chatbot: StageCost
    judge: StageCost
    judge_attempts: int = MAX_ATTEMPTS


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAsked:
    """The judge: its name, the most output tokens of a score, and its price."""

    model: str
    max_tokens: int
    price: Price | None


def bank_cost(
    bank: Bank,
    asked: Asked,
    *,
    repetitions: int,
    price: Price | None,
    each_usd: float | None,
    judge: JudgeAsked,
) -> BankCost:
    """Return what the run can cost.

    Parameters
    ----------
    price
        The chatbot's, by tokens; None where it has none.
    each_usd
        The chatbot's price of one request, where it is paid by the request.
    """
    prompts = [prompt.text for prompt in bank.prompts()]
    requests = [
        Request(system=asked.system, turns=(Turn(role="user", text=text),), max_tokens=asked.max_tokens)
        for text in prompts
    ]
    if each_usd is not None:
        sending: Decimal | None = Decimal(str(each_usd)) * len(requests)
    else:
        sending = _worst(asked.model, price, requests, extra=0)
    items = bank_items(_unanswered(bank))
    scoring = _scoring(items, judge, asked.max_tokens)
    return BankCost(
        chatbot=StageCost(
            model=asked.model,
            requests=len(requests) * repetitions,
            worst_usd=None if sending is None else sending * repetitions,
        ),
        judge=StageCost(
            model=judge.model,
            requests=len(items) * repetitions,
            worst_usd=None if scoring is None else scoring * repetitions,
        ),
    )


def _unanswered(bank: Bank) -> list[Answer]:
    """Return the bank as if it had been answered with nothing."""
    return [
        Answer(
            case=prompt.case,
            variant=prompt.variant,
            repetition=0,
            text="",
            n_prompts=1 + len(prompt.case.variants),
        )
        for prompt in bank.prompts()
    ]


def _scoring(items: Iterable[Item], judge: JudgeAsked, answer_tokens: int) -> Decimal | None:
    """Return the worst of all scores, each answer as long as it may be."""
    total = Decimal(0)
    for item in items:
        request = score_request(item, seed=0, max_tokens=judge.max_tokens)
        cost = _worst(judge.model, judge.price, [request], extra=answer_tokens * len(item.answers))
        if cost is None:
            return None
        total += cost
    return total


def _worst(model: str, price: Price | None, requests: Iterable[Request], *, extra: int) -> Decimal | None:
    if price is None:
        return None
    factor = tokens.CLAUDE_FACTOR * 1.15 if model.startswith("anthropic:") else 1.05  # the wires' own
    return sum(
        (
            price.worst(
                int((tokens.count_request(request) + extra) * factor) + 1,
                request.max_tokens,
                writes_cache=False,
            )
            for request in requests
        ),
        Decimal(0),
    )
