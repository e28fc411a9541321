"""tau2-bench results: one ``results.json`` {info, tasks, simulations}, whole or with a folder of simulations.

An error of the infrastructure or of the simulated user is the harness's, not the agent's. An agent's
cost of exactly zero beside tokens that were spent is a model without a price: unknown, not free.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cenario.domain.execution import TASK_TAG, ChatMessage, Execution, Outcome, Source, Step, ToolCall, Usage
from cenario.errors import BadInputError, Message, message
from cenario.importers.foreign import (
    load_json,
    misfit,
    number,
    one_line,
    repetitions_of,
    task_digest,
    text_of,
)
from cenario.importers.registry import EVALUATION, Imported, Importer, Options, batch_name
from cenario.importers.tau_bench import ROLES, raw_arguments

__all__ = ["IMPORTER"]

OUTCOMES: Mapping[str, Outcome] = {
    "user_stop": "completed",
    "agent_stop": "completed",
    "max_steps": "agent_failure",
    "timeout": "agent_failure",
    "too_many_errors": "agent_failure",
    "agent_error": "agent_failure",
    "context_window_exceeded": "agent_failure",
    "user_error": "harness_failure",
    "infrastructure_error": "harness_failure",
    "unexpected_error": "harness_failure",
}
"""What each reason of termination says of the agent; one we do not know is refused."""

SAFE_ID = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$")


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether this is an object that says how many trials which agent had."""
    return head.lstrip().startswith(b"{") and all(
        w in head for w in (b'"num_trials"', b'"user_info"', b'"info"')
    )


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return one execution a simulation; see the module."""
    document = load_json(path)
    if not isinstance(document, Mapping):
        misfit(path, "$", "object", document)
    simulations = _simulations(path, document)
    model = options.model or _model(path, document)
    trials = repetitions_of(path, [(str(s["task_id"]), s["trial"]) for s in simulations])
    tasks = _tasks(document.get("tasks"))
    told = Options(arm=options.arm, model=model)
    made = tuple(
        _execution(path, s, (index, repetition), tasks, source, told)
        for index, (s, repetition) in enumerate(zip(simulations, trials.repetitions, strict=True))
    )
    return Imported(executions=made, notes=tuple(_notes(simulations, made, index=trials.trial_is_index)))


def _simulations(path: Path, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    simulations = document.get("simulations")
    index = document.get("simulation_index")
    if not simulations and isinstance(index, list) and index:
        simulations = [load_json(_simulation_path(path, entry, i)) for i, entry in enumerate(index)]
    if not isinstance(simulations, list):
        misfit(path, "simulations", "list", simulations)
    if not simulations:
        raise BadInputError(message("documents-empty", path=path))
    for position, simulation in enumerate(simulations):
        place = f"simulations[{position}]"
        if not isinstance(simulation, dict):
            misfit(path, place, "object", simulation)
        for field, kinds in (("task_id", (str, int)), ("trial", (int,)), ("messages", (list,))):
            if not isinstance(simulation.get(field), kinds) or isinstance(simulation[field], bool):
                misfit(path, f"{place}.{field}", " | ".join(k.__name__ for k in kinds), simulation.get(field))
        if simulation["trial"] < 0:
            misfit(path, f"{place}.trial", "≥ 0", simulation["trial"])
        if simulation.get("termination_reason") not in OUTCOMES:
            misfit(
                path,
                f"{place}.termination_reason",
                " | ".join(OUTCOMES),
                simulation.get("termination_reason"),
            )
    return simulations


def _simulation_path(path: Path, entry: object, index: int) -> Path:
    name = entry.get("id") if isinstance(entry, Mapping) else None
    if not isinstance(name, str) or not SAFE_ID.match(name):  # it becomes a file's name
        misfit(path, f"simulation_index[{index}].id", "id", name)
    return path.parent / "simulations" / f"{name}.json"


def _model(path: Path, document: Mapping[str, Any]) -> str:
    information = document.get("info")
    agent = information.get("agent_info") if isinstance(information, Mapping) else None
    model = agent.get("llm") if isinstance(agent, Mapping) else None
    if not isinstance(model, str) or not model:
        raise BadInputError(message("import-model-needed", path=path))
    return model


def _tasks(tasks: object) -> dict[str, dict[str, str]]:
    """Return, by task id, the tag that tells the task from another of the same id."""
    known = [t for t in tasks if isinstance(t, Mapping)] if isinstance(tasks, list) else []
    return {str(t.get("id")): {TASK_TAG: task_digest(t.get("user_scenario"))} for t in known}


def _execution(
    path: Path,
    simulation: Mapping[str, Any],
    position: tuple[int, int],
    tasks: Mapping[str, dict[str, str]],
    source: Source,
    options: Options,
) -> Execution:
    index, repetition = position
    outcome = OUTCOMES[simulation["termination_reason"]]
    messages, steps = _transcript(path, f"simulations[{index}].messages", simulation["messages"])
    said = [m.text for m in messages if m.role == "assistant" and m.text]
    seed = simulation.get("seed")
    return Execution(
        batch=batch_name(source),
        evaluation=EVALUATION,
        arm=options.arm,
        model=options.model or "",
        conversation=str(simulation["task_id"]),
        repetition=repetition,
        mode="recorded",
        outcome=outcome,
        outcome_reason=None if outcome == "completed" else simulation["termination_reason"],
        steps=steps,
        cost_usd=_cost(simulation.get("agent_cost"), steps),
        duration_s=number(simulation.get("duration")),
        reply=said[-1] if said else None,
        scores={} if outcome == "harness_failure" else _scores(simulation.get("reward_info")),
        messages=messages,
        started_at=_text(simulation.get("start_time")),
        ended_at=_text(simulation.get("end_time")),
        seed=seed if isinstance(seed, int) and not isinstance(seed, bool) else None,
        source=msgspec.structs.replace(source, position=f"simulations[{index}]"),
        tags={"trial": str(simulation["trial"]), **tasks.get(str(simulation["task_id"]), {})},
    )


def _scores(information: object) -> dict[str, float | None]:
    """Return the reward, and each part of it that the file breaks down; None where it is no number."""
    if not isinstance(information, Mapping):
        return {"reward": None}
    parts = information.get("reward_breakdown")
    known = {str(k).casefold(): number(v) for k, v in parts.items()} if isinstance(parts, Mapping) else {}
    return {**known, "reward": number(information.get("reward"))}


def _cost(told: object, steps: Sequence[Step]) -> float | None:
    cost = number(told)
    spent = any(step.usage is not None and step.usage.output_tokens for step in steps)
    return None if cost == 0 and spent else cost


def _transcript(
    path: Path, place: str, trajectory: Sequence[Any]
) -> tuple[tuple[ChatMessage, ...], tuple[Step, ...]]:
    for index, said in enumerate(trajectory):
        if not isinstance(said, Mapping) or said.get("role") not in ROLES:
            misfit(path, f"{place}[{index}]", "message", said)
    results: dict[str, deque[Mapping[str, Any]]] = {}
    for said in trajectory:
        if said["role"] == "tool":
            results.setdefault(str(said.get("id")), deque()).append(said)
    messages = tuple(
        ChatMessage(role=ROLES[m["role"]], text=text_of(m.get("content")), at=_text(m.get("timestamp")))
        for m in trajectory
    )
    return messages, tuple(_step(m, results) for m in trajectory if m["role"] == "assistant" and _asked(m))


def _asked(said: Mapping[str, Any]) -> bool:
    """Whether a model was called: the fixed greeting that opens a simulation was not."""
    return said.get("usage") is not None or bool(said.get("tool_calls")) or said.get("turn_idx") != 0


def _step(said: Mapping[str, Any], results: Mapping[str, deque[Mapping[str, Any]]]) -> Step:
    calls = [c for c in said.get("tool_calls") or () if isinstance(c, Mapping)]
    usage = said.get("usage")
    return Step(
        calls=tuple(_call(c, results) for c in calls if c.get("requestor", "assistant") == "assistant"),
        usage=Usage(
            input_tokens=_count(usage.get("prompt_tokens")),
            output_tokens=_count(usage.get("completion_tokens")),
        )
        if isinstance(usage, Mapping)
        else None,
    )


def _call(call: Mapping[str, Any], results: Mapping[str, deque[Mapping[str, Any]]]) -> ToolCall:
    waiting = results.get(str(call.get("id")))
    answer = waiting.popleft() if waiting else None
    result = None if answer is None else text_of(answer.get("content"))
    failed = answer is not None and answer.get("error") is True
    return ToolCall(
        name=str(call.get("name", "")),
        arguments=raw_arguments(call.get("arguments")),
        result=result,
        error=one_line(result or "error") if failed else None,
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _notes(
    simulations: Sequence[Mapping[str, Any]], made: Sequence[Execution], *, index: bool
) -> list[Message]:
    notes = [message("import-trial-is-index")] if index else []
    failed = Counter(e.outcome_reason for e in made if e.outcome == "harness_failure")
    notes += [
        message("import-harness-failure", n=n, reason=reason) for reason, n in sorted(failed.items(), key=str)
    ]
    unscored = sum(e.is_measured and e.scores.get("reward") is None for e in made)
    if unscored:
        notes.append(message("import-not-a-number", n=unscored, name="reward"))
    pairs = zip(simulations, made, strict=True)
    unpriced = sum(number(s.get("agent_cost")) == 0 and e.cost_usd is None for s, e in pairs)
    if unpriced:
        notes.append(message("import-no-price", n=unpriced))
    return notes


IMPORTER = Importer(name="tau2-bench", gives="executions", recognises=recognises, read=read)
