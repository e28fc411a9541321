"""Compare two recorded sides, whatever they are: another prompt, another model, another tool's log.

Baseline and candidate are paired by conversation (and repetition). What the harness lost on either
side is dropped in pairs and counted by arm. Non-inferiority is read from the lower limit of the
difference; "not shown" is INCONCLUSIVO, never REPROVA.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import polars as pl

from cenario.criteria.paired import PairedScores, noninferiority_clause, paired_interval
from cenario.criteria.sufficiency import losses_clause
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import TASK_TAG, Execution
from cenario.domain.recorded import Recorded
from cenario.domain.verdict import Counts, Reading
from cenario.errors import BadInputError, InsufficientDataError, message
from cenario.labels import numbers
from cenario.measures.copies import Copies, count_copies
from cenario.measures.pairs import Pair, Pairing, pair_scores, score_names
from cenario.stats.paired import mcnemar_exact, paired_counts
from cenario.stats.results import Interval
from cenario.store.places import data_folder

__all__ = ["EVALUATION", "decide", "embedded"]

BASELINE, CANDIDATE = "baseline", "candidate"

PAIR_COLUMNS = {
    "conversation": pl.String,
    "variant": pl.String,
    "repetition": pl.Int64,
    "cluster": pl.String,
    "baseline": pl.Float64,
    "candidate": pl.Float64,
    "difference": pl.Float64,
}
"""The table of pairs: the measure under both arms, and candidate minus baseline."""


def decide(batch: Batch, params: Params) -> Decision:
    """Hold the candidate against the baseline on one measure; see the module."""
    executions = [e for e in batch.executions if e.arm in (BASELINE, CANDIDATE)]
    measure, level = str(params["measure"]), 1 - float(params["alpha"] or 0)
    _refuse_unknown(measure, executions)
    pairing = pair_scores(executions, baseline=BASELINE, candidate=CANDIDATE, score=measure)
    if not _in_common(executions):
        raise BadInputError(message("compare-nothing-in-common"))
    copies = _refuse_copies(executions)
    scores = _scores(pairing.pairs)
    margin = float(params["margin"] or 0)
    clause = noninferiority_clause(measure, scores, margin=margin, level=level)
    losses = losses_clause(
        pairing.lost, pairing.executions, largest_difference=float(params["largest_loss_difference"] or 0)
    )
    return Decision(
        clauses=(clause, losses),
        counts=_counts(pairing, scores),
        readings=(
            *_readings(executions, pairing, scores, measure=measure, margin=margin, level=level),
            *_identical(copies),
        ),
        tables={"pairs": _table(pairing.pairs)},
    )


def _refuse_unknown(measure: str, executions: Sequence[Execution]) -> None:
    names = score_names(executions)
    if measure not in names:
        raise BadInputError(message("compare-unknown-measure", name=measure, legal=", ".join(names) or "—"))


def _in_common(executions: Sequence[Execution]) -> bool:
    """Whether any conversation is on both sides, as the same task where the files tell."""
    tasks: dict[str, dict[str, set[str]]] = {BASELINE: {}, CANDIDATE: {}}
    for e in executions:
        tasks[e.arm].setdefault(e.conversation, set()).update(
            [e.tags[TASK_TAG]] if TASK_TAG in e.tags else []
        )
    left, right = tasks[BASELINE], tasks[CANDIDATE]
    return any(not left[c] or not right[c] or left[c] & right[c] for c in left.keys() & right.keys())


def _refuse_copies(executions: Sequence[Execution]) -> list[Copies]:
    """Refuse one recording under two names: it is no evidence, neither of a change nor of noise.

    Returns what was found of each two runs.
    """
    found: list[Copies] = []
    runs: dict[tuple[str, int], dict[tuple[str, str | None], Execution]] = {}
    for execution in executions:
        cell = (execution.conversation, execution.variant)
        runs.setdefault((execution.arm, execution.repetition), {})[cell] = execution
    for one, other in combinations(sorted(runs), 2):
        shared = runs[one].keys() & runs[other].keys()
        copies = count_copies((runs[one][cell], runs[other][cell]) for cell in shared)
        if copies.all_copied:
            raise BadInputError(
                message("compare-copy", one=_run_name(one), other=_run_name(other), n=copies.n_identical)
            )
        found.append(copies)
    return found


def _identical(found: Sequence[Copies]) -> list[Reading]:
    """Say that some recordings stand under two names, where not all of them do (which is refused)."""
    n_identical, n_told = sum(c.n_identical for c in found), sum(c.n_told for c in found)
    if not n_identical:
        return []
    return [
        Reading(
            name="identical",
            reason=message("compare-some-copied", n=numbers.as_count(n_identical)),
            value=n_identical / n_told,
            n=n_told,
            unit="share",
            flagged=True,
        )
    ]


def _run_name(run: tuple[str, int]) -> str:
    return f"{run[0]} k={run[1]}"


def _scores(pairs: Sequence[Pair]) -> PairedScores:
    return PairedScores(
        baseline=[pair.baseline_value for pair in pairs],
        candidate=[pair.candidate_value for pair in pairs],
        clusters=[pair.cluster for pair in pairs],
    )


def _counts(pairing: Pairing, scores: PairedScores) -> Counts:
    if not scores.binary or not scores.n:
        return Counts(executions=pairing.executions, n_pairs=scores.n, dropped=pairing.dropped)
    table = paired_counts(*_successes(scores))
    return Counts(
        executions=pairing.executions,
        n_pairs=table.n_pairs,
        only_candidate=table.only_candidate,
        only_baseline=table.only_baseline,
        both=table.both,
        neither=table.neither,
        dropped=pairing.dropped,
    )


def _successes(scores: PairedScores) -> tuple[list[bool], list[bool]]:
    return [v > 0.5 for v in scores.baseline], [v > 0.5 for v in scores.candidate]


def _readings(
    executions: Sequence[Execution],
    pairing: Pairing,
    scores: PairedScores,
    *,
    measure: str,
    margin: float,
    level: float,
) -> list[Reading]:
    """Return what stands beside the verdict and does not decide it."""
    try:
        interval = paired_interval(scores, level=level)
    except InsufficientDataError:
        return []
    found = [_difference(interval), _one_sided(scores, level=level)]
    if scores.binary and not scores.repeats:
        found.append(_mcnemar(scores))
    if scores.repeats:
        found.append(_as_if_independent(scores, level=level))
    if pairing.lost:
        found.append(
            _losses_as_failures(executions, pairing, scores, measure=measure, margin=margin, level=level)
        )
    return found


def _difference(interval: Interval) -> Reading:
    """Say whether any difference is shown, which is another question than non-inferiority."""
    better, worse = interval.lower > 0, interval.upper < 0
    code = "compare-better" if better else "compare-worse" if worse else "compare-no-difference"
    return Reading(
        name="difference",
        reason=message(code),
        value=interval.estimate,
        lower=interval.lower,
        upper=interval.upper,
        n=int(interval.n),
        unit="share",
        detail={"method": interval.method, "level": interval.level},
    )


def _one_sided(scores: PairedScores, *, level: float) -> Reading:
    """Return the lower bound at the same error on one side only: the other convention, printed beside."""
    interval = paired_interval(scores, level=2 * level - 1)
    return Reading(
        name="one_sided",
        reason=message("compare-one-sided", level=numbers.as_share(level, decimals=0)),
        value=interval.estimate,
        lower=interval.lower,
        n=scores.n,
        unit="share",
        detail={"method": interval.method, "level": level},
    )


def _mcnemar(scores: PairedScores) -> Reading:
    table = paired_counts(*_successes(scores))
    test = mcnemar_exact(table.only_candidate, table.only_baseline)
    return Reading(
        name="mcnemar",
        reason=message("compare-mcnemar"),
        value=test.p_value,
        n=table.only_candidate + table.only_baseline,
        unit="p",
    )


def _as_if_independent(scores: PairedScores, *, level: float) -> Reading:
    interval = paired_interval(scores, level=level, clustered=False)
    return Reading(
        name="as_if_independent",
        reason=message("compare-as-if-independent", clusters=numbers.as_count(len(set(scores.clusters)))),
        value=interval.estimate,
        lower=interval.lower,
        upper=interval.upper,
        n=scores.n,
        unit="share",
        detail={"method": interval.method},
    )


def _losses_as_failures(
    executions: Sequence[Execution],
    pairing: Pairing,
    scores: PairedScores,
    *,
    measure: str,
    margin: float,
    level: float,
) -> Reading:
    """Say whether the verdict would turn if what the harness lost were counted as the agent's failure."""
    ran = [e for e in executions if e.outcome != "stopped"]
    values: dict[tuple[str, str, int], dict[str, float]] = {}
    clusters = {e.conversation: e.cluster or e.conversation for e in ran}
    for e in ran:
        value = e.scores.get(measure) if e.is_measured else None
        values.setdefault((e.conversation, e.variant or "", e.repetition), {})[e.arm] = value or 0.0
    cells = [(cell, found) for cell, found in sorted(values.items()) if cell in pairing.comparable]
    harsh = PairedScores(
        baseline=[found[BASELINE] for _, found in cells],
        candidate=[found[CANDIDATE] for _, found in cells],
        clusters=[clusters[conversation] for (conversation, _, _), _ in cells],
    )
    now = noninferiority_clause(measure, scores, margin=margin, level=level)
    then = noninferiority_clause(measure, harsh, margin=margin, level=level)
    turned = now.outcome != then.outcome
    return Reading(
        name="losses_as_failures",
        reason=message("compare-losses-turn" if turned else "compare-losses-do-not-turn"),
        value=then.value,
        lower=then.lower,
        upper=then.upper,
        n=then.n,
        unit="share",
        flagged=turned,
        detail={"lost": sum(loss.n for loss in pairing.lost), "outcome": then.outcome},
    )


