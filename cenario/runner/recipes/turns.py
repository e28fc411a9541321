"""Single turns of an agent: each conversation, arm and k (evaluations C and F5, and a user's own)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec

from cenario.agent.preview.agent import PreviewAgent
from cenario.agent.preview.persona import Persona, load_persona, load_personas
from cenario.agent.protocol import CLOCK, AgentUnderTest, Slot, Task, to_execution
from cenario.agent.registry import open_agent
from cenario.domain.conversation import Business, Conversation
from cenario.domain.evaluation import Arm
from cenario.domain.execution import Execution, Outcome
from cenario.domain.wire import WireRequest
from cenario.errors import ArmProofError, BadInputError, message
from cenario.measures.probes import mark_probe
from cenario.provider.protocol import Reply, Request
from cenario.provider.registry import split_model
from cenario.runner.job import Clients, Job, Work
from cenario.runner.meter import Proof
from cenario.runner.recipe import Prepared, RunOptions
from cenario.runner.schedule import interleave, seed_of
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.places import data_folder

__all__ = [
    "RECIPE",
    "NamedModel",
    "TurnWorker",
    "Turns",
    "agent_of",
    "declared_corpus",
    "jobs_of",
    "personas_of",
    "pick",
]

BUSINESSES: tuple[str, ...] = get_args(Business)


class TurnWorker:
    """Runs one turn of the agent under test, and keeps what it left.

    Parameters
    ----------
    evaluation
        The evaluation's code.
    agent
        The agent under test.
    agents
        The agent's name for each business; one that is not there is the agent's own choice.
    proofs
        The arms' predicates, for an agent that tells what it sent.
    cache
        Whether prefixes are marked for the prompt cache.
    """

    def __init__(
        self,
        evaluation: str,
        agent: AgentUnderTest,
        *,
        agents: Mapping[str, str],
        proofs: Mapping[str, Proof],
        cache: bool,
    ) -> None:
        self._evaluation = evaluation
        self._agent = agent
        self._proofs = proofs
        self._agents = agents
        self._cache = cache

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Run the turn."""
        task = self._task(job)
        if self._agent.mode == "preview":
            result = await self._agent.run(task, clients.client())
            record = to_execution(task, [result], self._slot(job, clients), mode="preview")
            return Work(record=mark_probe(record, task.conversation), error=result.error)
        result = await self._agent.run(task, NamedModel(job.model))
        fault = self._told(job, result.requests)
        slot = replace(self._slot(job, clients), arm_proved=True if result.requests and not fault else None)
        record = to_execution(task, [result], slot, mode=self._agent.mode)
        if fault is not None:
            record = msgspec.structs.replace(record, outcome="stopped", outcome_reason=str(fault))
        return Work(record=mark_probe(record, task.conversation), error=fault or result.error)

    def _told(self, job: Job, requests: Sequence[WireRequest]) -> ArmProofError | None:
        """Hold the arm's predicate against the requests that an agent of its own tells it sent."""
        proof = self._proofs.get(job.arm)
        faults = [fault for request in requests if proof is not None and (fault := proof(request))]
        if not faults:
            return None
        return ArmProofError(message("runner-arm-not-proved", arm=job.arm, fault=faults[0]))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a turn that left nothing but a reason."""
        outcome: Outcome = "stopped" if stopped else "harness_failure"
        task = self._task(job)
        return Execution(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            conversation=job.conversation,
            cluster=task.conversation.cluster,
            variant=job.variant,
            repetition=job.repetition,
            agent=task.agent_name,
            clock=task.clock,
            mode=self._agent.mode,
            outcome=outcome,
            outcome_reason=reason,
            seed=job.seed,
            tags={"business": task.conversation.business},
        )

    def _task(self, job: Job) -> Task:
        conversation = job.payload
        if not isinstance(conversation, Conversation):
            raise TypeError("a turn's job carries its conversation")
        return Task(
            conversation=conversation,
            agent=self._agents.get(conversation.business),
            knobs=job.knobs,
            seed=job.seed,
            cache=self._cache,
        )

    def _slot(self, job: Job, clients: Clients) -> Slot:
        return Slot(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            repetition=job.repetition,
            variant=job.variant,
        )


class Turns:
    """The recipe."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return one job for each conversation, arm and k; see `cenario.runner.recipe.Recipe`."""
        name = options.evaluation.corpus
        if name is None:
            raise BadInputError(message("runner-nothing-to-run", code=options.evaluation.code))
        split_model(options.model)
        corpus = load_corpus(declared_corpus(name))
        chosen = pick(corpus, options.conversations)
        agent, agents, declared = agent_of(options)
        worker = TurnWorker(
            options.evaluation.code,
            agent,
            agents=agents,
            proofs={arm.name: arm.proof for arm in options.arms if arm.proof is not None},
            cache=options.cache,
        )
        return Prepared(
            jobs=tuple(jobs_of(options, chosen)),
            worker=worker,
            parts={"corpus": corpus, "agents": declared},
            models=(options.model,),
            corpus=name,
            clock=CLOCK,
            asks_models=agent.mode == "preview",
        )


