"""The closing (fechamento): what an agent writes down when a turn ends.

The names on disk and on the wire are those of the system under test, part English and part
Portuguese; the attributes here are English. `declaration` None means *did not declare*; a
declaration with `nothing_to_declare` means *looked, and there was nothing*: never the same.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, get_args

import msgspec

from cenario.domain.record import Record

RefusalKind = Literal["no_json", "invalid_json", "invalid_shape"]
"""Why a closing was refused: no object in the answer, none that parses, none of the right shape."""

REFUSAL_KINDS: tuple[RefusalKind, ...] = get_args(RefusalKind)

_NonEmpty = Annotated[str, msgspec.Meta(min_length=1, pattern=r"\S")]


class Intent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something the contact wants, with the words that show it."""

    what: Annotated[_NonEmpty, msgspec.Meta(description="what the contact wants")] = msgspec.field(
        name="o_que"
    )
    evidence: Annotated[_NonEmpty, msgspec.Meta(description="the contact's words that show it")] = (
        msgspec.field(name="evidencia")
    )


class Promise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something the agent said it would do; a promise without a deadline is still a promise."""

    what: Annotated[_NonEmpty, msgspec.Meta(description="what was promised")] = msgspec.field(name="o_que")
    deadline: Annotated[
        str | None,
        msgspec.Meta(description="ISO 8601 date, or date and time; null where none was given"),
    ] = msgspec.field(name="prazo")

    def __post_init__(self) -> None:
        if self.deadline is not None and read_deadline(self.deadline) is None:
            raise ValueError("deadline is not an ISO 8601 date or instant")


class Declaration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the agent declares of the turn: intents, promises, or that there was nothing."""

    intents: Annotated[tuple[Intent, ...], msgspec.Meta(description="what the contact wants")] = (
        msgspec.field(name="intencoes")
    )
    promises: Annotated[tuple[Promise, ...], msgspec.Meta(description="what the agent promised")] = (
        msgspec.field(name="promessas")
    )
    nothing_to_declare: Annotated[bool, msgspec.Meta(description="true: looked, and there was nothing")] = (
        msgspec.field(name="nada_a_declarar", default=False)
    )


class Closing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One closing, in the shape the system under test keeps."""

    commitments: Annotated[tuple[str, ...], msgspec.Meta(description="commitments made in the turn")]
    objections: Annotated[tuple[str, ...], msgspec.Meta(description="objections the contact raised")]
    next_action: Annotated[
        str | None,
        msgspec.Meta(description="what comes after the awaited answer; null where nothing does"),
    ]
    rolling_summary: Annotated[
        str, msgspec.Meta(description="summary of the whole conversation, the previous one included")
    ]
    declaration: Annotated[
        Declaration | None, msgspec.Meta(description="null: the agent did not declare")
    ] = msgspec.field(name="declaracao", default=None)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The declared promises; empty where nothing was declared."""
        return self.declaration.promises if self.declaration else ()

    @property
    def intents(self) -> tuple[Intent, ...]:
        """The declared intents; empty where nothing was declared."""
        return self.declaration.intents if self.declaration else ()


class ClosingRecord(Record, frozen=True, kw_only=True):
    """What became of one closing: itself, or why it was refused after the last attempt."""

    closing: Annotated[Closing | None, msgspec.Meta(description="The closing; null: refused")] = None
    refused: Annotated[
        RefusalKind | None, msgspec.Meta(description="Why the last attempt was refused; null: accepted")
    ] = None
    refused_at: Annotated[
        str | None, msgspec.Meta(description="Where in the shape the last attempt failed")
    ] = None
    attempts: Annotated[
        int, msgspec.Meta(description="Answers asked for on format, the first one included", ge=1)
    ] = 1
    previous_summary: Annotated[
        str | None, msgspec.Meta(description="The summary before this turn, which it must carry on")
    ] = None

    def __post_init__(self) -> None:
        if (self.closing is None) == (self.refused is None):
            raise ValueError("a closing is either there or refused")


def read_deadline(text: str) -> date | datetime | None:
    """Return an ISO 8601 deadline as a date (a day) or a datetime (an instant); None if it is neither."""
    if len(text) < len("2026-11-05") or text[4] != "-" or text[7] != "-":
        return None
    try:
        return date.fromisoformat(text) if len(text) == len("2026-11-05") else datetime.fromisoformat(text)
    except ValueError:
        return None
