"""Which files a report stands on where nobody says: those recorded, else the embedded simulated model's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from cenario.domain.recorded import Recorded
from cenario.errors import BadInputError, message
from cenario.store.places import data_folder

__all__ = ["embedded", "recorded", "runs_folder"]

EMBEDDED_FOLDER = "embedded"
"""Under the runs' folder, so that a simulated run is never taken for one that somebody asked for."""

SIMULATED = "simulated:"

_LONGEST_HEAD = 64 * 1024


class _Head(msgspec.Struct):
    """The little of a line that tells what it is."""

    kind: str = ""
    evaluation: str = ""
    model: str = ""
    models: tuple[str, ...] = ()


def runs_folder() -> Path:
    """Return the folder of recorded runs."""
    return data_folder() / "runs"


def recorded(code: str, folder: Path | None = None, *, model: str = "") -> Recorded:
    """Return the files directly in `folder` that record evaluation `code`, by name; none is empty.

    Only the head of each file is read. A file that opens with anything else is passed over: it is
    not asked for by name. Where a `model` is asked for, files that tell of others are left out.
    """
    runs, votes = [], []
    for path in sorted((folder or runs_folder()).glob("*.jsonl")):
        match _head(path, code, model):
            case "run":
                runs.append(path)
            case "votes":
                votes.append(path)
            case None:
                pass
    return Recorded(runs=tuple(runs), votes=tuple(votes) if runs else ())


def embedded(evaluation: str, folder: Path | None = None, *, model: str = "") -> Recorded:
    """Return a run of the embedded simulated model, recorded under `folder`, made now if it is not there.

    An evaluation's module may define ``embedded(folder, model) -> Recorded`` of its own (to judge
    what it ran, or to name files that ship with the project); the others run their arms.

    Raises
    ------
    BadInputError
        A `model` that is not simulated: it costs money, and is run by ``cenario run``.
    """
    if model and not model.startswith(SIMULATED):
        raise BadInputError(message("sources-none-of-model", code=evaluation, model=model))
    from cenario.evaluations import registry  # evaluations and the runner take seconds to load
    from cenario.runner.embedded import EMBEDDED_MODEL, run_embedded

    where, asked = (folder or runs_folder()) / EMBEDDED_FOLDER, model or EMBEDDED_MODEL
    make: Callable[[Path, str], Recorded] | None
    make = getattr(registry.find_module(evaluation), "embedded", None)
    if make is not None:
        found: Recorded = make(where, asked)
        return found
    return Recorded(runs=run_embedded(registry.find(evaluation), model=asked, folder=where))


def _head(path: Path, code: str, model: str) -> Literal["run", "votes"] | None:
    """Tell what the file holds of `code`; a manifest opens both kinds, so the next line is read too."""
    found: Literal["run", "votes"] | None = None
    with path.open("rb") as file:
        for _ in range(2):
            head = _decoded(file.readline(_LONGEST_HEAD))
            if head is None or head.evaluation.casefold() != code.casefold():
                break
            told = {head.model, *head.models} - {""}
            if model and told and model not in told:
                break
            found = "votes" if head.kind in ("vote", "score") else "run"
    return found


def _decoded(line: bytes) -> _Head | None:
    try:
        return msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"), type=_Head)
    except msgspec.DecodeError:
        return _cut(line)


def _cut(line: bytes) -> _Head | None:
    """Return the head of a line longer than what was read: kind and evaluation stand at its beginning."""
    found = {}
    for name in ("kind", "evaluation"):
        mark = f'"{name}":"'.encode()
        at = line.find(mark)
        if at < 0 or len(line) < _LONGEST_HEAD:
            return None
        found[name] = line[at + len(mark) :].split(b'"', 1)[0].decode("utf-8", "replace")
    return _Head(kind=found["kind"], evaluation=found["evaluation"])
