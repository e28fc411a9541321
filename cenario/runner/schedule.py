"""The order of a batch: repetition by repetition, the arms interleaved inside each, all seeded."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np

__all__ = ["interleave", "seed_of"]

T = TypeVar("T")


def seed_of(seed: int, *names: object) -> int:
    """Return the seed of one thing to do, below 2**31: same names, same seed, in any order asked."""
    text = "\x1f".join(str(name) for name in (seed, *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def interleave(
    conversations: Sequence[T], arms: Sequence[Hashable], repetitions: int, *, seed: int
) -> Iterable[tuple[T, Hashable, int]]:
    """Yield (conversation, arm, k): each k whole before the next, so that a batch cut short keeps whole ks.

    Inside a k the conversations come in a drawn order, and each conversation's arms side by side in
    a drawn order: what drifts with time (load, a model swapped behind its name) meets all arms alike.

    Parameters
    ----------
    conversations, arms
        What is crossed.
    repetitions
        K.
    seed
        Of every draw.
    """
    draws = np.random.default_rng(seed)
    for k in range(repetitions):
        for place in draws.permutation(len(conversations)):
            for side in draws.permutation(len(arms)):
                yield conversations[place], arms[side], k
