"""Evaluation F5: the lead's history in lines instead of JSON.

The rule is the user's (seed 001, "F5"): the same tool sequence in at least 95 % of pairs, no more turns with
a veto, a pairwise judge that holds it non-inferior, and no probe kind with more failures. ``json_b`` is the
A/A arm: it is shown beside and never decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cenario.agent.preview.proof import history_json, history_lines
from cenario.criteria.paired_rules import judged_clause, not_greater_clause, share_clause
from cenario.criteria.sufficiency import losses_clause, minimum_clause, proof_clause
from cenario.criteria.wire import only_change_clause
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution
from cenario.domain.recorded import Recorded
from cenario.domain.verdict import Clause, Counts, Loss
from cenario.errors import BadInputError, message
from cenario.evaluations.readings.line_history import calibrated_readings, headline_notes
from cenario.measures.fingerprints import wire_difference
from cenario.measures.losses import keep_paired
from cenario.measures.votes import contrast, tally

JSON, LINES, AGAIN = "json", "linhas", "json_b"
PROBE_KINDS = ("quem_disse", "horario", "grupo")

PARAMS = (
    Param(name="min_same_sequence", default=0.95, unit="share", low=0.0, high=1.0, origin="design"),
    Param(name="judge_margin", default=0.10, unit="share", low=0.001, high=0.999, origin="proposal"),
    Param(name="min_pairs", default=60, unit="pairs", low=0, high=1_000_000, origin="proposal"),
    Param(name="min_votes", default=60, unit="votes", low=0, high=1_000_000, origin="proposal"),
    Param(name="level", default=0.95, unit="probability", low=0.5, high=0.9999, origin="ours"),
    Param(name="max_loss_difference", default=0.05, unit="share", low=0.0, high=1.0, origin="ours"),
    Param(name="min_decisive", default=20, unit="votes", low=0, high=1_000_000, origin="ours"),
    Param(name="max_tie_share", default=0.7, unit="share", low=0.0, high=1.0, origin="ours"),
    Param(name="max_flip_share", default=0.25, unit="share", low=0.0, high=1.0, origin="ours"),
)

PAIR_COLUMNS = {
    "conversation": pl.String,
    "same_sequence": pl.Boolean,
    "veto_json": pl.Boolean,
    "veto_linhas": pl.Boolean,
    "probe": pl.String,
    "probe_json": pl.Boolean,
    "probe_linhas": pl.Boolean,
}
"""One row a pair json × linhas; the probe columns are null where the conversation is no probe."""


def decide(batch: Batch, params: Params) -> Decision:
    """Apply the rule of F5 to one model's executions and votes.

    Tables: ``pairs`` (`PAIR_COLUMNS`), ``executions``, ``votes``.
    """
    kept = keep_paired(batch.executions, arms=(JSON, LINES), repetitions=1)
    pairs = pair_table(kept.executions)
    wire = wire_difference(kept.executions, JSON, LINES)
    check_votes(batch)
    kept_names = set(pairs["conversation"])
    votes = [vote for vote in contrast(batch.votes, JSON, LINES) if vote.conversation in kept_names]
    counted = tally(votes)
    n = pairs.height
    clauses: list[Clause] = [
        proof_clause(kept.executions),
        only_change_clause(wire.n_pairs, wire.differing, expected="opening"),
        losses_clause(
            kept.losses, kept.recorded, largest_difference=float(params["max_loss_difference"] or 0.0)
        ),
        minimum_clause("pairs", n, int(params["min_pairs"] or 0), proposed=True),
        minimum_clause("votes", counted.valid, int(params["min_votes"] or 0), proposed=True),
        share_clause(
            "same_sequence",
            int(pairs["same_sequence"].sum()),
            n,
            least=float(params["min_same_sequence"] or 0.0),
        ),
        not_greater_clause(
            "veto_turns",
            int(pairs["veto_linhas"].sum()),
            int(pairs["veto_json"].sum()),
            n,
            what=message("f5-veto-turns"),
        ),
        judged_clause(
            counted.wins,
            counted.ties,
            counted.losses,
            margin=float(params["judge_margin"] or 0.0),
            level=float(params["level"] or 0.95),
        ),
        *(_probe_clause(pairs, kind) for kind in PROBE_KINDS),
    ]
    again = [one for one in batch.executions if one.arm == AGAIN and one.is_measured]
    return Decision(
        clauses=tuple(clauses),
        counts=_counts(kept.executions, again, pairs, kept.losses),
        readings=calibrated_readings(kept.executions, again, pairs, batch.votes, params),
        notes=headline_notes(counted, batch, params, has_control=bool(again)),
        tables={"pairs": pairs, "executions": (*kept.executions, *again), "votes": tuple(batch.votes)},
    )


def embedded(folder: Path, model: str) -> Recorded:
    """Run and judge F5 on the simulated model, for a report on a machine where nothing is recorded."""
    from cenario.runner.judging import embedded_judged  # the runner takes a second to load

    return embedded_judged(EVALUATION, folder, model)


def pair_table(executions: Sequence[Execution]) -> pl.DataFrame:
    """Return one row a pair json × linhas, in `PAIR_COLUMNS`."""
    by_arm = {arm: {one.conversation: one for one in executions if one.arm == arm} for arm in (JSON, LINES)}
    rows = []
    for name in sorted(by_arm[JSON].keys() & by_arm[LINES].keys()):
        old, new = by_arm[JSON][name], by_arm[LINES][name]
        kind = old.tags.get("probe")
        rows.append(
            (
                name,
                old.tool_sequence == new.tool_sequence,
                bool(old.vetoes),
                bool(new.vetoes),
                kind,
                None if kind is None else passed_probe(old),
                None if kind is None else passed_probe(new),
            )
        )
    return pl.DataFrame(rows, schema=dict(PAIR_COLUMNS), orient="row")


def passed_probe(execution: Execution) -> bool:
    """Whether the answer to a probe was right; silence and an agent's failure are not."""
    return execution.scores.get("probe") == 1.0


