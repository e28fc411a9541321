"""Bounded retry with jitter; what the service asks for (``retry-after``) is honoured."""

from __future__ import annotations

import math
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

    def retrying(self) -> tenacity.AsyncRetrying:
        """Return the loop; what it raises at the end is the last `AttemptError`."""
        return tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self.attempts),
            wait=self._wait,
            retry=tenacity.retry_if_exception(self._again),
            reraise=True,
        )

    def _again(self, error: BaseException) -> bool:
        if not isinstance(error, AttemptError) or not error.is_transient:
            return False
        asked = seconds_asked(error.retry_after)
        return asked is None or asked <= self.longest_asked_s

    def _wait(self, state: tenacity.RetryCallState) -> float:
        jittered = tenacity.wait_exponential_jitter(
            multiplier=self.first_wait_s, max=self.longest_wait_s, jitter=self.first_wait_s
        )
        wait = jittered(state)
        error = state.outcome.exception() if state.outcome else None
        asked = seconds_asked(error.retry_after) if isinstance(error, AttemptError) else None
        return wait if asked is None else asked + min(wait, self.first_wait_s)


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
