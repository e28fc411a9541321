"""Have a judge vote on pairs of replies: a batch and a file of its own.

Three contrasts: baseline × candidate decides; baseline × control (A/A) and baseline × degraded say how
noisy the judge is and whether it would have seen a loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Evaluation, Params
from cenario.domain.execution import Execution, Manifest
from cenario.domain.vote import Vote
from cenario.errors import BadInputError, message
from cenario.judge.degraded import DEGRADED_ARM, degrade
from cenario.judge.pairwise import (
    MAX_ATTEMPTS,
    Answer,
    Pair,
    Side,
    draw_first,
    read_answer,
    vote_request,
    winner_of,
)
from cenario.runner.asking import ask_until
from cenario.runner.batch import BatchPlan, Ceiling
from cenario.runner.job import Clients, Job, Work
from cenario.runner.resume import HARNESS
from cenario.runner.schedule import seed_of
from cenario.store.provenance import code_revision, package_versions
from cenario.store.seal import digest, seal_ruler

__all__ = ["JudgeOptions", "VoteWorker", "plan_votes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """How to judge: by whom, in one order or both, and how many pairs of each control."""

    judge: str
    both_orders: bool = False
    again: int = 20
    degraded: int = 20
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contrast:
    pair: Pair
    candidate: str


def plan_votes(
    executions: Sequence[Execution],
    corpus: Iterable[Conversation],
    *,
    evaluation: Evaluation,
    params: Params,
    options: JudgeOptions,
    ceiling: Ceiling,
) -> BatchPlan:
    """Return the batch in which the judge votes on one model's pairs.

    Raises
    ------
    BadInputError
        No pair to vote on, several models or batches, or a conversation that is not in the corpus.
    """
    measured = [one for one in executions if one.is_measured]
    if len({(one.model, one.batch) for one in measured}) != 1:
        raise BadInputError(message("votes-one-batch", n=len({(one.model, one.batch) for one in measured})))
    known = {conversation.id: conversation for conversation in corpus}
    contrasts = _contrasts(measured, known, evaluation, options)
    if not contrasts:
        raise BadInputError(message("votes-no-pairs"))
    jobs = tuple(_job(one, options) for one in contrasts)
    sealed = seal_ruler(
        evaluation,
        params,
        judge=options.judge,
        answers=digest(sorted(f"{one.arm}|{one.conversation}|{one.reply}" for one in measured)),
        orders={"both": options.both_orders, "seed": options.seed},
    )
    batch = measured[0].batch
    manifest = Manifest(
        batch=f"{batch}-votes-{sealed.whole[:8]}",
        evaluation=evaluation.code,
        seal=sealed.whole,
        sealed_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        parts=dict(sealed.parts),
        params=dict(params),
        arms=tuple(sorted({one.candidate for one in contrasts})),
        models=(measured[0].model,),
        planned=len(jobs),
        ceiling_usd=None if ceiling.usd is None else float(ceiling.usd),
        ceiling_tokens=ceiling.tokens,
        seed=options.seed,
        revision=code_revision(),
        packages=package_versions(),
        simulated=options.judge.startswith("simulated:"),
    )
    return BatchPlan(manifest=manifest, jobs=jobs, worker=VoteWorker(options))


def _contrasts(
    executions: Sequence[Execution],
    corpus: Mapping[str, Conversation],
    evaluation: Evaluation,
    options: JudgeOptions,
) -> list[_Contrast]:
    names = {
        role: [arm.name for arm in evaluation.arms if arm.role == role]
        for role in ("baseline", "candidate", "control")
    }
    by_arm: dict[str, dict[tuple[str, int], Execution]] = {}
    for one in executions:
        by_arm.setdefault(one.arm, {})[one.conversation, one.repetition] = one
    baseline = by_arm.get(names["baseline"][0], {}) if names["baseline"] else {}
    found: list[_Contrast] = []
    for arm in names["candidate"]:
        found += _paired(baseline, by_arm.get(arm, {}), arm, corpus, options)
    main = sorted(
        baseline.keys()
        & {key for one in found for key in [(one.pair.conversation.id, one.pair.baseline.repetition)]}
    )
    for arm in names["control"]:
        again = {key: by_arm.get(arm, {})[key] for key in main[: options.again] if key in by_arm.get(arm, {})}
        found += _paired(baseline, again, arm, corpus, options)
    worse = {
        key: msgspec.structs.replace(
            baseline[key],
            arm=DEGRADED_ARM,
            steps=(),
            reply=degrade(baseline[key].reply, key[0], seed=options.seed),
        )
        for key in main[: options.degraded]
    }
    return found + _paired(baseline, worse, DEGRADED_ARM, corpus, options)


def _paired(
    baseline: Mapping[tuple[str, int], Execution],
    candidate: Mapping[tuple[str, int], Execution],
    arm: str,
    corpus: Mapping[str, Conversation],
    options: JudgeOptions,
) -> list[_Contrast]:
    found = []
    for name, k in sorted(baseline.keys() & candidate.keys()):
        if name not in corpus:
            raise BadInputError(message("votes-no-conversation", conversation=name))
        drawn = draw_first(f"{arm}:{name}", k, seed=options.seed)
        other: Side = "candidate" if drawn == "baseline" else "baseline"
        for first in (drawn, other) if options.both_orders else (drawn,):
            pair = Pair(
                conversation=corpus[name],
                baseline=baseline[name, k],
                candidate=candidate[name, k],
                first=first,
                drawn=first == drawn,
                seed=options.seed,
            )
            found.append(_Contrast(pair=pair, candidate=arm))
    return found


def _job(contrast: _Contrast, options: JudgeOptions) -> Job:
    pair = contrast.pair
    of = pair.baseline
    return Job(
        key=(
            of.batch,
            of.model,
            options.judge,
            of.conversation,
            of.arm,
            contrast.candidate,
            of.repetition,
            pair.first,
        ),
        model=options.judge,
        arm=contrast.candidate,
        conversation=of.conversation,
        repetition=of.repetition,
        seed=seed_of(
            options.seed, options.judge, contrast.candidate, of.conversation, of.repetition, pair.first
        ),
        payload=contrast,
    )


class VoteWorker:
    """Asks the judge for one vote; an unreadable answer is asked again, then kept as invalid."""

    def __init__(self, options: JudgeOptions) -> None:
        self._options = options

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Ask until a vote can be read, at most `MAX_ATTEMPTS` times."""
        contrast = _contrast(job)
        code = contrast.pair.code
        asked = await ask_until(
            clients.client(),
            vote_request(contrast.pair),
            lambda answer: read_answer(answer, code),
            is_read=lambda read: read.letter is not None,
            seed=job.seed,
            most=MAX_ATTEMPTS,
        )
        record = self._record(contrast, asked.read)
        return Work(record=msgspec.structs.replace(record, attempts=asked.attempts, usage=asked.usage))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Vote | None:  # noqa: ARG002
        """Return the record of a judge that did not answer: no vote, and asked again another time."""
        return None if stopped else self._record(_contrast(job), Answer(None, invalid=f"{HARNESS}: {reason}"))

    def _record(self, contrast: _Contrast, answer: Answer) -> Vote:
        pair = contrast.pair
        of = pair.baseline
        return Vote(
            batch=of.batch,
            evaluation=of.evaluation,
            model=of.model,
            judge=self._options.judge,
            conversation=of.conversation,
            repetition=of.repetition,
            baseline=of.arm,
            candidate=contrast.candidate,
            first=pair.first,
            drawn=pair.drawn,
            winner=None if answer.letter is None else winner_of(answer.letter, pair.first),
            invalid=answer.invalid,
            reason=answer.reason,
            seed=self._options.seed,
        )


def _contrast(job: Job) -> _Contrast:
    if not isinstance(job.payload, _Contrast):
        raise TypeError(type(job.payload).__name__)
    return job.payload
