"""The official SDKs, the tape under them and our retry, against the simulated service in process."""

from __future__ import annotations

import json
import logging
from email.utils import formatdate
from time import time

import httpx2
import pytest

from cenario.domain.wire import WireRequest
from cenario.errors import BadInputError, CeilingReachedError, ProviderError, message
from cenario.provider.prices import load_prices
from cenario.provider.protocol import Turn
from cenario.provider.registry import Settings, open_client, split_model
from cenario.provider.retry import RetryPolicy, seconds_asked
from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.profiles import find_profile
from tests.provider.samples import CONTACT_ID, PRICES, ask, slots

CANARY = "sk-canary-7e1f5c0d9b8a"
ENVIRON = {"ANTHROPIC_API_KEY": CANARY, "OPENAI_API_KEY": CANARY}
REAL = ("anthropic:claude-sonnet-5", "openai:gpt-5.6-terra")
SIMULATED = ("simulated:exact", "simulated:exact-openai")


def service(courses, **more):
    return SimulatedService(find_profile("exact"), courses=courses, **more)


def settings(app, patient, **more):
    return Settings(
        prices=load_prices(PRICES),
        retry=patient,
        environ=ENVIRON,
        transport=httpx2.ASGITransport(app=app),
        **more,
    )


class Watcher:
    """A watch that keeps what it is told."""

    def __init__(self, refuse: bool = False, full_after: int = 99) -> None:
        self.seen: list[tuple[WireRequest, str]] = []
        self.reserved: list[float | None] = []
        self.settled: list[object] = []
        self.refuse = refuse
        self.full_after = full_after

    def sending(self, request, purpose):
        self.seen.append((request, purpose))
        if self.refuse:
            raise CeilingReachedError(message("provider-key-missing", variable="X"))

    async def reserve(self, worst_usd, worst_tokens):
        if len(self.reserved) >= self.full_after:
            raise CeilingReachedError(message("provider-key-missing", variable="X"))
        self.reserved.append(worst_usd)

    def settle(self, exchange, cost_usd):
        self.settled.append(cost_usd)


@pytest.mark.parametrize("model", REAL + SIMULATED)
@pytest.mark.anyio
async def test_a_whole_course_through_the_sdk(model, courses, patient):
    app = service(courses)
    client = open_client(model, settings(app, patient))
    first = await client.complete(ask())
    assert [r.name for r in first.tool_requests] == ["crm_find_free_slots"]
    asked = Turn(role="assistant", tool_requests=first.tool_requests)
    told = Turn(role="tool", tool_call_id=first.tool_requests[0].id, text=slots())
    second = await client.complete(ask(asked, told))
    arguments = json.loads(second.tool_requests[0].arguments)
    assert arguments == {"contact_id": CONTACT_ID, "starts_at": "2026-11-06T08:30:00-03:00"}
    booked = Turn(role="assistant", tool_requests=second.tool_requests)
    done = Turn(role="tool", tool_call_id=second.tool_requests[0].id, text='{"id": 1}')
    third = await client.complete(ask(asked, told, booked, done))
    assert third.text == "Prontinho, marquei sua avaliação."
    assert third.model_served == model.partition(":")[2]
    assert third.attempts == len(third.requests) == 1
    assert third.cost_usd is not None
    assert third.cost_usd > 0
    assert third.requests[0].digests.keys() == {"system", "tools", "opening", "parameters"}
    assert third.requests[0].digests == {**first.requests[0].digests}
    assert third.cost_usd <= (client.worst_cost_usd(ask(asked, told, booked, done)) or 0)
    await client.aclose()


@pytest.mark.parametrize("model", REAL)
@pytest.mark.anyio
async def test_digests_tell_exactly_what_changed(model, courses, patient):
    client = open_client(model, settings(service(courses), patient))
    base = (await client.complete(ask())).requests[0].digests
    tools = (await client.complete(ask(pattern=False))).requests[0].digests
    system = (await client.complete(ask(system="Outra coisa."))).requests[0].digests
    limits = (await client.complete(ask(max_tokens=99))).requests[0].digests
    seeded = (await client.complete(ask(seed=8))).requests[0].digests
    assert [k for k in base if base[k] != tools[k]] == ["tools"]
    assert [k for k in base if base[k] != system[k]] == ["system"]
    assert [k for k in base if base[k] != limits[k]] == ["parameters"]
    assert seeded == base


