"""The ceiling holds under any concurrency, whatever the costs and the order."""

from __future__ import annotations

import asyncio
import random
from decimal import Decimal

import pytest

from cenario.errors import BadInputError, CeilingReachedError
from cenario.runner.ledger import Ledger
from cenario.runner.spend import SpendLog, read_spent

CENT = Decimal("0.01")


async def spend(seed: int, log: SpendLog | None = None) -> tuple[Ledger, Decimal]:
    """Eight workers, random worst cases and random real costs below them, until nothing fits."""
    draws = random.Random(seed)
    ledger = Ledger(ceiling_usd=Decimal(1), log=log)
    real = Decimal(0)

    async def work() -> None:
        nonlocal real
        for _ in range(40):
            worst = Decimal(draws.randrange(1, 3000)) / 10000
            try:
                held = await ledger.reserve(float(worst), 10)
            except CeilingReachedError:
                return
            assert ledger.spent_usd + ledger.reserved_usd <= 1
            for _ in range(draws.randrange(4)):
                await asyncio.sleep(0)
            lost = draws.random() < 0.1
            cost = None if lost else worst * draws.randrange(0, 101) / 100
            real += worst if cost is None else cost
            ledger.settle(held, cost, None)
            assert ledger.spent_usd + ledger.reserved_usd <= 1

    await asyncio.gather(*(work() for _ in range(8)))
    return ledger, real


@pytest.mark.anyio
async def test_eight_workers_over_two_hundred_seeds_never_pass_the_ceiling():
    left = []
    for seed in range(200):
        ledger, real = await spend(seed)
        assert ledger.spent_usd == real <= 1
        assert ledger.reserved_usd == 0
        left.append(float(1 - ledger.spent_usd))
    assert sum(left) / len(left) < 0.3, "nor does it stop long before it"


@pytest.mark.anyio
async def test_a_request_waits_for_what_is_in_flight_rather_than_stop_the_batch():
    ledger = Ledger(ceiling_usd=Decimal(1))
    first = await ledger.reserve(0.9, 0)
    waiting = asyncio.ensure_future(ledger.reserve(0.5, 0))
    await asyncio.sleep(0)
    assert not waiting.done()
    ledger.settle(first, CENT, 0)
    second = await waiting
    ledger.settle(second, None, None)
    assert ledger.spent_usd == CENT + Decimal("0.5")


@pytest.mark.anyio
async def test_exactly_the_ceiling_fits_and_a_hair_more_does_not():
    ledger = Ledger(ceiling_usd=Decimal(1))
    ledger.settle(await ledger.reserve(0.6, 0), Decimal("0.6"), 0)
    ledger.settle(await ledger.reserve(0.4, 0), Decimal("0.4"), 0)
    with pytest.raises(CeilingReachedError):
        await ledger.reserve(1e-9, 0)


@pytest.mark.anyio
async def test_tokens_are_a_ceiling_of_their_own_and_stand_in_where_there_is_no_price():
    ledger = Ledger(ceiling_tokens=100)
    ledger.settle(await ledger.reserve(None, 60), None, 50)
    with pytest.raises(CeilingReachedError, match="tokens"):
        await ledger.reserve(None, 51)
    with pytest.raises(BadInputError, match="sem preço"):
        await Ledger(ceiling_usd=Decimal(1)).reserve(None, 5)


@pytest.mark.parametrize("value", ["0", "-1"])
def test_a_ceiling_of_nothing_is_refused(value):
    with pytest.raises(BadInputError, match="maior que zero"):
        Ledger(ceiling_usd=Decimal(value))


@pytest.mark.anyio
async def test_the_log_agrees_and_counts_what_was_in_flight_at_its_worst(tmp_path):
    path = tmp_path / "x.spend"
    log = SpendLog(path, "a")
    ledger, real = await spend(3, log)
    assert read_spent(path).usd == real
    open_ended = Ledger(log=log, spent_usd=ledger.spent_usd)
    await open_ended.reserve(0.25, 7)
    log.close()
    before = path.read_bytes()
    path.write_bytes(before + b'{"n":9,"worst_u')  # killed while writing
    spent = read_spent(path)
    assert spent.usd == real + Decimal("0.25")
    assert spent.in_doubt_usd == Decimal("0.25")
    again = SpendLog(path, "b")
    again.settled(1, CENT, 1)
    again.close()
    assert read_spent(path).usd == real + Decimal("0.25") + CENT, "another process's numbers are its own"
