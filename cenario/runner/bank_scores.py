"""Have a judge score what a chatbot answered to a bank: a batch and a file of its own."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from cenario.domain.evaluation import Evaluation, Params
from cenario.domain.execution import Execution, Manifest
from cenario.domain.vote import Score
from cenario.judge.bank import MAX_ATTEMPTS, item_code, read_score, score_request
from cenario.measures.bank.items import Item, answers, bank_items
from cenario.runner.asking import ask_until
from cenario.runner.bank import ARM
from cenario.runner.batch import BatchPlan
from cenario.runner.job import Clients, Job, Work
from cenario.runner.resume import HARNESS
from cenario.runner.schedule import seed_of
from cenario.store.provenance import code_revision, package_versions
from cenario.store.seal import seal_ruler

__all__ = ["ScoreWorker", "plan_scores"]


@dataclass(frozen=True, slots=True)
class _Scored:
    item: Item
    of: Execution


def plan_scores(
    executions: Sequence[Execution],
    *,
    judge: str,
    evaluation: Evaluation,
    params: Params,
    seed: int = 0,
    max_tokens: int = 400,
    temperature: float | None = None,
    manifest: Mapping[str, object] | None = None,
) -> BatchPlan:
    """Return the batch in which `judge` scores every item that one chatbot's executions make up.

    Items whose answers are not all there are not asked about: they stay without a score.
    """
    by_case = {(e.conversation, e.repetition): e for e in executions}
    items = [item for item in bank_items(answers(executions)) if item.lost != "chatbot"]
    jobs = tuple(_score_job(item, by_case[item.case.id, item.repetition], judge, seed) for item in items)
    models = sorted({execution.model for execution in executions})
    sealed = seal_ruler(evaluation, params, judge=judge)
    opening = Manifest(
        batch=f"bank-scores-{uuid.uuid4().hex[:8]}",
        evaluation=evaluation.code,
        seal=sealed.whole,
        sealed_at=datetime.now(UTC).isoformat(timespec="seconds"),
        parts=dict(sealed.parts),
        params=dict(params),
        arms=(ARM,),
        models=tuple(models),
        planned=len(jobs),
        seed=seed,
        revision=code_revision(),
        packages=package_versions(),
        simulated=judge.startswith("simulated:"),
    )
    if manifest:
        opening = msgspec.structs.replace(opening, **manifest)
    worker = ScoreWorker(judge, seed=seed, max_tokens=max_tokens, temperature=temperature)
    return BatchPlan(manifest=opening, jobs=jobs, worker=worker)


def _score_job(item: Item, of: Execution, judge: str, seed: int) -> Job:
    case, variant, k = item.key
    return Job(
        key=(of.batch, of.model, judge, of.arm, case, variant, k, item.case.dimension),
        model=judge,
        arm=of.arm,
        conversation=case,
        variant=variant,
        repetition=k,
        seed=seed_of(seed, judge, case, variant, k),
        payload=_Scored(item, of),
    )


class ScoreWorker:
    """Asks the judge for one item's score; an unreadable answer is asked again, then kept as invalid."""

    def __init__(self, judge: str, *, seed: int, max_tokens: int, temperature: float | None) -> None:
        self._judge, self._seed = judge, seed
        self._max_tokens, self._temperature = max_tokens, temperature

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Ask until a score can be read, at most `MAX_ATTEMPTS` times."""
        scored = _scored(job)
        request = score_request(
            scored.item, seed=self._seed, max_tokens=self._max_tokens, temperature=self._temperature
        )
        code = item_code(scored.item, seed=self._seed)
        asked = await ask_until(
            clients.client(),
            request,
            lambda answer: read_score(answer, code),
            is_read=lambda read: read.value is not None,
            seed=job.seed,
            most=MAX_ATTEMPTS,
        )
        read = asked.read
        record = self._record(scored, read.value, invalid=read.invalid, reason=read.reason)
        return Work(record=msgspec.structs.replace(record, attempts=asked.attempts, usage=asked.usage))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Score | None:  # noqa: ARG002
        """Return the record of a judge that did not answer: no score, and asked again another time."""
        return None if stopped else self._record(_scored(job), None, invalid=f"{HARNESS}: {reason}")

    def _record(
        self, scored: _Scored, value: float | None, *, invalid: str | None, reason: str | None = None
    ) -> Score:
        case, variant, k = scored.item.key
        return Score(
            batch=scored.of.batch,
            evaluation=scored.of.evaluation,
            model=scored.of.model,
            judge=self._judge,
            arm=scored.of.arm,
            conversation=case,
            variant=variant,
            repetition=k,
            criterion=scored.item.case.dimension,
            value=value,
            invalid=invalid,
            reason=reason,
        )


def _scored(job: Job) -> _Scored:
    if not isinstance(job.payload, _Scored):
        raise TypeError(type(job.payload).__name__)
    return job.payload
