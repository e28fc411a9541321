"""G: does the closing on the economical model lose more than the agent's own model loses against itself?

Unit: one item (promise, deadline, intent, entity), kept or lost by `controle` and by `sombra`
against `atual`. Cluster: the script; a conversation outside the scripts stands alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from cenario.agent.closing.models import served_as_asked
from cenario.criteria.clustered import ceiling_clause, clustered_clause
from cenario.criteria.sufficiency import losses_clause, minimum_clause, proof_clause
from cenario.domain.evaluation import Arm, Batch, Decision, Evaluation, Param, Params
from cenario.domain.execution import Execution
from cenario.domain.verdict import Clause, Counts, Reading
from cenario.labels import numbers
from cenario.labels.text import message
from cenario.measures.closing.matching import DEFAULT_THRESHOLD
from cenario.measures.closing.ruler import ENDPOINTS
from cenario.measures.closing.table import ClosingTable, closing_table
from cenario.measures.closing.views import closing_texts, kept_shares, lost_by_shadow, script_intervals
from cenario.stats.clustered_shown import clustered_shown
from cenario.stats.clusters import cluster_codes

REFERENCE, CONTROL, SHADOW = "atual", "controle", "sombra"

SWAPS = 1000
"""Random swaps of control and shadow behind the reading of an identical shadow."""

WEAK = 0.5
"""Below this chance of approving an identical shadow the reading is flagged; our default."""

PARAMS = (
    Param(name="margin_promises", default=0.03, unit="share", low=0.001, high=0.5, origin="proposal"),
    Param(name="margin_deadlines", default=0.05, unit="share", low=0.001, high=0.5, origin="proposal"),
    Param(name="margin_intents", default=0.05, unit="share", low=0.001, high=0.5, origin="proposal"),
    Param(name="margin_entities", default=0.02, unit="share", low=0.001, high=0.5, origin="proposal"),
    Param(name="max_refused", default=0.03, unit="share", low=0, high=1, origin="design"),
    Param(name="min_promises", default=150, unit="count", low=1, origin="design"),
    Param(name="min_deadlines", default=50, unit="count", low=1, origin="design"),
    Param(name="min_intents", default=150, unit="count", low=1, origin="design"),
    Param(name="min_previous_summaries", default=100, unit="count", low=1, origin="design"),
    Param(name="min_turns", default=300, unit="count", low=1, origin="design"),
    Param(name="level", default=0.95, unit="share", low=0.6, high=0.999),
    Param(name="match_threshold", default=DEFAULT_THRESHOLD, unit="share", low=0.05, high=1),
    Param(name="refused_items", default="lost", choices=("lost", "excluded")),
    Param(name="seed", default=20261104, low=0),
    Param(name="max_uneven_losses", default=0.02, unit="share", low=0, high=1),
)


def decide(batch: Batch, params: Params) -> Decision:
    """Return the clauses, readings and tables of one model's batch."""
    table = closing_table(
        batch.executions,
        reference=REFERENCE,
        control=CONTROL,
        shadow=SHADOW,
        repetitions=1 + max((execution.repetition for execution in batch.executions), default=0),
        threshold=_number(params, "match_threshold"),
    )
    used = _used(table)
    items = table.items if params["refused_items"] == "lost" else table.accepted_items
    endpoints = [_endpoint(items, name, params) for name in ENDPOINTS]
    refused = table.turns["shadow_refused"].count()
    clauses = (
        *endpoints,
        ceiling_clause("refused", refused, table.turns.height, ceiling=_number(params, "max_refused")),
        *_minimums(table, items, params),
        proof_clause(used),
        _served_clause(used),
        losses_clause(
            table.kept.losses, table.kept.recorded, largest_difference=_number(params, "max_uneven_losses")
        ),
    )
    return Decision(
        clauses=clauses,
        counts=Counts(
            executions=dict(table.kept.recorded), n_pairs=table.turns.height, dropped=table.kept.losses
        ),
        readings=(*_identical(items, params), *_companions(endpoints), *_other_refusals(table, params)),
        tables={
            "bounds": _bounds(endpoints),
            "by_script": script_intervals(items, level=_number(params, "level")),
            "by_client": kept_shares(items, "tag"),
            "lost": lost_by_shadow(items),
            "items": items,
            "turns": table.turns,
            "closings": closing_texts(used),
        },
    )


