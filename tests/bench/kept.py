"""Keep what was measured, with the machine and the date, where the documentation reads it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from tests.bench.clock import ROOT

EVIDENCE = ROOT / "data" / "evidence"
Row = Mapping[str, str | float | int | bool]


def keep(name: str, tables: Mapping[str, Sequence[Row]]) -> None:
    """Put `tables` into ``data/evidence/<name>.json``; tables and rows measured earlier stay.

    A table's rows are told apart by their first value.
    """
    path = EVIDENCE / f"{name}.json"
    before = json.loads(path.read_text(encoding="utf-8"))["tables"] if path.is_file() else {}
    merged = {key: list(rows) for key, rows in before.items()}
    for key, rows in tables.items():
        new = {next(iter(row.values())): dict(row) for row in rows}
        old = {next(iter(row.values())): row for row in merged.get(key, [])}
        merged[key] = list((old | new).values())
    machine = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }
    found = {"measured_at": datetime.now(UTC).strftime("%Y-%m-%d"), "machine": machine, "tables": merged}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
