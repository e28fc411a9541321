"""Talk to the embedded agent, one turn at a time, each turn kept with the situation it started from.

Each turn starts afresh from a situation: that of a corpus, or what an earlier turn left (its
messages, appointments, stage and contact's data). So any of them can become a scenario.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from cenario.agent.protocol import CLOCK
from cenario.domain.conversation import Appointment, Contact, Conversation, HistoryMessage, Situation
from cenario.domain.evaluation import Arm, Decision, Evaluation
from cenario.domain.execution import Execution
from cenario.errors import message
from cenario.runner.batch import Ceiling
from cenario.runner.job import Clients, Job, Work
from cenario.runner.recipe import Prepared, RunOptions
from cenario.runner.recipes.turns import TurnWorker, agent_of
from cenario.runner.record import Recording, prepare_recording
from cenario.store.scenarios import situation_digest

__all__ = ["TALK", "continued", "prepare_turn"]

TALK = "talk"
_CONTACT = {"nome": "name", "email": "email", "telefone": "phone"}


class _TalkWorker:
    """Runs the turn and keeps the situation with it."""

    def __init__(self, turns: TurnWorker) -> None:
        self._turns = turns

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Run the turn."""
        work = await self._turns(job, clients)
        return replace(work, record=_with_situation(work.record, job))  # type: ignore[arg-type]

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a turn that left nothing but a reason."""
        return _with_situation(self._turns.failed(job, clients, reason, stopped=stopped), job)


def prepare_turn(
    situation: Conversation, *, model: str, folder: Path, ceiling: Ceiling, seed: int = 0
) -> Recording:
    """Return the recording of one turn from `situation`, in a file of its own; nothing is sent.

    Raises
    ------
    BadInputError
        A paid model without a ceiling, an unknown one, or a missing key.
    """
    evaluation = Evaluation(
        code=TALK,
        title=message("draft-talk"),
        question=message("draft-talk"),
        params=(),
        arms=(Arm(name=TALK, role="candidate"),),
        decide=_nothing,
    )
    options = RunOptions(
        evaluation=evaluation, params={}, model=model, arms=evaluation.arms, repetitions=1, seed=seed
    )
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"[:-3]
    return prepare_recording(
        options, path=folder / f"{TALK}-{stamp}.jsonl", ceiling=ceiling, recipe=_OneTurn(situation)
    )


class _OneTurn:
    """The recipe of a single turn."""

    def __init__(self, situation: Conversation) -> None:
        self._situation = situation

    def prepare(self, options: RunOptions) -> Prepared:
        """Return the one job."""
        agent, names, declared = agent_of(options)
        situation = self._situation
        job = Job(
            key=(TALK, options.model, TALK, situation.id, None, 0),
            model=options.model,
            arm=TALK,
            conversation=situation.id,
            seed=options.seed,
            payload=situation,
        )
        return Prepared(
            jobs=(job,),
            worker=_TalkWorker(TurnWorker(TALK, agent, agents=names, proofs={}, cache=False)),
            parts={"situation": situation, "agents": declared},
            models=(options.model,),
            clock=CLOCK,
        )


def continued(situation: Conversation, execution: Execution, said: str) -> Conversation:
    """Return the situation that a turn left, opened by what the contact says next.

    What the turn changed in the world is carried over as far as a situation can say it: messages,
    appointments, the lead's stage, and name, e-mail and phone. The scripted course is not.
    """
    history = [*situation.history]
    if situation.origin == "contact":
        history.append(
            HistoryMessage(sender="contact", text=situation.message, at=CLOCK, name=situation.sender)
        )
    if execution.reply:
        history.append(HistoryMessage(sender="agent", text=execution.reply, at=CLOCK))
    before = situation.situation or Situation()
    appointments = {each.id: each for each in before.appointments} | {
        each.id: each for each in _appointments(execution)
    }
    return msgspec.structs.replace(
        situation,
        message=said,
        history=tuple(history),
        origin="contact",
        contact=_contact(situation.contact, execution),
        situation=msgspec.structs.replace(before, appointments=tuple(appointments.values())),
        course=(),
        course_reply=None,
        traps=(),
    )


def _appointments(execution: Execution) -> Iterator[Appointment]:
    for call in execution.calls:
        try:
            told = json.loads(call.result or "{}").get("agendamento")
        except (ValueError, AttributeError):
            continue
        if call.error is None and isinstance(told, dict) and {"id", "event_type_slug", "inicio"} <= set(told):
            yield Appointment(
                id=str(told["id"]),
                event_type_slug=str(told["event_type_slug"]),
                starts_at=str(told["inicio"]),
            )


def _contact(contact: Contact, execution: Execution) -> Contact:
    changes: dict[str, str] = {}
    for run in execution.end_state.procedures if execution.end_state else ():
        fields = {name: _text(raw) for name, raw in run.fields.items()}
        if run.name == "funil" and run.state == "movido" and "etapa" in fields:
            changes["stage"] = fields["etapa"]
        if run.name == "cadastro" and run.state == "atualizado":
            changes |= {_CONTACT[name]: value for name, value in fields.items() if name in _CONTACT}
    return msgspec.structs.replace(contact, **changes)


def _text(raw: str) -> str:
    try:
        return str(json.loads(raw))
    except ValueError:
        return raw


def _with_situation(record: Execution, job: Job) -> Execution:
    situation = job.payload
    if not isinstance(situation, Conversation):
        raise TypeError("a turn's job carries its situation")
    tags = {**record.tags, "situation": situation_digest(situation)}
    return msgspec.structs.replace(record, situation=situation, tags=tags)


def _nothing(*_: object) -> Decision:
    raise NotImplementedError("a talk is judged by nothing")
