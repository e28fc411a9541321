"""What a block is made of, as data: prose, facts, tables, charts, transcripts, folded parts.

Texts here are plain and unescaped; numbers are already written by `cenario.labels.numbers`,
except in charts, which draw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from cenario.domain.verdict import ClauseOutcome, VerdictOutcome

Align = Literal["left", "right", "center"]
Side = Literal["contact", "agent", "other"]
Mark = Literal["holds", "fails", "undecided", "short", "plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A paragraph; `note` sets it apart as something the reader must not miss."""

    text: str
    note: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Pairs of what and how much, in the order to be read."""

    items: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table: its title and how its cells stand; `wide` ones hold sentences."""

    title: str
    align: Align = "left"
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of written cells under `columns`; `marks` gives a row its outcome, for its edge."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    notes: Sequence[str] = ()
    marks: Sequence[Mark] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalRow:
    """An estimate with its bounds and the limit it is held against; None: not defined, not drawn."""

    label: str
    value: float | None
    lower: float | None = None
    upper: float | None = None
    limit: float | None = None
    outcome: ClauseOutcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalChart:
    """Intervals against their limits (one row: interval against margin; many: a forest plot).

    `as_share` writes values 0..1 as percentages. `zero` draws the line of no difference.
    """

    title: str
    rows: Sequence[IntervalRow]
    unit: str = ""
    as_share: bool = False
    zero: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow:
    """One indicator: the baseline's repetitions (its noise band) and the candidate's."""

    label: str
    baseline: Sequence[float]
    candidate: Sequence[float]
    unit: str = ""
    outcome: ClauseOutcome | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BandChart:
    """Noise bands with the candidate arm upon them, one scale a row."""

    title: str
    rows: Sequence[BandRow]
    baseline: str
    candidate: str
    as_share: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixChart:
    """A matrix of shares (0..1) or counts; None is an empty cell. `written` is what each cell says."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    written: Sequence[Sequence[str]]
    row_title: str = ""
    column_title: str = ""
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """Horizontal bars; `written` is the number each bar says. `groups` tells the arms apart."""

    title: str
    labels: Sequence[str]
    values: Sequence[float | None]
    written: Sequence[str]
    groups: Sequence[str] = ()
    unit: str = ""


Chart = IntervalChart | BandChart | MatrixChart | BarChart


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidCall:
    """A tool call inside a transcript: raw arguments, and what was wrong with it."""

    name: str
    arguments: str
    result: str | None = None
    faults: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One line of a transcript: who, what, when."""

    who: str
    text: str = ""
    side: Side = "other"
    at: str | None = None
    call: SaidCall | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One conversation as it went; `facts` are the words that sum it up."""

    title: str
    lines: Sequence[Said]
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two transcripts side by side (one under the other on a narrow screen)."""

    left: Transcript
    right: Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """Parts behind a summary that opens."""

    summary: str
    parts: Sequence[Part]
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLine:
    """What one model's verdict says on the first screen."""

    model: str
    outcome: VerdictOutcome
    headline: str
    reasons: Sequence[tuple[Mark, str]] = ()
    in_use: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """The first screen: warnings, question, verdict, why per model, gain, cost, next step."""

    title: str
    question: str
    outcome: VerdictOutcome
    headline: str
    models: Sequence[ModelLine]
    first_line: str | None = None
    warnings: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = field(default_factory=tuple)


Part = Prose | Facts | Table | Chart | Transcript | Pair | Folded | Headline
