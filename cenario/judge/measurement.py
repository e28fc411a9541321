"""A scenario measured: each input and repetition judged apart, and what they add up to.

Competence, budget and comprehension are kept apart. Every share is a k of n; an execution that the
harness lost, or that could not be judged, is in neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np

from cenario.domain.execution import EndState, Execution
from cenario.domain.scenario import Scenario
from cenario.errors import Message, message
from cenario.judge.expectations import Finding, judge_expectation
from cenario.stats.divergence import input_divergence_test

__all__ = ["FREQUENCY_FROM", "Cell", "Comprehension", "Measured", "measure", "scenario_key"]

CellOutcome = Literal["met", "not_met", "not_judgeable", "lost"]
AxisOutcome = Literal["within", "exceeded", "not_judgeable", "not_declared"]
AXES = ("inferences", "loops")

FREQUENCY_FROM = 3
"""Repetitions of an input from which k/n tells of a frequency; below it, only that the path stands."""

DRAWS_SEED = 20261104
"""Seed of the permutation test where the permutations are too many to enumerate."""


def scenario_key(scenario_id: str, version: str) -> str:
    """Return what names a version of a scenario in an execution's key."""
    return f"{scenario_id}@{version[:12]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One input in one repetition (k, from 0 in its batch).

    `inferences` counts retries; None: the agent did not say.
    """

    execution: Execution
    position: int
    repetition: int
    outcome: CellOutcome
    findings: tuple[Finding, ...]
    reason: Message | str
    inferences: int | None
    loops: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comprehension:
    """Whether equivalent inputs got the same: `diverges` is its own failure.

    `split`: one input passes every time and another never. `p_value` is of the permutation test
    between inputs; None where there is nothing to permute.
    """

    split: bool
    p_value: float | None
    exact: bool = True

    def diverges(self, alpha: float) -> bool:
        """Whether the inputs were not understood alike."""
        return self.split or (self.p_value is not None and self.p_value <= alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One version of a scenario on one model, from one batch."""

    scenario: Scenario
    version: str
    batch: str
    cells: tuple[Cell, ...]

    def of_input(self, position: int) -> tuple[int, int]:
        """Return (k, n): how many executions of that input met everything, of those judged."""
        judged = [cell for cell in self.cells if cell.position == position and _is_judged(cell)]
        return sum(cell.outcome == "met" for cell in judged), len(judged)

    @property
    def of_all(self) -> tuple[int, int]:
        """(k, n) of all inputs together."""
        every = [self.of_input(position) for position in range(len(self.scenario.inputs))]
        return sum(k for k, _ in every), sum(n for _, n in every)

    @property
    def planned(self) -> int:
        """Executions that the scenario asks for: inputs × repetitions."""
        return len(self.scenario.inputs) * self.scenario.repetitions

    @property
    def missing(self) -> int:
        """Executions asked for that were not made, were lost by the harness, or could not be judged."""
        counted = (self.of_input(position)[1] for position in range(len(self.scenario.inputs)))
        return sum(max(0, self.scenario.repetitions - n) for n in counted)

    @property
    def shows_frequency(self) -> bool:
        """Whether every input ran often enough for k/n to be more than a path that stands."""
        return all(
            self.of_input(position)[1] >= FREQUENCY_FROM for position in range(len(self.scenario.inputs))
        )

    @property
    def comprehension(self) -> Comprehension | None:
        """Whether the inputs were understood alike; None with fewer than two inputs judged."""
        rows = [
            [cell.outcome == "met" for cell in self.cells if cell.position == position and _is_judged(cell)]
            for position in range(len(self.scenario.inputs))
        ]
        rows = [row for row in rows if row]
        if len(rows) < 2:
            return None
        split = any(all(row) for row in rows) and any(not any(row) for row in rows)
        test = input_divergence_test(rows, rng=np.random.default_rng(DRAWS_SEED))
        return Comprehension(split=split, p_value=test.p_value, exact=test.exact)

    def ceiling(self, axis: str) -> int | None:
        """Return the ceiling declared on an axis; None: nobody wrote one, and it is not zero."""
        budget = self.scenario.budget
        return None if budget is None else getattr(budget, axis)

    def axis(self, axis: str) -> AxisOutcome:
        """Return whether executions kept within the ceiling of an axis (``inferences`` or ``loops``)."""
        ceiling = self.ceiling(axis)
        if ceiling is None:
            return "not_declared"
        used = [getattr(cell, axis) for cell in self.cells if cell.outcome != "lost"]
        if any(value is not None and value > ceiling for value in used):
            return "exceeded"
        return "not_judgeable" if not used or None in used else "within"

    def exceeding(self, axis: str) -> int:
        """Return how many executions went over the ceiling of an axis."""
        ceiling = self.ceiling(axis)
        used = [getattr(cell, axis) for cell in self.cells if cell.outcome != "lost"]
        return 0 if ceiling is None else sum(value is not None and value > ceiling for value in used)


