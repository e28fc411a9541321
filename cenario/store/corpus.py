"""Read a corpus: conversations, one JSON line each, each one itself."""

from __future__ import annotations

from pathlib import Path

from cenario.domain.conversation import Conversation
from cenario.errors import BadInputError, message
from cenario.store.documents import load_jsonl
from cenario.store.places import data_folder


def corpus_path(name: str) -> Path:
    """Return where the corpus `name` (``c``, ``f5``) is declared."""
    return data_folder() / "corpus" / f"{name}.jsonl"


def load_corpus(path: Path) -> list[Conversation]:
    """Return the conversations of the corpus at `path`, in its order.

    Raises
    ------
    BadInputError
        Not readable, empty, or two conversations share an id or a contact.
    """
    conversations = load_jsonl(path, Conversation)
    if not conversations:
        raise BadInputError(message("corpus-empty", path=path))
    ids: set[str] = set()
    contacts: dict[str, str] = {}
    for each in conversations:
        if each.id in ids:
            raise BadInputError(message("corpus-id-twice", path=path, id=each.id))
        ids.add(each.id)
        contact = each.contact.contact_id.lower()
        if contact in contacts:
            first = contacts[contact]
            raise BadInputError(message("corpus-contact-twice", path=path, first=first, second=each.id))
        contacts[contact] = each.id
    return conversations
