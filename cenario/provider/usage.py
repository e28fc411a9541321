"""Turn a provider's own usage report into tokens that can be priced, the cache apart from the input.

Anthropic's ``input_tokens`` leaves the cache out; OpenAI's ``prompt_tokens`` takes it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cenario.domain.execution import Usage

__all__ = ["Billed", "read_anthropic", "read_openai"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Billed:
    """Tokens of one answer by what they cost; `input` is read at full price, the cache is apart."""

    input: int
    output: int
    cache_read: int | None = None
    cache_write: int | None = None
    cache_write_1h: int | None = None

    @property
    def prompt(self) -> int:
        """Every input token, the cached ones too: what a price's tiers look at."""
        return self.input + (self.cache_read or 0) + (self.cache_write or 0) + (self.cache_write_1h or 0)

    @property
    def total(self) -> int:
        """Every token, in and out."""
        return self.prompt + self.output

    @property
    def usage(self) -> Usage:
        """What the record keeps."""
        writes = [n for n in (self.cache_write, self.cache_write_1h) if n is not None]
        return Usage(
            input_tokens=self.input,
            cache_read_tokens=self.cache_read,
            cache_write_tokens=sum(writes) if writes else None,
            output_tokens=self.output,
        )


def read_anthropic(report: object) -> Billed | None:
    """Return the tokens of an Anthropic ``usage`` object; None where it does not say input and output."""
    if not isinstance(report, Mapping):
        return None
    tokens_in, tokens_out = _count(report, "input_tokens"), _count(report, "output_tokens")
    if tokens_in is None or tokens_out is None:
        return None
    written = _count(report, "cache_creation_input_tokens")
    hour = _count(report.get("cache_creation"), "ephemeral_1h_input_tokens")
    if written is not None and hour is not None:
        written = max(written - hour, 0)
    return Billed(
        input=tokens_in,
        output=tokens_out,
        cache_read=_count(report, "cache_read_input_tokens"),
        cache_write=written,
        cache_write_1h=hour,
    )


def read_openai(report: object) -> Billed | None:
    """Return the tokens of an OpenAI ``usage`` object; None where it does not say prompt and completion."""
    if not isinstance(report, Mapping):
        return None
    prompt, completion = _count(report, "prompt_tokens"), _count(report, "completion_tokens")
    if prompt is None or completion is None:
        return None
    details = report.get("prompt_tokens_details")
    read, written = _count(details, "cached_tokens"), _count(details, "cache_write_tokens")
    return Billed(
        input=max(prompt - (read or 0) - (written or 0), 0),
        output=completion,
        cache_read=read,
        cache_write=written,
    )


def _count(report: object, name: str) -> int | None:
    value = report.get(name) if isinstance(report, Mapping) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
