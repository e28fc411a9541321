"""A small evaluation's batch: one inference a job, through a real SDK to the simulated service."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import httpx2

from cenario.domain.execution import Execution, Manifest, Step
from cenario.provider.protocol import Request, Turn
from cenario.provider.registry import Settings, open_client
from cenario.provider.retry import RetryPolicy
from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.courses import Courses
from cenario.runner.batch import BatchPlan, Ceiling, run_batch
from cenario.runner.executor import LocalExecutor
from cenario.runner.job import Job, Work
from cenario.runner.schedule import interleave, seed_of
from cenario.store import journal

MODEL = "simulated:exact"
QUICK = RetryPolicy(attempts=3, first_wait_s=0, longest_wait_s=0)


def manifest(**changes):
    values = {
        "batch": "b1",
        "evaluation": "T",
        "seal": "s1",
        "sealed_at": "2026-11-04T13:00:00Z",
        "parts": {"params": "p1", "corpus": "c1"},
        "models": (MODEL,),
        "clock": "2026-11-04T10:00:00-03:00",
    }
    return Manifest(**(values | changes))


def job(conversation, arm, k, *, model=MODEL, seed=0):
    return Job(
        key=("T", model, arm, conversation, None, k),
        model=model,
        arm=arm,
        conversation=conversation,
        repetition=k,
        seed=seed_of(seed, arm, conversation, k),
    )


def jobs(n=4, arms=("off", "on"), repetitions=2, *, seed=0):
    names = [f"C{number:02d}" for number in range(n)]
    return tuple(
        job(name, arm, k, seed=seed) for name, arm, k in interleave(names, arms, repetitions, seed=seed)
    )


class OneInference:
    """A worker that asks its model once."""

    def __init__(self, max_tokens=64, inferences=1):
        self.max_tokens = max_tokens
        self.inferences = inferences
        self.began: list[Job] = []

    async def __call__(self, job, clients):
        self.began.append(job)
        steps = []
        for number in range(self.inferences):
            reply = await clients.client().complete(
                Request(
                    system="Você atende.",
                    turns=(Turn(role="user", text=f"oi, {job.conversation} {job.arm} {number}"),),
                    max_tokens=self.max_tokens,
                    seed=job.seed,
                )
            )
            steps.append(Step(usage=reply.usage, attempts=reply.attempts, cost_usd=reply.cost_usd))
        return Work(record=self.record(job, clients, "completed", None, tuple(steps)))

    def failed(self, job, clients, reason, *, stopped):
        return self.record(job, clients, "stopped" if stopped else "harness_failure", reason, ())

    def record(self, job, clients, outcome, reason, steps):
        return Execution(
            batch=clients.batch,
            evaluation="T",
            arm=job.arm,
            model=job.model,
            conversation=job.conversation,
            repetition=job.repetition,
            clock="2026-11-04T10:00:00-03:00",
            outcome=outcome,
            outcome_reason=reason,
            steps=steps,
            seed=job.seed,
        )


def client(model=MODEL, app=None, **more):
    return open_client(
        model,
        Settings(
            retry=QUICK,
            transport=httpx2.ASGITransport(app=app or SimulatedService(courses=Courses([]))),
            environ={"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"},
            **more,
        ),
    )


async def run(
    path: Path,
    *,
    todo=None,
    worker=None,
    usd="10",
    tokens=None,
    concurrency=4,
    clients=None,
    proofs=None,
    opening=None,
    **more,
):
    todo = jobs() if todo is None else todo
    plan = BatchPlan(
        manifest=manifest(planned=len(todo)) if opening is None else opening,
        jobs=todo,
        worker=worker or OneInference(),
        proofs=proofs or {},
    )
    return await run_batch(
        plan,
        path,
        clients={MODEL: client()} if clients is None else clients,
        ceiling=Ceiling(usd=None if usd is None else Decimal(usd), tokens=tokens),
        executor=LocalExecutor(concurrency),
        **more,
    )


def read(path):
    return journal.read(path)