def _table(pairs: Sequence[Pair]) -> pl.DataFrame:
    rows = [
        (*pair.cell, pair.cluster, pair.baseline_value, pair.candidate_value, pair.difference)
        for pair in pairs
    ]
    return pl.DataFrame(rows, schema=PAIR_COLUMNS, orient="row")


EVALUATION = Evaluation(
    code="compare",
    title=message("compare-title"),
    question=message("compare-question"),
    params=(
        Param(name="measure", default="reward"),
        Param(name="margin", default=0.05, unit="share", low=0.0, high=0.99),
        Param(name="alpha", default=0.05, unit="share", low=0.0001, high=0.5),
        Param(name="largest_loss_difference", default=0.05, unit="share", low=0.0, high=1.0),
    ),
    arms=(Arm(name=BASELINE, role="baseline"), Arm(name=CANDIDATE, role="candidate")),
    decide=decide,
    limits=(
        message("compare-limit-ruler"),
        message("compare-limit-measure"),
        message("compare-limit-sample"),
    ),
    next_step=message("compare-next-step"),
)


def embedded(folder: Path, model: str) -> Recorded:  # noqa: ARG001 (the signature of every evaluation's own)
    """Return the two small recordings that ship with the project (simulated): there is nothing to run."""
    samples = data_folder() / "samples"
    return Recorded(
        baseline=str(samples / "compare-baseline.jsonl"), candidate=str(samples / "compare-candidate.jsonl")
    )
