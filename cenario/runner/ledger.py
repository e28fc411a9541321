"""The ceiling: what is in flight is reserved at its worst, so that the sum never passes it.

A request that does not fit beside what is in flight waits for it to be settled; one that does not
fit beside what is spent is not sent. An attempt whose bill never came counts at its worst.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from decimal import Decimal

from cenario.errors import BadInputError, CeilingReachedError, Message, message
from cenario.labels.numbers import count, money
from cenario.runner.spend import SpendLog

__all__ = ["Ledger", "Reservation"]


@dataclass(frozen=True, slots=True)
class Reservation:
    """The worst case of one attempt, set aside; `number` tells it in the log."""

    number: int
    usd: Decimal
    tokens: int


class Ledger:
    """What a batch may spend, has spent and has in flight.

    Parameters
    ----------
    ceiling_usd, ceiling_tokens
        The ceilings; None: none of that kind. At least one, unless nothing is paid for.
    spent_usd, spent_tokens
        What the batch had spent when it was taken up again.
    log
        Where reservations and settlements are written before they take effect.
    """

    def __init__(
        self,
        *,
        ceiling_usd: Decimal | None = None,
        ceiling_tokens: int | None = None,
        spent_usd: Decimal = Decimal(0),
        spent_tokens: int = 0,
        log: SpendLog | None = None,
    ) -> None:
        if ceiling_usd is not None and not ceiling_usd > 0:
            raise BadInputError(message("runner-ceiling-not-positive", value=ceiling_usd))
        if ceiling_tokens is not None and ceiling_tokens <= 0:
            raise BadInputError(message("runner-ceiling-not-positive", value=ceiling_tokens))
        self.ceiling_usd = ceiling_usd
        self.ceiling_tokens = ceiling_tokens
        self.spent_usd = spent_usd
        self.spent_tokens = spent_tokens
        self.reserved_usd = Decimal(0)
        self.reserved_tokens = 0
        self.is_full = False
        self._log = log
        self._flying: set[int] = set()
        self._next = 0
        self._settled = asyncio.Event()

    async def reserve(self, worst_usd: float | None, worst_tokens: int) -> Reservation:
        """Set an attempt's worst case aside, waiting for what is in flight where need be.

        Raises
        ------
        CeilingReachedError
            It does not fit, whatever is in flight gives back; nothing may be sent any more.
        """
        if worst_usd is None and self.ceiling_usd is not None and self.ceiling_tokens is None:
            raise BadInputError(message("runner-unpriced"))
        usd = Decimal(0) if worst_usd is None else Decimal(repr(worst_usd))
        while not self.is_full and not self._fits(usd, worst_tokens):
            if not self._flying:
                self.is_full = True
                self._wake()
            else:
                await self._settled.wait()
        if self.is_full:
            raise CeilingReachedError(self._words())
        self._next += 1
        reservation = Reservation(self._next, usd, worst_tokens)
        if self._log is not None:
            self._log.reserved(reservation.number, usd, worst_tokens)
        self._flying.add(reservation.number)
        self.reserved_usd += usd
        self.reserved_tokens += worst_tokens
        return reservation

    def settle(self, reservation: Reservation, cost_usd: Decimal | None, tokens: int | None) -> None:
        """Take what the attempt really used in the place of its worst case; None: nobody knows, it stays."""
        usd = reservation.usd if cost_usd is None else cost_usd
        used = reservation.tokens if tokens is None else tokens
        if self._log is not None:
            self._log.settled(reservation.number, usd, used)
        self._flying.remove(reservation.number)
        self.reserved_usd -= reservation.usd
        self.reserved_tokens -= reservation.tokens
        self.spent_usd += usd
        self.spent_tokens += used
        self._wake()

    def charge(self, cost_usd: Decimal | None, tokens: int | None) -> None:
        """Book what an agent with models of its own says it spent: known only afterwards.

        Nothing more is sent once a ceiling is reached; what was in flight then may pass it.

        Raises
        ------
        BadInputError
            It does not say, and so no ceiling can hold it.
        """
        unknown_usd = self.ceiling_usd is not None and cost_usd is None
        unknown_tokens = self.ceiling_tokens is not None and tokens is None
        if (unknown_usd and self.ceiling_tokens is None) or unknown_tokens:
            raise BadInputError(message("runner-agent-tells-no-cost"))
        self._next += 1
        usd, used = cost_usd or Decimal(0), tokens or 0
        if self._log is not None:
            self._log.settled(self._next, usd, used)
        self.spent_usd += usd
        self.spent_tokens += used
        if (self.ceiling_usd is not None and self.spent_usd >= self.ceiling_usd) or (
            self.ceiling_tokens is not None and self.spent_tokens >= self.ceiling_tokens
        ):
            self.is_full = True
            raise CeilingReachedError(self._words())

    def _wake(self) -> None:
        """Let those that wait look again."""
        self._settled.set()
        self._settled = asyncio.Event()

    def _fits(self, usd: Decimal, tokens: int) -> bool:
        if self.ceiling_usd is not None and self.spent_usd + self.reserved_usd + usd > self.ceiling_usd:
            return False
        return (
            self.ceiling_tokens is None
            or self.spent_tokens + self.reserved_tokens + tokens <= self.ceiling_tokens
        )

    def _words(self) -> Message:
        if self.ceiling_usd is not None:
            spent, ceiling = money(float(self.spent_usd), decimals=4), money(float(self.ceiling_usd))
            return message("runner-ceiling-reached", spent=spent, ceiling=ceiling)
        return message(
            "runner-token-ceiling-reached", spent=count(self.spent_tokens), ceiling=count(self.ceiling_tokens)
        )
