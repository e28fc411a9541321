"""An agent that is a program: one process a turn, one JSON in, one JSON out, and no shell.

Standard input carries the ``AgentRequest``, standard output must carry the ``AgentAnswer`` and
nothing else. The program runs in a session of its own, so that what it starts ends with it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress

from cenario.agent.foreign import MAX_BYTES, TIMEOUT_S, ForeignSession
from cenario.agent.protocol import AgentSession, Task, TurnResult, run_once
from cenario.domain.execution import Mode
from cenario.errors import BadInputError, ProviderError, message
from cenario.provider.protocol import ModelClient

_MAX_WORDS = 200
_SECRETS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
_GRACE_S = 5.0
"""Longest wait for the pipes of a killed program to end, in seconds."""
_CHUNK = 64 * 1024


class CommandAgent:
    """An agent that a command runs.

    Parameters
    ----------
    argv
        The program and its arguments, as they are: no shell reads them.
    timeout_s
        Longest turn waited for, in seconds; then the program is killed, with what it started.

    Raises
    ------
    BadInputError
        Nothing to run, or the program is not there.
    """

    mode: Mode = "command"

    def __init__(self, argv: Sequence[str], *, timeout_s: float = TIMEOUT_S) -> None:
        if not argv or shutil.which(argv[0]) is None:
            raise BadInputError(message("foreign-no-program", program=argv[0] if argv else ""))
        self._argv, self._timeout_s = tuple(argv), timeout_s

    def open(self, task: Task, client: ModelClient | None) -> AgentSession:
        """Begin the conversation of `task`; the agent calls its model itself, `client` only names it."""
        model = None if client is None else client.model
        return ForeignSession(task, self._exchange, timeout_s=self._timeout_s, model=model)

    async def run(self, task: Task, client: ModelClient | None) -> TurnResult:
        """Run the one turn of `task`."""
        return await run_once(self, task, client)

    async def _exchange(self, body: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *self._argv, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
        try:
            _, out, said = await asyncio.gather(
                _feed(process, body), _read(process.stdout, MAX_BYTES), _tail(process.stderr)
            )
            status = await process.wait()
        finally:
            await _end(process)
        if status != 0:
            detail = scrubbed(said, os.environ)
            raise ProviderError(message("foreign-exit", status=status, detail=detail or "—"))
        return out


async def _feed(process: Process, body: bytes) -> None:
    if process.stdin is None:
        raise TypeError("the process was opened with a pipe")
    with suppress(BrokenPipeError, ConnectionResetError):  # a program that does not read may still answer
        process.stdin.write(body + b"\n")
        await process.stdin.drain()
    process.stdin.close()


async def _read(stream: asyncio.StreamReader | None, limit: int) -> bytes:
    taken = bytearray()
    while stream is not None and (chunk := await stream.read(_CHUNK)):
        taken += chunk
        if len(taken) > limit:
            raise ProviderError(message("foreign-too-big", limit=limit))
    return bytes(taken)


async def _tail(stream: asyncio.StreamReader | None) -> str:
    """Return the last line of what the program complained of."""
    last = b""
    while stream is not None and (chunk := await stream.read(_CHUNK)):
        last = (last + chunk)[-_CHUNK:]
    lines = last.decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


async def _end(process: Process) -> None:
    """Kill the program and whatever it started, and take what its pipes still hold.

    A pipe that nobody reads is paused, and a paused pipe never tells that it ended: without reading on, the
    wait for a killed program could last for ever.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(TimeoutError):
        async with asyncio.timeout(_GRACE_S):
            await asyncio.gather(_drain(process.stdout), _drain(process.stderr))
            await process.wait()


async def _drain(stream: asyncio.StreamReader | None) -> None:
    with suppress(RuntimeError):  # somebody reads it still
        while stream is not None and await stream.read(_CHUNK):
            pass


def scrubbed(words: str, environ: Mapping[str, str]) -> str:
    """Return `words` on one line, cut short, without the value of any secret of `environ`."""
    for name, value in environ.items():
        if value and name.upper().endswith(_SECRETS):
            words = words.replace(value, "***")
    visible = "".join(each if each.isprintable() else " " for each in words)
    return " ".join(visible.split())[:_MAX_WORDS]
