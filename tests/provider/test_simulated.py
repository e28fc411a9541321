"""The simulated model: same seed same answer, rates as declared, and nothing known but the wire."""

from __future__ import annotations

import contextlib
import json
import uuid
from datetime import datetime

import httpx2
import pytest

from cenario.errors import BadInputError
from cenario.provider.anthropic import encode as to_anthropic
from cenario.provider.openai import encode as to_openai
from cenario.provider.protocol import ToolRequest, Turn
from cenario.provider.registry import Settings, open_client
from cenario.provider.simulated import profiles
from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.behaviour import Scene, choose, load_behaviours
from cenario.provider.simulated.profiles import Profile
from cenario.provider.simulated.schemas import format_fields, has_pattern_beside_format, spoil_format
from cenario.provider.simulated.view import read_view, seeded
from tests.provider.samples import CONTACT_ID, ask, slots, tools

BOOKING = tools(pattern=False)[1].parameters


def after_slots(seed, *, pattern, **changes):
    found = '{"event_type_slug":"avaliacao"}'
    call = ToolRequest(id=f"call_{seed}_0_0", name="crm_find_free_slots", arguments=found)
    return ask(
        Turn(role="assistant", tool_requests=(call,)),
        Turn(role="tool", tool_call_id=call.id, text=slots()),
        pattern=pattern,
        seed=seed,
        **changes,
    )


def view_of(request, wire="anthropic"):
    body = {"model": "m", **(to_anthropic if wire == "anthropic" else to_openai)(request)}
    return read_view(wire, json.dumps(body).encode(), f"{request.seed}/0", 0)


def test_both_wires_carry_the_same_view():
    request = after_slots(5, pattern=True)
    left, right = view_of(request), view_of(request, "openai")
    assert (left.system, left.tools, left.opening, left.seed) == (right.system, right.tools, right.opening, 5)
    assert [(m.role, m.text, m.call_id, m.failed) for m in left.messages] == [
        (m.role, m.text, m.call_id, m.failed) for m in right.messages
    ]


def answers(profile, courses, *, pattern, n=400):
    made = []
    for seed in range(n):
        view = view_of(after_slots(seed, pattern=pattern))
        answer = choose(view).answer(Scene(view, profile, courses))
        made.append(answer)
    return made


def wrong_share(profile, courses, *, pattern):
    right = {"contact_id": CONTACT_ID, "starts_at": "2026-11-06T08:30:00-03:00"}
    calls = [a.calls[0] for a in answers(profile, courses, pattern=pattern) if a.calls]
    return sum(json.loads(call.arguments) != right for call in calls) / len(calls)


def test_rates_come_out_as_declared_and_follow_what_the_wire_carries(courses):
    """Binomial: at p = .3 and .05 with 400 draws, four standard errors are .092 and .044."""
    profile = Profile(
        name="t", wire="anthropic", rates={"wrong_format": 0.05}, when={"no_pattern": {"wrong_format": 0.3}}
    )
    assert abs(wrong_share(profile, courses, pattern=True) - 0.05) < 0.044
    assert abs(wrong_share(profile, courses, pattern=False) - 0.3) < 0.092


def test_spread_keeps_the_mean(courses):
    """Log-normal factors of mean 1: over many executions the rate is still the declared one."""
    profile = Profile(
        name="t",
        wire="anthropic",
        rates={"wrong_format": 0.1},
        spread=profiles.Spread(execution=0.5),
    )
    assert abs(wrong_share(profile, courses, pattern=True) - 0.1) < 0.065


def test_same_seed_same_answer_and_other_seeds_differ(courses):
    chaotic = profiles.find_profile("chaotic")
    one, two = answers(chaotic, courses, pattern=True, n=60), answers(chaotic, courses, pattern=True, n=60)
    assert one == two
    assert len({repr(answer) for answer in one}) > 5


