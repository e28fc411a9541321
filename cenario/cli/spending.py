"""What every command that spends shares: its ceiling, its Ctrl-C, and what it says when it ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from cenario.cli.running import complain
from cenario.errors import BadInputError, message
from cenario.labels.numbers import count, money
from cenario.labels.text import text

if TYPE_CHECKING:
    from cenario.runner.batch import BatchResult
    from cenario.runner.record import Recording

__all__ = ["listen", "record_one", "report_results", "usd"]

STOPPED_AT_CEILING = 4
INTERRUPTED = 130


def listen(stop: asyncio.Event) -> None:
    """First Ctrl-C: begin nothing new, let what is paid for end. Second: cancel, keeping the money spent."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def interrupted() -> None:
        if stop.is_set() and task is not None:
            task.cancel()
            return
        stop.set()
        complain(message("run-stopping"))

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, interrupted)
        except (NotImplementedError, RuntimeError):  # not the main thread, or a platform without it
            return


def record_one(recording: Recording) -> int:
    """Record one batch, with a bar, until it is done or somebody interrupts; return the exit code."""
    from cenario.cli.progress import Bars
    from cenario.runner.record import record

    async def recorded() -> BatchResult:
        stop = asyncio.Event()
        listen(stop)
        with Bars() as bars:
            return await record(recording, progress=bars.of(recording.model), stop=stop)

    return report_results([asyncio.run(recorded())])


def report_results(results: Sequence[BatchResult]) -> int:
    """Say what came of each batch and return the exit code."""
    code = 0
    for result in results:
        print(
            text(
                f"run-ended-{result.ended}",
                done=count(result.done),
                planned=count(result.planned),
                failed=count(result.failed),
                spent=money(None if result.spent_usd is None else float(result.spent_usd), decimals=4),
                tokens=count(result.spent_tokens),
                path=str(result.path),
            )
        )
        if result.ended == "ceiling":
            code = code or STOPPED_AT_CEILING
        elif result.ended == "interrupted":
            code = code or INTERRUPTED
        elif result.failed:
            complain(message("run-failed", n=result.failed, path=result.path))
            code = code or 3
    return code


def usd(words: str | None) -> Decimal | None:
    """Return a ceiling in US dollars, above zero; None where none was given."""
    if words is None or not words.strip():
        return None
    try:
        value = Decimal(words.strip())
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value <= 0:
        raise BadInputError(message("run-ceiling-form", value=words))
    return value
