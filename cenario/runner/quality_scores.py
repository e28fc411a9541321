"""Have a judge score recorded conversations, one criterion at a time: a batch and a file of its own.

Conversations ended by an error or a person, and those that the harness lost, are never put to the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from cenario.domain.evaluation import Evaluation, Params
from cenario.domain.execution import Execution, Manifest
from cenario.domain.quality import Criterion, QualityEvaluation, active_criteria
from cenario.domain.vote import Score
from cenario.errors import BadInputError, message
from cenario.judge.quality import MAX_RETRIES, ReadScore, case_code, criterion_request, read_score
from cenario.measures.quality_scores import cases_of
from cenario.provider.registry import Settings, price_of, split_model
from cenario.runner.asking import ask_until
from cenario.runner.batch import BatchPlan, Ceiling
from cenario.runner.executor import CONCURRENCY
from cenario.runner.job import Clients, Job, Work
from cenario.runner.record import Recording, open_recording, read_prices
from cenario.runner.resume import HARNESS
from cenario.runner.schedule import seed_of
from cenario.store.provenance import code_revision, package_versions
from cenario.store.seal import digest, seal_ruler

__all__ = ["CriterionWorker", "plan_criteria", "prepare_scoring"]


@dataclass(frozen=True, slots=True)
class _Asked:
    execution: Execution
    criterion: Criterion


def plan_criteria(
    executions: Sequence[Execution],
    declared: QualityEvaluation,
    *,
    judge: str,
    evaluation: Evaluation,
    params: Params,
    ceiling: Ceiling,
) -> BatchPlan:
    """Return the batch in which `judge` scores every completed case in every active criterion.

    Raises
    ------
    BadInputError
        No case to score, or executions of more than one model.
    """
    criteria = active_criteria(declared)
    done = {
        (c.arm, c.conversation, c.repetition) for c in cases_of(executions, (), criteria) if c.is_completed
    }
    due = [
        one for one in executions if (one.arm, one.conversation, one.repetition) in done and one.is_measured
    ]
    if len({one.model for one in due}) != 1:
        raise BadInputError(message("score-one-model", n=len({one.model for one in due})))
    jobs = tuple(_job(one, criterion, judge, declared.seed) for one in due for criterion in criteria)
    sealed = seal_ruler(
        evaluation,
        params,
        judge=judge,
        criteria=criteria,
        seed=declared.seed,
        conversations=digest(sorted(f"{one.arm}|{one.conversation}|{one.messages!r}" for one in due)),
    )
    manifest = Manifest(
        batch=f"{due[0].batch}-scores-{sealed.whole[:8]}",
        evaluation=evaluation.code,
        seal=sealed.whole,
        sealed_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        parts=dict(sealed.parts),
        params=dict(params),
        arms=tuple(sorted({one.arm for one in due})),
        models=(due[0].model,),
        planned=len(jobs),
        ceiling_usd=None if ceiling.usd is None else float(ceiling.usd),
        ceiling_tokens=ceiling.tokens,
        seed=declared.seed,
        revision=code_revision(),
        packages=package_versions(),
        simulated=judge.startswith("simulated:"),
        quality=declared,
    )
    return BatchPlan(manifest=manifest, jobs=jobs, worker=CriterionWorker(judge, seed=declared.seed))


def prepare_scoring(
    executions: Sequence[Execution],
    declared: QualityEvaluation,
    *,
    judge: str,
    evaluation: Evaluation,
    params: Params,
    path: Path,
    ceiling: Ceiling,
    prices_path: Path | None = None,
    concurrency: int | None = None,
    settings: Settings | None = None,
) -> Recording:
    """Return the judge's batch ready to begin, its judge opened.

    Raises
    ------
    BadInputError
        No ceiling for a judge that is paid for, no price, no key, or nothing to score.
    """
    provider, _ = split_model(judge)
    if concurrency is not None and concurrency < 1:
        raise BadInputError(message("runner-concurrency", value=concurrency))
    prices = read_prices(prices_path, needed=provider in ("anthropic", "openai"))
    if ceiling.tokens is None and price_of(judge, prices) is None and ceiling.usd is not None:
        source = "" if prices is None else prices.source
        raise BadInputError(message("runner-no-price", model=judge, source=source))
    plan = plan_criteria(
        executions, declared, judge=judge, evaluation=evaluation, params=params, ceiling=ceiling
    )
    return open_recording(
        plan,
        (judge,),
        path=path,
        ceiling=ceiling,
        prices=prices,
        concurrency=concurrency or CONCURRENCY[provider],
        settings=settings,
        is_simulated=provider == "simulated",
    )


def _job(execution: Execution, criterion: Criterion, judge: str, seed: int) -> Job:
    of = execution
    return Job(
        key=(
            of.batch,
            of.model,
            judge,
            of.arm,
            of.conversation,
            of.variant,
            of.repetition,
            criterion.name,
        ),
        model=judge,
        arm=of.arm,
        conversation=of.conversation,
        variant=of.variant,
        repetition=of.repetition,
        seed=seed_of(seed, judge, of.arm, of.conversation, of.repetition, criterion.name),
        payload=_Asked(execution, criterion),
    )


class CriterionWorker:
    """Asks the judge for one score: once, and up to three times more; then it stays not evaluated."""

    def __init__(self, judge: str, *, seed: int) -> None:
        self._judge, self._seed = judge, seed

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Ask until a score can be read, at most 1 + `MAX_RETRIES` times."""
        asked_of = _asked(job)
        code = case_code(asked_of.execution, asked_of.criterion, seed=self._seed)
        asked = await ask_until(
            clients.client(),
            criterion_request(asked_of.execution, asked_of.criterion, seed=self._seed),
            lambda answer: read_score(answer, code, asked_of.criterion),
            is_read=lambda read: read.value is not None,
            seed=job.seed,
            most=1 + MAX_RETRIES,
        )
        record = self._record(asked_of, asked.read)
        return Work(record=msgspec.structs.replace(record, attempts=asked.attempts, usage=asked.usage))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Score | None:  # noqa: ARG002
        """Return the record of a judge that did not answer: no score, and asked again another time."""
        if stopped:
            return None
        bare = self._record(_asked(job), ReadScore(None))
        return msgspec.structs.replace(bare, invalid=f"{HARNESS}: {reason}")

    def _record(self, asked: _Asked, read: ReadScore) -> Score:
        of = asked.execution
        return Score(
            batch=of.batch,
            evaluation=of.evaluation,
            model=of.model,
            judge=self._judge,
            arm=of.arm,
            conversation=of.conversation,
            variant=of.variant,
            repetition=of.repetition,
            criterion=asked.criterion.name,
            value=read.value,
            invalid=read.invalid,
            reason=read.reason,
        )


def _asked(job: Job) -> _Asked:
    if not isinstance(job.payload, _Asked):
        raise TypeError(type(job.payload).__name__)
    return job.payload
