"""Declared evaluations of quality: every rule checked when read, and frozen once a conversation began."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
from filelock import FileLock
from msgspec import Meta

from cenario.domain.quality import (
    BUILT_IN_CRITERIA,
    BUILT_IN_PERSONALITIES,
    MAX_DESCRIPTION,
    MIN_DESCRIPTION,
    MIN_NAME,
    Criterion,
    Personality,
    QualityEvaluation,
    active_criteria,
    active_personalities,
    folded_name,
)
from cenario.domain.record import Record
from cenario.errors import BadInputError, FrozenError, message
from cenario.store.documents import load_jsonl, load_yaml
from cenario.store.places import data_folder
from cenario.store.seal import digest

__all__ = [
    "Freeze",
    "check_quality",
    "check_unfrozen",
    "default_quality",
    "freeze",
    "frozen_since",
    "load_quality",
    "quality_folder",
]

LEDGER = "frozen.jsonl"


class Freeze(Record, frozen=True, kw_only=True):
    """An evaluation from which a conversation was started: it is not to be changed."""

    id: Annotated[str, Meta(description="The evaluation's id")]
    at: Annotated[str, Meta(description="When its first conversation started, ISO 8601 UTC")]
    batch: Annotated[str, Meta(description="The batch that started it")]
    parts: Annotated[dict[str, str], Meta(description="Digest of each part that is frozen")]


def quality_folder() -> Path:
    """Return the folder of declared evaluations of quality."""
    return data_folder() / "quality"


def default_quality() -> Path:
    """Return the simulated evaluation that comes with the project."""
    return quality_folder() / "atendimento.yaml"


def load_quality(path: Path, *, ledger: Path | None = None) -> QualityEvaluation:
    """Return the evaluation declared at `path`.

    Parameters
    ----------
    ledger
        Where freezes are kept; None: ``frozen.jsonl`` beside the runs.

    Raises
    ------
    BadInputError
        A rule of personalities or criteria is broken.
    FrozenError
        It was changed since its first conversation.
    """
    evaluation = load_yaml(path, QualityEvaluation)
    check_quality(evaluation, source=str(path))
    check_unfrozen(evaluation, ledger or _ledger())
    return evaluation


def check_quality(evaluation: QualityEvaluation, *, source: str) -> None:
    """Refuse an evaluation that breaks a rule (seed 004), naming the part and what is legal."""
    if evaluation.kind == "real_traffic" and (evaluation.personalities or evaluation.active_personalities):
        raise BadInputError(message("quality-real-personality", source=source))
    for personality in evaluation.personalities:
        if len(personality.name.strip()) < MIN_NAME:
            raise BadInputError(
                message("quality-name-short", source=source, name=personality.name, least=MIN_NAME)
            )
        _check_description(personality, source)
    for criterion in evaluation.criteria:
        if not criterion.name.strip():
            raise BadInputError(message("quality-name-empty", source=source))
        _check_description(criterion, source)
    _check_unique((*BUILT_IN_PERSONALITIES, *evaluation.personalities), source)
    _check_unique((*BUILT_IN_CRITERIA, *evaluation.criteria), source)
    _check_active(
        evaluation.active_personalities, (*BUILT_IN_PERSONALITIES, *evaluation.personalities), source
    )
    _check_active(evaluation.active_criteria, (*BUILT_IN_CRITERIA, *evaluation.criteria), source)
    if evaluation.kind == "simulated" and not active_personalities(evaluation):
        raise BadInputError(message("quality-no-personality", source=source))
    if not active_criteria(evaluation):
        raise BadInputError(message("quality-no-criterion", source=source))


def _check_description(one: Personality | Criterion, source: str) -> None:
    length = len(one.description.strip())
    if not MIN_DESCRIPTION <= length <= MAX_DESCRIPTION:
        raise BadInputError(
            message(
                "quality-description",
                source=source,
                name=one.name,
                n=length,
                least=MIN_DESCRIPTION,
                most=MAX_DESCRIPTION,
            )
        )


def _check_unique(named: Sequence[Personality] | Sequence[Criterion], source: str) -> None:
    seen: set[str] = set()
    for one in named:
        if folded_name(one.name) in seen:
            raise BadInputError(message("quality-name-twice", source=source, name=one.name.strip()))
        seen.add(folded_name(one.name))


def _check_active(
    names: Iterable[str] | None, known: Sequence[Personality] | Sequence[Criterion], source: str
) -> None:
    legal = {folded_name(one.name): one.name for one in known}
    for name in names or ():
        if folded_name(name) not in legal:
            raise BadInputError(
                message("quality-not-declared", source=source, name=name, known=", ".join(legal.values()))
            )


def frozen_parts(evaluation: QualityEvaluation) -> dict[str, str]:
    """Return the digest of each part that a started conversation freezes."""
    return {
        "personalities": digest([msgspec.to_builtins(one) for one in active_personalities(evaluation)]),
        "criteria": digest([msgspec.to_builtins(one) for one in active_criteria(evaluation)]),
        "kind": digest(evaluation.kind),
        "goals": digest([msgspec.to_builtins(one) for one in evaluation.goals]),
        "turn_limit": digest(evaluation.turn_limit),
    }


def frozen_since(evaluation_id: str, ledger: Path | None = None) -> Freeze | None:
    """Return since when an evaluation is frozen; None: no conversation of it was started."""
    path = ledger or _ledger()
    if not path.is_file():
        return None
    return next((one for one in load_jsonl(path, Freeze) if one.id == evaluation_id), None)


def check_unfrozen(evaluation: QualityEvaluation, ledger: Path | None = None) -> None:
    """Refuse an evaluation changed since its first conversation, naming what changed and since when.

    Raises
    ------
    FrozenError
        A personality, criterion or active set differs from the one that conversations stand on.
    """
    found = frozen_since(evaluation.id, ledger)
    if found is None:
        return
    now = frozen_parts(evaluation)
    changed = [name for name in now if now[name] != found.parts.get(name)]
    if changed:
        raise FrozenError(
            message(
                "quality-frozen", id=evaluation.id, parts=", ".join(changed), at=found.at, batch=found.batch
            )
        )


def freeze(evaluation: QualityEvaluation, *, batch: str, ledger: Path | None = None) -> None:
    """Freeze `evaluation`: its first conversation starts now. Frozen already, nothing changes."""
    path = ledger or _ledger()
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock"):
        check_unfrozen(evaluation, path)
        if frozen_since(evaluation.id, path) is not None:
            return
        record = Freeze(
            id=evaluation.id,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            batch=batch,
            parts=frozen_parts(evaluation),
        )
        with path.open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")


def _ledger() -> Path:
    return data_folder() / "runs" / LEDGER
