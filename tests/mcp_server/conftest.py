"""A project of its own for each test: the declared files that ship, and no scenario yet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cenario.store.places import data_folder


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shipped = data_folder()
    data = tmp_path / "data"
    for name in ("agents", "bank", "corpus", "prices", "simulated"):
        shutil.copytree(shipped / name, data / name)
    (data / "runs").mkdir()
    monkeypatch.setenv("CENARIO_DATA", str(data))
    return data
