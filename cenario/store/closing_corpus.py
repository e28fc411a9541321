"""The corpus of evaluation G: the conversations of C and the probes of F5, and the scripted closings.

A script is written once, with ``{name}``, ``{price}`` … for what differs between clients; each client
plays each script, so that the script is the cluster and the client a stratum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from cenario.domain.closing import Closing
from cenario.domain.conversation import Business, Contact, Conversation, HistoryMessage
from cenario.domain.execution import Execution
from cenario.errors import BadInputError, message
from cenario.store import documents
from cenario.store.corpus import load_corpus
from cenario.store.places import data_folder

__all__ = [
    "SCRIPTS",
    "closing_corpus",
    "declared_corpus",
    "read_corpus",
    "scripted_closings",
    "with_answers",
    "write_corpus",
]

SCRIPTS = "g_scripts.yaml"
_FIRST_MESSAGE = datetime.fromisoformat("2026-11-03T16:10:00-03:00")
_GAP = timedelta(minutes=7)
_SLOT = re.compile(r"\{([a-z_]+)\}")


class _Client(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    business: Business
    name: str
    first: str
    shop: str
    the_item: str
    of_item: str
    item_es: str
    price: str
    lower_price: str
    down: str
    email: str
    cpf: str
    phone: str
    address: str
    code: str
    by: str
    by_es: str
    by_iso: str
    day: str
    day_es: str
    day_iso: str
    old: str
    new: str
    new_iso: str


class _Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    kinds: tuple[str, ...]
    history: tuple[tuple[Literal["contact", "agent"], str], ...]
    message: str
    answer: str
    closing: dict[str, Any]
    previous: str | None = None
    lang: Literal["pt-BR", "es"] = "pt-BR"
    origin: Literal["contact", "scheduled_return"] = "contact"


class _Scripts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    clients: tuple[_Client, ...]
    scripts: tuple[_Script, ...]
    previous_of: Annotated[
        dict[str, str], Meta(description="Previous summaries given to conversations of C and F5, by id")
    ] = {}


def closing_corpus(
    *,
    conversations: Iterable[Conversation] = (),
    probes: Iterable[Conversation] = (),
    folder: Path | None = None,
) -> tuple[Conversation, ...]:
    """Return the corpus of G: `conversations` of C, `probes` of F5 (controls left out), then the scripts'.

    Each comes with the answer the agent gave: the recorded one where `with_answers` put it, else the
    corpus's own good answer.

    Raises
    ------
    BadInputError
        A script that names what no client has, or a summary for a conversation that is not there.
    """
    scripts = _load(folder)
    joined = [_closed(c) for c in conversations]
    absent = sorted(scripts.previous_of.keys() - {c.id for c in joined}) if joined else []
    joined += [_closed(p) for p in probes if p.probe is not None and not p.probe.control]
    if absent:
        raise BadInputError(message("closing-no-such", id=absent[0], path=SCRIPTS))
    summarised = [
        replace(c, previous_summary=_filled(scripts.previous_of[c.id], _of_contact(c), c.id))
        if c.id in scripts.previous_of
        else c
        for c in joined
    ]
    return (*summarised, *scripted_closings(folder))


def declared_corpus(
    executions: Iterable[Execution] = (), *, folder: Path | None = None
) -> tuple[Conversation, ...]:
    """Return the corpus of G from the declared corpora of C and F5, with the answers in `executions`."""
    where = folder or data_folder() / "corpus"
    given = list(executions)
    of_c, of_f5 = (
        with_answers(load_corpus(path), given) if (path := where / f"{name}.jsonl").is_file() else ()
        for name in ("c", "f5")
    )
    return closing_corpus(conversations=of_c, probes=of_f5, folder=where)


def read_corpus(path: Path) -> tuple[Conversation, ...]:
    """Return the conversations that `write_corpus` wrote.

    Raises
    ------
    BadInputError
        Not readable, empty, an id twice, or a conversation without the answer that its turn ended in.
    """
    conversations = documents.load_json(path, tuple[Conversation, ...])
    if not conversations:
        raise BadInputError(message("corpus-empty", path=path))
    ids: set[str] = set()
    for conversation in conversations:
        if conversation.id in ids:
            raise BadInputError(message("corpus-id-twice", path=path, id=conversation.id))
        ids.add(conversation.id)
        if not conversation.answer:
            raise BadInputError(message("closing-no-answer", path=path, id=conversation.id))
    return conversations


def scripted_closings(folder: Path | None = None) -> tuple[Conversation, ...]:
    """Return one conversation a script and client, from ``g_scripts.yaml`` in `folder` (``data/corpus``)."""
    declared = _load(folder)
    return tuple(_play(script, client) for script in declared.scripts for client in declared.clients)


def with_answers(
    conversations: Iterable[Conversation], executions: Iterable[Execution]
) -> tuple[Conversation, ...]:
    """Return the conversations with the answers that recorded executions gave, the lowest repetition's."""
    given: dict[str, str] = {}
    for execution in sorted(executions, key=lambda one: (-one.repetition, one.arm)):
        if execution.reply and execution.outcome == "completed":
            given[execution.conversation] = execution.reply
    return tuple(replace(c, answer=given[c.id]) if c.id in given else c for c in conversations)


