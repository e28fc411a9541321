"""Bounded retry with jitter; what the service asks for (``retry-after``) is honoured."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import tenacity

__all__ = ["AttemptError", "RetryPolicy"]

RETRIED_STATUSES = frozenset({408, 409, 425, 429})


class AttemptError(Exception):
    """One attempt failed. `word` says how; `retry_after` is the service's own, verbatim."""

    def __init__(self, word: str, *, status: int | None = None, retry_after: str | None = None) -> None:
        super().__init__(word)
        self.word = word
        self.status = status
        self.retry_after = retry_after

    @property
    def is_transient(self) -> bool:
        """Whether another attempt may do better: no answer, an unreadable one, 429, 5xx."""
        return self.status is None or self.status in RETRIED_STATUSES or not 400 <= self.status < 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often and how long; all ours. Waits are in seconds.

    A ``retry-after`` longer than `longest_asked_s` is not waited for: the inference fails.
    """

    attempts: int = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    longest_asked_s: float = 120.0

    def retrying(self, *, made: int) -> tenacity.AsyncRetrying:
        """Return the loop of what is left after `made` attempts; it ends with the last `AttemptError`."""

        def wait(state: tenacity.RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            return self.wait_s(error, made=made + state.attempt_number)

        return tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self.attempts - made),
            wait=wait,
            retry=tenacity.retry_if_exception(lambda error: self.is_worth_another(error, made=0)),
            reraise=True,
        )

    def is_worth_another(self, error: BaseException, *, made: int) -> bool:
        """Whether another attempt may be made after `made` of them, and may do better."""
        if made >= self.attempts or not isinstance(error, AttemptError) or not error.is_transient:
            return False
        asked = seconds_asked(error.retry_after)
        return asked is None or asked <= self.longest_asked_s

    def wait_s(self, error: BaseException | None, *, made: int) -> float:
        """Return how long to wait after `made` attempts: doubled each time, with jitter, or as asked."""
        jitter = random.uniform(0, self.first_wait_s)  # noqa: S311 spreads load, no secret
        asked = seconds_asked(error.retry_after) if isinstance(error, AttemptError) else None
        if asked is not None:
            return asked + jitter
        return min(self.first_wait_s * float(2 ** (made - 1)) + jitter, self.longest_wait_s)


def seconds_asked(header: str | None) -> float | None:
    """Return the seconds of a ``retry-after`` (a number, or a date); None where it says nothing."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        return _seconds_until(header)
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _seconds_until(header: str) -> float | None:
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max((at - datetime.now(UTC)).total_seconds(), 0.0)
