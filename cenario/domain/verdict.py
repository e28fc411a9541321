"""The verdict: clauses that each travel with their reason, per model and for the knob.

Combination (the user's precedence): a clause that is *short* of data makes the model
INCONCLUSIVO; else one that *fails* makes it REPROVA; else one *undecided* (not shown, on the
edge) makes it INCONCLUSIVO; else APROVA. A clause with ``decides=False`` is shown only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from cenario.labels.text import Message

VerdictOutcome = Literal["APROVA", "REPROVA", "INCONCLUSIVO"]
ClauseOutcome = Literal["holds", "fails", "undecided", "short"]

EXIT_CODES: Mapping[VerdictOutcome, int] = {"APROVA": 0, "REPROVA": 1, "INCONCLUSIVO": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One condition of the ruler, measured.

    `value`, `lower`, `upper` and `threshold` are in `unit`; each is None where it is not
    defined or not applicable. `proposed` marks a threshold that the user's document calls PROPOSTA;
    `of_data` a clause about the data (enough, even, proved) and not about the change.
    """

    name: str
    outcome: ClauseOutcome
    reason: Message
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    threshold: float | None = None
    n: int | None = None
    unit: str = ""
    decides: bool = True
    proposed: bool = False
    of_data: bool = False
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Executions not measured: how many, in which arm, why."""

    arm: str
    reason: str
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many were compared. The paired counts are None where the evaluation has no pairs."""

    executions: Mapping[str, int] = field(default_factory=dict)
    planned: int | None = None
    n_pairs: int | None = None
    only_candidate: int | None = None
    only_baseline: int | None = None
    both: int | None = None
    neither: int | None = None
    dropped: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One line of the calibrated reading: a number beside the verdict that does not decide it."""

    name: str
    reason: Message
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    n: int | None = None
    unit: str = ""
    flagged: bool = False
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVerdict:
    """The verdict for one model."""

    model: str
    outcome: VerdictOutcome
    headline: Message
    clauses: tuple[Clause, ...]
    counts: Counts
    readings: tuple[Reading, ...] = ()
    in_use: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict of the knob: all models in use approve, or it stays off."""

    evaluation: str
    outcome: VerdictOutcome
    headline: Message
    models: tuple[ModelVerdict, ...]
    notes: tuple[Message, ...] = ()
    limits: tuple[Message, ...] = ()
    params: Mapping[str, object] = field(default_factory=dict)
    proposed: tuple[str, ...] = ()
    provenance: Mapping[str, object] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """What the command line exits with."""
        return EXIT_CODES[self.outcome]


def combine(clauses: Sequence[Clause]) -> VerdictOutcome:
    """Return a model's outcome from its deciding clauses, by the precedence in this module's docstring.

    No deciding clause at all is INCONCLUSIVO: nothing was shown.
    """
    outcomes = {clause.outcome for clause in clauses if clause.decides}
    if not outcomes or "short" in outcomes:
        return "INCONCLUSIVO"
    if "fails" in outcomes:
        return "REPROVA"
    return "INCONCLUSIVO" if "undecided" in outcomes else "APROVA"


def combine_models(models: Sequence[ModelVerdict], missing: Sequence[str] = ()) -> VerdictOutcome:
    """Return the knob's outcome: APROVA only if every model in use approves and none is missing.

    A model measured but not in use neither blocks nor helps.
    """
    used = [model.outcome for model in models if model.in_use]
    if "REPROVA" in used:
        return "REPROVA"
    if not used or missing or "INCONCLUSIVO" in used:
        return "INCONCLUSIVO"
    return "APROVA"
