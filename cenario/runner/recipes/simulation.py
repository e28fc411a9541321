"""Simulated conversations: a model plays the contact, turn by turn, against each version of the agent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from cenario.agent.protocol import CLOCK, AgentUnderTest
from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Arm
from cenario.domain.execution import Execution, Outcome
from cenario.domain.quality import (
    AgentVersion,
    Goal,
    Personality,
    QualityEvaluation,
    active_criteria,
    active_personalities,
)
from cenario.errors import BadInputError, message
from cenario.measures.quality_split import split_conversations
from cenario.provider.registry import split_model
from cenario.runner.job import Clients, Job, Work
from cenario.runner.playing import Part, play
from cenario.runner.recipe import Prepared, RunOptions
from cenario.runner.recipes.turns import NamedModel, agent_of
from cenario.runner.schedule import interleave, seed_of
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.quality import default_quality, freeze, load_quality

__all__ = ["CANDIDATE", "CURRENT", "RECIPE", "Planned", "Simulation", "plan_conversations"]

CURRENT, CANDIDATE = "atual", "nova"
CORPUS = "c"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One conversation to simulate, the same in every version: id, who plays it, what it is after."""

    id: str
    personality: Personality
    goal: Goal
    conversation: Conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of the agent, opened."""

    agent: AgentUnderTest
    names: Mapping[str, str]
    knobs: Mapping[str, str]


class Simulation:
    """The recipe. The options' `extra`: ``declaration`` (a file), ``customer`` (a model), ``ledger``."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return one job a planned conversation, version and k; see `cenario.runner.recipe.Recipe`."""
        split_model(options.model)
        path = Path(options.extra["declaration"]) if "declaration" in options.extra else default_quality()
        ledger = Path(options.extra["ledger"]) if "ledger" in options.extra else None
        declared = load_quality(path, ledger=ledger)
        if declared.kind != "simulated":
            raise BadInputError(message("simulation-not-simulated", path=path))
        planned = plan_conversations(declared, load_corpus(corpus_path(CORPUS)), source=str(path))
        chosen = _pick(planned, options.conversations)
        versions, sealed = _versions(options, declared)
        customer = options.extra.get("customer") or declared.customer or options.model
        split_model(customer)
        embedded = any(version.agent.mode == "preview" for version in versions.values())
        arms = [arm for arm in options.arms if arm.name in versions]
        return Prepared(
            jobs=tuple(_jobs(options, chosen, arms)),
            worker=SimulationWorker(
                options.evaluation.code,
                versions,
                customer=customer,
                turn_limit=declared.turn_limit,
                begin=lambda batch: freeze(declared, batch=batch, ledger=ledger),
                cache=options.cache,
            ),
            parts={
                "quality": declared,
                "goals": [one.conversation for one in planned],
                "agents": sealed,
                "customer": customer,
                "criteria": active_criteria(declared),
            },
            models=tuple(dict.fromkeys((*((options.model,) if embedded else ()), customer))),
            corpus=CORPUS,
            clock=CLOCK,
            quality=declared,
        )


