"""What only the gate shows: each scenario by input and repetition, what failed and why, whose rulers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cenario.domain.evaluation import ParamValue
from cenario.domain.execution import Execution
from cenario.domain.verdict import ClauseOutcome
from cenario.engine import Loaded
from cenario.evaluations.gate import with_rulers_in_force
from cenario.judge.standing import Measurement, measured_in
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.conversations import transcripts_block
from cenario.report.parts import Column, Mark, Part, Prose, Table
from cenario.report.study import Study, open_study, section
from cenario.store.scenarios import ScenarioStore

__all__ = ["failures", "history", "matrix", "open_gate", "rulers", "transcripts"]

TRANSCRIPTS_SHOWN = 20
"""Transcripts of failed executions shown, our default: gates first."""

SIGNS = {"met": "✓", "not_met": "✗", "not_judgeable": "?", "lost": "…"}


def open_gate(
    *,
    runs: Sequence[str] = (),
    model: str = "",
    params: Mapping[str, ParamValue] | None = None,
    as_sealed: bool = False,
    locale: str = "",
    mask_pii: bool = False,
) -> Study:
    """Open the study of the gate, held to the scenarios as they stand now.

    Parameters
    ----------
    runs, model, params, locale, mask_pii
        As `cenario.report.study.open_study`.
    as_sealed
        Judge only by the rulers that the files carry: an old run's own verdict.
    """

    def now(loaded: Loaded) -> Loaded:
        return with_rulers_in_force(loaded, ScenarioStore())

    return open_study(
        evaluation="gate",
        runs=runs,
        model=model,
        params=params,
        locale=locale,
        mask_pii=mask_pii,
        prepared=None if as_sealed else now,
    )


@section
def matrix(study: Study) -> Block:
    """Show scenario × input × repetition: what each execution came to, and k/n of each input."""
    parts: list[Part] = [_matrix(model, _in_force(measured)) for model, measured in _measured(study)]
    return Block(
        key="matrix",
        title=label("gate-matrix"),
        shows=label("gate-matrix-shows"),
        parts=parts or [_nothing()],
    )


@section
def failures(study: Study) -> Block:
    """Show every execution that did not meet its ruler, and why; gates first."""
    columns = ("gate", "scenario", "input", "k", "why")
    parts: list[Part] = []
    for model, measured in _measured(study):
        failed = [
            (each, cell)
            for each in sorted(_in_force(measured), key=lambda m: not m.measured.scenario.gate)
            for cell in each.measured.cells
            if cell.outcome != "met"
        ]
        rows = [
            (
                _gate(each),
                each.measured.scenario.id,
                each.measured.scenario.inputs[cell.position],
                str(cell.repetition),
                f"{SIGNS[cell.outcome]} {cell.reason}",
            )
            for each, cell in failed
        ]
        marks: list[Mark] = ["fails" if cell.outcome == "not_met" else "short" for _, cell in failed]
        titles = [Column(title=label(f"gate-column-{name}")) for name in columns]
        parts.append(Table(caption=model, columns=titles, rows=rows, marks=marks) if rows else _nothing())
    return Block(
        key="failures", title=label("gate-failures"), shows=label("gate-failures-shows"), parts=parts
    )


@section
def transcripts(study: Study, most: int = TRANSCRIPTS_SHOWN) -> Block:
    """Show the transcripts of executions that failed, gates first."""
    failed: list[Execution] = []
    for _, measured in _measured(study):
        for each in sorted(_in_force(measured), key=lambda m: not m.measured.scenario.gate):
            failed += [cell.execution for cell in each.measured.cells if cell.outcome == "not_met"]
    shows = label("gate-transcripts-shows", shown=min(most, len(failed)), n=len(failed))
    return transcripts_block(failed[:most], key="transcripts", title=label("gate-transcripts"), shows=shows)


@section
def rulers(study: Study) -> Block:
    """Show each scenario's ruler: version, when it was declared, who promoted it, and what it asks."""
    names = ("scenario", "version", "declared", "gate", "inputs", "expectations", "repetitions", "budget")
    found = {
        each.measured.scenario.id: each for _, measured in _measured(study) for each in _in_force(measured)
    }
    rows = []
    for each in found.values():
        scenario, promotion = each.measured.scenario, each.measured.scenario.promotion
        gate = label("gate-promoted", by=promotion.by, at=promotion.at) if promotion else _gate(each)
        rows.append(
            (
                scenario.title,
                f"{scenario.id} {each.measured.version[:12]}",
                scenario.declared_at or numbers.NOTHING,
                gate,
                numbers.count(len(scenario.inputs)),
                ", ".join(str(type(e).__struct_config__.tag) for e in scenario.expectations),
                numbers.count(scenario.repetitions),
                _budget(each),
            )
        )
    table = Table(columns=[Column(title=label(f"gate-column-{name}")) for name in names], rows=rows)
    return Block(key="rulers", title=label("gate-rulers"), shows=label("gate-rulers-shows"), parts=[table])


