"""Take a batch up where its file ends: what is done, what is left, what was spent, and by what ruler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import msgspec

from cenario.domain.execution import Execution, Manifest
from cenario.errors import BadInputError, message
from cenario.runner.job import Job, Made
from cenario.runner.spend import Spent, read_spent
from cenario.store.journal import Contents, Journal

__all__ = ["Begun", "is_done", "take_up", "tokens_of"]

HARNESS = "harness"
"""Begins the `invalid` of a vote or score that the service, not the judge, owes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A batch as its file has it. `manifest` is the line to write; None: the one there holds."""

    batch: str
    manifest: Manifest | None
    todo: Sequence[Job]
    spent: Spent


def is_done(record: Made) -> bool:
    """Whether a record is final: not the harness's failure, nor stopped."""
    if isinstance(record, Execution):
        return record.is_measured
    return record.invalid is None or not record.invalid.startswith(HARNESS)


def take_up(manifest: Manifest, jobs: Sequence[Job], journal: Journal, path: Path) -> Begun:
    """Return what is left to do of `jobs` in the file that `journal` writes.

    Raises
    ------
    BadInputError
        The file is another evaluation's or model's, was begun with another ruler (the changed
        parts are named) or clock, or has records and no manifest.
    """
    contents = journal.contents
    spent = _spent(contents, read_spent(Path(f"{path}.spend")))
    records: tuple[Made, ...] = (*contents.executions, *contents.votes, *contents.scores)
    if not contents.manifests:
        if records:
            raise BadInputError(message("runner-no-manifest", path=path))
        return Begun(batch=manifest.batch, manifest=manifest, todo=tuple(jobs), spent=spent)
    earlier = contents.manifests[-1]
    _same_ruler(earlier, manifest, path)
    for execution in contents.executions:
        if execution.clock is not None and execution.clock != (manifest.clock or execution.clock):
            raise BadInputError(
                message("runner-other-clock", path=path, was=execution.clock, now=manifest.clock)
            )
    done = {(type(record).__name__, *record.key) for record in records if is_done(record)}
    kinds = {key[0] for key in done} or {"Execution"}
    todo = tuple(job for job in jobs if not any((kind, *job.key) in done for kind in kinds))
    renewed = msgspec.structs.replace(
        manifest,
        batch=earlier.batch,
        sealed_at=earlier.sealed_at,
        revision=earlier.revision,
        arms=tuple(dict.fromkeys((*earlier.arms, *manifest.arms))),
        planned=_planned(earlier, manifest),
    )
    changed = _facts(renewed) != _facts(earlier)
    return Begun(batch=earlier.batch, manifest=renewed if changed else None, todo=todo, spent=spent)


def _planned(earlier: Manifest, now: Manifest) -> int | None:
    """Return what is planned of the whole file: other arms add to it, the same arms do not."""
    if earlier.planned is None or now.planned is None:
        return now.planned
    if set(earlier.arms).isdisjoint(now.arms) and earlier.arms:
        return earlier.planned + now.planned
    return max(earlier.planned, now.planned)


def _facts(manifest: Manifest) -> tuple[object, ...]:
    return (
        manifest.planned,
        manifest.repetitions,
        manifest.arms,
        manifest.ceiling_usd,
        manifest.ceiling_tokens,
    )


def _same_ruler(earlier: Manifest, now: Manifest, path: Path) -> None:
    for name, was, is_now in (
        ("evaluation", earlier.evaluation, now.evaluation),
        ("models", ", ".join(earlier.models), ", ".join(now.models)),
    ):
        if was != is_now:
            raise BadInputError(message("runner-other-batch", path=path, name=name, was=was, now=is_now))
    if earlier.clock != now.clock:
        raise BadInputError(message("runner-other-clock", path=path, was=earlier.clock, now=now.clock))
    if earlier.seal != now.seal:
        names = sorted(set(earlier.parts) | set(now.parts))
        changed = [name for name in names if earlier.parts.get(name) != now.parts.get(name)]
        raise BadInputError(message("runner-other-ruler", path=path, parts=", ".join(changed) or "seal"))


def _spent(contents: Contents, logged: Spent) -> Spent:
    """Return what the file and its spend log say together: the larger, for a log may be lost."""
    usd, tokens = Decimal(0), 0
    for record in (*contents.executions, *contents.votes, *contents.scores, *contents.superseded):
        usd += Decimal(repr(record.cost_usd or 0.0))
        if isinstance(record, Execution):
            usd += Decimal(repr(record.in_doubt_usd or 0.0))
            tokens += sum(_tokens(step.usage) for step in record.steps)
        else:
            tokens += _tokens(record.usage)
    return Spent(usd=max(usd, logged.usd), tokens=max(tokens, logged.tokens))


def tokens_of(execution: Execution) -> int | None:
    """Return the tokens of every step; None where a step does not say."""
    if not execution.steps or any(step.usage is None for step in execution.steps):
        return None
    return sum(_tokens(step.usage) for step in execution.steps)


def _tokens(usage: object) -> int:
    names = ("input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens")
    return sum(getattr(usage, name, None) or 0 for name in names)
