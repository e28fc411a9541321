"""The gate (portão): does the agent still do what must not regress?

Each gate scenario is held to its own ruler: every execution of every input (or the share `minimo`)
meets every expectation, equivalent inputs are understood alike, and declared ceilings are kept. A
scenario that is no gate is shown the same way and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution
from cenario.domain.verdict import Clause, ClauseOutcome, Counts, Loss
from cenario.engine import Loaded
from cenario.errors import Message, message
from cenario.judge.measurement import AXES, Measured, scenario_key
from cenario.judge.standing import Measurement, held_to_now, measured_in, strays_in
from cenario.labels import numbers
from cenario.stats.proportions import wilson_interval
from cenario.store.scenarios import ScenarioStore

__all__ = ["ARM", "EVALUATION", "decide", "with_rulers_in_force"]

ARM = "candidata"

CELL_COLUMNS = {
    "scenario": pl.String,
    "version": pl.String,
    "gate": pl.Boolean,
    "position": pl.Int64,
    "input": pl.String,
    "repetition": pl.Int64,
    "outcome": pl.String,
    "reason": pl.String,
    "inferences": pl.Int64,
    "loops": pl.Int64,
    "batch": pl.String,
}
"""One row an execution of the measurement in force: how it came out, and why."""

HISTORY_COLUMNS = {
    "scenario": pl.String,
    "version": pl.String,
    "sealed_at": pl.String,
    "met": pl.Int64,
    "judged": pl.Int64,
    "planned": pl.Int64,
    "in_force": pl.Boolean,
}
"""One row a measurement of a version in a batch; a version in force that was never measured has no batch."""


def decide(batch: Batch, params: Params) -> Decision:
    """Hold each scenario of the batch to its ruler; see the module."""
    minimum, alpha = float(params["minimo"] or 0), float(params["alpha"] or 0)
    every = measured_in(batch)
    clauses = [clause for each in every for clause in _clauses(each, minimum=minimum, alpha=alpha)]
    strays = strays_in(batch)
    if strays:
        clauses.insert(0, Clause(name="regua", outcome="undecided", reason=_stray_words(strays)))
    gates = [each for each in every if each.in_force and each.measured.scenario.gate]
    if not gates:
        clauses.insert(0, Clause(name="portao", outcome="holds", reason=message("gate-no-gate")))
    return Decision(
        clauses=tuple(clauses),
        counts=_counts(batch, every),
        notes=(
            message("gate-threshold", minimum=numbers.share(minimum, decimals=0)),
            *_measured_before(every),
        ),
        tables={"cells": _cells(every), "history": _history(every)},
    )


def _measured_before(every: Sequence[Measurement]) -> Iterator[Message]:
    """Yield a note for each gate whose very version failed in an earlier batch: it was measured again."""
    in_force = {
        (each.measured.scenario.id, each.measured.version)
        for each in every
        if each.in_force and each.measured.scenario.gate
    }
    failed: dict[str, list[str]] = {}
    for each in every:
        scenario, (k, n) = each.measured.scenario, each.measured.of_all
        if not each.in_force and (scenario.id, each.measured.version) in in_force and k < n:
            failed.setdefault(scenario.id, []).append(f"{k}/{n}")
    for scenario_id, shares in failed.items():
        yield message("gate-measured-before", id=scenario_id, shares=", ".join(shares))


def _stray_words(strays: Sequence[Execution]) -> Message:
    return message("gate-strays", n=len(strays), which=strays[0].conversation)


def _clauses(each: Measurement, *, minimum: float, alpha: float) -> Iterator[Clause]:
    scenario = each.measured.scenario
    decides = scenario.gate and each.in_force
    name = (
        scenario.id
        if each.in_force
        else f"{scenario_key(scenario.id, each.measured.version)} {each.sealed_at}"
    )
    for clause in (
        _competence(each, minimum=minimum),
        _comprehension(each.measured, alpha=alpha),
        *(_axis(each.measured, axis) for axis in AXES),
    ):
        if clause is not None:
            yield replace(clause, name=f"{name.strip()}/{clause.name}", decides=decides)


def _competence(each: Measurement, *, minimum: float) -> Clause:
    measured, scenario = each.measured, each.measured.scenario
    k, n = measured.of_all
    told = {"id": scenario.id, "k": k, "n": n}
    if not n:
        reason = message("gate-not-measured", id=scenario.id, version=measured.version[:12])
        return Clause(name="competencia", outcome="short", reason=reason, n=0, unit="executions")
    interval = wilson_interval(k, n)
    failing = [p for p in range(len(scenario.inputs)) if _share(measured.of_input(p)) < minimum]
    outcome: ClauseOutcome = "fails" if failing else "short" if measured.missing else "holds"
    if scenario.declared_at is None or scenario.declared_at > each.sealed_at:
        outcome = "fails" if failing else "undecided"
        reason = message("gate-ruler-younger", id=scenario.id, at=scenario.declared_at or "—")
    elif failing:
        reason = message("gate-failed", why=_why(measured), inputs=_by_input(measured), **told)
    elif measured.missing:
        reason = message("gate-missing", missing=measured.missing, planned=measured.planned, **told)
    elif not measured.shows_frequency:
        reason = message("gate-path-stands", **told)
    else:
        low, high = (numbers.share(bound, decimals=0) for bound in (interval.lower, interval.upper))
        reason = message("gate-passed", low=low, high=high, **told)
    return Clause(
        name="competencia",
        outcome=outcome,
        reason=reason,
        value=float(k),
        threshold=float(math.ceil(minimum * n - 1e-9)),
        n=n,
        unit="executions",
        detail={
            "wilson_lower": interval.lower,
            "wilson_upper": interval.upper,
            "by_input": [list(measured.of_input(p)) for p in range(len(scenario.inputs))],
            "frequency": measured.shows_frequency,
        },
    )


def _share(counted: tuple[int, int]) -> float:
    k, n = counted
    return k / n if n else 1.0


def _why(measured: Measured) -> Message | str:
    return next(cell.reason for cell in measured.cells if cell.outcome == "not_met")


def _by_input(measured: Measured) -> str:
    counted = (measured.of_input(position) for position in range(len(measured.scenario.inputs)))
    return ", ".join(f"{k}/{n}" for k, n in counted)


def _comprehension(measured: Measured, *, alpha: float) -> Clause | None:
    found = measured.comprehension
    if found is None:
        return None
    diverges = found.diverges(alpha)
    told = {"id": measured.scenario.id, "inputs": _by_input(measured)}
    p_value = "—" if found.p_value is None else numbers.number(found.p_value, decimals=3)
    code = "gate-diverges" if diverges else "gate-understood"
    reason = (
        message("gate-diverges", p=p_value, **told)
        if code == "gate-diverges"
        else message("gate-understood", p=p_value, **told)
    )
    return Clause(
        name="compreensao",
        outcome="fails" if diverges else "holds",
        reason=reason,
        value=found.p_value,
        threshold=alpha,
        n=measured.of_all[1],
        unit="p",
        detail={"split": found.split, "exact": found.exact},
    )


def _axis(measured: Measured, axis: str) -> Clause | None:
    """Return the clause of a declared ceiling; None where nobody wrote one, or nothing was measured."""
    outcome, ceiling = measured.axis(axis), measured.ceiling(axis)
    if outcome == "not_declared" or ceiling is None or not measured.cells:
        return None
    used = [getattr(cell, axis) for cell in measured.cells if getattr(cell, axis) is not None]
    told = {"id": measured.scenario.id, "ceiling": ceiling, "axis": message(f"gate-axis-{axis}")}
    clause = Clause(
        name=f"orcamento-{axis}",
        outcome="holds",
        reason=message("gate-within", most=max(used, default=0), **told),
        value=float(max(used)) if used else None,
        threshold=float(ceiling),
        n=len(used),
        unit="count",
    )
    if outcome == "exceeded":
        reason = message("gate-exceeded", n=measured.exceeding(axis), most=max(used), **told)
        return replace(clause, outcome="fails", reason=reason)
    if outcome == "not_judgeable":
        return replace(clause, outcome="short", reason=message("gate-axis-unknown", **told))
    return clause


def _counts(batch: Batch, every: Sequence[Measurement]) -> Counts:
    lost: dict[str, int] = {}
    for each in every:
        for cell in each.measured.cells:
            if each.in_force and cell.outcome == "lost":
                reason = str(cell.reason)
                lost[reason] = lost.get(reason, 0) + 1
    return Counts(
        executions={ARM: len(batch.executions)},
        planned=sum(each.measured.planned for each in every if each.in_force),
        dropped=tuple(Loss(arm=ARM, reason=reason, n=n) for reason, n in sorted(lost.items())),
    )


def _cells(every: Sequence[Measurement]) -> pl.DataFrame:
    rows = [
        (
            each.measured.scenario.id,
            each.measured.version[:12],
            each.measured.scenario.gate,
            cell.position,
            each.measured.scenario.inputs[cell.position],
            cell.repetition,
            cell.outcome,
            str(cell.reason),
            cell.inferences,
            cell.loops,
            cell.execution.batch,
        )
        for each in every
        if each.in_force
        for cell in each.measured.cells
    ]
    return pl.DataFrame(rows, schema=CELL_COLUMNS, orient="row")


def _history(every: Sequence[Measurement]) -> pl.DataFrame:
    rows = [
        (
            each.measured.scenario.id,
            each.measured.version[:12],
            each.sealed_at or None,
            *each.measured.of_all,
            each.measured.planned,
            each.in_force,
        )
        for each in every
    ]
    return pl.DataFrame(rows, schema=HISTORY_COLUMNS, orient="row")


def with_rulers_in_force(loaded: Loaded, store: ScenarioStore) -> Loaded:
    """Return what was loaded, held to the scenarios as the store has them now.

    See `cenario.judge.standing.held_to_now`.
    """
    now = store.load_all()
    return replace(loaded, batches=tuple(held_to_now(batch, now) for batch in loaded.batches))


EVALUATION = Evaluation(
    code="gate",
    title=message("gate-title"),
    question=message("gate-question"),
    params=(
        Param(name="minimo", default=1.0, unit="share", low=0.01, high=1.0),
        Param(name="alpha", default=0.05, unit="share", low=0.0001, high=0.5),
    ),
    arms=(Arm(name=ARM, role="candidate"),),
    decide=decide,
    limits=(
        message("gate-limit-ruler"),
        message("gate-limit-frequency"),
        message("gate-limit-inputs"),
        message("gate-limit-last"),
    ),
    repetitions=3,
    stacks=True,
    recipe="scenarios",
    next_step=message("gate-next-step"),
)
