"""Our side of the runner's bench: a batch of C on a model that answers at once from a table.

What the other side has, this has: dataset, tool loop, tools run, a log on disk. On top of it: the
tape under every request, its digests, the proof of arm, validation, gates, a ledger with a
reservation an attempt, and a line fsynced an execution. No SDK, as the other side has none.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path

import httpx2
import msgspec

from cenario.domain.conversation import Conversation
from cenario.domain.params import resolve
from cenario.evaluations.registry import find
from cenario.provider.anthropic import AnthropicWire, encode
from cenario.provider.client import ProviderClient
from cenario.provider.protocol import Request
from cenario.provider.simulated.profiles import find_profile
from cenario.provider.tape import Tape
from cenario.provider.usage import read_anthropic
from cenario.runner.batch import Ceiling, run_batch
from cenario.runner.executor import LocalExecutor
from cenario.runner.recipe import RunOptions, prepare_batch
from cenario.runner.recipes.turns import declared_corpus
from cenario.store.corpus import load_corpus

MODEL = "simulated:exact"
URL = httpx2.URL("http://instant.invalid/v1/messages")


class Table(httpx2.AsyncBaseTransport):
    """Answers with the bytes that the request brings along."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, content=request.extensions["answer"])


class InstantWire:
    """The Messages wire without the SDK: body, tape, answer."""

    errors: tuple[type[Exception], ...] = ()
    input_factor = 1.5
    read = AnthropicWire.read

    def __init__(self, conversations: list[Conversation]) -> None:
        self._tape = Tape("instant", Table(), read_anthropic)
        self._answers = {c.id: [answer(c, n) for n in range(len(c.course) + 1)] for c in conversations}

    async def send(self, request: Request, attempt: int) -> None:
        body = msgspec.json.encode({"model": "instant", **encode(request)})
        answers = self._answers[request.metadata["conversation"]]
        place = sum(turn.role == "assistant" for turn in request.turns)
        await self._tape.handle_async_request(
            httpx2.Request(
                "POST",
                URL,
                content=body,
                extensions={"answer": answers[min(place, len(answers) - 1)]},
            )
        )

    async def aclose(self) -> None:
        pass


def answer(conversation: Conversation, number: int) -> bytes:
    content: list[dict[str, object]] = [{"type": "text", "text": conversation.course_reply or "Oi!"}]
    if number < len(conversation.course):
        call = conversation.course[number]
        content = [{"type": "tool_use", "id": f"c{number}", "name": call["tool"], "input": call["arguments"]}]
    usage = {"input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 9000}
    return json.dumps(
        {"type": "message", "model": "instant", "content": content, "stop_reason": "end_turn", "usage": usage}
    ).encode()


def once(folder: Path, repetitions: int, seed: int) -> float:
    evaluation = find("C")
    options = RunOptions(
        evaluation=evaluation,
        params=resolve(evaluation),
        model=MODEL,
        arms=evaluation.arms,
        repetitions=repetitions,
        seed=seed,
    )
    ceiling = Ceiling(usd=Decimal(10000))
    plan, _ = prepare_batch(options, ceiling=ceiling)
    wire = InstantWire(load_corpus(declared_corpus("c")))
    client = ProviderClient(MODEL, wire, price=find_profile("exact").list_price)
    began = time.perf_counter()
    result = asyncio.run(
        run_batch(
            plan,
            folder / f"{seed}.jsonl",
            clients={MODEL: client},
            ceiling=ceiling,
            executor=LocalExecutor(16),
        )
    )
    took = time.perf_counter() - began
    if result.done != result.planned or result.failed:
        raise SystemExit(f"{result}")
    return result.done / took


def main() -> None:
    repetitions = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        once(Path(folder), 1, 0)  # warm
        print(json.dumps({"executions_per_s": once(Path(folder), repetitions, 1)}))


if __name__ == "__main__":
    main()
