"""The warehouse of a million executions beside DuckDB's own `read_json` to Parquet on the same file."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from cenario.domain.execution import Execution, Manifest, Step, ToolCall, Usage
from cenario.store.columns import columns_of, literal
from cenario.store.journal import encode
from tests.bench.clock import Line, in_turns, python

N_EXECUTIONS = 1_000_000
PEAK_LIMIT_MB = 1000

BUILD = """
import sys
from pathlib import Path
from cenario.store.warehouse import build
build([Path(sys.argv[1])], Path(sys.argv[2]))
"""

DUCKDB = """
import sys, duckdb
duckdb.sql(sys.argv[1])
"""


def measure() -> list[Line]:
    """Return how much longer a checked warehouse takes than an unchecked copy, and its peak memory."""
    with tempfile.TemporaryDirectory(prefix="cenario-bench-") as folder:
        path = Path(folder) / "runs.jsonl"
        fields = write_executions(path)
        ours = python("-c", BUILD, str(path), str(Path(folder) / "warehouse"))
        other = python("-c", DUCKDB, copy_statement(path, Path(folder) / "plain.parquet", fields))
        built, copied = in_turns([ours, other], times=3)
        size = f"{N_EXECUTIONS:,} executions, {path.stat().st_size / 1e6:.0f} MB, every line checked"
    return [
        Line(
            name="warehouse",
            ours_name="cenario.store.warehouse.build",
            other_name="duckdb read_json → Parquet, declared columns",
            ours=built.duration_s,
            other=copied.duration_s,
            relation="ratio",
            limit=2.0,
            note=size,
        ),
        Line(
            name="warehouse memory",
            ours_name="peak of the build",
            other_name="1 GB",
            ours=built.peak_mb,
            other=float(PEAK_LIMIT_MB),
            relation="ratio",
            limit=1.0,
            unit="MB",
            note=f"DuckDB's own peak {copied.peak_mb:.0f} MB",
        ),
    ]


def write_executions(path: Path) -> frozenset[str]:
    """Write a manifest and the executions, seeded, and return the fields that they have."""
    rng = random.Random(1)
    fields: set[str] = set()
    with path.open("wb") as file:
        file.write(
            encode(Manifest(batch="b", evaluation="C", seal="0" * 64, sealed_at="2026-11-04T13:00:00Z"))
        )
        for index in range(N_EXECUTIONS):
            record = execution(index, rng)
            file.write(encode(record))
    fields.update(("kind", "format_version", *(name for name in execution(0, rng).__struct_fields__)))
    return frozenset(fields)


def execution(index: int, rng: random.Random) -> Execution:
    """Return one execution of about 450 bytes, with a step, a call and a score."""
    call = ToolCall(name="crm_find", arguments='{"q":"x"}', known=True, valid=True)
    usage = Usage(input_tokens=rng.randint(500, 9000), output_tokens=rng.randint(20, 300))
    return Execution(
        batch="b",
        evaluation="C",
        arm=("off", "on")[index % 2],
        model="anthropic:claude-sonnet-5",
        conversation=f"C{index // 6:06}",
        repetition=index // 2 % 3,
        outcome="completed" if rng.random() < 0.95 else "agent_failure",
        steps=(Step(calls=(call,), usage=usage, cost_usd=round(rng.random() / 100, 6)),),
        cost_usd=round(rng.random() / 100, 6),
        duration_s=round(rng.random() * 30, 3),
        scores={"reward": float(rng.random() < 0.6)},
        started_at="2026-11-04T13:00:00Z",
        seed=index,
    )


def copy_statement(path: Path, out: Path, fields: frozenset[str]) -> str:
    """Return DuckDB's plain copy, with the product's own declared columns."""
    declared = ", ".join(
        f"{literal(c.name)}: {literal(c.type)}" for c in columns_of(Execution) if c.name in fields
    )
    source = f"read_json({literal(str(path))}, format = 'newline_delimited', columns = {{{declared}}})"
    return f"COPY (SELECT * FROM {source}) TO {literal(str(out))} (FORMAT parquet)"
