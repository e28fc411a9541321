"""``cenario plan``: what an answer will cost and how sure it will be, with nothing sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli.output import print_json
from cenario.cli.plan_table import show
from cenario.cli.running import option
from cenario.errors import BadInputError, message
from cenario.evaluations.registry import find
from cenario.plan.assemble import DEFAULT_MODELS, Plan, PlanOptions, build_plan
from cenario.plan.constants import DEFAULT_CONSTANTS, replace_constants
from cenario.plan.pilot import Projection, project
from cenario.provider.prices import load_prices
from cenario.store import journal
from cenario.store.places import data_folder

__all__ = ["run"]

DEFAULT_PRICES = "2026-11-01.json"


def run(
    *,
    evaluation: Annotated[str, option("plan-evaluation", "--evaluation", "--avaliacao")],
    model: Annotated[str, option("plan-model", "--model", "--modelo")] = "",
    k: Annotated[int | None, option("plan-k", "--k")] = None,
    conversations: Annotated[str, option("plan-conversations", "--conversations", "--conversas")] = "",
    arm: Annotated[str, option("plan-arm", "--arm", "--braco")] = "",
    prices: Annotated[Path | None, option("plan-prices", "--prices", "--precos")] = None,
    pilot: Annotated[Path | None, option("plan-pilot", "--pilot", "--piloto")] = None,
    constant: Annotated[list[str] | None, option("plan-constant", "--constant", "--constante")] = None,
    published_rounding: Annotated[
        bool, option("plan-published", "--published-rounding", "--arredondamento-publicado")
    ] = False,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Print the plan of an evaluation."""
    options = PlanOptions(
        models=_names(model) or DEFAULT_MODELS,
        repetitions=k,
        conversations=_names(conversations) or None,
        arms=_names(arm) or None,
        constants=replace_constants(_constants(constant or []), source="ours")
        if constant
        else DEFAULT_CONSTANTS,
        published=published_rounding,
    )
    table = load_prices(prices or data_folder() / "prices" / DEFAULT_PRICES)
    plan = build_plan(find(evaluation), table, options)
    projections = project(journal.read(pilot).executions, plan.planned) if pilot else ()
    if json:
        print_json(document(plan, projections))
    else:
        show(plan, projections)
    return 0


def _names(given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",") if name.strip())


def _constants(given: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for pair in given:
        name, _, value = pair.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise BadInputError(message("plan-constant-form", given=pair)) from None
    return found


def document(plan: Plan, projections: tuple[Projection, ...]) -> dict[str, object]:
    """Return the plan as plain values, for a machine."""
    return {
        "format_version": 1,
        "evaluation": plan.evaluation.code,
        "statements": {name: str(statement) for name, statement in plan.statements},
        "arms": [
            {
                "model": model,
                "arm": cost.arm,
                "model_billed": cost.model,
                "executions": cost.executions,
                "calls": cost.calls,
                "input_tokens": round(cost.input_tokens),
                "output_tokens": round(cost.output_tokens),
                "usd_cache_on": cost.usd_cache_on,
                "usd_cache_off": cost.usd_cache_off,
                "hours": cost.hours,
            }
            for model, costs in plan.models.items()
            for cost in costs
        ],
        "rows": [
            row_document(row.label, row.usd_cache_on, row.usd_cache_off, row.hours) for row in plan.rows
        ],
        "total": row_document(
            plan.total.label, plan.total.usd_cache_on, plan.total.usd_cache_off, plan.total.hours
        ),
        "ceiling_usd": {"cache_on": plan.ceiling_on_usd, "cache_off": plan.ceiling_off_usd},
        "parallel_hours": plan.parallel_hours,
        "odds": [
            {"supposition": str(o.supposition), "approve": o.approve, "reject": o.reject} for o in plan.odds
        ],
        "constants": [
            {"name": c.name, "value": c.value, "unit": c.unit, "source": c.source, "error": c.error}
            for c in plan.constants
        ],
        "projections": [
            {
                "model": p.model,
                "arm": p.arm,
                "usd_per_execution": p.usd_per_execution,
                "planned": p.planned_executions,
                "usd": p.usd,
            }
            for p in projections
        ],
        "prices": {"source": Path(plan.prices_source).name, "date": plan.prices_date},
        "corpus": {"name": plan.corpus, "sha256": plan.corpus_digest, "conversations": plan.n_conversations},
        "repetitions": plan.repetitions,
        "published_rounding": plan.published,
    }


def row_document(label: str, on: float, off: float, hours: float) -> dict[str, object]:
    """Return one line of the table as plain values."""
    return {"label": label, "usd_cache_on": on, "usd_cache_off": off, "hours": hours}