@pytest.mark.anyio
async def test_cache_marks_of_claude_and_what_they_cost(courses, patient):
    client = open_client("anthropic:claude-sonnet-5", settings(service(courses), patient))
    big = {"system": "Regras da clínica. " * 600, "cache": True}
    wrote, read = await client.complete(ask(**big)), await client.complete(ask(**big))
    body = wrote.requests[0].body
    assert body["tools"][-1]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert body["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert "cache_control" not in body["tools"][0]
    assert wrote.usage.cache_write_tokens == read.usage.cache_read_tokens > 1024
    assert wrote.cost_usd > 10 * read.cost_usd
    assert wrote.cost_usd <= client.worst_cost_usd(ask(**big))
    plain = (await client.complete(ask())).requests[0].body
    assert "cache_control" not in json.dumps(plain)


@pytest.mark.parametrize("model", REAL)
@pytest.mark.parametrize(
    "fault", ["http_429", "http_500", "http_529", "cut_body", "invalid_json", "empty_body"]
)
@pytest.mark.anyio
async def test_each_fault_is_tried_again_and_each_attempt_is_kept(model, fault, courses, patient):
    watcher = Watcher()
    client = open_client(model, settings(service(courses, faults=[fault]), patient))
    reply = await client.complete(ask(), watcher)
    assert reply.attempts == len(reply.requests) == len(watcher.reserved) == len(watcher.settled) == 2
    refused = fault.startswith("http_")
    assert watcher.settled[0] == (0 if refused else None), "an answer lost may have been billed"
    assert (reply.cost_usd is None) != refused


@pytest.mark.parametrize("model", REAL)
@pytest.mark.anyio
async def test_a_hang_is_given_up(model, courses):
    patient = RetryPolicy(attempts=2, first_wait_s=0, longest_wait_s=0)
    app = service(courses, faults=["hang", "hang"])
    from cenario.provider.simulated.impatient import Impatient

    client = open_client(
        model,
        Settings(
            retry=patient,
            environ=ENVIRON,
            transport=Impatient(httpx2.ASGITransport(app=app), 0.05),
        ),
    )
    with pytest.raises(ProviderError, match="2"):
        await client.complete(ask())


@pytest.mark.anyio
async def test_a_service_that_is_down_fails_after_the_last_attempt(courses, patient):
    app = service(courses, faults=["http_500"] * 4)
    client = open_client("anthropic:claude-sonnet-5", settings(app, patient))
    with pytest.raises(ProviderError, match=r"4 tentativas.*HTTP 500 api_error"):
        await client.complete(ask())
    assert app.requests == 4


@pytest.mark.anyio
async def test_a_refused_request_is_not_tried_again(courses, patient):
    app = SimulatedService(None, courses=courses)
    client = open_client("anthropic:claude-sonnet-5", settings(app, patient))
    with pytest.raises(ProviderError, match="HTTP 404"):
        await client.complete(ask())
    assert app.requests == 1


@pytest.mark.parametrize("model", REAL)
@pytest.mark.anyio
async def test_nonsense_in_good_json_is_not_an_answer(model, patient):
    def answer(request):
        return httpx2.Response(200, json={"nonsense": True})

    client = open_client(
        model, Settings(environ=ENVIRON, retry=patient, transport=httpx2.MockTransport(answer))
    )
    with pytest.raises(ProviderError, match="not an answer"):
        await client.complete(ask())


@pytest.mark.anyio
async def test_the_watch_can_hold_a_request_back_before_it_is_sent(courses, patient):
    for model in REAL:
        app = service(courses)
        watcher = Watcher(refuse=True)
        client = open_client(model, settings(app, patient))
        with pytest.raises(CeilingReachedError):
            await client.complete(ask(), watcher)
        assert app.requests == 0
        assert len(watcher.seen) == 1
        assert watcher.settled == [None]


@pytest.mark.anyio
async def test_each_attempt_is_reserved_anew(courses, patient):
    app = service(courses, faults=["http_500"] * 3)
    watcher = Watcher(full_after=2)
    client = open_client("openai:gpt-5.6-terra", settings(app, patient))
    with pytest.raises(CeilingReachedError):
        await client.complete(ask(), watcher)
    assert app.requests == 2
    assert len(watcher.settled) == 2


@pytest.mark.anyio
async def test_usage_in_an_error_body_is_billed(patient):
    usage = {"input_tokens": 100, "output_tokens": 7}

    def answer(request):
        return httpx2.Response(400, json={"type": "error", "error": {"type": "x"}, "usage": usage})

    watcher = Watcher()
    client = open_client(
        "anthropic:claude-sonnet-5",
        Settings(
            environ=ENVIRON, retry=patient, prices=load_prices(PRICES), transport=httpx2.MockTransport(answer)
        ),
    )
    with pytest.raises(ProviderError):
        await client.complete(ask(), watcher)
    assert [float(cost) for cost in watcher.settled] == [pytest.approx(100 * 2e-6 + 7 * 10e-6)]


@pytest.mark.parametrize("model", REAL)
@pytest.mark.anyio
async def test_the_key_is_nowhere_but_in_its_header(model, courses, patient, caplog):
    """A service that echoes the key in its error, debug logs on: the key must not come out."""
    sent: list[str] = []

    def answer(request):
        sent.append(request.headers.get("authorization") or request.headers.get("x-api-key") or "")
        return httpx2.Response(
            401, json={"error": {"type": "auth", "message": f"Incorrect API key provided: {CANARY}."}}
        )

    caplog.set_level(logging.DEBUG)
    client = open_client(
        model, Settings(environ=ENVIRON, retry=patient, transport=httpx2.MockTransport(answer))
    )
    with pytest.raises(ProviderError) as caught:
        await client.complete(ask())
    assert CANARY in sent[0]
    assert CANARY not in str(caught.value)
    assert CANARY not in repr(caught.value)
    assert CANARY not in repr(client)
    assert CANARY not in caplog.text
    ok = open_client(model, settings(service(courses), patient))
    reply = await ok.complete(ask())
    assert CANARY not in repr(reply)


@pytest.mark.parametrize(
    ("model", "variable"), [("anthropic:x", "ANTHROPIC_API_KEY"), ("openai:x", "OPENAI_API_KEY")]
)
def test_without_a_key_nothing_is_opened(model, variable):
    for environ in ({}, {variable: " "}):
        with pytest.raises(BadInputError, match=variable):
            open_client(model, Settings(environ=environ))


@pytest.mark.parametrize(
    "model", ["", "claude-sonnet-5", "anthropic:", ":x", "anthropic: x", "a b:c", "x:y\nz"]
)
def test_a_model_without_provider_is_refused(model):
    with pytest.raises(BadInputError, match="provedor:modelo"):
        split_model(model)


def test_unknown_provider_and_profile_list_the_known():
    with pytest.raises(BadInputError, match="anthropic, openai, local, simulated"):
        split_model("gemini:x")
    with pytest.raises(BadInputError, match="steady"):
        open_client("simulated:nope")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "http://10.0.0.1/v1",
        "http://127.0.0.1.evil.com/v1",
        "ftp://127.0.0.1",
        "http://0x7f000001.x/v1",
    ],
)
def test_local_is_this_machine_only(url):
    with pytest.raises(BadInputError, match="LOCAL_BASE_URL"):
        open_client("local:m", Settings(environ={"LOCAL_BASE_URL": url}))


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://localhost:9/v1", "http://[::1]:9/v1", ""])
def test_local_opens_on_loopback(url):
    assert open_client("local:m", Settings(environ={"LOCAL_BASE_URL": url})).model == "local:m"


