"""One arm's closing against the reference's, item by item; pure, with no model in it.

- a **promise** or **intent** of the reference is kept if the arm declares the same one (`matching`);
- a **deadline** is counted on each promise of the reference that has one, and kept if the promise is
  kept and the deadline is equal: the same instant, or the same day where neither has a time (an hour
  without an offset is read in the clock's zone; a day and an instant are not equal);
- an **entity** of the previous summary is kept if the arm's rolling summary still has it: the same
  key among its entities, or every word of a name or address in its text;
- a closing that was refused keeps nothing.

Items are those of the reference (the previous summary, for entities), so an arm can lose and never win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from cenario.domain.closing import Closing, Promise, read_deadline
from cenario.measures.closing.matching import DEFAULT_THRESHOLD, Match, match_texts
from cenario.measures.entities.extract import extract_entities
from cenario.measures.entities.flat import Entity, EntityKind, squeeze
from cenario.measures.entities.lexicon import words

Endpoint = Literal["promises", "deadlines", "intents", "entities"]
ENDPOINTS: tuple[Endpoint, ...] = get_args(Endpoint)

How = Literal["exact", "near", "equal", "present", "absent", "promise_absent", "other_deadline", "refused"]
KEPT: frozenset[How] = frozenset({"exact", "near", "equal", "present"})


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one item in one arm, and the arm's own words that show it."""

    endpoint: Endpoint
    item: str
    how: How
    found: str | None = None
    score: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the arm kept the item."""
        return self.how in KEPT


def compare_closings(
    reference: Closing | None,
    arm: Closing | None,
    *,
    previous_summary: str | None,
    clock: datetime,
    threshold: float = DEFAULT_THRESHOLD,
) -> tuple[Fate, ...]:
    """Return the fate in `arm` of each item of `reference`, in the reference's order.

    Parameters
    ----------
    reference, arm : Closing or None
        None: refused. A refused reference has no promise nor intent to keep; its turn still has
        the entities of the previous summary.
    previous_summary : str or None
        The summary before the turn; None where there was none.
    clock : datetime
        The moment of the turn, with its zone.
    threshold : float, default .6
        Of the near match; see `matching`.

    Examples
    --------
    >>> from datetime import timezone
    >>> now = datetime(2026, 11, 4, 10, tzinfo=timezone.utc)
    >>> closing = Closing(commitments=(), objections=(), next_action=None, rolling_summary="Ana, R$ 90.")
    >>> [(f.item, f.kept) for f in compare_closings(
    ...     closing, closing, previous_summary="Ana quer por R$ 80.", clock=now)]
    [('Ana', True), ('R$ 80', False)]
    """
    fates: list[Fate] = []
    if reference is not None:
        fates += _promises(reference.promises, arm, clock=clock, threshold=threshold)
        intents = [intent.what for intent in reference.intents]
        mine = [] if arm is None else [intent.what for intent in arm.intents]
        matches = match_texts(intents, mine, clock=clock, threshold=threshold)
        fates += [_text_fate("intents", item, m, arm) for item, m in zip(intents, matches, strict=True)]
    if previous_summary:
        fates += _entities(previous_summary, arm, clock)
    return tuple(fates)


def equal_deadlines(one: str, other: str, clock: datetime) -> bool:
    """Return whether two ISO 8601 deadlines are the same instant, or the same day without a time."""
    return _moment(one, clock) == _moment(other, clock)


def _moment(text: str, clock: datetime) -> date | datetime | None:
    moment = read_deadline(text)
    if isinstance(moment, datetime) and moment.tzinfo is None:
        return moment.replace(tzinfo=clock.tzinfo)
    return moment


def _promises(
    promises: Sequence[Promise], arm: Closing | None, *, clock: datetime, threshold: float
) -> list[Fate]:
    mine = () if arm is None else arm.promises
    matches = match_texts(
        [promise.what for promise in promises],
        [promise.what for promise in mine],
        clock=clock,
        threshold=threshold,
    )
    fates: list[Fate] = []
    for promise, match in zip(promises, matches, strict=True):
        fates.append(_text_fate("promises", promise.what, match, arm))
        if promise.deadline is not None:
            deadline = None if match.index is None else mine[match.index].deadline
            fates.append(_deadline_fate(promise, match, deadline, arm, clock))
    return fates


def _text_fate(endpoint: Endpoint, item: str, match: Match, arm: Closing | None) -> Fate:
    how: How = "refused" if arm is None else match.how or "absent"
    return Fate(endpoint, item, how, match.text, match.score if arm is not None else None)


def _deadline_fate(
    promise: Promise, match: Match, deadline: str | None, arm: Closing | None, clock: datetime
) -> Fate:
    wanted = promise.deadline or ""
    item = f"{promise.what} · {wanted}"
    if arm is None or match.index is None:
        return Fate("deadlines", item, "refused" if arm is None else "promise_absent")
    equal = deadline is not None and equal_deadlines(wanted, deadline, clock)
    return Fate("deadlines", item, "equal" if equal else "other_deadline", deadline)


def _entities(previous: str, arm: Closing | None, clock: datetime) -> list[Fate]:
    entities = extract_entities(previous, clock)
    if arm is None:
        return [Fate("entities", entity.text, "refused") for entity in entities]
    mine = {(e.kind, e.key): e.text for e in extract_entities(arm.rolling_summary, clock)}
    present = frozenset(_bare_words(arm.rolling_summary))
    return [_entity_fate(entity, mine, present) for entity in entities]


def _entity_fate(entity: Entity, mine: Mapping[tuple[EntityKind, str], str], present: frozenset[str]) -> Fate:
    found = mine.get((entity.kind, entity.key))
    if found is not None:
        return Fate("entities", entity.text, "present", found)
    if entity.kind in ("name", "address"):
        needed = [word for word in _bare_words(entity.key) if word not in words("name_links")]
        if needed and present.issuperset(needed):
            return Fate("entities", entity.text, "present", entity.text)
    return Fate("entities", entity.text, "absent")


def _bare_words(text: str) -> list[str]:
    return [word.strip(".,;:!?()[]\"'“”‘’-–—/") for word in squeeze(text).replace("/", " ").split()]
