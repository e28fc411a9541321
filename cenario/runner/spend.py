"""What was set aside and what was spent, written before it takes effect: a kill forgets no money.

One JSON line a reservation, one a settlement, beside the journal. A reservation without a
settlement was in flight when the process died: it counts at its worst.
"""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

__all__ = ["SpendLog", "Spent", "read_spent"]


class Spent(msgspec.Struct, frozen=True):
    """Money and tokens that a batch has used; `in_doubt_usd` is the part whose bill never came."""

    usd: Decimal = Decimal(0)
    tokens: int = 0
    in_doubt_usd: Decimal = Decimal(0)


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    n: int
    worst_usd: Decimal | None = None
    worst_tokens: int = 0
    usd: Decimal | None = None
    tokens: int = 0
    run: str = ""


_decoder = msgspec.json.Decoder(_Line)


class SpendLog:
    """The one writer of a batch's spend; `run` tells this process's numbers from an earlier one's."""

    def __init__(self, path: Path, run: str) -> None:
        self._run = run
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(self._fd).st_size
        if size and _last_byte(path) != b"\n":
            os.write(self._fd, b"\n")  # a line torn by a kill stays alone

    def reserved(self, number: int, usd: Decimal, tokens: int) -> None:
        """Note what is set aside, before anything is sent."""
        self._write(_Line(n=number, worst_usd=usd, worst_tokens=tokens, run=self._run))

    def settled(self, number: int, usd: Decimal, tokens: int) -> None:
        """Note what was used."""
        self._write(_Line(n=number, usd=usd, tokens=tokens, run=self._run))

    def close(self) -> None:
        """Let the file go."""
        os.close(self._fd)

    def _write(self, line: _Line) -> None:
        os.write(self._fd, msgspec.json.encode(line) + b"\n")


def read_spent(path: Path) -> Spent:
    """Return what the log at `path` says was used; nothing where there is no log."""
    if not path.exists():
        return Spent()
    flying: dict[tuple[str, int], _Line] = {}
    usd, tokens = Decimal(0), 0
    for body in path.read_bytes().splitlines():
        line = _read(body)
        if line is None:
            continue
        if line.usd is None:
            flying[line.run, line.n] = line
        else:
            flying.pop((line.run, line.n), None)
            usd += line.usd
            tokens += line.tokens
    in_doubt = sum((line.worst_usd or Decimal(0) for line in flying.values()), Decimal(0))
    lost = sum(line.worst_tokens for line in flying.values())
    return Spent(usd=usd + in_doubt, tokens=tokens + lost, in_doubt_usd=in_doubt)


def _read(body: bytes) -> Any:
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # torn by a kill before anything was sent


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)
