"""The lines of a journal, read one by one: each is a record, or an error that names it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from cenario.domain.execution import Execution, Manifest
from cenario.domain.scenario import Act
from cenario.domain.vote import Score, Vote
from cenario.errors import BadInputError, message
from cenario.store import documents

__all__ = ["MAX_LINE_BYTES", "Entry", "TornTail", "decode", "encode", "iterate"]

Entry = Manifest | Execution | Vote | Score | Act

KINDS = ("manifest", "execution", "vote", "score", "act")

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest line accepted, in bytes; our default."""

BOM = b"\xef\xbb\xbf"

decode = msgspec.json.Decoder(Entry).decode
"""Return the record of one line, or raise ValueError: for who does not need to say what is wrong with it."""
_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class TornTail:
    """A half-written last line: its number and its size."""

    path: str
    line: int
    size_bytes: int


def encode(record: Entry) -> bytes:
    r"""Return the record as one line, newline included; half a character is written as ``\udXXX``."""
    try:
        return _encoder.encode(record) + b"\n"
    except UnicodeEncodeError:
        return _encoder.encode(_whole_characters(msgspec.to_builtins(record))) + b"\n"


def _whole_characters(value: Any) -> Any:
    """Return `value` with lone surrogates escaped: a model may write them, UTF-8 cannot keep them."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_whole_characters(key): _whole_characters(held) for key, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [_whole_characters(held) for held in value]
    return value


def iterate(path: Path) -> Iterator[tuple[int, Entry | TornTail]]:
    """Yield each record with its line number; a torn last line comes as a `TornTail`.

    Raises
    ------
    BadInputError
        Missing or unreadable file, a line that is not a record, a record of a message really
        sent, or of an arm that the wire does not prove. Names the file, the line and the field.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise BadInputError(message("documents-missing", path=path)) from None
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None
    with file:
        first = True
        for number, line in enumerate(_lines(file, path), start=1):
            body = (line.removeprefix(BOM) if number == 1 else line).strip(b" \t\r\n")
            if body:
                yield number, _record(path, number, body, whole=line.endswith(b"\n"), first=first)
                first = False


def _lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    number = 0
    try:
        while line := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise BadInputError(
                    message("journal-line-too-long", path=path, line=number, limit=MAX_LINE_BYTES)
                )
            yield line
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None


def _record(path: Path, number: int, body: bytes, *, whole: bool, first: bool) -> Entry | TornTail:
    try:
        record = decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if not whole and _is_torn(body, error):
            return TornTail(str(path), number, len(body))
        raise _bad_line(path, number, body, first=first) from None
    if isinstance(record, Execution):
        if record.sent:
            raise BadInputError(message("journal-sent", path=path, line=number))
        if record.arm_proved is False:
            raise BadInputError(message("journal-arm-not-proved", path=path, line=number, arm=record.arm))
    return record


def _is_torn(body: bytes, error: Exception) -> bool:
    """Whether `body`, which has no newline, is the beginning of an object (or what a crash left after it)."""
    if isinstance(error, msgspec.ValidationError):
        return False
    written = body.rstrip(b"\0")
    if written != body or not written:
        return True  # blocks allocated and never written, after a loss of power
    return "truncated" in str(error) and written.startswith(b"{")


def _bad_line(path: Path, number: int, body: bytes, *, first: bool) -> BadInputError:
    """Say what is wrong with a line: slowly, by the reader of declared files, for its words."""
    place = f"{path}:{number}"
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return BadInputError(message("documents-not-utf8", place=place))
    try:
        value = documents.read_json(text, source=str(path), line=number)
        if not isinstance(value, dict) or value.get("kind") not in KINDS:
            return BadInputError(message("journal-not-ours", path=path, line=number))
        documents.convert(value, Entry, source=place)  # type: ignore[arg-type]
    except BadInputError as error:
        if first and error.message.code == "documents-not-json":
            return BadInputError(message("journal-not-jsonl", path=path, line=number))
        if error.message.code == "documents-too-deep":
            return BadInputError(message("documents-too-deep", path=place))
        return error
    return BadInputError(message("documents-not-json", place=place, detail="?"))
