"""Conversations as Chatwoot's API tells them: a list, one conversation, or ``{"payload": [...]}``.

``message_type`` 0 is the contact's, 1 what went out, 2 and 3 the channel's own, left out with private
notes. What went out is the agent's where its sender is a bot or is named so; else a person of the team.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cenario.domain.execution import Source
from cenario.domain.traffic import RealConversation, RealMessage
from cenario.errors import BadInputError, message
from cenario.importers.foreign import load_json, misfit, number, text_of
from cenario.importers.registry import Imported, Importer, Options
from cenario.importers.traffic import executions_of

__all__ = ["IMPORTER"]

INCOMING, OUTGOING = (0, "incoming"), (1, "outgoing")


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether this is JSON whose messages have a type and content."""
    return head.lstrip()[:1] in (b"[", b"{") and b'"message_type"' in head and b'"content"' in head


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return one execution a conversation; see the module."""
    document = load_json(path)
    if isinstance(document, Mapping):
        document = document.get("payload", document.get("data", [document]))
    if not isinstance(document, list):
        misfit(path, "$", "list", document)
    found, skipped = [], 0
    seen: set[str] = set()
    for index, row in enumerate(document):
        if not isinstance(row, Mapping) or not isinstance(row.get("messages"), list):
            misfit(path, f"[{index}].messages", "list", row)
        messages = [
            _message(path, f"[{index}].messages[{n}]", m, options) for n, m in enumerate(row["messages"])
        ]
        kept = tuple(m for m in messages if m is not None)
        skipped += len(messages) - len(kept)
        name = f"CW{row.get('id', index)}"
        if name in seen:
            raise BadInputError(message("traffic-twice", path=path, id=name))
        seen.add(name)
        if kept:
            found.append(RealConversation(id=name, messages=kept))
    if not found:
        raise BadInputError(message("documents-empty", path=path))
    notes = (message("traffic-skipped", n=skipped),) if skipped else ()
    return Imported(executions=executions_of(found, source, options), notes=notes)


def _message(path: Path, place: str, row: Any, options: Options) -> RealMessage | None:
    """Return one message; None: the channel's own, a private note, or nothing said."""
    if not isinstance(row, Mapping):
        misfit(path, place, "object", row)
    said, kind = text_of(row.get("content")), row.get("message_type")
    if row.get("private") or not said or kind not in (*INCOMING, *OUTGOING):
        return None
    at = number(row.get("created_at"))
    moment = None if at is None else datetime.fromtimestamp(at, UTC).isoformat()
    if kind in INCOMING:
        return RealMessage(sender="customer", text=said, at=moment)
    sender = row.get("sender")
    told = sender if isinstance(sender, Mapping) else {}
    is_agent = told.get("type") == "agent_bot" or (
        options.agent_name is not None and told.get("name") == options.agent_name
    )
    return RealMessage(sender="agent" if is_agent else "human", text=said, at=moment)


IMPORTER = Importer(name="chatwoot", gives="executions", recognises=recognises, read=read)
