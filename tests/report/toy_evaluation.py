"""A user's own evaluation, in a file outside the package: two arms, one measure, two clauses."""

from __future__ import annotations

import polars as pl

from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.verdict import Clause, Counts, Loss, Reading
from cenario.labels import numbers
from cenario.labels.text import message


def decide(batch: Batch, params: Params) -> Decision:
    """Hold the fall of the mean reward against the margin; the interval is made up, for the tests."""
    by_arm = {
        arm: {
            e.conversation: e.scores["reward"] or 0.0
            for e in batch.executions
            if e.arm == arm and e.is_measured
        }
        for arm in ("off", "on")
    }
    shared = sorted(by_arm["off"].keys() & by_arm["on"].keys())
    fall = sum(by_arm["on"][c] - by_arm["off"][c] for c in shared) / len(shared)
    margin = float(str(params["margin"]))
    fine = fall - 0.02 >= -margin
    clauses = (
        Clause(
            name="reward", outcome="holds" if fine else "fails", value=fall,
            lower=fall - 0.02, upper=fall + 0.02, threshold=-margin, n=len(shared), unit="share",
            proposed=True,
            reason=message("report-chart-limit-is", limit=numbers.as_share(fall)),
        ),
        Clause(
            name="steps", outcome="holds", value=3.1, lower=3.0, upper=3.3, unit="per_turn", decides=False,
            reason=message("report-no-losses"), detail={"baseline": [3.0, 3.3], "candidate": [3.1]},
        ),
        Clause(
            name="agreement", outcome="holds", value=0.2, lower=0.1, upper=0.3, unit="share", decides=False,
            reason=message("report-silence"), detail={"within": [0.1], "between": [0.2, 0.1, 0.2, 0.3]},
        ),
    )  # fmt: skip
    return Decision(
        clauses=clauses,
        counts=Counts(n_pairs=len(shared), both=1, only_candidate=0, only_baseline=1, neither=0,
                      dropped=(Loss(arm="on", reason="connection lost", n=1),)),
        readings=(Reading(name="p", value=0.04, unit="", flagged=True, reason=message("report-no-worse")),),
        tables={"discordant": pl.DataFrame({"conversation": shared, "cost_usd": [0.5] * len(shared)})},
    )  # fmt: skip


EVALUATION = Evaluation(
    code="toy",
    title=message("report-table"),
    question=message("report-clauses"),
    params=(
        Param(name="margin", default=0.05, unit="share", low=0.0, high=1.0, origin="proposal"),
        Param(name="measure", default="reward", origin="ours"),
    ),
    arms=(Arm(name="off", role="baseline"), Arm(name="on", role="candidate")),
    decide=decide,
    limits=(message("report-no-limits"),),
    next_step=message("report-silence"),
    gain=message("report-not-in-use"),
)