def _number(params: Params, name: str) -> float:
    return float(params[name] or 0)


def _used(table: ClosingTable) -> list[Execution]:
    """Return the executions of the turns that all three arms closed."""
    turns = set(table.turns.select("conversation", "repetition").iter_rows())
    return [e for e in table.kept.executions if (e.conversation, e.repetition) in turns]


def _endpoint(items: pl.DataFrame, name: str, params: Params) -> Clause:
    mine = items.filter(pl.col("endpoint") == name)
    return clustered_clause(
        name,
        mine["control_kept"].to_list(),
        mine["shadow_kept"].to_list(),
        mine["cluster"].to_list(),
        margin=_number(params, f"margin_{name}"),
        level=_number(params, "level"),
    )


def _minimums(table: ClosingTable, items: pl.DataFrame, params: Params) -> list[Clause]:
    per_endpoint = dict(items.group_by("endpoint").len().iter_rows())
    got = {
        "promises": per_endpoint.get("promises", 0),
        "deadlines": per_endpoint.get("deadlines", 0),
        "intents": per_endpoint.get("intents", 0),
        "previous_summaries": int(table.turns["has_previous"].sum()),
        "turns": table.turns.height,
    }
    return [minimum_clause(name, n, int(params[f"min_{name}"] or 1)) for name, n in got.items()]


def _served_clause(executions: Sequence[Execution]) -> Clause:
    """Return ``short`` where the shadow was served by a model of the other arms, or nobody said by which."""
    served = {
        arm: {execution.model_served for execution in executions if execution.arm == arm}
        for arm in (REFERENCE, CONTROL, SHADOW)
    }
    unsaid = any(None in models for models in served.values())
    own = served[REFERENCE] | served[CONTROL]
    proved = bool(executions) and not unsaid and not own & served[SHADOW]
    names = {arm: ", ".join(sorted(filter(None, models))) or "—" for arm, models in served.items()}
    return Clause(
        name="model_served",
        outcome="holds" if proved else "short",
        reason=message(
            "closing-served" if proved else "closing-served-unproved",
            agent=names[REFERENCE],
            shadow=names[SHADOW],
        ),
        n=len(executions),
        detail={"served": names},
    )


def _identical(items: pl.DataFrame, params: Params) -> list[Reading]:
    """Return how often this rule would approve a shadow that is the control's equal, from these very data.

    Control and shadow are swapped turn by turn at random: what they differ by is kept, which of them
    is better is not.
    """
    turns = items.select("conversation", "repetition").unique(maintain_order=True).with_row_index("turn")
    rng = np.random.default_rng(int(params["seed"] or 0))
    signs = rng.choice(np.array([-1.0, 1.0]), size=(SWAPS, max(turns.height, 1)))
    passes = np.ones(SWAPS, dtype=bool)
    for name in ENDPOINTS:
        mine = items.filter(pl.col("endpoint") == name).join(turns, on=["conversation", "repetition"])
        clusters = cluster_codes(mine["cluster"].to_numpy())
        if clusters.max(initial=0) < 1:
            return []
        differences = (mine["shadow_kept"].cast(pl.Int8) - mine["control_kept"].cast(pl.Int8)).to_numpy()
        swapped = signs[:, mine["turn"].to_numpy()] * differences
        shown = clustered_shown(
            swapped,
            np.ones_like(swapped),
            clusters,
            margin=_number(params, f"margin_{name}"),
            level=_number(params, "level"),
        )
        passes &= shown.clustered
    share = float(passes.mean())
    return [
        Reading(
            name="identical_shadow",
            reason=message(
                "closing-identical", share=numbers.as_share(share, decimals=0), n=numbers.as_count(SWAPS)
            ),
            value=share,
            n=SWAPS,
            unit="share",
            flagged=share < WEAK,
        )
    ]


