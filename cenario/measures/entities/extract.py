"""Find the entities of a text: the one order in which the finders run."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from cenario.measures.entities.dates import dates
from cenario.measures.entities.flat import Board, Entity
from cenario.measures.entities.identifiers import LINK, codes, emails, money, phones, tax_ids
from cenario.measures.entities.names import names
from cenario.measures.entities.places import addresses
from cenario.measures.entities.times import times

MAX_CHARACTERS = 20_000
"""A summary is read up to here."""


@lru_cache(maxsize=8192)
def extract_entities(text: str, clock: datetime) -> tuple[Entity, ...]:
    """Return the entities of `text` in reading order, each once.

    Parameters
    ----------
    text : str
        A summary in Brazilian Portuguese or Spanish; read up to `MAX_CHARACTERS`.
    clock : datetime
        The moment of the turn, which relative dates ("amanhã") are read from.

    Notes
    -----
    Rules, not a model: the same text gives the same entities, in time linear in its length. Names in
    lower case, names of things that are common words, and amounts in unusual words are missed; the
    hand-written test set says how often.
    """
    board = Board(text[:MAX_CHARACTERS])
    board.hide([(m.start(), m.end()) for m in LINK.finditer(board.flat)])
    board.take(emails(board))
    board.take(tax_ids(board))
    board.take(money(board))
    board.take(addresses(board))
    board.take(phones(board))
    board.take(dates(board, clock))
    board.take(times(board))
    board.take(codes(board))
    board.take(names(board))
    return board.entities()
