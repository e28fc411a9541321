"""The bar that a batch shows on a terminal: how far, how long still, and what was spent."""

from __future__ import annotations

import sys
from decimal import Decimal
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cenario.labels.numbers import count, money
from cenario.labels.text import text

__all__ = ["Bars", "BatchBar"]


class Bars:
    """One bar a batch, on stderr; silent where that is not a terminal."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[spent]}", markup=False),
            console=Console(file=sys.stderr),
            disable=not sys.stderr.isatty(),
        )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def of(self, model: str) -> BatchBar:
        """Return the bar of `model`'s batch."""
        return BatchBar(self._progress, model)


class BatchBar:
    """One batch's bar; a `cenario.runner.batch.Progress`."""

    def __init__(self, progress: Progress, model: str) -> None:
        self._progress = progress
        self._task = progress.add_task(model, total=None, spent="")

    def begin(self, *, planned: int, done: int) -> None:
        """Show how much there is, and that part of it is done already."""
        self._progress.update(self._task, total=planned, completed=done)

    def advance(self, *, spent_usd: Decimal, spent_tokens: int) -> None:
        """Show one more, and the spend."""
        words = text("run-spent", money=money(float(spent_usd), decimals=4), tokens=count(spent_tokens))
        self._progress.update(self._task, advance=1, spent=words)
