"""Ask a model to close a turn, up to three times on format; what the service fails at is not format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cenario.agent.closing.models import served_as_asked
from cenario.agent.closing.parser import Refusal, parse_closing
from cenario.domain.closing import Closing, ClosingRecord
from cenario.domain.execution import Step
from cenario.errors import ArmProofError, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cenario.domain.wire import WireRequest
    from cenario.provider.protocol import ModelClient, Reply, Request

__all__ = ["FORMAT_ATTEMPTS", "Closed", "close_turn"]

FORMAT_ATTEMPTS = 3
"""Answers asked for, the first one included, before a closing is refused for its format."""

_OTHER_ANSWER = 1_000_003
"""Between the seeds of two answers to the same request: another answer, not the same one again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """What closing a turn left. `answers` are the model's own, one an attempt, verbatim."""

    record: ClosingRecord
    steps: tuple[Step, ...]
    answers: tuple[str, ...]
    requests: tuple[WireRequest, ...]
    model_served: str | None


async def close_turn(
    request: Request,
    client: ModelClient,
    *,
    previous_summary: str | None,
    attempts: int = FORMAT_ATTEMPTS,
) -> Closed:
    """Return the closing that `client` wrote, or the refusal of the last attempt.

    Parameters
    ----------
    request : Request
        As `cenario.agent.closing.request.closing_request` makes it.
    client : ModelClient
        The arm's model.
    previous_summary : str or None
        Kept with the record, to measure what was carried on.
    attempts : int, default 3
        Answers asked for on format.

    Raises
    ------
    ProviderError
        The service failed: not a refusal, and no attempt on format.
    ArmProofError
        Another model answered than the one asked for.
    """
    replies: list[Reply] = []
    read: Closing | Refusal = Refusal("no_json")
    for attempt in range(attempts):
        seed = None if request.seed is None else (request.seed + attempt * _OTHER_ANSWER) % 2**31
        reply = await client.complete(replace(request, seed=seed))
        _check_served(reply.requests)
        replies.append(reply)
        read = parse_closing(reply.text)
        if isinstance(read, Closing):
            break
    return Closed(
        record=_record(read, len(replies), previous_summary),
        steps=tuple(_step(reply) for reply in replies),
        answers=tuple(reply.text for reply in replies),
        requests=tuple(request for reply in replies for request in reply.requests),
        model_served=replies[-1].model_served if replies else None,
    )


def _check_served(requests: Sequence[WireRequest]) -> None:
    for request in requests:
        fault = served_as_asked(request)
        if fault is not None:
            raise ArmProofError(message("closing-arm-not-proved", fault=fault))


def _record(read: Closing | Refusal, attempts: int, previous_summary: str | None) -> ClosingRecord:
    if isinstance(read, Refusal):
        return ClosingRecord(
            refused=read.kind, refused_at=read.place, attempts=attempts, previous_summary=previous_summary
        )
    return ClosingRecord(closing=read, attempts=attempts, previous_summary=previous_summary)


def _step(reply: Reply) -> Step:
    return Step(
        usage=reply.usage,
        attempts=reply.attempts,
        cost_usd=reply.cost_usd,
        duration_s=reply.duration_s,
        stop_reason=reply.stop_reason,
    )
