"""Claude, through Anthropic's official SDK and the Messages wire."""

from __future__ import annotations

from typing import Any

import httpx2
import msgspec
from anthropic import AnthropicError, AsyncAnthropic

from cenario.provider import tokens
from cenario.provider.client import Answer
from cenario.provider.protocol import Request, ToolRequest, Turn
from cenario.provider.retry import AttemptError

__all__ = ["AnthropicWire", "encode"]

CACHE_MARK = {"type": "ephemeral", "ttl": "1h"}
"""Everything before a mark is kept for an hour: tools, then system."""


class _Block(msgspec.Struct, frozen=True):
    type: str
    text: str = ""
    id: str = ""
    name: str = ""
    input: msgspec.Raw = msgspec.Raw(b"{}")


class _Message(msgspec.Struct, frozen=True):
    type: str
    content: tuple[_Block, ...]
    stop_reason: str | None = None


_decoder = msgspec.json.Decoder(_Message)


class AnthropicWire:
    """The Messages wire.

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
        A header that carries seed and attempt; None: this wire has no seed.
    """

    errors: tuple[type[Exception], ...] = (AnthropicError,)
    input_factor = tokens.CLAUDE_FACTOR * 1.15

    def __init__(
        self,
        name: str,
        *,
        key: str,
        transport: httpx2.AsyncBaseTransport,
        base_url: str | None = None,
        timeout_s: float = 120.0,
        seed_header: str | None = None,
    ) -> None:
        self._name = name
        self._seed_header = seed_header
        self._sdk = AsyncAnthropic(
            api_key=key,
            base_url=base_url,
            max_retries=0,
            timeout=timeout_s,
            http_client=httpx2.AsyncClient(transport=transport),
        )

    async def send(self, request: Request, attempt: int) -> None:
        """Make one attempt."""
        headers = None
        if self._seed_header is not None:
            headers = {self._seed_header: f"{request.seed or 0}/{attempt}"}
        await self._sdk.messages.with_raw_response.create(
            model=self._name, extra_headers=headers, **encode(request)
        )

    def read(self, body: bytes) -> Answer:
        """Read an answer; arguments stay as they came, byte for byte."""
        try:
            answer = _decoder.decode(body)
        except msgspec.DecodeError as error:
            raise AttemptError(f"not an answer: {error}") from None
        if answer.type != "message":
            raise AttemptError(f"not an answer: {answer.type}")
        return Answer(
            text="".join(block.text for block in answer.content if block.type == "text"),
            tool_requests=tuple(
                ToolRequest(id=block.id, name=block.name, arguments=bytes(block.input).decode())
                for block in answer.content
                if block.type == "tool_use"
            ),
            stop_reason=answer.stop_reason,
        )

    async def aclose(self) -> None:
        """Close the SDK."""
        await self._sdk.close()


def encode(request: Request) -> dict[str, Any]:
    """Return the request's body, but for the model's name."""
    body: dict[str, Any] = {"max_tokens": request.max_tokens, "messages": _messages(request.turns)}
    if request.system:
        block: dict[str, Any] = {"type": "text", "text": request.system}
        if request.cache:
            block["cache_control"] = CACHE_MARK
        body["system"] = [block]
    if request.tools:
        body["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
            for tool in request.tools
        ]
        if request.cache:
            body["tools"][-1]["cache_control"] = CACHE_MARK
    if request.temperature is not None:
        body["extra_body"] = {
            "temperature": request.temperature
        }  # the SDK no longer names it; older models do
    if request.response_schema is not None:
        body["output_config"] = {"format": {"type": "json_schema", "schema": request.response_schema}}
    return body


def _messages(turns: tuple[Turn, ...]) -> list[dict[str, Any]]:
    """Return the turns, the results of one round of calls gathered in one message, as the wire wants."""
    messages: list[dict[str, Any]] = []
    for turn in turns:
        if turn.role == "tool":
            result: dict[str, Any] = {
                "type": "tool_result",
                "tool_use_id": turn.tool_call_id or "",
                "content": turn.text,
            }
            if turn.is_error:
                result["is_error"] = True
            if messages and messages[-1]["role"] == "user" and isinstance(messages[-1]["content"], list):
                messages[-1]["content"].append(result)
            else:
                messages.append({"role": "user", "content": [result]})
        elif turn.role == "user":
            messages.append({"role": "user", "content": turn.text})
        else:
            messages.append({"role": "assistant", "content": _assistant(turn)})
    return messages


def _assistant(turn: Turn) -> str | list[dict[str, Any]]:
    if not turn.tool_requests:
        return turn.text
    blocks: list[dict[str, Any]] = [{"type": "text", "text": turn.text}] if turn.text else []
    blocks.extend(
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call.arguments)}
        for call in turn.tool_requests
    )
    return blocks


def _object(arguments: str) -> dict[str, Any]:
    """Return the arguments as the object that the wire wants; what is none goes under ``_raw``."""
    try:
        value = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, UnicodeEncodeError):
        value = None
    return value if isinstance(value, dict) else {"_raw": arguments}
