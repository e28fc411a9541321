"""tau-bench results: a JSON list of rows {task_id, trial, reward, info, traj}.

A row whose ``info`` holds an ``error`` is a failure of the harness stored as reward 0: it is kept as
such and never measured. ``user_cost`` is dollars in one file and tokens in another, and no cost here.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cenario.domain.execution import TASK_TAG, ChatMessage, Execution, Role, Source, Step, ToolCall
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

__all__ = ["IMPORTER"]

ROLES: Mapping[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether this is a list whose rows have a task and a reward."""
    return head.lstrip().startswith(b"[") and all(
        word in head for word in (b'"task_id"', b'"reward"', b'"traj"')
    )


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return one execution a row; see the module."""
    if options.model is None:
        raise BadInputError(message("import-model-needed", path=path))
    rows = _rows(path)
    trials = repetitions_of(path, [(str(row["task_id"]), row["trial"]) for row in rows])
    made = tuple(
        _execution(path, row, index, repetition, source, options)
        for index, (row, repetition) in enumerate(zip(rows, trials.repetitions, strict=True))
    )
    return Imported(executions=made, notes=tuple(_notes(rows, made, index=trials.trial_is_index)))


def _rows(path: Path) -> list[dict[str, Any]]:
    rows = load_json(path)
    if not isinstance(rows, list):
        misfit(path, "$", "list", rows)
    if not rows:
        raise BadInputError(message("documents-empty", path=path))
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            misfit(path, f"[{index}]", "object", row)
        for field, kinds in (("task_id", (int, str)), ("trial", (int,)), ("traj", (list,))):
            if not isinstance(row.get(field), kinds) or isinstance(row[field], bool):
                misfit(path, f"[{index}].{field}", " | ".join(k.__name__ for k in kinds), row.get(field))
        if row["trial"] < 0:
            misfit(path, f"[{index}].trial", "≥ 0", row["trial"])
        if "reward" not in row:
            misfit(path, f"[{index}].reward", "number", None)
    return rows


def _execution(
    path: Path, row: Mapping[str, Any], index: int, repetition: int, source: Source, options: Options
) -> Execution:
    information = row.get("info")
    error = information.get("error") if isinstance(information, Mapping) else None
    reward = number(row["reward"])
    messages, steps = transcript(path, f"[{index}].traj", row["traj"])
    said = [m.text for m in messages if m.role == "assistant" and m.text]
    return Execution(
        batch=batch_name(source),
        evaluation=EVALUATION,
        arm=options.arm,
        model=options.model or "",
        conversation=str(row["task_id"]),
        repetition=repetition,
        mode="recorded",
        outcome="completed" if error is None else "harness_failure",
        outcome_reason=None if error is None else one_line(error),
        steps=steps,
        reply=said[-1] if said else None,
        scores={} if error is not None else {"reward": reward},
        messages=messages,
        source=msgspec.structs.replace(source, position=f"[{index}]"),
        tags={"trial": str(row["trial"]), **_task(information)},
    )


def _task(information: object) -> dict[str, str]:
    """Return the tag that tells this task from another of the same number, where the row has it."""
    task = information.get("task") if isinstance(information, Mapping) else None
    instruction = task.get("instruction") if isinstance(task, Mapping) else None
    return {TASK_TAG: task_digest(instruction)} if isinstance(instruction, str) else {}


def transcript(
    path: Path, place: str, trajectory: Sequence[Any]
) -> tuple[tuple[ChatMessage, ...], tuple[Step, ...]]:
    """Return the messages, and one step an assistant message with its tool calls and their results."""
    results: dict[str, deque[str]] = {}
    messages: list[ChatMessage] = []
    for index, said in enumerate(trajectory):
        if not isinstance(said, Mapping) or said.get("role") not in ROLES:
            misfit(path, f"{place}[{index}]", "message", said)
        name = said.get("name")
        messages.append(
            ChatMessage(
                role=ROLES[said["role"]],
                text=text_of(said.get("content")),
                name=name if isinstance(name, str) else None,
            )
        )
        if said["role"] == "tool" and isinstance(said.get("tool_call_id"), str):
            results.setdefault(said["tool_call_id"], deque()).append(text_of(said.get("content")))
    steps = tuple(
        Step(
            calls=tuple(
                _call(call, results) for call in said.get("tool_calls") or () if isinstance(call, Mapping)
            )
        )
        for said in trajectory
        if said["role"] == "assistant"
    )
    return tuple(messages), steps


def _call(call: Mapping[str, Any], results: Mapping[str, deque[str]]) -> ToolCall:
    """Return the call with its result: the next one under its id, which some providers repeat."""
    function = call.get("function")
    told: Mapping[str, Any] = function if isinstance(function, Mapping) else call
    waiting = results.get(str(call.get("id")))
    result = waiting.popleft() if waiting else None
    return ToolCall(
        name=str(told.get("name", "")),
        arguments=raw_arguments(told.get("arguments")),
        result=result,
        error=one_line(result) if result is not None and result.startswith("Error") else None,
    )


def raw_arguments(arguments: object) -> str:
    """Return arguments as they stand: text verbatim (even Python's repr), anything else as JSON."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()


def _notes(rows: Sequence[Mapping[str, Any]], made: Sequence[Execution], *, index: bool) -> list[Message]:
    notes = [message("import-trial-is-index")] if index else []
    failed = Counter(e.outcome_reason for e in made if e.outcome == "harness_failure")
    notes += [
        message("import-harness-failure", n=n, reason=reason) for reason, n in sorted(failed.items(), key=str)
    ]
    unscored = sum(e.is_measured and e.scores.get("reward") is None for e in made)
    if unscored:
        notes.append(message("import-not-a-number", n=unscored, name="reward"))
    if any(isinstance(row.get("info"), Mapping) and "user_cost" in row["info"] for row in rows):
        notes.append(message("import-no-unit", name="user_cost"))
    return notes


IMPORTER = Importer(name="tau-bench", gives="executions", recognises=recognises, read=read)
