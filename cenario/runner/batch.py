"""A batch: one model, one file, one ceiling. What is done is not done again."""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from cenario.domain.execution import Execution, Manifest
from cenario.errors import (
    ArmProofError,
    BadInputError,
    CeilingReachedError,
    CenarioError,
    FrozenError,
    ProviderError,
)
from cenario.measures.quality_turns import agent_steps
from cenario.provider.client import ProviderClient
from cenario.runner.executor import Executor, LocalExecutor
from cenario.runner.job import Job, Made, Work, Worker
from cenario.runner.ledger import Ledger
from cenario.runner.meter import JobMeter, Proof
from cenario.runner.resume import Begun, is_done, take_up, tokens_of
from cenario.runner.spend import SpendLog
from cenario.store.journal import Journal

__all__ = ["BatchPlan", "BatchResult", "Ceiling", "Progress", "run_batch"]

Ended = Literal["done", "ceiling", "interrupted"]

FOREIGN = ("remote", "command")
"""Modes of agents that ask their models themselves, and tell afterwards what they spent."""

ENDING = (CeilingReachedError, ArmProofError, BadInputError, FrozenError)
"""What ends a batch: nothing else in it could go better."""

HARNESS_TRIES = 3
"""How often a job is tried whose service fails, in one run; ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """What the batch may spend; None: no ceiling of that kind."""

    usd: Decimal | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPlan:
    """Everything that a batch will do, decided before anything is sent.

    `proofs` are the arms' predicates over the wire, by arm.
    """

    manifest: Manifest
    jobs: Sequence[Job]
    worker: Worker
    proofs: Mapping[str, Proof] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """How a batch ended. `spent_usd` counts what earlier runs of the same file spent; None: no price."""

    path: Path
    ended: Ended
    planned: int
    done: int
    failed: int
    spent_usd: Decimal | None
    spent_tokens: int
    reason: str | None = None


class Progress(Protocol):
    """Who is told how the batch goes."""

    def begin(self, *, planned: int, done: int) -> None:
        """Hear how much there is."""

    def advance(self, *, spent_usd: Decimal, spent_tokens: int) -> None:
        """Hear that a job ended."""


class _Silent:
    def begin(self, *, planned: int, done: int) -> None:
        """Say nothing."""

    def advance(self, *, spent_usd: Decimal, spent_tokens: int) -> None:
        """Say nothing."""


async def run_batch(
    plan: BatchPlan,
    path: Path,
    *,
    clients: Mapping[str, ProviderClient],
    ceiling: Ceiling,
    executor: Executor | None = None,
    progress: Progress | None = None,
    stop: asyncio.Event | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> BatchResult:
    """Do what of `plan` is not done in the file at `path`, and write it there.

    Parameters
    ----------
    plan
        What to do; its manifest opens the file, and must be the one the file was begun with.
    path
        The batch's journal.
    clients
        Every model that the jobs may ask, opened, by name.
    ceiling
        What may be spent, with what the file has spent already.
    stop
        Set from outside to begin nothing new; what is in flight ends, and is kept.

    Raises
    ------
    BadInputError
        The file was begun with another ruler, clock or model; or is not ours.
    ArmProofError
        The wire does not show the arm; what was measured before is kept.
    """
    with Journal(path) as journal:
        begun = take_up(plan.manifest, plan.jobs, journal, path)
        spend_path = Path(f"{path}.spend")
        log = SpendLog(spend_path, uuid.uuid4().hex[:12])
        try:
            running = _Running(
                plan, begun, journal=journal, log=log, clients=clients, ceiling=ceiling, clock=clock
            )
            running.stop = stop or asyncio.Event()
            return await running.run(executor or LocalExecutor(8), progress or _Silent())
        finally:
            log.close()


class _Running:
    """A batch under way."""

    def __init__(
        self,
        plan: BatchPlan,
        begun: Begun,
        *,
        journal: Journal,
        log: SpendLog,
        clients: Mapping[str, ProviderClient],
        ceiling: Ceiling,
        clock: Callable[[], datetime],
    ) -> None:
        self._plan, self._begun, self._journal = plan, begun, journal
        self._clients, self._clock = clients, clock
        self._ledger = Ledger(
            ceiling_usd=ceiling.usd,
            ceiling_tokens=ceiling.tokens,
            spent_usd=begun.spent.usd,
            spent_tokens=begun.spent.tokens,
            log=log,
        )
        self.stop = asyncio.Event()
        self._fatal: CenarioError | None = None
        self._full: CeilingReachedError | None = None
        self._counts: Counter[str] = Counter()
        self._progress: Progress = _Silent()
        self._tasks: set[asyncio.Task[object]] = set()

    async def run(self, executor: Executor, progress: Progress) -> BatchResult:
        """Do what is left to do, and return what came of the whole batch."""
        planned = len(self._plan.jobs)
        self._progress = progress
        progress.begin(planned=planned, done=planned - len(self._begun.todo))
        if self._begun.manifest is not None:
            self._journal.write(self._begun.manifest)
        await executor.run(self._begun.todo, self._perform, self.stop)
        if self._fatal is not None:
            raise self._fatal
        done = planned - len(self._begun.todo) + self._counts["done"]
        ended: Ended = "done"
        if self._full is not None:
            ended = "ceiling"
        elif done + self._counts["failed"] < planned:
            ended = "interrupted"
        return BatchResult(
            path=self._journal.path,
            ended=ended,
            planned=planned,
            done=done,
            failed=self._counts["failed"],
            spent_usd=self._ledger.spent_usd if self._is_priced else None,
            spent_tokens=self._ledger.spent_tokens,
            reason=None if self._full is None else str(self._full),
        )

    @property
    def _is_priced(self) -> bool:
        """Whether dollars mean anything here: a model with a price, or an agent that tells its own."""
        return not self._clients or any(client.is_priced for client in self._clients.values())

    async def _perform(self, job: Job) -> None:
        for attempt in range(HARNESS_TRIES):
            again = await self._try(job, last=attempt == HARNESS_TRIES - 1)
            if not again or self.stop.is_set():
                break
        self._progress.advance(spent_usd=self._ledger.spent_usd, spent_tokens=self._ledger.spent_tokens)

    async def _try(self, job: Job, *, last: bool) -> bool:
        """Do the job once; return whether it is worth another try."""
        meter = JobMeter(
            self._begun.batch,
            model=job.model,
            arm=job.arm,
            clients=self._clients,
            ledger=self._ledger,
            proof=self._plan.proofs.get(job.arm),
        )
        started = self._clock()
        work: Work | None
        raised: CenarioError | None = None
        try:
            work = await self._plan.worker(job, meter)
        except CenarioError as error:
            raised = error
            work = self._gave_up(job, meter, error)
        except asyncio.CancelledError:
            await self._keep(job, meter, self._gave_up(job, meter, None), started)
            raise
        except Exception as error:  # noqa: BLE001 a worker's fault is the harness's, and must not end the batch
            work = self._gave_up(job, meter, error)
        return await self._end(job, meter, work, started, last=last, raised=raised)

    async def _end(
        self,
        job: Job,
        meter: JobMeter,
        work: Work | None,
        started: datetime,
        *,
        last: bool,
        raised: CenarioError | None,
    ) -> bool:
        error = work.error if work is not None and work.error is not None else raised
        if work is not None and isinstance(work.record, Execution):
            charged = None if meter.asked_turns else self._charge(work.record)
            error = error or charged
        match error:
            case CeilingReachedError():
                self._full = error
                self.stop.set()
            case ArmProofError() | BadInputError() | FrozenError():
                self._fatal = self._fatal or error
                self.stop.set()
        await self._keep(job, meter, work, started)
        finished = work is not None and work.error is None and is_done(work.record)
        if finished:
            self._counts["done"] += 1
            return False
        if isinstance(error, ENDING):
            return False
        if last or not isinstance(error, ProviderError):
            self._counts["failed"] += 1
            return False
        return True

    def _charge(self, record: Execution) -> CenarioError | None:
        """Book what an agent with models of its own says it spent; return what that ends the batch with."""
        if record.mode not in FOREIGN or (record.cost_usd is None and not record.is_measured):
            return None
        try:
            cost = None if record.cost_usd is None else Decimal(repr(record.cost_usd))
            self._ledger.charge(cost, tokens_of(msgspec.structs.replace(record, steps=agent_steps(record))))
        except CenarioError as error:
            return error
        return None

    def _gave_up(self, job: Job, meter: JobMeter, error: Exception | None) -> Work | None:
        stopped = error is None or isinstance(error, ENDING)
        if isinstance(error, CenarioError):
            reason, known = str(error), error
        else:
            reason = "interrupted" if error is None else f"{type(error).__name__}"
            known = None
        record = self._plan.worker.failed(job, meter, reason, stopped=stopped)
        return None if record is None else Work(record=record, error=known)

    async def _keep(self, job: Job, meter: JobMeter, work: Work | None, started: datetime) -> None:
        """Write the record; a job that was stopped before it spent anything leaves none."""
        if work is None:
            return
        record = self._stamp(work.record, meter, started)
        if record.key != job.key:
            raise RuntimeError(f"a worker returned {record.key!r} for {job.key!r}")
        unspent = meter.attempts == 0 and not record.cost_usd
        if isinstance(record, Execution) and record.outcome == "stopped" and unspent:
            return
        await asyncio.to_thread(self._journal.write, record)

    def _stamp(self, record: Made, meter: JobMeter, started: datetime) -> Made:
        cost = float(meter.cost_usd) if meter.is_priced else None
        tells = isinstance(record, Execution) and record.mode in FOREIGN and not meter.asked_turns
        if tells and meter.attempts:
            cost = None if cost is None or record.cost_usd is None else cost + record.cost_usd
        doubt = float(meter.in_doubt_usd) or None
        if isinstance(record, Execution):
            proved = True if meter.proved else None
            return msgspec.structs.replace(
                record,
                batch=self._begun.batch,
                seal=self._plan.manifest.seal,
                arm_proved=proved if record.arm_proved is None else record.arm_proved,
                cost_usd=cost if meter.attempts else record.cost_usd,
                in_doubt_usd=doubt,
                started_at=started.isoformat(timespec="milliseconds"),
                ended_at=self._clock().isoformat(timespec="milliseconds"),
            )
        return msgspec.structs.replace(record, cost_usd=cost if meter.attempts else record.cost_usd)
