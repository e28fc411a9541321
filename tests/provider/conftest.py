"""What the tests of the wire share."""

from __future__ import annotations

import pytest

from cenario.provider.retry import RetryPolicy
from cenario.provider.simulated.courses import Courses
from tests.provider.samples import CONVERSATION


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def courses() -> Courses:
    return Courses([CONVERSATION])


@pytest.fixture
def patient() -> RetryPolicy:
    """Retries without waiting."""
    return RetryPolicy(attempts=4, first_wait_s=0.0, longest_wait_s=0.0)
