"""What was counted, what was lost and why, what each arm used."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Outcome
from cenario.domain.verdict import Counts, ModelVerdict
from cenario.engine import Judgement
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.parts import BarChart, Column, Part, Prose, Table
from cenario.report.quantities import arm_words, loss_words
from cenario.report.spending import ArmUse, use_by_arm

_OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


def counts_block(judgement: Judgement) -> Block:
    """Return how many executions there are by arm and outcome, and how pairs split."""
    parts: list[Part] = []
    for batch, model in zip(judgement.loaded.batches, judgement.verdict.models, strict=True):
        parts.append(_executions(batch))
        if model.counts.n_pairs is not None:
            parts.append(_pairs(model))
        parts += [Prose(text=line, note=True) for line in unfinished(batch, model.counts)]
    return Block(key="counts", title=label("report-counts"), shows=label("report-counts-shows"), parts=parts)


def _executions(batch: Batch) -> Table:
    found = Counter((each.arm, each.outcome) for each in batch.executions)
    arms = sorted({arm for arm, _ in found})
    titles = [label(f"report-execution-{outcome.replace('_', '-')}") for outcome in _OUTCOMES]
    conversations = {arm: {e.conversation for e in batch.executions if e.arm == arm} for arm in arms}
    repetitions = {arm: {e.repetition for e in batch.executions if e.arm == arm} for arm in arms}
    return Table(
        caption=batch.model,
        columns=[
            Column(title=label("glossary-arm")),
            Column(title=label("report-conversations"), align="right"),
            Column(title=label("report-repetitions"), align="right"),
            *(Column(title=title, align="right") for title in titles),
        ],
        rows=[
            (
                arm_words(arm),
                numbers.count(len(conversations[arm])),
                numbers.count(len(repetitions[arm])),
                *(numbers.count(found[arm, outcome]) for outcome in _OUTCOMES),
            )
            for arm in arms
        ],
    )


def _pairs(model: ModelVerdict) -> Table:
    counts = model.counts
    names = ("n_pairs", "both", "only_candidate", "only_baseline", "neither")
    return Table(
        caption=label("report-pairs", model=model.model),
        columns=[
            Column(title=label(f"report-pairs-{name.replace('_', '-')}"), align="right") for name in names
        ],
        rows=[tuple(numbers.count(getattr(counts, name)) for name in names)],
    )


def unfinished(batch: Batch, counts: Counts) -> list[str]:
    """Return what tells that a batch is not whole: planned and not there, or stopped on the way."""
    stopped = sum(each.outcome == "stopped" for each in batch.executions)
    lines = []
    if counts.planned is not None and counts.planned > len(batch.executions) - stopped:
        done = len(batch.executions) - stopped
        lines.append(
            label(
                "report-planned",
                model=batch.model,
                done=numbers.count(done),
                planned=numbers.count(counts.planned),
            )
        )
    if stopped:
        lines.append(label("report-stopped", model=batch.model, n=numbers.count(stopped)))
    return lines


def losses_block(judgement: Judgement) -> Block:
    """Return what was not measured, by arm and reason; a loss takes its pair with it."""
    rows = [
        (model.model, arm_words(loss.arm), loss_words(loss.reason), numbers.count(loss.n))
        for model in judgement.verdict.models
        for loss in model.counts.dropped
    ]
    table = Table(
        columns=[
            Column(title=label("report-model")),
            Column(title=label("glossary-arm")),
            Column(title=label("report-column-reason"), wide=True),
            Column(title=label("report-column-n"), align="right"),
        ],
        rows=rows,
    )
    parts: list[Part] = [table] if rows else [Prose(text=label("report-no-losses"))]
    return Block(key="losses", title=label("report-losses"), shows=label("report-losses-shows"), parts=parts)


def costs_block(judgement: Judgement) -> Block:
    """Return what an execution of each arm costs and uses, on average, and the bars of it."""
    parts: list[Part] = []
    for batch in judgement.loaded.batches:
        uses = use_by_arm(batch.executions)
        parts.append(_use_table(batch.model, uses))
        if any(use.cost_usd is not None for use in uses):
            parts.append(_cost_bars(batch.model, uses))
    return Block(
        key="costs",
        title=label("report-costs"),
        shows=label("report-costs-shows"),
        parts=parts,
        footnotes=(label("report-costs-note"),),
    )


def _use_table(model: str, uses: list[ArmUse]) -> Table:
    names = ("n", "cost", "input-tokens", "output-tokens", "steps", "duration")
    return Table(
        caption=model,
        columns=[
            Column(title=label("glossary-arm")),
            *(Column(title=label(f"report-use-column-{name}"), align="right") for name in names),
        ],
        rows=[
            (
                arm_words(use.arm),
                numbers.count(use.n),
                numbers.money(use.cost_usd, decimals=4),
                numbers.number(use.input_tokens, decimals=0),
                numbers.number(use.output_tokens, decimals=0),
                numbers.number(use.steps, decimals=2),
                numbers.number(use.duration_s, decimals=1),
            )
            for use in uses
        ],
    )


def _cost_bars(model: str, uses: list[ArmUse]) -> BarChart:
    arms = [arm_words(use.arm) for use in uses]
    return BarChart(
        title=label("report-cost-title", model=model),
        labels=arms,
        values=[use.cost_usd for use in uses],
        written=[numbers.money(use.cost_usd, decimals=4) for use in uses],
        groups=arms,
        unit=label("report-usd-per-execution"),
    )
