"""A fresh measurement of declared scenarios: a file of its own each time, never an earlier one taken up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cenario.domain.evaluation import Evaluation, ParamValue
from cenario.domain.params import resolve
from cenario.runner.batch import Ceiling
from cenario.runner.recipe import RunOptions
from cenario.runner.record import Recording, prepare_recording

__all__ = ["Asked", "prepare_measurement"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to measure, and with what. `ids`: None is every declared scenario."""

    model: str
    folder: Path
    ids: Sequence[str] | None = None
    ceiling: Ceiling = field(default_factory=Ceiling)
    params: Mapping[str, ParamValue] = field(default_factory=dict)
    agent: str | None = None
    allow_remote: bool = False
    prices: Path | None = None
    seed: int = 0


def prepare_measurement(evaluation: Evaluation, asked: Asked) -> Recording:
    """Return the batch, its models opened; nothing is sent.

    Raises
    ------
    BadInputError
        A scenario that is no ruler, a paid model without a ceiling, or whatever else does not fit.
    """
    options = RunOptions(
        evaluation=evaluation,
        params=resolve(evaluation, asked.params),
        model=asked.model,
        arms=evaluation.arms,
        repetitions=evaluation.repetitions,
        conversations=None if asked.ids is None else tuple(asked.ids),
        agent=asked.agent,
        seed=asked.seed,
        extra={"allow_remote": "yes"} if asked.allow_remote else {},
    )
    name = "".join(each if each.isalnum() or each in "._-" else "-" for each in asked.model)
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"[:-3]
    path = asked.folder / f"{evaluation.code.lower()}-{name}-{stamp}.jsonl"
    return prepare_recording(options, path=path, ceiling=asked.ceiling, prices_path=asked.prices)
