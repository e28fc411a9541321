"""The constants a plan takes from production until a pilot replaces them (MEDIDO in the user's runbook).

Each says where it comes from and in which direction it errs: ``up`` makes the plan dearer than
the truth, ``down`` cheaper, ``either`` is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cenario.errors import BadInputError, message

Direction = Literal["up", "down", "either"]
ConstantSource = Literal["production", "implied", "published", "pilot", "ours"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """One constant: its value in `unit`, its source, and the direction of its error."""

    name: str
    value: float
    unit: str
    source: ConstantSource
    error: Direction


DEFAULT_CONSTANTS: tuple[Constant, ...] = (
    Constant(name="steps_per_turn", value=2, unit="steps", source="production", error="either"),
    Constant(name="output_tokens_per_step", value=130, unit="tokens", source="production", error="either"),
    Constant(name="output_tokens_per_closing", value=363, unit="tokens", source="production", error="either"),
    Constant(name="output_tokens_per_vote", value=130, unit="tokens", source="ours", error="either"),
    Constant(
        name="promise_check_tokens_per_turn", value=3143, unit="tokens", source="production", error="up"
    ),
    Constant(name="engine_system_tokens", value=0, unit="tokens", source="ours", error="down"),
    Constant(
        name="claude_token_factor", value=28.7 / 21.6, unit="ratio", source="production", error="either"
    ),
    Constant(name="seconds_per_turn", value=28, unit="s", source="production", error="either"),
    Constant(name="seconds_per_closing", value=16, unit="s", source="production", error="either"),
    Constant(name="seconds_per_vote", value=6, unit="s", source="implied", error="either"),
    Constant(name="shadow_retry_share", value=0.05, unit="share", source="published", error="up"),
    Constant(name="cache_read_share", value=0.1, unit="share", source="published", error="either"),
    Constant(name="cache_write_factor", value=2.0, unit="ratio", source="published", error="up"),
    Constant(name="ceiling_margin", value=0.2, unit="share", source="published", error="up"),
)


def constant_values(constants: tuple[Constant, ...] = DEFAULT_CONSTANTS) -> Mapping[str, float]:
    """Return the constants' values by name."""
    return {constant.name: constant.value for constant in constants}


def replace_constants(
    values: Mapping[str, float],
    *,
    source: ConstantSource,
    constants: tuple[Constant, ...] = DEFAULT_CONSTANTS,
) -> tuple[Constant, ...]:
    """Return `constants` with some values replaced, and said to come from `source`.

    Raises
    ------
    BadInputError
        A name that is no constant, or a negative value.
    """
    known = {constant.name for constant in constants}
    for name, value in values.items():
        if name not in known:
            raise BadInputError(message("plan-unknown-constant", name=name, known=", ".join(sorted(known))))
        if value < 0:
            raise BadInputError(message("plan-negative-constant", name=name, value=str(value)))
    return tuple(
        replace(constant, value=values[constant.name], source=source, error="either")
        if constant.name in values
        else constant
        for constant in constants
    )
