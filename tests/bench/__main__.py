"""Run each `bench_*.py` beside this file and print its results; exit 1 when a promise was not kept.

make bench ARGS="help report"   only those
make bench ARGS=--keep          and keep them in data/evidence/performance.json
"""

from __future__ import annotations

import importlib
import os
import shlex
import sys
from pathlib import Path

from tests.bench.clock import Line
from tests.bench.kept import Row, keep


def main() -> int:
    """Measure, print, and keep where asked."""
    words = shlex.split(os.environ.get("OPTION_ARGS", ""))
    wanted = {word for word in words if not word.startswith("-")}
    names = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    lines: list[Line] = []
    for name in names:
        if not wanted or name in wanted:
            print(f"… {name}", file=sys.stderr, flush=True)
            lines += importlib.import_module(f"tests.bench.bench_{name}").measure()
    for line in lines:
        print(_shown(line))
    if "--keep" in words:
        keep("performance", {"performance": [_row(line) for line in lines]})
    return 0 if all(line.holds for line in lines) else 1


def _row(line: Line) -> Row:
    return {
        "name": line.name,
        "ours": line.ours_name,
        "ours_value": round(line.ours, 4),
        "other": line.other_name,
        "other_value": round(line.other, 4),
        "unit": line.unit,
        "relation": line.relation,
        "value": round(line.value, 3),
        "limit": line.limit,
        "note": line.note,
    }


def _shown(line: Line) -> str:
    sign = "×" if line.relation == "ratio" else f" {line.unit} over"
    kept = "kept" if line.holds else "NOT KEPT"
    return (
        f"{line.name}: {line.value:.2f}{sign} (at most {line.limit:g}: {kept}) · "
        f"{line.ours_name} {line.ours:.3f} {line.unit} · {line.other_name} {line.other:.3f} {line.unit}"
        + (f" · {line.note}" if line.note else "")
    )


if __name__ == "__main__":
    sys.exit(main())
