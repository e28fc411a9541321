"""What was recorded of an evaluation, as files: what a report stands on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Files of executions and of votes, or the two sides of a comparison.

    An evaluation's module may define ``embedded(folder: Path) -> Recorded``: it records, under
    `folder`, a run of the embedded simulated model (or names files that ship with the project),
    for a report on a machine where nothing was recorded. What is there already is not run again.
    """

    runs: tuple[Path, ...] = ()
    votes: tuple[Path, ...] = ()
    baseline: str = ""
    candidate: str = ""

    def __bool__(self) -> bool:
        return bool(self.runs or self.baseline)
