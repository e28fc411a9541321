"""The conversations that the simulated model knows, found by what stands in the opening."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from cenario.domain.conversation import Conversation
from cenario.errors import BadInputError
from cenario.provider.simulated.view import View
from cenario.store import documents
from cenario.store.closing_corpus import SCRIPTS, scripted_closings
from cenario.store.places import data_folder
from cenario.store.scenarios import ScenarioStore, read_scenario

__all__ = ["Courses", "load_courses"]

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Courses:
    """Conversations by the ids and words that an opening carries.

    Parameters
    ----------
    conversations
        Those of the corpora.
    scenarios
        The inputs of declared scenarios, each as a conversation; found by their contact only.
    """

    def __init__(self, conversations: Iterable[Conversation], scenarios: Iterable[Conversation] = ()) -> None:
        self._by_id: dict[str, list[Conversation]] = defaultdict(list)
        self._all: list[Conversation] = list(conversations)
        for conversation in (*self._all, *scenarios):
            for identity in {conversation.contact.contact_id, conversation.contact.lead_id} - {None}:
                self._by_id[str(identity).casefold()].append(conversation)

    def find(self, view: View) -> Conversation | None:
        """Return the conversation under way, by the contact's id, else by its words; None: unknown."""
        opening = view.opening
        known = [
            conversation
            for identity in dict.fromkeys(_UUID.findall(opening.casefold()))
            for conversation in self._by_id.get(identity, ())
        ]
        return _best(known, opening) or _best(self._all, opening)


def _best(conversations: Sequence[Conversation], opening: str) -> Conversation | None:
    """Return the one whose message is there; the longest message where there are several."""
    said = [c for c in conversations if c.message in opening or c.message in _unquoted(opening)]
    return max(said, key=lambda c: len(c.message), default=None)


def _unquoted(text: str) -> str:
    return text.replace('\\"', '"').replace("\\n", "\n")


def load_courses(folder: Path | None = None) -> Courses:
    """Return the conversations of `folder` (``data/corpus``), G's scripts played, and every scenario's."""
    scenarios = ScenarioStore().folder
    stamps = tuple((path, path.stat().st_mtime_ns) for path in sorted(scenarios.glob("*.yaml")))
    return _load(folder or data_folder() / "corpus", stamps)


@lru_cache(maxsize=8)
def _load(folder: Path, scenarios: tuple[tuple[Path, int], ...]) -> Courses:
    conversations: list[Conversation] = []
    for path in sorted(folder.glob("*.jsonl")):
        conversations.extend(documents.load_jsonl(path, Conversation))
    if (folder / SCRIPTS).is_file():
        conversations.extend(scripted_closings(folder))
    return Courses(conversations, [each for path, _ in scenarios for each in _inputs(path)])


def _inputs(path: Path) -> list[Conversation]:
    """Return each input of a scenario as a conversation; a file that is wrong has none (a run refuses it)."""
    try:
        scenario = read_scenario(path)
    except BadInputError:
        return []
    return [msgspec.structs.replace(scenario.situation, message=text) for text in scenario.inputs]