def _companions(endpoints: Sequence[Clause]) -> list[Reading]:
    readings = []
    for clause in endpoints:
        detail = clause.detail
        if not detail:
            continue
        what = message(f"endpoint-{clause.name}")
        readings.append(
            Reading(
                name=f"{clause.name}_companion",
                reason=message(
                    "closing-companion",
                    what=what,
                    one_sided=_share(detail["one_sided_lower"]),
                    cr1=_share(detail["cr1_lower"]),
                    naive=_share(detail["naive_lower"]),
                    icc=numbers.as_number(_or_none(detail["icc"]), decimals=3),
                    effect=numbers.as_number(_or_none(detail["design_effect"])),
                    clusters=numbers.as_count(clause.detail["n_clusters"]),  # type: ignore[arg-type]
                ),
                value=_or_none(detail["icc"]),
                lower=_or_none(detail["one_sided_lower"]),
                n=clause.n,
                unit="share",
                flagged=detail["reading"] == "edge",
                detail=detail,
            )
        )
    return readings


def _other_refusals(table: ClosingTable, params: Params) -> list[Reading]:
    """Return the endpoints by the other reading of a refused closing: left out, or losing all."""
    refused = table.turns.height - table.accepted.height
    if not refused:
        return []
    lost = params["refused_items"] == "excluded"
    items = table.items if lost else table.accepted_items
    readings = []
    for name in ENDPOINTS:
        clause = _endpoint(items, name, params)
        readings.append(
            Reading(
                name=f"{name}_{'with' if lost else 'without'}_refusals",
                reason=message(
                    "closing-with-refusals" if lost else "closing-without-refusals",
                    what=message(f"endpoint-{name}"),
                    turns=numbers.as_count(refused),
                    value=numbers.as_share(clause.value, signed=True),
                    lower=numbers.as_share(clause.lower, signed=True),
                ),
                value=clause.value,
                lower=clause.lower,
                upper=clause.upper,
                n=clause.n,
                unit="share",
            )
        )
    return readings


def _bounds(endpoints: Sequence[Clause]) -> pl.DataFrame:
    """Return one row an endpoint and method, for the picture of bounds against margins."""
    rows = [
        (clause.name, method, clause.value, lower, upper, clause.threshold, clause.n)
        for clause in endpoints
        if clause.detail
        for method, lower, upper in (
            ("clustered", clause.lower, clause.upper),
            ("cr1", clause.detail["cr1_lower"], clause.detail["cr1_upper"]),
            ("naive", clause.detail["naive_lower"], clause.detail["naive_upper"]),
        )
    ]
    schema: Mapping[str, pl.DataType] = {
        "endpoint": pl.String(),
        "method": pl.String(),
        "difference": pl.Float64(),
        "lower": pl.Float64(),
        "upper": pl.Float64(),
        "margin": pl.Float64(),
        "n": pl.Int64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _or_none(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def _share(value: object) -> object:
    return numbers.as_share(_or_none(value), signed=True)


EVALUATION = Evaluation(
    code="G",
    title=message("closing-title"),
    question=message("closing-question"),
    params=PARAMS,
    arms=(
        Arm(name=REFERENCE, role="baseline", knobs={"closing_model": "agent"}, proof=served_as_asked),
        Arm(name=CONTROL, role="control", knobs={"closing_model": "agent"}, proof=served_as_asked),
        Arm(name=SHADOW, role="candidate", knobs={"closing_model": "economical"}, proof=served_as_asked),
    ),
    decide=decide,
    limits=(
        message("closing-limit-unmeasured"),
        message("closing-limit-request"),
        message("closing-limit-replicas"),
        message("closing-limit-corpus"),
        message("closing-limit-reference"),
        message("closing-limit-next"),
    ),
    repetitions=2,
    stacks=True,
    corpus="g",
    recipe="closing",
    next_step=message("closing-next-step"),
    gain=message("closing-gain"),
)
