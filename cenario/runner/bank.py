"""Run a scenario bank on a chatbot: every prompt sent, every answer kept."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from cenario.agent.protocol import AgentUnderTest, Slot, Task, fingerprint, run_once, to_execution
from cenario.domain.bank import Bank, BankPrompt
from cenario.domain.bank_records import to_tags
from cenario.domain.conversation import Business, Contact, Conversation
from cenario.domain.evaluation import Evaluation, Params
from cenario.domain.execution import ChatMessage, Execution, Manifest, Mode, Outcome, Step
from cenario.provider.protocol import Reply, Request, Turn
from cenario.runner.batch import BatchPlan
from cenario.runner.job import Clients, Job, Work
from cenario.runner.schedule import interleave, seed_of
from cenario.store.provenance import code_revision, package_versions
from cenario.store.seal import digest, seal_ruler

__all__ = ["ARM", "Asked", "ChatbotWorker", "PreviewWorker", "bank_jobs", "corpus_name", "plan_bank"]

ARM = "chatbot"
"""A bank measures one chatbot: its one arm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How a chatbot is asked: its name in the record, and what goes with each prompt.

    `declared` is the declaration that is sealed, without any key; `mode` is how its executions are recorded.
    """

    model: str
    mode: Mode = "direct"
    system: str = ""
    max_tokens: int = 1024
    temperature: float | None = None
    declared: Mapping[str, object] = field(default_factory=dict)


def plan_bank(
    bank: Bank,
    asked: Asked,
    *,
    evaluation: Evaluation,
    params: Params,
    worker: ChatbotWorker | PreviewWorker | None = None,
    repetitions: int = 1,
    seed: int = 0,
    manifest: Mapping[str, object] | None = None,
) -> BatchPlan:
    """Return the batch that sends every prompt of `bank` to the chatbot, each `repetitions` times.

    Parameters
    ----------
    worker
        Who asks; None: the chatbot's model directly, one inference a prompt.
    manifest
        What else the manifest tells (ceiling, price date).
    """
    jobs = bank_jobs(bank, asked.model, evaluation.code, repetitions, seed=seed)
    sealed = seal_ruler(evaluation, params, corpus=bank.digest(), chatbot=digest(dict(asked.declared)))
    opening = Manifest(
        batch=f"bank-{uuid.uuid4().hex[:8]}",
        evaluation=evaluation.code,
        seal=sealed.whole,
        sealed_at=datetime.now(UTC).isoformat(timespec="seconds"),
        parts=dict(sealed.parts),
        params=dict(params),
        arms=(ARM,),
        models=(asked.model,),
        planned=len(jobs),
        repetitions=repetitions,
        corpus=corpus_name(bank),
        seed=seed,
        revision=code_revision(),
        packages=package_versions(),
        simulated=asked.model.startswith("simulated:"),
    )
    if manifest:
        opening = msgspec.structs.replace(opening, **manifest)
    return BatchPlan(manifest=opening, jobs=jobs, worker=worker or ChatbotWorker(asked, evaluation.code))


def bank_jobs(bank: Bank, model: str, code: str, repetitions: int, *, seed: int) -> tuple[Job, ...]:
    """Return one job for each prompt of `bank` and k, in the order to do them."""
    prompts = list(bank.prompts())
    return tuple(
        _job(prompt, k, model, code, seed)
        for prompt, _, k in interleave(prompts, (ARM,), repetitions, seed=seed)
    )


def corpus_name(bank: Bank) -> str:
    """Return what the manifest calls the bank: its dimensions and their versions."""
    return "bank " + ", ".join(f"{name} {version}" for name, version in bank.versions.items())


def _job(prompt: BankPrompt, k: int, model: str, code: str, seed: int) -> Job:
    variant = None if prompt.variant is None else prompt.variant.id
    return Job(
        key=(code, model, ARM, prompt.case.id, variant, k),
        model=model,
        arm=ARM,
        conversation=prompt.case.id,
        variant=variant,
        repetition=k,
        seed=seed_of(seed, prompt.case.id, variant, k),
        payload=prompt,
    )


class ChatbotWorker:
    """Asks a model, or an HTTP chatbot, one prompt: one inference, nothing before it."""

    def __init__(self, asked: Asked, evaluation: str) -> None:
        self._asked, self._evaluation = asked, evaluation

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Send the prompt and keep the answer, whatever it says."""
        prompt = _prompt(job)
        reply = await clients.client().complete(
            Request(
                system=self._asked.system,
                turns=(Turn(role="user", text=prompt.text),),
                max_tokens=self._asked.max_tokens,
                temperature=self._asked.temperature,
                seed=job.seed,
                metadata={"conversation": job.conversation},
            )
        )
        return Work(record=self._record(job, clients, "completed", reply=reply))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a prompt that got no answer: a failure of the harness, not a wrong answer."""
        return self._record(job, clients, "stopped" if stopped else "harness_failure", reason=reason)

    def _record(
        self,
        job: Job,
        clients: Clients,
        outcome: Outcome,
        *,
        reply: Reply | None = None,
        reason: str | None = None,
    ) -> Execution:
        prompt = _prompt(job)
        said = [ChatMessage(role="user", text=prompt.text)]
        if reply is not None:
            said.append(ChatMessage(role="assistant", text=reply.text))
        return Execution(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            model_served=None if reply is None else reply.model_served,
            conversation=job.conversation,
            variant=job.variant,
            repetition=job.repetition,
            mode=self._asked.mode,
            outcome=outcome,
            outcome_reason=reason,
            steps=() if reply is None else (_step(reply),),
            reply=None if reply is None else reply.text,
            wire=fingerprint(reply.requests) if reply is not None and reply.requests else None,
            messages=tuple(said),
            duration_s=None if reply is None else reply.duration_s,
            seed=job.seed,
            tags=to_tags(prompt),
        )


class PreviewWorker:
    """Asks the preview agent (or any agent of ours): the prompt is the contact's message of one turn."""

    def __init__(
        self, agent: AgentUnderTest, name: str, evaluation: str, *, business: Business = "loja"
    ) -> None:
        self._agent, self._name, self._evaluation = agent, name, evaluation
        self._business = business

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Run one turn and keep its reply; silence is an answer with nothing in it."""
        task = self._task(job)
        result = await run_once(self._agent, task, clients.client())
        slot = Slot(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            repetition=job.repetition,
            variant=job.variant,
        )
        record = to_execution(task, [result], slot, mode=self._agent.mode)
        return Work(record=self._of_bank(record, job), error=result.error)

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a turn that never ended."""
        outcome: Outcome = "stopped" if stopped else "harness_failure"
        record = Execution(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            conversation=job.conversation,
            variant=job.variant,
            repetition=job.repetition,
            outcome=outcome,
            outcome_reason=reason,
            seed=job.seed,
        )
        return self._of_bank(record, job)

    def _of_bank(self, record: Execution, job: Job) -> Execution:
        tags = {**record.tags, **to_tags(_prompt(job))}
        return msgspec.structs.replace(record, conversation=job.conversation, tags=tags)

    def _task(self, job: Job) -> Task:
        identity = uuid.uuid5(uuid.NAMESPACE_URL, f"bank:{job.conversation}")
        conversation = Conversation(
            id=f"bank-{identity.hex[:12]}",
            business=self._business,
            contact=Contact(contact_id=str(identity)),
            message=_prompt(job).text,
        )
        return Task(conversation=conversation, agent=self._name, seed=job.seed)


def _prompt(job: Job) -> BankPrompt:
    if not isinstance(job.payload, BankPrompt):
        raise TypeError(type(job.payload).__name__)
    return job.payload


def _step(reply: Reply) -> Step:
    return Step(
        usage=reply.usage,
        attempts=reply.attempts,
        cost_usd=reply.cost_usd,
        duration_s=reply.duration_s,
        stop_reason=reply.stop_reason,
    )
