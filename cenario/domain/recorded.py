"""What was recorded of an evaluation, as files: what a report stands on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Files of executions and of votes, or the two sides of a comparison."""

    runs: tuple[Path, ...] = ()
    votes: tuple[Path, ...] = ()
    baseline: str = ""
    candidate: str = ""

    def __bool__(self) -> bool:
        return bool(self.runs or self.baseline)