class NamedModel:
    """A model by its name alone, for an agent that asks it itself."""

    def __init__(self, model: str) -> None:
        self.model = model

    async def complete(self, request: Request) -> Reply:  # noqa: ARG002 - the protocol's
        """Refuse: the agent has a client of its own."""
        raise BadInputError(message("runner-model-not-declared", model=self.model))

    def worst_cost_usd(self, request: Request) -> float | None:
        """Return None: what the agent spends is told afterwards."""

    def worst_tokens(self, request: Request) -> int:  # noqa: ARG002 - the protocol's
        """Return 0: nothing is asked here."""
        return 0

    async def aclose(self) -> None:
        """Nothing is open."""


def agent_of(options: RunOptions) -> tuple[AgentUnderTest, dict[str, str], object]:
    """Return the agent under test, its name for each business, and what of it is sealed."""
    if options.agent is None:
        personas = personas_of(options.agents)
        agent = PreviewAgent({persona.id: persona for persona in personas.values()})
        names = {business: persona.id for business, persona in personas.items()}
        return agent, names, [personas[business] for business in sorted(personas)]
    if options.agents:
        _four(options.agents)
    allowed = options.extra.get("allow_remote") == "yes"
    return open_agent(options.agent, allow_remote=allowed), dict(options.agents), options.agent


def jobs_of(options: RunOptions, conversations: Sequence[Conversation]) -> list[Job]:
    """Return one job for each conversation, arm and k, in the order to do them."""
    arms: Mapping[str, Arm] = {arm.name: arm for arm in options.arms}
    code = options.evaluation.code
    return [
        Job(
            key=(code, options.model, str(name), conversation.id, None, k),
            model=options.model,
            arm=str(name),
            conversation=conversation.id,
            repetition=k,
            seed=seed_of(options.seed, code, options.model, name, conversation.id, k),
            knobs=arms[str(name)].knobs,
            payload=conversation,
        )
        for conversation, name, k in interleave(
            conversations, list(arms), options.repetitions, seed=options.seed
        )
    ]


def pick(corpus: Sequence[Conversation], names: Sequence[str] | None) -> list[Conversation]:
    """Return the conversations called `names`, in the corpus's order; None: all.

    Raises
    ------
    BadInputError
        A name that the corpus does not have, or the same one twice.
    """
    if names is None:
        return list(corpus)
    by_id = {conversation.id: conversation for conversation in corpus}
    for position, name in enumerate(names):
        if name not in by_id:
            first, last = corpus[0].id, corpus[-1].id
            raise BadInputError(
                message("runner-conversation-unknown", name=name, first=first, last=last, n=len(corpus))
            )
        if name in names[:position]:
            raise BadInputError(message("runner-conversation-twice", name=name))
    return [conversation for conversation in corpus if conversation.id in names]


def declared_corpus(name: str) -> Path:
    """Return the file of a corpus: by its name (``c``), or by its place under ``data/``."""
    return data_folder() / name if name.endswith(".jsonl") else corpus_path(name)


def personas_of(agents: Mapping[str, str]) -> dict[str, Persona]:
    """Return the persona of each business: those declared, or those named (by id, or by file).

    Raises
    ------
    BadInputError
        A business that is not one of the four, one missing, an agent that is not declared, or one
        of another business.
    """
    declared = load_personas(data_folder() / "agents")
    if not agents:
        return {persona.business: persona for persona in declared.values()}
    _four(agents)
    chosen: dict[str, Persona] = {}
    for business, name in agents.items():
        persona = _persona(name, declared)
        if persona.business != business:
            raise BadInputError(
                message("runner-agent-of-other", agent=name, business=persona.business, asked=business)
            )
        chosen[business] = persona
    return chosen


def _four(agents: Mapping[str, str]) -> None:
    """Refuse a business that is not one of the four, and fewer than four."""
    for business in agents:
        if business not in BUSINESSES:
            raise BadInputError(
                message("runner-business-unknown", name=business, legal=", ".join(BUSINESSES))
            )
    missing = [business for business in BUSINESSES if business not in agents]
    if missing:
        raise BadInputError(message("runner-agents-missing", names=", ".join(missing)))


def _persona(name: str, declared: Mapping[str, Persona]) -> Persona:
    if name in declared:
        return declared[name]
    if name.endswith((".yaml", ".yml")):
        return load_persona(Path(name))
    raise BadInputError(message("runner-agent-unknown", name=name, known=", ".join(sorted(declared))))


RECIPE = Turns()