def plan_conversations(
    declared: QualityEvaluation, corpus: Sequence[Conversation], *, source: str
) -> tuple[Planned, ...]:
    """Return every conversation to simulate: personalities evenly, goals in seeded rounds.

    Each round uses every goal once, in a drawn order, so that no personality meets the same goals.

    Raises
    ------
    BadInputError
        No goal, or one whose conversation the corpus does not have.
    """
    if not declared.goals:
        raise BadInputError(message("simulation-no-goal", source=source))
    by_id = {conversation.id: conversation for conversation in corpus}
    for goal in declared.goals:
        if goal.conversation not in by_id:
            raise BadInputError(
                message("simulation-goal-unknown", source=source, name=goal.conversation, corpus=CORPUS)
            )
    people = {one.name: one for one in active_personalities(declared)}
    names = split_conversations(list(people), declared.conversations, seed=declared.seed)
    draws = np.random.default_rng(declared.seed)
    rounds = -(-len(names) // len(declared.goals))
    goals = [declared.goals[place] for _ in range(rounds) for place in draws.permutation(len(declared.goals))]
    width = max(3, len(str(len(names))))
    return tuple(
        Planned(
            id=f"S{number:0{width}d}",
            personality=people[name],
            goal=goal,
            conversation=by_id[goal.conversation],
        )
        for number, (name, goal) in enumerate(zip(names, goals, strict=False), start=1)
    )


class SimulationWorker:
    """Plays one conversation, and keeps it with its personality and how it ended."""

    def __init__(
        self,
        evaluation: str,
        versions: Mapping[str, Version],
        *,
        customer: str,
        turn_limit: int,
        begin: Callable[[str], None],
        cache: bool,
    ) -> None:
        self._evaluation, self._versions = evaluation, versions
        self._customer, self._turn_limit, self._cache = customer, turn_limit, cache
        self._begin = begin
        self._begun = False

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Play the conversation; the evaluation is frozen as the first one begins."""
        if not self._begun:
            await asyncio.to_thread(self._begin, clients.batch)
            self._begun = True
        planned, version = _planned(job), self._versions[job.arm]
        part = Part(
            conversation=planned.conversation,
            personality=planned.personality,
            goal=planned.goal.wants,
            agent=version.agent,
            agent_name=version.names.get(planned.conversation.business),
            knobs=version.knobs,
            customer=self._customer,
            named=NamedModel(job.model),
            turn_limit=self._turn_limit,
            cache=self._cache,
        )
        played = await play(part, job, clients, evaluation=self._evaluation)
        return replace(played, record=_kept(played.record, planned))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a conversation that left nothing but a reason."""
        planned = _planned(job)
        outcome: Outcome = "stopped" if stopped else "harness_failure"
        bare = Execution(
            batch=clients.batch,
            evaluation=self._evaluation,
            arm=job.arm,
            model=job.model,
            conversation=job.conversation,
            repetition=job.repetition,
            clock=CLOCK,
            mode=self._versions[job.arm].agent.mode,
            outcome=outcome,
            outcome_reason=reason,
            seed=job.seed,
        )
        return _kept(bare, planned)


def _kept(record: object, planned: Planned) -> Execution:
    if not isinstance(record, Execution):
        raise TypeError("a conversation makes an execution")
    tags = {
        "business": planned.conversation.business,
        "goal": planned.goal.wants,
        "opens": planned.conversation.id,
        **record.tags,
    }
    return msgspec.structs.replace(
        record,
        conversation=planned.id,
        cluster=planned.conversation.id,
        variant=planned.personality.name,
        tags=tags,
    )


def _versions(
    options: RunOptions, declared: QualityEvaluation
) -> tuple[dict[str, Version], dict[str, object]]:
    """Return each version asked for, opened, and what of them is sealed."""
    given: dict[str, AgentVersion] = {CURRENT: declared.current}
    if declared.new is not None:
        given[CANDIDATE] = declared.new
    named = [arm.name for arm in options.arms]
    if named == [CANDIDATE] and declared.new is None and options.agent is None:
        raise BadInputError(message("simulation-no-new-version"))
    if options.agent is not None:
        if len(named) > 1:
            named = [CURRENT]
        given = {named[0]: given.get(named[0], declared.current)}
    versions: dict[str, Version] = {}
    sealed: dict[str, object] = {}
    for name in named:
        if name not in given:
            continue
        version = given[name]
        agent = options.agent or (None if version.agent == "preview" else version.agent)
        own = replace(options, agent=agent, agents=options.agents or version.agents)
        opened, names, facts = agent_of(own)
        versions[name] = Version(agent=opened, names=names, knobs=version.knobs)
        sealed[name] = {"agent": facts, "knobs": version.knobs}
    return versions, sealed


def _pick(planned: Sequence[Planned], names: tuple[str, ...] | None) -> Sequence[Planned]:
    known = {one.id for one in planned}
    for name in names or ():
        if name not in known:
            raise BadInputError(
                message(
                    "runner-conversation-unknown",
                    name=name,
                    first=planned[0].id,
                    last=planned[-1].id,
                    n=len(planned),
                )
            )
    return planned if names is None else [one for one in planned if one.id in names]


def _jobs(options: RunOptions, planned: Sequence[Planned], arms: Sequence[Arm]) -> Iterator[Job]:
    code = options.evaluation.code
    for one, arm, k in interleave(
        planned, [arm.name for arm in arms], options.repetitions, seed=options.seed
    ):
        name = str(arm)
        yield Job(
            key=(code, options.model, name, one.id, one.personality.name, k),
            model=options.model,
            arm=name,
            conversation=one.id,
            variant=one.personality.name,
            repetition=k,
            seed=seed_of(options.seed, code, options.model, one.id, k),
            payload=one,
        )


def _planned(job: Job) -> Planned:
    if not isinstance(job.payload, Planned):
        raise TypeError("a simulation's job carries what it plans")
    return job.payload


RECIPE = Simulation()
