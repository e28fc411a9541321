"""Replies made worse on purpose: the control that tells whether a judge would have seen a loss."""

from __future__ import annotations

import random

DEGRADED_ARM = "degradado"
"""The arm's name in votes; no execution has it."""

_WORSE = (
    "Oi! Não sei te dizer isso. Dá uma olhada no site.",
    "Hum, não entendi. Pode ser que sim, pode ser que não.",
    "Isso não é comigo. Boa sorte!",
    "Ok.",
)


def degrade(reply: str | None, conversation: str, *, seed: int) -> str:
    """Return a reply that helps nobody, drawn per conversation; never equal to `reply`."""
    rng = random.Random(f"{seed}:{conversation}:degraded")  # noqa: S311 - reproducible on purpose
    return rng.choice([worse for worse in _WORSE if worse != reply])
