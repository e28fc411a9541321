"""The conversations themselves: the worst first, both arms side by side, to be opened and read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution
from cenario.engine import Judgement
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.parts import Folded, Pair, Part, Prose
from cenario.report.quantities import arm_words
from cenario.report.transcript import transcript_of

WORST_SHOWN = 5
"""Pairs shown, our default: an owner reads a handful, and a page stays small enough to be sent."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """A baseline and a candidate execution of the same cell; `loss` is how much worse the candidate did."""

    baseline: Execution
    candidate: Execution
    loss: tuple[float, float]


def worst_block(judgement: Judgement, *, most: int = WORST_SHOWN) -> Block:
    """Return the cells in which the candidate did worst beside the baseline, with both transcripts.

    Worst is: the largest fall of the measure asked for (of all scores, where none was), then the
    most faults, vetoes and failures more than the baseline. A cell in which the candidate did no
    worse is not listed.
    """
    roles = {arm.role: arm.name for arm in judgement.evaluation.arms}
    baseline, candidate = roles.get("baseline", "baseline"), roles.get("candidate", "candidate")
    measure = judgement.params.get("measure")
    parts: list[Part] = []
    for batch in judgement.loaded.batches:
        pairs = _pairs(batch, baseline, candidate, str(measure) if measure else None)
        worse = sorted((p for p in pairs if p.loss > (0.0, 0.0)), key=_order)
        parts += [_folded(batch, pair) for pair in worse[:most]]
        if len(worse) > most:
            parts.append(Prose(text=label("report-worst-more", n=len(worse) - most, model=batch.model)))
    return Block(
        key="worst",
        title=label("report-worst"),
        shows=label("report-worst-shows"),
        parts=parts or [Prose(text=label("report-no-worse"))],
    )


def transcripts_block(executions: Iterable[Execution], *, key: str, title: str, shows: str = "") -> Block:
    """Return the transcripts of `executions`, each folded behind its conversation, arm and repetition."""
    parts: list[Part] = [transcript_of(each, title=_named(each)) for each in executions]
    return Block(key=key, title=title, shows=shows, parts=parts or [Prose(text=label("report-empty-table"))])


def _pairs(batch: Batch, baseline: str, candidate: str, measure: str | None) -> list[_Compared]:
    cells = {(e.conversation, e.variant, e.repetition): e for e in batch.executions if e.arm == baseline}
    found = []
    for execution in batch.executions:
        other = cells.get((execution.conversation, execution.variant, execution.repetition))
        if execution.arm == candidate and other and execution.is_measured and other.is_measured:
            found.append(_Compared(other, execution, _loss(other, execution, measure)))
    return found


def _loss(baseline: Execution, candidate: Execution, measure: str | None) -> tuple[float, float]:
    names = [measure] if measure else sorted(baseline.scores.keys() & candidate.scores.keys())
    fall = 0.0
    for name in names:
        before, after = baseline.scores.get(name), candidate.scores.get(name)
        if before is not None and after is not None:
            fall += before - after
    return (fall, float(_faults(candidate) - _faults(baseline)))


def _faults(execution: Execution) -> int:
    calls = sum(
        call.valid is False or call.known is False or bool(call.landfill_uuid) for call in execution.calls
    )
    return calls + len(execution.vetoes) + (execution.outcome == "agent_failure")


def _order(pair: _Compared) -> tuple[float, float, str, int]:
    fall, faults = pair.loss
    return (-fall, -faults, pair.candidate.conversation, pair.candidate.repetition)


def _folded(batch: Batch, pair: _Compared) -> Folded:
    fall, faults = pair.loss
    summary = label(
        "report-worst-summary",
        model=batch.model,
        conversation=pair.candidate.conversation,
        k=pair.candidate.repetition,
        fall=numbers.number(-fall, decimals=2, signed=True),
        faults=numbers.number(faults, decimals=0, signed=True),
    )
    sides = Pair(left=transcript_of(pair.baseline), right=transcript_of(pair.candidate))
    return Folded(summary=summary, parts=(sides,))


def _named(execution: Execution) -> str:
    return label(
        "report-transcript-named",
        conversation=execution.conversation,
        variant=f" · {execution.variant}" if execution.variant else "",
        arm=arm_words(execution.arm),
        k=execution.repetition,
    )