def measure(
    scenario: Scenario,
    version: str,
    batch: str,
    executions: Iterable[Execution],
    *,
    first_repetition: int = 0,
) -> Measured:
    """Judge each execution of one version of a scenario.

    Parameters
    ----------
    scenario, version : Scenario, str
        The ruler that was in force, and its digest.
    batch : str
        The batch that the executions are of.
    executions : iterable of Execution
        In any order; `variant` is the input's position, from 0.
    first_repetition : int, default 0
        The batch's first k, where it was read behind others.
    """
    cells = [_cell(scenario, execution, first_repetition) for execution in executions]
    cells = [cell for cell in cells if 0 <= cell.position < len(scenario.inputs)]
    cells.sort(key=lambda cell: (cell.position, cell.repetition))
    return Measured(scenario=scenario, version=version, batch=batch, cells=tuple(cells))


def _cell(scenario: Scenario, execution: Execution, first_repetition: int) -> Cell:
    findings: tuple[Finding, ...] = ()
    if execution.is_measured:
        state = _end_state(execution)
        findings = tuple(judge_expectation(each, state, scenario) for each in scenario.expectations)
    outcome, reason = _outcome(execution, findings)
    said = bool(execution.steps) or execution.mode in ("preview", "direct")
    return Cell(
        execution=execution,
        position=_position(execution.variant),
        repetition=execution.repetition - first_repetition,
        outcome=outcome,
        findings=findings,
        reason=reason,
        inferences=sum(step.attempts for step in execution.steps) if said else None,
        loops=execution.loops,
    )


def _position(variant: str | None) -> int:
    return int(variant) if variant is not None and variant.isdecimal() else -1


def _end_state(execution: Execution) -> EndState | None:
    """Return the end state, with every resource that a call touched: an attempt is a touch."""
    state = execution.end_state
    if state is None:
        return None
    called = [call.resource for call in execution.calls if call.resource is not None]
    return msgspec.structs.replace(state, touched=tuple(dict.fromkeys((*state.touched, *called))))


def _outcome(execution: Execution, findings: Sequence[Finding]) -> tuple[CellOutcome, Message | str]:
    if not execution.is_measured:
        return "lost", execution.outcome_reason or execution.outcome
    if execution.outcome == "agent_failure":
        return "not_met", message("gate-turn-not-ended", reason=execution.outcome_reason or "—")
    for outcome in ("not_met", "not_judgeable"):
        reasons = [finding.reason for finding in findings if finding.outcome == outcome]
        if reasons:
            return outcome, _joined(reasons)
    return "met", message("gate-all-met", n=len(findings))


def _joined(reasons: Sequence[Message]) -> Message:
    first, *rest = reasons
    return message("gate-and", first=first, rest=_joined(rest)) if rest else first


def _is_judged(cell: Cell) -> bool:
    return cell.outcome in ("met", "not_met")
