"""Conversations over personalities: even, the remainder drawn, recorded by its seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cenario.errors import BadInputError, message


def split_conversations(names: Sequence[str], n: int, *, seed: int) -> tuple[str, ...]:
    """Return the personality of each of `n` conversations.

    Each of the k names gets n // k conversations, and n mod k distinct names, drawn from `seed`, one
    more: the counts differ by one at most and sum to `n`. The order is that of the names, repeated.

    Raises
    ------
    BadInputError
        No name, or n below 1.
    """
    if not names:
        raise BadInputError(message("quality-split-empty"))
    if n < 1:
        raise BadInputError(message("quality-split-none", n=n))
    whole, rest = divmod(n, len(names))
    rng = random.Random(f"{seed}:personalities")  # noqa: S311 - reproducible on purpose
    lucky = set(rng.sample(range(len(names)), rest))
    counts = [whole + (i in lucky) for i in range(len(names))]
    rounds = [
        [name for name, count in zip(names, counts, strict=True) if count > turn]
        for turn in range(max(counts))
    ]
    return tuple(name for one in rounds for name in one)
