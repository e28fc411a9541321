"""Clauses of sufficiency: enough was measured, evenly, and the arms were proved on the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cenario.domain.execution import Execution
from cenario.domain.verdict import Clause, Loss
from cenario.labels import numbers
from cenario.labels.text import message


def minimum_clause(
    name: str, got: int, least: int, *, arm: str | None = None, proposed: bool = False
) -> Clause:
    """Return ``short`` when fewer than `least` of ``minimum-<name>`` exist; exactly `least` is enough."""
    enough = got >= least
    what = message(f"minimum-{name}")
    values: dict[str, object] = {"what": what, "got": numbers.as_count(got), "least": numbers.as_count(least)}
    code = "criteria-minimum-met" if enough else "criteria-minimum-short"
    if arm is not None:
        code, values = f"{code}-arm", {**values, "arm": arm}
    return Clause(
        name=f"minimum_{name}" if arm is None else f"minimum_{name}_{arm}",
        outcome="holds" if enough else "short",
        reason=message(code, **values),
        value=float(got),
        threshold=float(least),
        n=got,
        unit="count",
        of_data=True,
        proposed=proposed,
    )


def completeness_clause(missing: Mapping[str, int], planned: int) -> Clause:
    """Return ``short`` when planned executions do not exist: a repetition that is not whole makes no band.

    Parameters
    ----------
    missing : mapping of arm to count
        Planned executions that were neither measured nor recorded as lost.
    planned : int
        How many were planned in all.
    """
    absent = sum(missing.values())
    where = ", ".join(f"{arm}: {n}" for arm, n in sorted(missing.items()) if n)
    return Clause(
        name="complete",
        outcome="short" if absent else "holds",
        reason=message(
            "criteria-incomplete",
            missing=numbers.as_count(absent),
            planned=numbers.as_count(planned),
            where=where,
        )
        if absent
        else message("criteria-complete", planned=numbers.as_count(planned)),
        value=float(planned - absent),
        threshold=float(planned),
        n=planned,
        unit="count",
        of_data=True,
    )


def losses_clause(
    losses: Iterable[Loss], executions: Mapping[str, int], *, largest_difference: float
) -> Clause:
    """Return ``undecided`` when the arms lost executions to the harness unevenly.

    Parameters
    ----------
    losses : iterable of Loss
        What was lost, by arm.
    executions : mapping of arm to count
        Executions recorded in each arm, lost ones included.
    largest_difference : float
        The largest difference of loss shares between arms (0..1) that is not called uneven (our default).
    """
    lost = dict.fromkeys(executions, 0)
    for loss in losses:
        lost[loss.arm] = lost.get(loss.arm, 0) + loss.n
    shares = {arm: lost[arm] / executions[arm] for arm in executions if executions[arm]}
    difference = max(shares.values()) - min(shares.values()) if shares else 0.0
    uneven = difference > largest_difference
    where = ", ".join(f"{arm}: {lost[arm]}/{executions[arm]}" for arm in sorted(executions))
    return Clause(
        name="even_losses",
        outcome="undecided" if uneven else "holds",
        reason=message("criteria-losses-uneven" if uneven else "criteria-losses-even", where=where),
        value=difference,
        threshold=largest_difference,
        n=sum(executions.values()),
        unit="share",
        of_data=True,
    )


def proof_clause(executions: Iterable[Execution]) -> Clause:
    """Return ``short`` when an execution is without the wire's proof of its arm."""
    given = list(executions)
    unproved = sum(execution.arm_proved is not True for execution in given)
    return Clause(
        name="arm_proved",
        outcome="short" if unproved or not given else "holds",
        reason=message("criteria-unproved", n=numbers.as_count(unproved), total=numbers.as_count(len(given)))
        if unproved or not given
        else message("criteria-proved", n=numbers.as_count(len(given))),
        value=float(len(given) - unproved),
        threshold=float(len(given)),
        n=len(given),
        unit="count",
        of_data=True,
    )