def test_a_refused_call_is_tried_again_and_then_left(courses):
    exact = profiles.find_profile("exact")
    turns = []
    names = []
    for number in range(6):
        view = view_of(ask(*turns, seed=1))
        answer = choose(view).answer(Scene(view, exact, courses))
        if not answer.calls:
            break
        names.append(answer.calls[0].name)
        call = ToolRequest(id=f"c{number}", name=answer.calls[0].name, arguments=answer.calls[0].arguments)
        failed = call.name == "crm_book_appointment"
        turns += [
            Turn(role="assistant", tool_requests=(call,)),
            Turn(
                role="tool",
                tool_call_id=call.id,
                text="Erro: horário" if failed else slots(),
                is_error=failed,
            ),
        ]
    assert names == ["crm_find_free_slots", *["crm_book_appointment"] * 3]
    assert answer.text == "Prontinho, marquei sua avaliação."


def test_spoiled_formats_are_really_wrong():
    arguments = {"contact_id": CONTACT_ID, "starts_at": "2026-11-06T08:30:00-03:00"}
    fields = format_fields(BOOKING, arguments)
    assert [(f.path, f.format) for f in fields] == [(("contact_id",), "uuid"), (("starts_at",), "date-time")]
    for seed in range(40):
        draws = seeded(seed)
        broken = spoil_format(arguments, fields[0], draws)["contact_id"]
        with pytest.raises(ValueError, match="UUID"):
            uuid.UUID(broken)
        moment = spoil_format(arguments, fields[1], draws)["starts_at"]
        with contextlib.suppress(ValueError):
            assert datetime.fromisoformat(moment).tzinfo is None


def test_pattern_beside_format_is_seen_anywhere():
    assert has_pattern_beside_format([t.parameters for t in tools(pattern=True)])
    assert not has_pattern_beside_format([t.parameters for t in tools(pattern=False)])
    assert not has_pattern_beside_format({"a": {"pattern": "x"}, "b": {"format": "date"}})


def test_formats_behind_references_choices_and_lists():
    schema = {
        "properties": {
            "who": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Id"}]},
            "guests": {
                "type": "array",
                "items": {"type": "object", "properties": {"e": {"format": "email"}}},
            },
        },
        "$defs": {"Id": {"type": "string", "format": "uuid"}},
    }
    value = {"who": CONTACT_ID, "guests": [{"e": "a@b.co"}, {"x": 1}]}
    fields = format_fields(schema, value)
    assert [(f.path, f.format) for f in fields] == [(("who",), "uuid"), (("guests", 0, "e"), "email")]
    assert fields[1].put(value, "z")["guests"][0]["e"] == "z"


def test_the_turn_claims_what_nobody_else_does():
    assert load_behaviours()[-1].name == "turn"


@pytest.mark.anyio
async def test_without_a_seed_header_repetitions_differ_but_an_execution_keeps_its_seed(courses, patient):
    """A client of a real provider, pointed at the service: the seed travels in the calls' ids."""
    app = SimulatedService(profiles.find_profile("chaotic"), courses=courses)
    client = open_client(
        "anthropic:claude-sonnet-5",
        Settings(environ={"ANTHROPIC_API_KEY": "k"}, retry=patient, transport=httpx2.ASGITransport(app=app)),
    )
    seeds = set()
    for _ in range(4):
        reply = await client.complete(ask(seed=None))
        seeds.update(call.id.split("_")[1] for call in reply.tool_requests)
    assert len(seeds) > 1


def test_profiles_inherit_and_refuse_nonsense(tmp_path, monkeypatch):
    assert profiles.find_profile("fragile").rates == profiles.find_profile("steady").rates
    assert profiles.find_profile("fragile-openai").wire == "openai"
    assert profiles.find_profile("fragile-openai").when == profiles.find_profile("fragile").when
    (tmp_path / "simulated").mkdir()
    (tmp_path / "simulated" / "profiles.yaml").write_text("a: {like: b}\nb: {like: a}\n")
    monkeypatch.setenv("CENARIO_DATA", str(tmp_path))
    profiles.load_profiles.cache_clear()
    try:
        with pytest.raises(BadInputError, match="herda de si mesmo"):
            profiles.load_profiles()
    finally:
        monkeypatch.undo()
        profiles.load_profiles.cache_clear()
