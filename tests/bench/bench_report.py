"""A warm `make report` beside papermill running a notebook that only imports the same libraries."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from tests.bench.clock import ROOT, Line, in_turns, python

NOTEBOOK = ROOT / "notebooks" / "compare.ipynb"
LIBRARIES = (
    "babel.numbers",
    "duckdb",
    "fluent.runtime",
    "great_tables",
    "matplotlib.figure",
    "msgspec",
    "numpy",
    "pandas",
    "polars",
    "scipy.special",
    "scipy.stats",
    "seaborn",
    "statsmodels",
    "tiktoken",
)


def measure() -> list[Line]:
    """Return the report's time over papermill's, the libraries being those that the report's kernel loads."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.ipynb"
        bare.write_text(json.dumps(_importing(_loaded())))
        report = python("-m", "cenario.cli.make", "report")
        papermill = python(
            "-m", "papermill", "--no-progress-bar", "-k", "python3", str(bare), f"{folder}/out.ipynb"
        )
        ours, floor = in_turns([["env", "OPTION_ARM=compare", *report], papermill], times=5)
    return [
        Line(
            name="report",
            ours_name="make report ARM=compare (warm)",
            other_name="papermill, imports only",
            ours=ours.duration_s,
            other=floor.duration_s,
            relation="ratio",
            limit=1.3,
        )
    ]


def _loaded() -> list[str]:
    """Return the modules to import: the libraries that the report's own notebook has loaded when it ends."""
    source = "\n".join(
        "".join(cell["source"])
        for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    )
    asked = f"{source}\nimport sys\nprint(*[m for m in {LIBRARIES!r} if m in sys.modules])"
    done = subprocess.run(python("-c", asked), cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"bench: {NOTEBOOK.name}:\n{done.stderr}")
    return done.stdout.splitlines()[-1].split()


def _importing(modules: list[str]) -> dict[str, object]:
    cell = {
        "cell_type": "code",
        "execution_count": None,
        "id": "imports",
        "metadata": {"tags": ["parameters"]},
        "outputs": [],
        "source": f"import {', '.join(modules)}",
    }
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
