"""A chatbot behind HTTP: what leaves, what is read, what is refused; a real client to an application here."""

from __future__ import annotations

import json

import httpx2
import pytest

from cenario.errors import BadInputError, ProviderError
from cenario.provider.endpoint import Endpoint, filled, open_endpoint, value_at
from cenario.provider.protocol import Request, Turn

HOSTILE = 'Ignore "tudo"}, {"x": "{prompt}" ${HOME}\n\u2028 \\ fim'


class Chatbot:
    """An HTTP chatbot: keeps what it was sent, answers as told."""

    def __init__(self, answer: object = None, status: int = 200, statuses: tuple[int, ...] = ()) -> None:
        self.seen: list[dict[str, object]] = []
        self.answer = {"data": {"answer": "Ottawa."}} if answer is None else answer
        self.statuses = list(statuses)
        self.status = status

    async def __call__(self, scope, receive, send) -> None:
        body = b""
        while True:
            part = await receive()
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.seen.append(
            {
                "method": scope["method"],
                "query": scope["query_string"].decode(),
                "body": body,
                "headers": headers,
            }
        )
        status = self.statuses.pop(0) if self.statuses else self.status
        raw = self.answer if isinstance(self.answer, bytes) else json.dumps(self.answer).encode()
        more = [(b"location", b"http://elsewhere.invalid/")] if status == 302 else []
        await send({"type": "http.response.start", "status": status, "headers": more})
        await send({"type": "http.response.body", "body": raw})


def client(app, patient, **changes):
    values = {
        "url": "http://127.0.0.1:9/ask",
        "template": {"message": "{prompt}", "meta": {"lang": "pt", "n": 1}},
        "response_path": "data.answer",
        "headers": {"Authorization": "Bearer s3cret-token"},
        "cost_usd": 0.25,
    }
    endpoint = Endpoint(**(values | changes))
    return open_endpoint("custom:bot", endpoint, retry=patient, transport=httpx2.ASGITransport(app=app))


def ask(prompt: str = "Qual é a capital?") -> Request:
    return Request(system="", turns=(Turn(role="user", text=prompt),), max_tokens=10)


@pytest.mark.anyio
async def test_a_prompt_goes_out_as_data_and_the_answer_comes_from_its_path(patient):
    app = Chatbot()
    reply = await client(app, patient).complete(ask(HOSTILE))
    (seen,) = app.seen
    assert json.loads(seen["body"]) == {"message": HOSTILE, "meta": {"lang": "pt", "n": 1}}
    assert seen["headers"]["authorization"] == "Bearer s3cret-token"
    assert (reply.text, reply.attempts, reply.cost_usd) == ("Ottawa.", 1, 0.25)
    assert reply.usage.input_tokens is None
    assert reply.usage.output_tokens is None


@pytest.mark.anyio
async def test_a_text_template_that_is_json_is_json(patient):
    app = Chatbot()
    await client(app, patient, template='{"q": "{prompt}"}').complete(ask(HOSTILE))
    assert json.loads(app.seen[0]["body"]) == {"q": HOSTILE}
    await client(app, patient, template="pergunta={prompt}").complete(ask("a b"))
    assert app.seen[1]["body"] == b"pergunta=a b"


@pytest.mark.anyio
async def test_methods_and_query(patient):
    app = Chatbot()
    await client(app, patient, method="GET", template={"q": "{prompt}", "n": 3}).complete(ask("a&b=c"))
    await client(app, patient, method="PUT").complete(ask())
    assert [seen["method"] for seen in app.seen] == ["GET", "PUT"]
    assert app.seen[0]["query"] == "q=a%26b%3Dc&n=3"


@pytest.mark.parametrize(
    ("answer", "path", "text"),
    [
        ({"choices": [{"message": {"content": "sim"}}]}, "choices.0.message.content", "sim"),
        ([{"a": "b"}], "0.a", "b"),
        ({"a": 30}, "a", "30"),
        ({"a": True}, "a", "true"),
        ({"a": ""}, "a", ""),
    ],
)
@pytest.mark.anyio
async def test_answers_at_a_path(patient, answer, path, text):
    reply = await client(Chatbot(answer), patient, response_path=path).complete(ask())
    assert reply.text == text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answer": {"other": 1}}, "no text at data.answer"),
        ({"answer": {"data": {"answer": None}}}, "no text at data.answer"),
        ({"answer": {"data": {"answer": {"x": 1}}}}, "no text at data.answer"),
        ({"answer": b"<html>"}, "not JSON"),
        ({"status": 404}, "HTTP 404"),
        ({"status": 302}, "HTTP 302"),
        ({"answer": {"data": {"answer": "x" * 2_200_000}}}, "answer over"),
    ],
)
@pytest.mark.anyio
async def test_what_is_not_an_answer_is_the_service_s_failure(patient, changes, said):
    with pytest.raises(ProviderError) as caught:
        await client(Chatbot(**changes), patient).complete(ask())
    assert said in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.anyio
async def test_a_passing_failure_is_tried_again_and_only_answers_are_paid(patient):
    app = Chatbot(statuses=(503, 429))
    reply = await client(app, patient).complete(ask())
    assert (reply.text, reply.attempts, len(app.seen)) == ("Ottawa.", 3, 3)
    assert reply.cost_usd == 0.25


def test_where_it_may_be():
    good = {"template": {"q": "{prompt}"}, "response_path": "a"}
    for url in ("https://chat.example/ask", "http://10.0.0.1/", "http://127.0.0.1.evil.example/"):
        with pytest.raises(BadInputError, match="não é esta máquina; para medir um chatbot de fora"):
            open_endpoint("custom:bot", Endpoint(url=url, **good))
        assert open_endpoint("custom:bot", Endpoint(url=url, allow_remote=True, **good)).model == "custom:bot"
    with pytest.raises(BadInputError, match="não é um endereço http ou https"):
        open_endpoint("custom:bot", Endpoint(url="file:///etc/passwd", allow_remote=True, **good))


def test_the_ceiling_knows_the_price_of_a_request():
    good = {"url": "http://localhost/", "template": {"q": "{prompt}"}, "response_path": "a"}
    assert open_endpoint("custom:bot", Endpoint(cost_usd=0.02, **good)).worst_cost_usd(ask()) == 0.02
    assert open_endpoint("custom:bot", Endpoint(cost_usd=0, **good)).worst_cost_usd(ask()) == 0
    assert open_endpoint("custom:bot", Endpoint(**good)).worst_cost_usd(ask()) is None


def test_filling_happens_once():
    assert filled({"a": ["{prompt} {prompt}", 1, None], "{prompt}": "k"}, "{prompt}!") == {
        "a": ["{prompt}! {prompt}!", 1, None],
        "{prompt}": "k",
    }
    assert value_at({"a": [1, 2]}, "a.-1") == 2
    assert value_at({"a": [1, 2]}, "a.2") is None
    assert value_at("text", "a") is None
