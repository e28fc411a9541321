"""Who does the jobs: tasks of this process, a fixed number at a time.

Another executor (many hosts) has the same two promises: every job is performed at most once, and
once `stop` is set no new one begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from cenario.runner.job import Job

__all__ = ["CONCURRENCY", "Executor", "LocalExecutor"]

CONCURRENCY = {"anthropic": 4, "openai": 8, "local": 1, "simulated": 8}
"""Jobs in flight at once by provider; ours."""


class Executor(Protocol):
    """Performs jobs."""

    async def run(
        self, jobs: Iterable[Job], perform: Callable[[Job], Awaitable[None]], stop: asyncio.Event
    ) -> None:
        """Perform every job; what `perform` raises ends the run."""


class LocalExecutor:
    """So many tasks of this process's loop, each taking the next job.

    Parameters
    ----------
    concurrency
        Jobs in flight at once.
    """

    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency

    async def run(
        self, jobs: Iterable[Job], perform: Callable[[Job], Awaitable[None]], stop: asyncio.Event
    ) -> None:
        """Perform every job; the first that raises cancels the others."""
        waiting = iter(jobs)

        async def work() -> None:
            for job in waiting:
                if stop.is_set():
                    return
                await perform(job)

        async with asyncio.TaskGroup() as tasks:
            for _ in range(self._concurrency):
                tasks.create_task(work())
