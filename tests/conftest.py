"""What every test may ask for."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the project; without it the test is skipped and says so loudly."""
    if not (SHARED / "data").is_dir():
        warnings.warn(f"NOT RUN: the real data are missing ({SHARED})", stacklevel=1)
        pytest.skip(f"the real data are missing: {SHARED}")
    return SHARED
