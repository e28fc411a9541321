"""What every test may ask for."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "cenario",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,  # there, the same examples every time
)
settings.load_profile("cenario")  # a busy machine makes no property false

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the project; without it the test is skipped and says so loudly."""
    if not (SHARED / "data").is_dir():
        warnings.warn(f"NOT RUN: the real data are missing ({SHARED})", stacklevel=1)
        pytest.skip(f"the real data are missing: {SHARED}")
    return SHARED
