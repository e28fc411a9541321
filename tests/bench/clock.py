"""Time commands in turns, so that what else the machine does falls on both sides alike."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Line:
    """One result: ours beside another's, with what was promised.

    Attributes
    ----------
    name, ours_name, other_name
        What was measured.
    ours, other
        Medians, in `unit`.
    relation
        ``ratio`` (ours / other) or ``difference`` (ours − other).
    limit
        The most that `relation` may come to.
    note
        Anything else a reader needs: peak memory, sizes.
    """

    name: str
    ours_name: str
    other_name: str
    ours: float
    other: float
    relation: str
    limit: float
    unit: str = "s"
    note: str = ""

    @property
    def value(self) -> float:
        """The relation, as measured."""
        return self.ours / self.other if self.relation == "ratio" else self.ours - self.other

    @property
    def holds(self) -> bool:
        """Whether the promise was kept in this run."""
        return self.value <= self.limit


@dataclass(frozen=True, slots=True)
class Run:
    """One process: its time (s) and its peak memory (MB)."""

    duration_s: float
    peak_mb: float


def run(command: Sequence[str], **environment: str) -> Run:
    """Run `command` from the project's root and return its time and peak memory; a failure is an error."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    began = time.perf_counter()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("OPTION_")}
    process = subprocess.Popen(command, cwd=ROOT, env=clean | {"PYTHONPATH": "."} | environment, **quiet)  # type: ignore[call-overload]
    assert process.stderr is not None
    words = process.stderr.read().decode("utf-8", "replace")
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench: {' '.join(command)} ended with {process.returncode}:\n{words}")
    return Run(took, used.ru_maxrss / 1024)


def in_turns(commands: Sequence[Sequence[str]], *, times: int) -> list[Run]:
    """Run each command `times` times, in turns after one unmeasured; return medians and highest peaks."""
    for command in commands:
        run(command)
    turns = [[run(command) for command in commands] for _ in range(times)]
    return [
        Run(statistics.median(each.duration_s for each in column), max(each.peak_mb for each in column))
        for column in zip(*turns, strict=True)
    ]


def python(*words: str) -> list[str]:
    """Return a command of this Python."""
    return [sys.executable, *words]
