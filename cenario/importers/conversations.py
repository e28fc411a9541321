"""Real traffic as JSONL: one conversation a line, as ``data/schemas/real-conversation.schema.json`` says."""

from __future__ import annotations

from pathlib import Path

from cenario.domain.execution import Source
from cenario.domain.traffic import RealConversation
from cenario.errors import BadInputError, message
from cenario.importers.registry import Imported, Importer, Options
from cenario.importers.traffic import executions_of
from cenario.store.documents import load_jsonl

__all__ = ["IMPORTER"]


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether the first line is an object with messages that have a sender."""
    first = head.lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"messages"' in first and b'"sender"' in first and b'"text"' in first


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return one execution a line; see the module."""
    found = list(load_jsonl(path, RealConversation))
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise BadInputError(message("traffic-twice", path=path, id=one.id))
        seen.add(one.id)
    return Imported(executions=executions_of(found, source, options))


IMPORTER = Importer(name="conversations", gives="executions", recognises=recognises, read=read)
