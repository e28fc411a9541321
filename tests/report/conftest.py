"""Snapshots of blocks: small files, each read by a person before it was kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cenario.labels.text import use_locale

FOLDER = Path(__file__).parent / "snapshots"


@pytest.fixture(autouse=True)
def in_portuguese() -> Iterator[None]:
    with use_locale("pt-BR"):
        yield


@pytest.fixture
def snapshot() -> Callable[[str, str], None]:
    """Compare text with ``snapshots/NAME``; with WRITE_SNAPSHOTS=1 write it, to be read and kept."""

    def check(name: str, got: str) -> None:
        path = FOLDER / name
        lines = got.replace("><", ">\n<").rstrip() + "\n"
        if os.environ.get("WRITE_SNAPSHOTS") == "1":
            path.write_text(lines, encoding="utf-8")
        assert path.is_file(), f"no snapshot {name}: make it with WRITE_SNAPSHOTS=1, read it, keep it"
        assert lines == path.read_text(encoding="utf-8")

    return check