@section
def history(study: Study) -> Block:
    """Show every measurement of every version: the one in force, and those before it."""
    names = ("scenario", "version", "measured", "result", "standing")
    parts: list[Part] = []
    for model, measured in _measured(study):
        rows = []
        for each in measured:
            k, n = each.measured.of_all
            told = f"{k}/{n}" if n else label("gate-unmeasured")
            standing = label("gate-in-force" if each.in_force else "gate-replaced")
            rows.append(
                (
                    each.measured.scenario.id,
                    each.measured.version[:12],
                    each.sealed_at or numbers.NOTHING,
                    told,
                    standing,
                )
            )
        titles = [Column(title=label(f"gate-column-{name}")) for name in names]
        parts.append(Table(caption=model, columns=titles, rows=rows))
    return Block(key="history", title=label("gate-history"), shows=label("gate-history-shows"), parts=parts)


def _matrix(model: str, measured: Sequence[Measurement]) -> Table:
    most = max((cell.repetition for each in measured for cell in each.measured.cells), default=-1) + 1
    rows: list[tuple[str, ...]] = []
    marks: list[Mark] = []
    for each in measured:
        for position, text in enumerate(each.measured.scenario.inputs):
            cells = {c.repetition: c for c in each.measured.cells if c.position == position}
            k, n = each.measured.of_input(position)
            signs = [SIGNS[cells[r].outcome] if r in cells else "" for r in range(most)]
            rows.append((_gate(each), each.measured.scenario.id, text, *signs, f"{k}/{n}"))
            marks.append(_mark(k, n))
    titles = [label(f"gate-column-{name}") for name in ("gate", "scenario", "input")]
    return Table(
        caption=model,
        columns=[
            *(Column(title=title) for title in titles),
            *(Column(title=f"k={r}", align="center") for r in range(most)),
            Column(title="k/n", align="right"),
        ],
        rows=rows,
        marks=marks,
        notes=(label("gate-matrix-note"),),
    )


def _mark(k: int, n: int) -> ClauseOutcome:
    return "short" if not n else "holds" if k == n else "fails"


def _budget(each: Measurement) -> str:
    told = [
        f"{label(f'gate-axis-{axis}')} ≤ {ceiling}"
        for axis in ("inferences", "loops")
        if (ceiling := each.measured.ceiling(axis)) is not None
    ]
    return ", ".join(told) or label("gate-no-budget")


def _gate(each: Measurement) -> str:
    return label("gate-is-gate") if each.measured.scenario.gate else numbers.NOTHING


def _in_force(measured: Sequence[Measurement]) -> list[Measurement]:
    return [each for each in measured if each.in_force]


def _measured(study: Study) -> Iterator[tuple[str, list[Measurement]]]:
    for batch in study.batches:
        yield batch.model, measured_in(batch)


def _nothing() -> Prose:
    return Prose(text=label("gate-nothing-failed"))
