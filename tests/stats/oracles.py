"""The oracle files and where they come from."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "oracles"


def read_json(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def read_rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def psychiatry() -> tuple[list[int], list[int]]:
    """Return the differences and the clusters of the psychiatry data."""
    rows = read_rows("psychiatry.csv")
    return [int(row["d"]) for row in rows], [int(row["g"]) for row in rows]
