"""`cenario --help` beside a Python that does nothing."""

from __future__ import annotations

from tests.bench.clock import Line, in_turns, python


def measure() -> list[Line]:
    """Return the time to help, over the floor of starting Python at all."""
    ours, floor = in_turns([python("-m", "cenario.cli.main", "--help"), python("-c", "pass")], times=9)
    return [
        Line(
            name="help",
            ours_name="cenario --help",
            other_name="python -c pass",
            ours=ours.duration_s,
            other=floor.duration_s,
            relation="difference",
            limit=0.25,
        )
    ]
