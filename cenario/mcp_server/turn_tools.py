"""Tools on turns: talk to the agent, find what was observed, and read it whole."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

import msgspec
from pydantic import Field

from cenario.domain.conversation import Conversation
from cenario.errors import BadInputError, message
from cenario.runner.batch import Ceiling
from cenario.runner.record import record
from cenario.runner.talk import continued, prepare_turn
from cenario.store.corpus import load_corpus
from cenario.store.places import data_folder
from cenario.store.scenarios import situation_digest
from cenario.store.turns import ObservedTurn, find_turn, observed_turns, situation_of

__all__ = ["READING", "SIMULATED", "WRITING", "ceiling_of", "spent"]

SIMULATED = "simulated:steady"

TurnName = Annotated[str, Field(description="A turn, as list_turns names it: file.jsonl#3", max_length=200)]
Model = Annotated[
    str, Field(description="provider:model; anything but simulated: needs a ceiling", max_length=120)
]
CeilingUsd = Annotated[
    float | None, Field(description="The most this may spend, US dollars", gt=0, le=10_000)
]
CeilingTokens = Annotated[int | None, Field(description="The most tokens this may use", gt=0)]


async def list_conversations() -> dict[str, Any]:
    """List the starting situations of the corpora, from which a talk may begin."""
    found = _corpora()
    return {
        "conversations": [
            {"id": each.id, "business": each.business, "message": each.message} for each in found.values()
        ]
    }


async def talk(
    *,
    said: Annotated[str, Field(description="What the contact says", min_length=1, max_length=4000)],
    conversation: Annotated[
        str | None, Field(description="Begin from this conversation of a corpus (C22)", max_length=64)
    ] = None,
    turn: Annotated[str | None, Field(description="Or go on from this turn", max_length=200)] = None,
    model: Model = SIMULATED,
    ceiling_usd: CeilingUsd = None,
    ceiling_tokens: CeilingTokens = None,
    seed: Annotated[int, Field(description="Seed of the turn", ge=0, le=2**31)] = 0,
) -> dict[str, Any]:
    """Say something to the embedded agent and keep the turn; nothing is ever sent to anybody."""
    if (conversation is None) is (turn is None):
        raise BadInputError(message("mcp-one-start"))
    if turn is not None:
        before = find_turn(_runs(), turn)
        situation = continued(situation_of(before), before.execution, said)
    else:
        situation = msgspec.structs.replace(_conversation(str(conversation)), message=said)
    recording = prepare_turn(
        situation,
        model=model,
        folder=_runs(),
        ceiling=ceiling_of(ceiling_usd, ceiling_tokens),
        seed=seed,
    )
    result = await record(recording)
    made = [each for each in observed_turns(_runs()) if each.name.startswith(f"{result.path.name}#")]
    if not made:
        raise BadInputError(message("mcp-no-turn", reason=result.reason or result.ended))
    return _facts(made[-1]) | {"spent_usd": spent(result.spent_usd)}


async def list_turns(
    evaluation: Annotated[
        str | None, Field(description="Only those of this evaluation (C, talk, gate)", max_length=40)
    ] = None,
    last: Annotated[int, Field(description="How many, the newest files last", ge=1, le=500)] = 50,
) -> dict[str, Any]:
    """List observed turns, from every journal of data/runs."""
    turns = [each for each in observed_turns(_runs()) if evaluation in (None, each.execution.evaluation)]
    return {"total": len(turns), "turns": [_facts(each) for each in turns[-last:]]}


async def read_turn(turn: TurnName) -> dict[str, Any]:
    """Read a turn whole: situation, what was said, calls, vetoes and the world at its end."""
    found = find_turn(_runs(), turn)
    situation = situation_of(found)
    execution = found.execution
    return _facts(found) | {
        "situation": msgspec.to_builtins(situation),
        "situation_digest": situation_digest(situation),
        "messages": msgspec.to_builtins(execution.messages),
        "calls": [msgspec.to_builtins(call) for call in execution.calls],
        "vetoes": msgspec.to_builtins(execution.vetoes),
        "end_state": msgspec.to_builtins(execution.end_state),
    }


def ceiling_of(usd: float | None, tokens: int | None) -> Ceiling:
    """Return the ceiling asked for; the recorder refuses a paid model without one."""
    return Ceiling(usd=None if usd is None else Decimal(repr(usd)), tokens=tokens)


def spent(usd: Decimal | None) -> float | None:
    """Return what was spent; None where it is not known, which is not zero."""
    return None if usd is None else float(usd)


def _facts(turn: ObservedTurn) -> dict[str, Any]:
    execution = turn.execution
    return {
        "turn": turn.name,
        "evaluation": execution.evaluation,
        "conversation": execution.conversation,
        "variant": execution.variant,
        "repetition": execution.repetition,
        "arm": execution.arm,
        "model": execution.model,
        "outcome": execution.outcome,
        "said": execution.messages[0].text if execution.messages else None,
        "reply": execution.reply,
    }


def _runs() -> Any:
    return data_folder() / "runs"


def _corpora() -> dict[str, Conversation]:
    found: dict[str, Conversation] = {}
    for path in sorted((data_folder() / "corpus").glob("*.jsonl")):
        found.update({each.id: each for each in load_corpus(path)})
    return found


def _conversation(name: str) -> Conversation:
    found = _corpora()
    if name not in found:
        known = ", ".join(list(found)[:40])
        raise BadInputError(message("draft-nothing-known", name=name[:80], known=known))
    return found[name]


READING = (list_conversations, list_turns, read_turn)
WRITING = (talk,)
