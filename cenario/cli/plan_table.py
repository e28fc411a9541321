"""A plan on the terminal: six statements, the table, the odds, the pilot, the constants."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cenario.labels import numbers
from cenario.labels.text import text
from cenario.plan.assemble import Plan
from cenario.plan.cost import ArmCost
from cenario.plan.pilot import Projection
from cenario.plan.totals import Total

__all__ = ["show"]

COLUMNS = ("model", "arm", "executions", "calls", "tokens-in", "tokens-out", "usd-on", "usd-off", "hours")
WIDTH = 132
"""Columns of a terminal that is none (a file, a pipe)."""


def show(plan: Plan, projections: tuple[Projection, ...], *, console: Console | None = None) -> None:
    """Print the plan."""
    out = console or Console(highlight=False, soft_wrap=False)
    if not out.is_terminal:
        out.width = WIDTH
    out.print(Text(str(plan.evaluation.title), style="bold"))
    for name, statement in plan.statements:
        out.print(Text(f"{text(f'plan-says-{name}')}: {statement}"))
    out.print(Text(f"{text('plan-says-costs')}: {_cost_line(plan)}"))
    out.print(_table(plan))
    ceiling = {"on": numbers.money(plan.ceiling_on_usd), "off": numbers.money(plan.ceiling_off_usd)}
    out.print(Text(text("plan-ceiling", **ceiling)))
    out.print(Text(text("plan-parallel", hours=numbers.hours(plan.parallel_hours))))
    if plan.odds:
        out.print(Text(text("plan-odds-head")))
    for odd in plan.odds:
        approve, reject = numbers.share(odd.approve, decimals=0), numbers.share(odd.reject, decimals=0)
        out.print(Text(f"  {odd.supposition}: APROVA {approve}, REPROVA {reject}"))
    for projection in projections:
        out.print(Text(_projection(projection)))
    out.print(Text(text("plan-constants-head")))
    for constant in plan.constants:
        source, error = text(f"plan-source-{constant.source}"), text(f"plan-error-{constant.error}")
        value = numbers.number(constant.value, decimals=3)
        out.print(Text(f"  {constant.name} = {value} {constant.unit} ({source}; {error})"))
    out.print(Text(text("plan-prices-line", source=Path(plan.prices_source).name, date=plan.prices_date)))
    corpus = {"corpus": plan.corpus, "n": plan.n_conversations, "digest": plan.corpus_digest[:16]}
    out.print(Text(text("plan-corpus-digest", **corpus)))


def _table(plan: Plan) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in COLUMNS:
        justify = "left" if column in ("model", "arm") else "right"
        table.add_column(text(f"plan-column-{column}"), justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for model, costs in plan.models.items():
        for cost in costs:
            table.add_row(*_arm(cost))
        row = next(row for row in plan.rows if row.label == model)
        table.add_row(*_sum(model, text("plan-sum"), row), end_section=True, style="bold")
    table.add_row(*_sum(text("plan-total"), "", plan.total), style="bold")
    return table


def _arm(cost: ArmCost) -> tuple[str, ...]:
    return (
        cost.model,
        cost.arm,
        numbers.count(cost.executions),
        numbers.count(cost.calls),
        numbers.count(round(cost.input_tokens)),
        numbers.count(round(cost.output_tokens)),
        numbers.money(cost.usd_cache_on),
        numbers.money(cost.usd_cache_off),
        numbers.hours(cost.hours),
    )


def _sum(label: str, arm: str, row: Total) -> tuple[str, ...]:
    return (
        label,
        arm,
        numbers.count(row.executions),
        numbers.count(row.calls),
        "",
        "",
        numbers.money(row.usd_cache_on),
        numbers.money(row.usd_cache_off),
        numbers.hours(row.hours),
    )


def _cost_line(plan: Plan) -> str:
    return text(
        "plan-cost-line",
        on=numbers.money(plan.total.usd_cache_on),
        off=numbers.money(plan.total.usd_cache_off),
        hours=numbers.hours(plan.total.hours),
        executions=numbers.count(plan.total.executions),
    )


def _projection(line: Projection) -> str:
    return text(
        "plan-projection",
        model=line.model,
        arm=line.arm,
        mean=numbers.money(line.usd_per_execution, decimals=5),
        n=numbers.count(line.pilot_executions),
        planned=numbers.count(line.planned_executions),
        total=numbers.money(line.usd),
    )
