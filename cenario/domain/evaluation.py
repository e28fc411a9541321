"""An evaluation as a declared, frozen value: question, parameters, arms, measures, criterion, limits.

Composition, no base class: a file that defines ``EVALUATION`` is one, in the package or outside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cenario.domain.execution import Execution, Manifest
    from cenario.domain.verdict import Clause, Counts, Reading
    from cenario.domain.vote import Score, Vote
    from cenario.domain.wire import WireRequest
    from cenario.labels.text import Message

Origin = Literal["design", "proposal", "ours"]
ArmRole = Literal["baseline", "candidate", "control"]
ParamValue = bool | int | float | str | None
Params = Mapping[str, ParamValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter of the ruler: its default, unit, legal range, and whose number it is.

    `origin`: ``design`` is the user's rule, ``proposal`` is PROPOSTA in the user's document,
    ``ours`` is our default. `choices` or [`low`, `high`] is what is legal, both ends included.
    """

    name: str
    default: ParamValue
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[ParamValue, ...] = ()
    origin: Origin = "ours"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One side of an evaluation (braço): what it switches, and what the wire must show.

    `proof` takes the requests of one execution and returns None, or what is wrong.
    """

    name: str
    role: ArmRole
    knobs: Mapping[str, str] = field(default_factory=dict)
    proof: Callable[[WireRequest], Message | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What was recorded for one model: executions in any order, manifests, and what judges said."""

    model: str
    executions: Sequence[Execution]
    manifests: Sequence[Manifest] = ()
    votes: Sequence[Vote] = ()
    scores: Sequence[Score] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an evaluation says of one batch: clauses that decide, readings that stand beside, counts.

    `notes` are said in the model's headline (an uninformative judge, an incomplete control).
    """

    clauses: tuple[Clause, ...]
    counts: Counts
    readings: tuple[Reading, ...] = ()
    notes: tuple[Message, ...] = ()
    tables: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A declared evaluation.

    `decide` is pure: the same batch and params give the same decision, whatever the row order.
    `tables` of its decision are polars frames by name, which the report shows. Where it `stacks`,
    a second file with the same keys is read as further repetitions. `recipe` names how it is
    recorded (a module of ``cenario.runner.recipes``); None: it only judges what others recorded.
    """

    code: str
    title: Message
    question: Message
    params: tuple[Param, ...]
    arms: tuple[Arm, ...]
    decide: Callable[[Batch, Params], Decision]
    limits: tuple[Message, ...] = ()
    repetitions: int = 1
    stacks: bool = False
    corpus: str | None = None
    recipe: str | None = "turns"
    next_step: Message | None = None
    gain: Message | None = None