def check_votes(batch: Batch) -> None:
    """Refuse votes of another batch, or on a conversation that was never run."""
    batches = {execution.batch for execution in batch.executions}
    names = {execution.conversation for execution in batch.executions}
    for vote in batch.votes:
        if vote.batch not in batches:
            raise BadInputError(message("votes-other-batch", batch=vote.batch))
        if vote.conversation not in names:
            raise BadInputError(message("votes-unknown-pair", conversation=vote.conversation))


def _probe_clause(pairs: pl.DataFrame, kind: str) -> Clause:
    probes = pairs.filter(pl.col("probe") == kind)
    return not_greater_clause(
        f"probes_{kind}",
        int((~probes["probe_linhas"]).sum()),
        int((~probes["probe_json"]).sum()),
        probes.height,
        what=message(f"f5-probe-failures-{kind.replace('_', '-')}"),
        proposed=True,
    )


def _counts(
    kept: Sequence[Execution], again: Sequence[Execution], pairs: pl.DataFrame, losses: Sequence[Loss]
) -> Counts:
    old, new = pairs["probe_json"], pairs["probe_linhas"]
    return Counts(
        executions={arm: sum(one.arm == arm for one in (*kept, *again)) for arm in (JSON, LINES, AGAIN)},
        n_pairs=pairs.height,
        only_candidate=int((new & ~old).sum()),
        only_baseline=int((old & ~new).sum()),
        both=int((old & new).sum()),
        neither=int((~old & ~new).sum()),
        dropped=tuple(losses),
    )


EVALUATION = Evaluation(
    code="F5",
    title=message("f5-title"),
    question=message("f5-question"),
    params=PARAMS,
    arms=(
        Arm(name=JSON, role="baseline", knobs={"history_format": "json"}, proof=history_json),
        Arm(name=LINES, role="candidate", knobs={"history_format": "linhas"}, proof=history_lines),
        Arm(name=AGAIN, role="control", knobs={"history_format": "json"}, proof=history_json),
    ),
    decide=decide,
    repetitions=1,
    corpus="f5",
    limits=(
        message("f5-limit-invented"),
        message("f5-limit-counts"),
        message("f5-limit-judge"),
        message("f5-limit-proposals"),
    ),
    gain=message("f5-gain"),
    next_step=message("f5-next"),
)
