"""What there is to do: one job makes one record, through clients that are metered.

A worker makes any record of a journal: an execution of an agent, a closing, a judge's vote, a
score. It gives the record back; what it cost, its seal and its proof are stamped by the batch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from cenario.domain.execution import Execution
from cenario.domain.vote import Score, Vote
from cenario.provider.protocol import ModelClient

if TYPE_CHECKING:
    from cenario.errors import CenarioError

__all__ = ["Clients", "Job", "Made", "Work", "Worker"]

Made = Execution | Vote | Score
"""What a job can make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One record to make.

    `key` is the record's own key: done once, it is not done again. `seed` is drawn from the
    schedule's. `payload` is whatever the worker needs (a conversation, a pair of replies).
    """

    key: tuple[object, ...]
    model: str
    arm: str
    conversation: str
    repetition: int = 0
    variant: str | None = None
    seed: int = 0
    knobs: Mapping[str, str] = field(default_factory=dict)
    payload: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a job left. `error` is what stopped it that is not the agent's (service, ceiling, proof)."""

    record: Made
    error: CenarioError | None = None


class Clients(Protocol):
    """The models that a job may ask, each metered under the batch's ceiling."""

    @property
    def batch(self) -> str:
        """The batch's name, for the record."""

    def client(self, model: str | None = None) -> ModelClient:
        """Return the client of `model`; None: the job's own."""


class Worker(Protocol):
    """Makes the record of a job."""

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Do it; what the service, the ceiling or the proof raise may pass through."""

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Made | None:
        """Return the record of a job that raised; None: nothing is to be kept of it."""
