"""Does a change to an LLM agent lose more than the agent loses against itself?

import cenario
cenario.load("data/runs/*.jsonl").polars()            # recorded executions as a frame
cenario.open_study("compare", baseline="a.jsonl", candidate="b.jsonl").verdict()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cenario.report.study import Study, open_study
    from cenario.store.frames import Records, load

__all__ = ["Records", "Study", "load", "open_study"]

_HOMES = {
    "Records": "cenario.store.frames",
    "Study": "cenario.report.study",
    "load": "cenario.store.frames",
    "open_study": "cenario.report.study",
}


def __getattr__(name: str) -> object:
    """Import what is asked for only then: ``cenario --help`` must not wait for frames and charts."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
