"""Killed -9 at fifty drawn moments, then taken up: nothing lost, nothing twice, every cent known."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from cenario.runner.spend import read_spent
from cenario.store import journal
from tests.runner.samples import jobs

TOP = Path(__file__).parents[2]


@pytest.mark.slow
def test_fifty_kills_lose_nothing_and_double_nothing(tmp_path):
    path = tmp_path / "c.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "tests.runner.killed", str(path), "50", "20261104"],
        cwd=TOP,
        env={"PYTHONPATH": str(TOP), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    survived = int(done.stdout)
    assert 20 < survived < 401, f"the kills fell inside the batch: {survived} lines were there after them"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        contents = journal.read(path)
    keys = Counter(execution.key for execution in contents.executions)
    assert set(keys) == {job.key for job in jobs(40, repetitions=5)}
    assert set(keys.values()) == {1}
    assert all(execution.outcome == "completed" for execution in contents.executions)
    in_file = Decimal(0)
    for execution in contents.executions:
        of_usage = sum(
            step.usage.input_tokens * Decimal("0.000002") + step.usage.output_tokens * Decimal("0.00001")
            for step in execution.steps
        )
        assert execution.cost_usd == pytest.approx(float(of_usage), abs=1e-12)
        in_file += of_usage
    spent = read_spent(Path(f"{path}.spend"))
    assert spent.usd >= in_file, "the log also knows what was in flight when the process died"
    assert spent.usd <= 5
    torn = path.with_name("c.jsonl.torn")
    assert not torn.exists() or torn.stat().st_size > 0
