"""WhatsApp's text export: one chat, cut into conversations where it was silent for a day.

Lines are ``04/11/2026 10:00 - Name: text`` (Android) or ``[04/11/2026, 10:00:00] Name: text`` (iOS); a
line without such a head goes on with the message before it. Which sender is the agent must be said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cenario.domain.execution import Source
from cenario.domain.traffic import RealConversation, RealMessage
from cenario.errors import BadInputError, message
from cenario.importers.registry import Imported, Importer, Options
from cenario.importers.traffic import executions_of

__all__ = ["IMPORTER", "SILENCE"]

SILENCE = timedelta(hours=24)
"""A longer silence begins another conversation (our default)."""

_HEAD = re.compile(
    r"^\u200e?\[?(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{2,4}),? (?:às )?"
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\]?(?: -)? (?P<rest>.*)$"
)


@dataclass(slots=True)
class _Line:
    at: datetime
    sender: str
    text: str


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether the first line with anything on it has the head of a message."""
    first = head.decode("utf-8", "replace").lstrip("\ufeff\n\r ").split("\n", 1)[0]
    return _HEAD.match(first.rstrip("\r")) is not None


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return the chat's conversations; see the module."""
    lines, skipped = _lines(path)
    senders = sorted({line.sender for line in lines})
    if not lines:
        raise BadInputError(message("documents-empty", path=path))
    if options.agent_name is None or options.agent_name not in senders:
        raise BadInputError(message("traffic-agent-name", path=path, senders=", ".join(senders)))
    found = [
        RealConversation(
            id=f"W{number:03d}",
            messages=tuple(
                RealMessage(
                    sender="agent" if line.sender == options.agent_name else "customer",
                    text=line.text,
                    at=line.at.isoformat(),
                )
                for line in part
            ),
        )
        for number, part in enumerate(_parts(lines), start=1)
    ]
    notes = [message("traffic-cut", n=len(found), hours=int(SILENCE.total_seconds() // 3600))]
    if skipped:
        notes.append(message("traffic-skipped", n=skipped))
    return Imported(executions=executions_of(found, source, options), notes=tuple(notes))


def _lines(path: Path) -> tuple[list[_Line], int]:
    try:
        words = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError(message("documents-not-utf8", place=str(path))) from None
    found: list[_Line] = []
    skipped = 0
    open_message = False
    for number, row in enumerate(words.splitlines(), start=1):
        head = _HEAD.match(row)
        if head is None:
            if open_message:
                found[-1].text += f"\n{row}"
            continue
        sender, colon, text = head["rest"].partition(": ")
        open_message = bool(colon)
        if not colon:
            skipped += 1
            continue
        found.append(_Line(_moment(head, f"{path}:{number}"), sender.strip("\u200e\u202a\u202c "), text))
    return found, skipped


def _moment(head: re.Match[str], place: str) -> datetime:
    year = int(head["year"]) + (2000 if len(head["year"]) == len("26") else 0)
    try:
        return datetime(  # noqa: DTZ001 the export tells no time zone
            year, int(head["month"]), int(head["day"]), int(head["hour"]), int(head["minute"]),
            int(head["second"] or 0),
        )  # fmt: skip
    except ValueError:
        raise BadInputError(message("traffic-moment", place=place)) from None


def _parts(lines: Sequence[_Line]) -> list[list[_Line]]:
    parts: list[list[_Line]] = []
    for line in lines:
        if parts and line.at - parts[-1][-1].at <= SILENCE:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


IMPORTER = Importer(name="whatsapp", gives="executions", recognises=recognises, read=read)
