"""What the plan's notebook calls: count and price an evaluation, then one call a block. Nothing is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cenario.evaluations import registry
from cenario.labels import numbers
from cenario.labels.text import Locale, current_locale, use_locale
from cenario.labels.text import text as label
from cenario.plan.assemble import DEFAULT_MODELS, Plan, PlanOptions, build_plan
from cenario.plan.cost import ArmCost
from cenario.plan.totals import Total
from cenario.provider.prices import load_prices
from cenario.report.blocks import Block
from cenario.report.parts import BarChart, Column, Facts, Part, Table
from cenario.report.quantities import arm_words
from cenario.store.places import data_folder

__all__ = ["PlanStudy", "open_plan"]

COLUMNS = ("model", "arm", "executions", "calls", "tokens-in", "tokens-out", "usd-on", "usd-off", "hours")
LEFT = ("model", "arm")


@dataclass(frozen=True, slots=True)
class PlanStudy:
    """A plan, ready to be shown block by block."""

    plan: Plan
    locale: Locale

    def statements(self) -> Block:
        """Show the six statements: what it decides, against what, when, with what, how, for how much."""
        with use_locale(self.locale):
            total = self.plan.total
            cost = label(
                "plan-cost-line",
                on=numbers.money(total.usd_cache_on),
                off=numbers.money(total.usd_cache_off),
                hours=numbers.hours(total.hours),
                executions=numbers.count(total.executions),
            )
            said = [(label(f"plan-says-{name}"), str(words)) for name, words in self.plan.statements]
            facts = Facts(items=[*said, (label("plan-says-costs"), cost)])
            return self._block("statements", str(self.plan.evaluation.title), facts)

    def costs(self) -> Block:
        """Show executions, calls, tokens, US dollars with and without cache, and hours, by model and arm."""
        with use_locale(self.locale):
            rows = []
            for model, costs in self.plan.models.items():
                rows += [_arm(cost) for cost in costs]
                total = next(row for row in self.plan.rows if row.label == model)
                rows.append(_sum(model, label("plan-sum"), total))
            rows.append(_sum(label("plan-total"), "", self.plan.total))
            columns = [
                Column(title=label(f"plan-column-{name}"), align="left" if name in LEFT else "right")
                for name in COLUMNS
            ]
            ceiling = label(
                "plan-ceiling",
                on=numbers.money(self.plan.ceiling_on_usd),
                off=numbers.money(self.plan.ceiling_off_usd),
            )
            parallel = label("plan-parallel", hours=numbers.hours(self.plan.parallel_hours))
            table = Table(columns=columns, rows=rows, notes=[ceiling, parallel])
            return self._block("costs", label("plan-costs"), table, _bars(self.plan))

    def odds(self) -> Block:
        """Show the chance of each verdict if nothing changed, and if the change is bad."""
        with use_locale(self.locale):
            columns = [
                Column(title=label("plan-column-supposition"), wide=True),
                Column(title="APROVA", align="right"),
                Column(title="REPROVA", align="right"),
            ]
            rows = [
                [
                    str(odd.supposition),
                    numbers.share(odd.approve, decimals=0),
                    numbers.share(odd.reject, decimals=0),
                ]
                for odd in self.plan.odds
            ]
            return self._block("odds", label("plan-odds-head"), Table(columns=columns, rows=rows))

    def constants(self) -> Block:
        """Show every constant with its source and the direction of its error, and what was priced."""
        with use_locale(self.locale):
            columns = [
                Column(title=label(f"plan-column-{name}"), align="right" if name == "value" else "left")
                for name in ("constant", "value", "unit", "source", "error")
            ]
            rows = [
                [
                    constant.name,
                    numbers.number(constant.value, decimals=3),
                    constant.unit,
                    label(f"plan-source-{constant.source}"),
                    label(f"plan-error-{constant.error}"),
                ]
                for constant in self.plan.constants
            ]
            source = Path(self.plan.prices_source).name
            notes = [
                label("plan-prices-line", source=source, date=self.plan.prices_date),
                label(
                    "plan-corpus-digest",
                    corpus=self.plan.corpus,
                    n=self.plan.n_conversations,
                    digest=self.plan.corpus_digest[:16],
                ),
            ]
            table = Table(columns=columns, rows=rows, notes=notes)
            return self._block("constants", label("plan-constants-head"), table)

    def _block(self, key: str, title: str, *parts: Part) -> Block:
        return Block(key=key, title=title, parts=parts, locale=self.locale)


def open_plan(
    evaluation: str, *, models: Sequence[str] = (), repetitions: int = 0, prices: str = "", locale: str = ""
) -> PlanStudy:
    """Count and price `evaluation`.

    Parameters
    ----------
    evaluation
        ``C``, ``F5`` or ``G``.
    models
        ``provider:model``; the runbook's four by default.
    repetitions
        K; 0 is the evaluation's own.
    prices
        A price file; the newest declared one by default.
    locale
        ``pt-BR`` or ``en``; the current one by default.

    Raises
    ------
    BadInputError
        Whatever cannot be planned.
    """
    folder = data_folder() / "prices"
    path = Path(prices) if prices else max(folder.glob("????-??-??.json"))
    options = PlanOptions(models=tuple(models) or DEFAULT_MODELS, repetitions=repetitions or None)
    language: Locale = "en" if locale == "en" else "pt-BR" if locale == "pt-BR" else current_locale()
    return PlanStudy(build_plan(registry.find(evaluation), load_prices(path), options), language)


def _arm(cost: ArmCost) -> list[str]:
    return [
        cost.model,
        arm_words(cost.arm),
        numbers.count(cost.executions),
        numbers.count(cost.calls),
        numbers.count(round(cost.input_tokens)),
        numbers.count(round(cost.output_tokens)),
        numbers.money(cost.usd_cache_on),
        numbers.money(cost.usd_cache_off),
        numbers.hours(cost.hours),
    ]


def _sum(model: str, arm: str, row: Total) -> list[str]:
    return [
        model,
        arm,
        numbers.count(row.executions),
        numbers.count(row.calls),
        "",
        "",
        numbers.money(row.usd_cache_on),
        numbers.money(row.usd_cache_off),
        numbers.hours(row.hours),
    ]


def _bars(plan: Plan) -> BarChart:
    return BarChart(
        title=label("plan-costs"),
        labels=[row.label for row in plan.rows],
        values=[row.usd_cache_on for row in plan.rows],
        written=[numbers.money(row.usd_cache_on) for row in plan.rows],
        unit="US$",
    )
