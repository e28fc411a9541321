"""GPT, and every server that speaks its Chat Completions wire, through OpenAI's official SDK."""

from __future__ import annotations

from typing import Any

import httpx2
import msgspec
from openai import AsyncOpenAI, OpenAIError

from cenario.provider.client import Answer
from cenario.provider.protocol import Request, ToolRequest, Turn
from cenario.provider.retry import AttemptError

__all__ = ["OpenAIWire", "encode"]


class _Function(msgspec.Struct, frozen=True):
    name: str = ""
    arguments: str | None = ""


class _Call(msgspec.Struct, frozen=True):
    id: str = ""
    function: _Function = _Function()


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None
    tool_calls: tuple[_Call, ...] | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Completion(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...]


_decoder = msgspec.json.Decoder(_Completion)


class OpenAIWire:
    """The Chat Completions wire.

    Parameters
    ----------
    name
        The model's name at the provider.
    key
        The API key; kept by the SDK only.
    transport
        The tape.
    base_url
        Where the service is; None: as the SDK says.
    seed_header
        A header that carries seed and attempt, instead of the body's ``seed``.
    limit_field
        What the server calls the limit of output tokens.
    """

    errors: tuple[type[Exception], ...] = (OpenAIError,)
    input_factor = 1.05

    def __init__(
        self,
        name: str,
        *,
        key: str,
        transport: httpx2.AsyncBaseTransport,
        base_url: str | None = None,
        timeout_s: float = 120.0,
        seed_header: str | None = None,
        limit_field: str = "max_completion_tokens",
    ) -> None:
        self._name = name
        self._seed_header = seed_header
        self.limit_field = limit_field
        self._sdk = AsyncOpenAI(
            api_key=key,
            base_url=base_url,
            max_retries=0,
            timeout=timeout_s,
            http_client=httpx2.AsyncClient(transport=transport),
        )

    async def send(self, request: Request, attempt: int) -> None:
        """Make one attempt."""
        body = self.body(request)
        headers = None
        if self._seed_header is not None:
            headers = {self._seed_header: f"{request.seed or 0}/{attempt}"}
            body.pop("seed", None)
        await self._sdk.chat.completions.with_raw_response.create(
            model=self._name, extra_headers=headers, **body
        )

    def body(self, request: Request) -> dict[str, Any]:
        """Return the request's body, but for the model's name."""
        return encode(request, limit_field=self.limit_field)

    def read(self, body: bytes) -> Answer:
        """Read an answer; arguments stay as they came, valid JSON or not."""
        try:
            answer = _decoder.decode(body)
        except msgspec.DecodeError as error:
            raise AttemptError(f"not an answer: {error}") from None
        if not answer.choices:
            raise AttemptError("not an answer: no choices")
        choice = answer.choices[0]
        return Answer(
            text=choice.message.content or choice.message.refusal or "",
            tool_requests=tuple(
                ToolRequest(id=call.id, name=call.function.name, arguments=call.function.arguments or "")
                for call in choice.message.tool_calls or ()
            ),
            stop_reason=choice.finish_reason,
        )

    async def aclose(self) -> None:
        """Close the SDK."""
        await self._sdk.close()


def encode(request: Request, *, limit_field: str = "max_completion_tokens") -> dict[str, Any]:
    """Return the request's body, but for the model's name. The prompt cache here is the service's own."""
    body: dict[str, Any] = {limit_field: request.max_tokens, "messages": _messages(request)}
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in request.tools
        ]
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.seed is not None:
        body["seed"] = request.seed
    if request.response_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": request.response_schema},
        }
    return body


def _messages(request: Request) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    if request.system:
        messages.append({"role": "system", "content": request.system})
    messages.extend(_message(turn) for turn in request.turns)
    return messages


def _message(turn: Turn) -> dict[str, Any]:
    if turn.role == "tool":
        return {"role": "tool", "tool_call_id": turn.tool_call_id or "", "content": turn.text}
    if turn.role == "assistant" and turn.tool_requests:
        return {
            "role": "assistant",
            "content": turn.text or None,
            "tool_calls": [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in turn.tool_requests
            ],
        }
    return {"role": turn.role, "content": turn.text}
