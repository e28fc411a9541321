"""Observed turns, found again in the journals: which there are, and from which situation each started."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from cenario.domain.conversation import Conversation
from cenario.domain.execution import Execution, Manifest
from cenario.errors import BadInputError, message
from cenario.store import journal
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.scenarios import version_of
from cenario.store.seal import digest

__all__ = ["ObservedTurn", "find_turn", "observed_turns", "situation_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedTurn:
    """An execution in its journal. `name` finds it again: the file's name, ``#``, and its place in it."""

    name: str
    execution: Execution
    manifest: Manifest | None


def observed_turns(folder: Path) -> Iterator[ObservedTurn]:
    """Yield every execution of every journal directly in `folder`, by file, in the order written.

    Raises
    ------
    BadInputError
        A journal that cannot be read.
    """
    for path in sorted(folder.glob("*.jsonl")):
        yield from _turns(path)


def find_turn(folder: Path, name: str) -> ObservedTurn:
    """Return the turn called `name`; it never leads out of `folder`.

    Raises
    ------
    BadInputError
        No such turn, or a name that is not one.
    """
    file, mark, place = name.rpartition("#")
    path = folder / file
    if not mark or not place.isdecimal() or Path(file).name != file or path not in folder.glob("*.jsonl"):
        raise BadInputError(message("draft-no-turn", name=name[:80]))
    for turn in _turns(path):
        if turn.name == name:
            return turn
    raise BadInputError(message("draft-no-turn", name=name[:80]))


def situation_of(turn: ObservedTurn) -> Conversation:
    """Return where the turn started, verbatim: as kept with it, of its ruler, or of its corpus.

    Raises
    ------
    BadInputError
        It cannot be known: another tool's log, or a corpus that has changed since.
    """
    execution, manifest = turn.execution, turn.manifest
    if execution.situation is not None:
        return execution.situation
    if manifest is None:
        raise BadInputError(message("draft-no-situation", name=turn.name))
    for ruler in manifest.rulers:
        if version_of(ruler) == execution.tags.get("version"):
            position = int(execution.variant or 0)
            return msgspec.structs.replace(ruler.situation, message=ruler.inputs[position])
    return _of_corpus(turn, manifest)


def _of_corpus(turn: ObservedTurn, manifest: Manifest) -> Conversation:
    name = manifest.corpus or ""
    path = corpus_path(name) if name.isalnum() else None
    if path is None or not path.is_file():
        raise BadInputError(message("draft-no-situation", name=turn.name))
    corpus = load_corpus(path)
    if manifest.parts.get("corpus") != digest(corpus):
        raise BadInputError(message("draft-corpus-changed", name=turn.name, corpus=name))
    found = next((each for each in corpus if each.id == turn.execution.conversation), None)
    if found is None:
        raise BadInputError(message("draft-no-situation", name=turn.name))
    return found


def _turns(path: Path) -> Iterator[ObservedTurn]:
    manifests: dict[str, Manifest] = {}
    for place, (_, record) in enumerate(journal.iterate(path)):
        if isinstance(record, Manifest):
            manifests[record.batch] = record
        elif isinstance(record, Execution):
            yield ObservedTurn(
                name=f"{path.name}#{place}", execution=record, manifest=manifests.get(record.batch)
            )
