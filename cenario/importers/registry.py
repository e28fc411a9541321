"""What an importer is, and which one reads a file: by its name, or by what the file looks like."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from cenario.domain.execution import Execution, Manifest, Source
from cenario.domain.quality import QualityEvaluation
from cenario.domain.vote import Score, Vote
from cenario.errors import BadInputError, Message, message
from cenario.store.provenance import code_revision, file_digest

__all__ = [
    "EVALUATION",
    "QUALITY",
    "Imported",
    "Importer",
    "Options",
    "choose",
    "importers",
    "manifest_of",
    "read_file",
]

HEAD_BYTES = 256 * 1024
"""How much of a file an importer may look at to recognise it."""

EVALUATION = "import"
"""What imported executions say they were recorded for."""

QUALITY = "simulation"
"""The evaluation that real traffic is imported for, where it is to be scored by criteria."""

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the file does not tell: which arm and model it is. None where the file may tell it.

    `agent_name` is which of the senders of real traffic is the agent.
    """

    arm: str
    model: str | None = None
    agent_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What a foreign file holds, in our records; `notes` say what was understood and what was left out."""

    executions: tuple[Execution, ...] = ()
    votes: tuple[Vote, ...] = ()
    scores: tuple[Score, ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """A foreign format.

    `recognises` looks at the first bytes and the path; `read` gives our records or refuses the file,
    in one line. `gives` is what the format holds.
    """

    name: str
    gives: Literal["executions", "votes"]
    recognises: Callable[[bytes, Path], bool]
    read: Callable[[Path, Source, Options], Imported]


@cache
def importers() -> dict[str, Importer]:
    """Return every importer by name, sorted."""
    found = {}
    for path in sorted(_FOLDER.glob("*.py")):
        if not path.stem.startswith("_"):
            module = importlib.import_module(f"{__package__}.{path.stem}")
            importer = getattr(module, "IMPORTER", None)
            if isinstance(importer, Importer):
                found[importer.name] = importer
    return dict(sorted(found.items()))


def choose(path: Path, name: str | None = None) -> Importer:
    """Return the importer called `name`, or the one that recognises the file at `path`.

    Raises
    ------
    BadInputError
        No such file or importer, an empty file, or a file that no importer, or more than one, recognises.
    """
    known = importers()
    legal = ", ".join(known)
    if name is not None:
        if name not in known:
            raise BadInputError(message("import-unknown-format", name=name, legal=legal))
        return known[name]
    head = _head(path)
    if not head.strip():
        raise BadInputError(message("documents-empty", path=path))
    found = [importer for importer in known.values() if importer.recognises(head, path)]
    if len(found) != 1:
        code = "import-ambiguous" if found else "import-not-recognised"
        names = ", ".join(i.name for i in found) or legal
        raise BadInputError(message(code, path=path, legal=names))
    return found[0]


def read_file(path: Path, options: Options, *, name: str | None = None) -> tuple[Importer, Source, Imported]:
    """Read a foreign file; see `choose` for how its format is found and what is refused."""
    importer = choose(path, name)
    source = Source(file=path.name, sha256=file_digest(path), position="", format=importer.name)
    return importer, source, importer.read(path, source, options)


def manifest_of(source: Source, imported: Imported, quality: QualityEvaluation | None = None) -> Manifest:
    """Return the line that opens an imported batch: no seal, because no ruler of ours was there before.

    `quality` is the evaluation of quality that its conversations are to be scored by.
    """
    records = imported.executions
    return Manifest(
        batch=batch_name(source),
        evaluation=EVALUATION if quality is None else QUALITY,
        quality=quality,
        seal="",
        sealed_at="",
        arms=tuple(sorted({e.arm for e in records})),
        models=tuple(sorted({e.model for e in records})),
        repetitions=len({e.repetition for e in records}) or None,
        revision=code_revision(),
        source=source,
    )


def batch_name(source: Source) -> str:
    """Return an imported batch's name: the format and the file's own digest."""
    return f"{source.format}-{source.sha256[:12]}"


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES).removeprefix(b"\xef\xbb\xbf")
    except FileNotFoundError:
        raise BadInputError(message("documents-missing", path=path)) from None
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None