def write_corpus(path: Path, conversations: Iterable[Conversation]) -> None:
    """Write conversations as JSON, one a line inside one list, whole or not at all."""
    lines = [msgspec.json.encode(conversation).decode() for conversation in conversations]
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    partial.replace(path)


def _load(folder: Path | None) -> _Scripts:
    return documents.load_yaml((folder or data_folder() / "corpus") / SCRIPTS, _Scripts)


def _closed(conversation: Conversation) -> Conversation:
    good = conversation.probe.right if conversation.probe else conversation.course_reply
    return replace(conversation, answer=conversation.answer or good, cluster=None)


def _of_contact(conversation: Conversation) -> Mapping[str, str]:
    name = conversation.contact.name or ""
    return {"name": name, "first": name.split(" ")[0]}


def _play(script: _Script, client: _Client) -> Conversation:
    place = f"{script.id}-{client.id}"
    values = msgspec.to_builtins(client)

    def fill(text: str) -> str:
        return _filled(text, values, place)

    history = tuple(
        HistoryMessage(sender=sender, text=fill(text), at=(_FIRST_MESSAGE + _GAP * index).isoformat())
        for index, (sender, text) in enumerate(script.history)
    )
    return Conversation(
        id=f"G-{place}",
        business=client.business,
        contact=Contact(
            contact_id=str(uuid5(NAMESPACE_URL, f"cenario:g:{place}")),
            lead_id=str(uuid5(NAMESPACE_URL, f"cenario:g:{place}:lead")),
            name=client.name,
        ),
        history=history,
        message=fill(script.message),
        cluster=script.id,
        origin=script.origin,
        traps=script.kinds,
        previous_summary=fill(script.previous) if script.previous else None,
        answer=fill(script.answer),
        course_closing=documents.convert(
            _fill_all(script.closing, fill), Closing, source=f"{SCRIPTS}:{place}"
        ),
        tags={"script": script.id, "client": client.id, "lang": script.lang},
    )


def _fill_all(value: Any, fill: Any) -> Any:
    if isinstance(value, str):
        return fill(value)
    if isinstance(value, dict):
        return {name: _fill_all(inner, fill) for name, inner in value.items()}
    return [_fill_all(inner, fill) for inner in value] if isinstance(value, list) else value


def _filled(text: str, values: Mapping[str, str], place: str) -> str:
    def put(slot: re.Match[str]) -> str:
        if slot[1] not in values:
            raise BadInputError(message("closing-slot", slot=slot[0], place=place, path=SCRIPTS))
        return values[slot[1]]

    return _SLOT.sub(put, text)
