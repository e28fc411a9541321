"""What one job sends, proves and spends: each attempt is checked, reserved and settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from cenario.domain.wire import WireRequest
from cenario.errors import ArmProofError, BadInputError, Message, message
from cenario.provider.client import ProviderClient
from cenario.provider.protocol import Reply, Request
from cenario.provider.tape import Exchange
from cenario.runner.ledger import Ledger, Reservation

__all__ = ["JobMeter", "MeteredClient", "Proof"]

Proof = Callable[[WireRequest], Message | None]

PROVED_PURPOSES = frozenset({"turn"})
"""Requests that an arm's proof looks at: an auxiliary call (a gate, a judge) carries no arm."""


class JobMeter:
    """One job's account; also the `Clients` that its worker asks.

    `asked_turns`: the agent's own inferences went through here, so that what it spent is known
    without its telling.

    Parameters
    ----------
    batch
        The batch's name.
    model, arm
        The job's.
    clients
        Every model that the batch may ask, opened.
    ledger
        The batch's ceiling.
    proof
        The arm's predicate over the wire; None: it has none.
    """

    def __init__(
        self,
        batch: str,
        *,
        model: str,
        arm: str,
        clients: Mapping[str, ProviderClient],
        ledger: Ledger,
        proof: Proof | None = None,
    ) -> None:
        self.batch = batch
        self._model, self._arm = model, arm
        self._clients = clients
        self._ledger = ledger
        self._proof = proof
        self.cost_usd = Decimal(0)
        self.in_doubt_usd = Decimal(0)
        self.is_priced = True
        self.tokens = 0
        self.attempts = 0
        self.proved: bool | None = None
        self.asked_turns = False

    def client(self, model: str | None = None) -> MeteredClient:
        """Return the client of `model`; None: the job's own."""
        name = self._model if model is None else model
        if name not in self._clients:
            raise BadInputError(message("runner-model-not-declared", model=name))
        return MeteredClient(self._clients[name], self)

    def prove(self, request: WireRequest, purpose: str) -> None:
        """Hold the arm's predicate against a request about to leave."""
        self.asked_turns = self.asked_turns or purpose in PROVED_PURPOSES
        if self._proof is None or purpose not in PROVED_PURPOSES:
            return
        fault = self._proof(request)
        if fault is not None:
            self.proved = False
            raise ArmProofError(message("runner-arm-not-proved", arm=self._arm, fault=fault))
        self.proved = True

    async def reserve(self, worst_usd: float | None, worst_tokens: int) -> Reservation:
        """Set an attempt aside in the batch's ledger."""
        return await self._ledger.reserve(worst_usd, worst_tokens)

    def settle(
        self,
        reservation: Reservation,
        exchange: Exchange | None,
        cost_usd: Decimal | None,
        *,
        is_priced: bool,
    ) -> None:
        """Book what an attempt used."""
        if exchange is None:
            self._ledger.settle(reservation, Decimal(0), 0)
            return
        self.attempts += 1
        tokens = exchange.billed.total if exchange.billed is not None else None
        if tokens is None and not exchange.in_doubt:
            tokens = 0
        self._ledger.settle(reservation, cost_usd if is_priced else Decimal(0), tokens)
        self.tokens += reservation.tokens if tokens is None else tokens
        if not is_priced:
            self.is_priced = False
        elif cost_usd is None:
            self.in_doubt_usd += reservation.usd
        else:
            self.cost_usd += cost_usd


class MeteredClient:
    """A `ModelClient` whose every attempt goes through a job's meter."""

    def __init__(self, client: ProviderClient, meter: JobMeter) -> None:
        self._client = client
        self._meter = meter

    @property
    def model(self) -> str:
        """The model asked for, ``provider:model``."""
        return self._client.model

    async def complete(self, request: Request) -> Reply:
        """Make one inference under the ceiling."""
        return await self._client.complete(request, _Inference(self._meter, is_priced=self._client.is_priced))

    def worst_cost_usd(self, request: Request) -> float | None:
        """Return the most this inference can cost at list price, one attempt; None without a price."""
        return self._client.worst_cost_usd(request)

    def worst_tokens(self, request: Request) -> int:
        """Return the most tokens this inference can use: input counted + `max_tokens`."""
        return self._client.worst_tokens(request)

    async def aclose(self) -> None:
        """The batch closes the client, not the job."""


class _Inference:
    """The watch of one inference: its attempts come one after another."""

    def __init__(self, meter: JobMeter, *, is_priced: bool) -> None:
        self._meter = meter
        self._is_priced = is_priced
        self._reservation: Reservation | None = None

    def sending(self, request: WireRequest, purpose: str) -> None:
        """Prove the arm on what is about to go out."""
        self._meter.prove(request, purpose)

    async def reserve(self, worst_usd: float | None, worst_tokens: int) -> None:
        """Set the attempt aside in the batch's ledger."""
        self._reservation = await self._meter.reserve(worst_usd, worst_tokens)

    def settle(self, exchange: Exchange | None, cost_usd: Decimal | None) -> None:
        """Settle what was set aside, once."""
        if self._reservation is not None:
            self._meter.settle(self._reservation, exchange, cost_usd, is_priced=self._is_priced)
            self._reservation = None
