"""A local server that ignores tools: calls come as JSON held to a schema, and are read back as calls."""

from __future__ import annotations

import json

import httpx2
import pytest

from cenario.provider.protocol import ToolRequest, Turn
from cenario.provider.registry import Settings, open_client
from tests.provider.samples import ask

pytestmark = pytest.mark.anyio


async def said(content, request=None):
    """Return the reply read from `content`, and the body that went out."""
    bodies = []

    def answer(sent):
        bodies.append(json.loads(sent.content))
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        return httpx2.Response(200, json={"model": "m", "choices": [choice]})

    environ = {"LOCAL_TOOLS": "schema", "LOCAL_BASE_URL": "http://127.0.0.1:9/v1"}
    client = open_client("local:m", Settings(environ=environ, transport=httpx2.MockTransport(answer)))
    return await client.complete(request or ask()), bodies[0]


async def test_a_call_is_read_with_its_arguments_as_they_came():
    reply, _ = await said('{\n "tool": "crm_book_appointment", "arguments": {"starts_at" : "amanhã"}}')
    (call,) = reply.tool_requests
    assert (call.name, call.arguments) == ("crm_book_appointment", '{"starts_at" : "amanhã"}')
    assert reply.text == ""


async def test_a_reply_is_text_and_what_is_neither_stays_as_it_came():
    assert (await said('{"reply": "Oi!"}'))[0].text == "Oi!"
    for broken in ('{"tool": "crm_bo', "Oi!", "[1]", '{"tool": 3}'):
        reply, _ = await said(broken)
        assert (reply.text, reply.tool_requests) == (broken, ())


async def test_the_tools_stay_on_the_wire_and_the_answer_s_schema_holds_no_format():
    _, body = await said('{"reply": "x"}')
    assert "pattern" in json.dumps(body["tools"])
    schema = body["response_format"]["json_schema"]["schema"]
    assert [choice["properties"]["tool"]["const"] for choice in schema["oneOf"][:-1]] == [
        "crm_find_free_slots",
        "crm_book_appointment",
    ]
    assert "format" not in json.dumps(schema)
    assert "pattern" not in json.dumps(schema)
    assert "crm_book_appointment: Reserva" in body["messages"][0]["content"]


async def test_past_calls_and_results_are_told_as_text():
    call = ToolRequest(id="c", name="crm_find_free_slots", arguments='{"a": 1}')
    turns = (Turn(role="assistant", tool_requests=(call,)), Turn(role="tool", tool_call_id="c", text="[]"))
    _, body = await said('{"reply": "x"}', ask(*turns))
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "user"]
    assert body["messages"][3]["content"] == "Resultado: []"