def test_retry_after_as_seconds_as_a_date_and_as_nonsense():
    assert seconds_asked("1.5") == 1.5
    assert seconds_asked("-3") == 0
    assert 8 < seconds_asked(formatdate(time() + 10, usegmt=True)) <= 10
    for nothing in (None, "soon", "nan", "inf"):
        assert seconds_asked(nothing) is None


@pytest.mark.anyio
async def test_retry_after_is_waited_for_and_a_long_one_is_not():
    calls: list[float] = []

    def answer(request):
        calls.append(time())
        asked = "0.3" if len(calls) == 1 else "3600"
        return httpx2.Response(429, headers={"retry-after": asked}, json={"error": {"type": "rate"}})

    client = open_client(
        "openai:x",
        Settings(
            environ=ENVIRON,
            retry=RetryPolicy(attempts=5, first_wait_s=0, longest_wait_s=0),
            transport=httpx2.MockTransport(answer),
        ),
    )
    with pytest.raises(ProviderError, match="HTTP 429"):
        await client.complete(ask())
    assert len(calls) == 2
    assert calls[1] - calls[0] >= 0.3


@pytest.mark.parametrize("model", SIMULATED)
@pytest.mark.anyio
async def test_a_temperature_reaches_the_wire_only_where_one_is_asked_for(model, courses, patient):
    for asked, sent in ((None, None), (0.0, 0.0)):
        watch = Watcher()
        client = open_client(model, settings(service(courses), patient))
        await client.complete(ask(temperature=asked), watch)
        assert watch.seen[0][0].body.get("temperature") == sent
