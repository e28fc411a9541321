"""Ask a judge until its answer can be read, and count every attempt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from cenario.domain.execution import Usage
from cenario.provider.protocol import ModelClient, Reply, Request
from cenario.runner.schedule import seed_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """The last answer as it was read, and what all answers took."""

    read: T
    attempts: int
    usage: Usage


async def ask_until(
    client: ModelClient,
    request: Request,
    read: Callable[[str], T],
    *,
    is_read: Callable[[T], bool],
    seed: int,
    most: int,
) -> Asked[T]:
    """Send `request` at most `most` times, each with a seed of its own, until `read` gives what `is_read`."""
    replies: list[Reply] = []
    for attempt in range(most):
        replies.append(await client.complete(replace(request, seed=seed_of(seed, attempt))))
        found = read(replies[-1].text)
        if is_read(found):
            break
    return Asked(
        found, sum(reply.attempts for reply in replies), together([reply.usage for reply in replies])
    )


def together(usages: Sequence[Usage]) -> Usage:
    """Return the tokens of every attempt; None for what one of them did not say."""

    def total(name: str) -> int | None:
        values = [getattr(usage, name) for usage in usages]
        known = [value for value in values if value is not None]
        return sum(known) if known and len(known) == len(values) else None

    return Usage(
        input_tokens=total("input_tokens"),
        cache_read_tokens=total("cache_read_tokens"),
        cache_write_tokens=total("cache_write_tokens"),
        output_tokens=total("output_tokens"),
    )
