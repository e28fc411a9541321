"""Evaluation C: the tools' schema without the `pattern` that only repeats the `format`.

The rule is the user's (seed 001, "C"): the candidate's mean over its repetitions may not pass the
maximum of the baseline's band, and the arms' sequences may not agree less than the baseline with
itself. Beside it stands the calibrated reading (`readings.tool_schema`).
"""

from __future__ import annotations

import polars as pl

from cenario.agent.preview.proof import schema_off, schema_on
from cenario.criteria.bands import agreement_clause, band_clause
from cenario.criteria.sufficiency import completeness_clause, losses_clause, minimum_clause, proof_clause
from cenario.criteria.wire import only_change_clause
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.verdict import Clause, Counts
from cenario.evaluations.readings.tool_schema import calibrated_readings
from cenario.labels.text import message
from cenario.measures.fingerprints import wire_difference
from cenario.measures.losses import Kept, keep_paired
from cenario.measures.turns import (
    INDICATORS,
    INVALID_FORMAT,
    Indicator,
    agreement,
    repetition_rates,
    turn_table,
)

OFF, ON = "off", "on"

PARAMS = (
    Param(name="repetitions", default=3, unit="executions", low=2, high=100, origin="design"),
    Param(
        name="min_format_calls", default=100, unit="calls_per_arm", low=0, high=1_000_000, origin="proposal"
    ),
    Param(name="strict", default=False, unit="", choices=(True, False), origin="ours"),
    Param(name="max_loss_difference", default=0.05, unit="share", low=0.0, high=1.0, origin="ours"),
    Param(name="alpha", default=0.05, unit="probability", low=0.0001, high=0.5, origin="ours"),
    Param(name="permutations", default=1999, unit="draws", low=199, high=100_000, origin="ours"),
    Param(name="seed", default=20261104, unit="", low=0, high=2**31 - 1, origin="ours"),
)


def decide(batch: Batch, params: Params) -> Decision:
    """Apply the rule of C to one model's executions.

    Parameters
    ----------
    batch : Batch
        Executions of the arms ``off`` and ``on``.
    params : mapping
        The values of `PARAMS`.

    Returns
    -------
    Decision
        Clauses complete, arm proved, only change on the wire, even losses, minimum by arm, five bands
        and the agreement (invalid by format decides only when `strict`); tables ``turns``, ``rates``,
        ``agreement``.
    """
    repetitions = int(params["repetitions"] or 0)
    kept = keep_paired(batch.executions, arms=(OFF, ON), repetitions=repetitions)
    turns = turn_table(kept.executions)
    wire = wire_difference(kept.executions, OFF, ON)
    clauses: list[Clause] = [
        completeness_clause(kept.missing, planned=_planned(kept)),
        proof_clause(kept.executions),
        only_change_clause(wire.n_pairs, wire.differing, expected="tools"),
        losses_clause(
            kept.losses, kept.recorded, largest_difference=float(params["max_loss_difference"] or 0.0)
        ),
    ]
    for arm in (OFF, ON):
        got = int(turns.filter(turns["arm"] == arm)["format_calls"].sum())
        least = int(params["min_format_calls"] or 0)
        clauses.append(minimum_clause("format_calls", got, least, arm=arm, proposed=True))
    clauses += [_band(turns, indicator, repetitions=repetitions) for indicator in INDICATORS]
    clauses.append(_band(turns, INVALID_FORMAT, repetitions=repetitions, decides=bool(params["strict"])))
    within, between = agreement(turns, OFF, OFF), agreement(turns, OFF, ON)
    clauses.append(agreement_clause(list(within.values()), list(between.values()), repetitions=repetitions))
    return Decision(
        clauses=tuple(clauses),
        counts=Counts(
            executions={arm: int((turns["arm"] == arm).sum()) for arm in (OFF, ON)},
            planned=_planned(kept),
            dropped=kept.losses,
        ),
        readings=calibrated_readings(turns, clauses, params),
        tables={"turns": turns, "executions": kept.executions},
    )


def _planned(kept: Kept) -> int:
    return sum(kept.recorded.values()) + sum(kept.missing.values())


def _band(turns: pl.DataFrame, indicator: Indicator, *, repetitions: int, decides: bool = True) -> Clause:
    rates = repetition_rates(turns, indicator)
    return band_clause(
        indicator.name,
        list(rates.get(OFF, {}).values()),
        list(rates.get(ON, {}).values()),
        unit=indicator.unit,
        repetitions=repetitions,
        decides=decides,
    )


EVALUATION = Evaluation(
    code="C",
    title=message("c-title"),
    question=message("c-question"),
    params=PARAMS,
    arms=(
        Arm(name=OFF, role="baseline", knobs={"tool_schema": "off"}, proof=schema_off),
        Arm(name=ON, role="candidate", knobs={"tool_schema": "on"}, proof=schema_on),
    ),
    decide=decide,
    repetitions=3,
    corpus="c",
    limits=(message("c-limit-corpus"), message("c-limit-absence"), message("c-limit-rule")),
    gain=message("c-gain"),
    next_step=message("c-next"),
)
