"""The closing of a turn: each conversation, arm and k, on the agent's model or the economical one (G)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from cenario.agent.closing.models import economical_model, served_as_asked
from cenario.agent.closing.request import closing_request
from cenario.agent.closing.session import Closed, close_turn
from cenario.agent.preview.persona import Persona
from cenario.agent.protocol import CLOCK, fingerprint
from cenario.domain.closing import ClosingRecord
from cenario.domain.conversation import Conversation
from cenario.domain.execution import ChatMessage, Execution, Outcome, Step
from cenario.errors import BadInputError, message
from cenario.provider.registry import split_model
from cenario.runner.job import Clients, Job, Work
from cenario.runner.recipe import Prepared, RunOptions
from cenario.runner.recipes.turns import jobs_of, personas_of, pick
from cenario.store.closing_corpus import declared_corpus, read_corpus

__all__ = ["RECIPE", "ClosingWorker", "Closings"]

KNOB, ECONOMICAL = "closing_model", "economical"

RAW_ANSWER = "fechamento"
"""The name under which a refused closing's raw answers stand in the record's messages."""


class ClosingWorker:
    """Closes one turn and keeps the closing, or why it was refused.

    Parameters
    ----------
    evaluation
        The evaluation's code.
    personas
        The agent of each business.
    economical
        The model of the arms whose knob says so.
    """

    def __init__(self, evaluation: str, personas: Mapping[str, Persona], *, economical: str) -> None:
        self._evaluation = evaluation
        self._personas = personas
        self._economical = economical

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Close the turn."""
        conversation = _conversation(job)
        persona = self._personas[conversation.business]
        request = closing_request(conversation, persona, datetime.fromisoformat(CLOCK), seed=job.seed)
        client = clients.client(self._economical if job.knobs.get(KNOB) == ECONOMICAL else None)
        closed = await close_turn(request, client, previous_summary=conversation.previous_summary)
        accepted = closed.record.closing is not None
        return Work(
            record=self._execution(
                job,
                clients,
                outcome="completed" if accepted else "agent_failure",
                reason=None if accepted else f"refused: {closed.record.refused}",
                closed=closed,
            )
        )

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a closing that left nothing but a reason."""
        return self._execution(
            job, clients, outcome="stopped" if stopped else "harness_failure", reason=reason, closed=None
        )

    def _execution(
        self, job: Job, clients: Clients, *, outcome: Outcome, reason: str | None, closed: Closed | None
    ) -> Execution:
        conversation = _conversation(job)
        record: ClosingRecord | None = closed.record if closed else None
        steps: tuple[Step, ...] = closed.steps if closed else ()
        proved = None
        if closed is not None:
            proved = bool(closed.requests) and all(
                request.model_served is not None and served_as_asked(request) is None
                for request in closed.requests[-1:]
            )
        return Execution(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            model_served=closed.model_served if closed else None,
            conversation=job.conversation,
            cluster=conversation.cluster,
            variant=job.variant,
            repetition=job.repetition,
            agent=self._personas[conversation.business].id,
            clock=CLOCK,
            mode="direct",
            wire=fingerprint(closed.requests) if closed else None,
            arm_proved=proved,
            outcome=outcome,
            outcome_reason=reason,
            steps=steps,
            loops=len(steps) or None,
            duration_s=sum(step.duration_s or 0.0 for step in steps) if steps else None,
            closing=record,
            messages=_messages(conversation, closed),
            seed=job.seed,
            tags={"business": conversation.business, **conversation.tags},
        )


def _conversation(job: Job) -> Conversation:
    if not isinstance(job.payload, Conversation):
        raise TypeError("a closing's job carries its conversation")
    return job.payload


def _messages(conversation: Conversation, closed: Closed | None) -> tuple[ChatMessage, ...]:
    """Return the turn that was closed, and the raw answers where none of them was a closing."""
    turn = (
        ChatMessage(role="user", text=conversation.message),
        ChatMessage(role="assistant", text=conversation.answer or ""),
    )
    if closed is None or closed.record.closing is not None:
        return turn
    raw = tuple(ChatMessage(role="assistant", text=text, name=RAW_ANSWER) for text in closed.answers)
    return (*turn, *raw)


class Closings:
    """The recipe. `RunOptions.extra`: ``economical`` (a model) and ``corpus`` (a written corpus's path)."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return one job for each conversation, arm and k; see `cenario.runner.recipe.Recipe`."""
        split_model(options.model)
        if options.agent is not None:
            raise BadInputError(message("closing-own-agent", agent=options.agent))
        economical = economical_model(options.model, options.extra.get("economical"))
        written = options.extra.get("corpus")
        corpus = read_corpus(Path(written)) if written else declared_corpus()
        personas = personas_of(options.agents)
        knobs = {arm.knobs.get(KNOB) for arm in options.arms}
        return Prepared(
            jobs=tuple(jobs_of(options, pick(corpus, options.conversations))),
            worker=ClosingWorker(options.evaluation.code, personas, economical=economical),
            parts={
                "corpus": corpus,
                "agents": [personas[business] for business in sorted(personas)],
                "economical": economical,
            },
            models=(options.model, economical) if ECONOMICAL in knobs else (options.model,),
            corpus=options.evaluation.corpus,
            clock=CLOCK,
        )


RECIPE = Closings()
