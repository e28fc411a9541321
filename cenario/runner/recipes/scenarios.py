"""Declared scenarios: each input, repetition and scenario is one turn from the scenario's situation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from cenario.agent.preview.fitting import check_fits
from cenario.agent.protocol import CLOCK
from cenario.domain.conversation import Conversation
from cenario.domain.execution import Execution
from cenario.domain.scenario import Scenario
from cenario.errors import BadInputError, message
from cenario.judge.measurement import scenario_key
from cenario.provider.registry import split_model
from cenario.runner.job import Clients, Job, Work
from cenario.runner.recipe import Prepared, RunOptions
from cenario.runner.recipes.turns import TurnWorker, agent_of, personas_of
from cenario.runner.schedule import seed_of
from cenario.store.scenarios import ScenarioStore, situation_digest, version_of

__all__ = ["RECIPE", "Scenarios", "Trial", "conversation_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One input of one version of a scenario."""

    scenario: Scenario
    version: str
    position: int

    @property
    def tags(self) -> dict[str, str]:
        """What the execution keeps of it: which ruler, and from which situation."""
        return {
            "scenario": self.scenario.id,
            "version": self.version,
            "situation": situation_digest(self.scenario.situation),
        }


def conversation_of(scenario: Scenario, position: int) -> Conversation:
    """Return the scenario's situation, opened by the input at `position`; all else is verbatim."""
    return msgspec.structs.replace(scenario.situation, message=scenario.inputs[position])


class ScenarioWorker:
    """Runs the turn of an input, and keeps which ruler it is for."""

    def __init__(self, turns: TurnWorker) -> None:
        self._turns = turns

    async def __call__(self, job: Job, clients: Clients) -> Work:
        """Run the turn."""
        work = await self._turns(_turn(job), clients)
        if not isinstance(work.record, Execution):
            raise TypeError("a turn makes an execution")
        return replace(work, record=_kept(work.record, job))

    def failed(self, job: Job, clients: Clients, reason: str, *, stopped: bool) -> Execution:
        """Return the record of a turn that left nothing but a reason."""
        return _kept(self._turns.failed(_turn(job), clients, reason, stopped=stopped), job)


class Scenarios:
    """The recipe: `conversations` of the options are ids of scenarios; None is every declared one."""

    def prepare(self, options: RunOptions) -> Prepared:
        """Return one job an input and repetition; see `cenario.runner.recipe.Recipe`."""
        split_model(options.model)
        rulers = ScenarioStore().rulers(options.conversations)
        if not rulers:
            raise BadInputError(message("scenario-none-declared"))
        agent, names, declared = agent_of(options)
        embedded = agent.mode == "preview"
        personas = personas_of(options.agents) if embedded else {}
        for ruler in rulers if embedded else ():
            check_fits(ruler, personas[ruler.situation.business], source=ruler.id)
        proofs = {arm.name: arm.proof for arm in options.arms if arm.proof is not None}
        worker = TurnWorker(options.evaluation.code, agent, agents=names, proofs=proofs, cache=options.cache)
        parts: dict[str, object] = {
            "scenarios": {ruler.id: version_of(ruler) for ruler in rulers},
            "agents": declared,
        }
        return Prepared(
            jobs=tuple(_jobs(options, rulers)),
            worker=ScenarioWorker(worker),
            parts=parts,
            models=(options.model,),
            corpus="scenarios",
            clock=CLOCK,
            asks_models=embedded,
            rulers=rulers,
        )


def _jobs(options: RunOptions, rulers: Sequence[Scenario]) -> Iterator[Job]:
    """Yield the jobs k by k, and inside each k in a drawn order."""
    trials = [
        Trial(scenario=ruler, version=version_of(ruler), position=position)
        for ruler in rulers
        for position in range(len(ruler.inputs))
    ]
    own = options.repetitions == options.evaluation.repetitions
    asked: Mapping[str, int] = {
        ruler.id: ruler.repetitions if own else options.repetitions for ruler in rulers
    }
    draws = np.random.default_rng(options.seed)
    for k in range(max(asked.values())):
        for place in draws.permutation(len(trials)):
            trial = trials[place]
            if k < asked[trial.scenario.id]:
                yield from (_job(options, trial, arm.name, k) for arm in options.arms)


def _job(options: RunOptions, trial: Trial, arm: str, k: int) -> Job:
    code, name = options.evaluation.code, scenario_key(trial.scenario.id, trial.version)
    variant = str(trial.position)
    return Job(
        key=(code, options.model, arm, name, variant, k),
        model=options.model,
        arm=arm,
        conversation=name,
        variant=variant,
        repetition=k,
        seed=seed_of(options.seed, code, options.model, arm, name, variant, k),
        knobs=next(each.knobs for each in options.arms if each.name == arm),
        payload=trial,
    )


def _turn(job: Job) -> Job:
    trial = _trial(job)
    return replace(job, payload=conversation_of(trial.scenario, trial.position))


def _kept(record: Execution, job: Job) -> Execution:
    trial = _trial(job)
    return msgspec.structs.replace(
        record, conversation=job.conversation, variant=job.variant, tags={**record.tags, **trial.tags}
    )


def _trial(job: Job) -> Trial:
    if not isinstance(job.payload, Trial):
        raise TypeError("a scenario's job carries its trial")
    return job.payload


RECIPE = Scenarios()
