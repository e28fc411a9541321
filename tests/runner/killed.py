"""Run by a test in a process of its own: begin a batch again and again, and kill each -9 at a drawn moment.

Forked, so that the time goes to batches and not to imports.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
import warnings
from pathlib import Path

from cenario.provider import tokens
from tests.runner.samples import MODEL, OneInference, client, jobs, run

TODO = jobs(40, repetitions=5)
CEILING = "5"


def batch(path: Path) -> None:
    warnings.simplefilter("ignore")  # torn lines are set aside, and said to be
    asyncio.run(run(path, todo=TODO, worker=OneInference(inferences=2), usd=CEILING, concurrency=6))


def wait_for(path: Path, draws: random.Random) -> None:
    """Wait until the file has grown by a drawn size (nothing, or up to a dozen lines), and a moment more."""
    size = path.stat().st_size if path.exists() else 0
    target = size + draws.choice((0, draws.randrange(6000)))
    until = time.monotonic() + 5
    while time.monotonic() < until and not (path.exists() and path.stat().st_size >= target):
        time.sleep(0.0005)
    time.sleep(draws.uniform(0, 0.02))


def main(path: Path, kills: int, seed: int) -> None:
    draws = random.Random(seed)
    tokens.count("warm")
    client(MODEL)
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            try:
                batch(path)
            finally:
                os._exit(0)
        wait_for(path, draws)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    print(path.read_bytes().count(b"\n") if path.exists() else 0)
    batch(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
