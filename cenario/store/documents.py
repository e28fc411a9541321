"""Read a declared file (YAML, JSON, JSONL) into a typed value, or refuse it in one line.

YAML is read with the 1.2 core rules: ``off``, ``10:00`` and ``2026-11-04`` are the text they look
like. Aliases, anchors, tags and repeated keys are refused in every format, and so is a file over
the size bound, so that a declared file can neither grow in memory nor mean two things.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from cenario.errors import BadInputError, Message, message
from cenario.store import yaml_core

__all__ = [
    "MAX_BYTES",
    "convert",
    "load_json",
    "load_jsonl",
    "load_yaml",
    "read_json",
    "read_text",
    "read_yaml",
]

T = TypeVar("T")

MAX_BYTES = 32 * 1024 * 1024
"""Largest declared file accepted, in bytes; our default, a parameter of each function."""

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?(?P<at>\$.*)`)?$", re.DOTALL)
_TYPES = re.compile(r"^Expected `(?P<expected>[^`]+)`, got `(?P<received>[^`]+)`$")
_MISSING = re.compile(r"^Object missing required field `(?P<field>.+)`$")
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<field>.+)`$")


def load_yaml(path: Path, kind: type[T], *, max_bytes: int = MAX_BYTES) -> T:
    """Return the YAML file at `path` as a `kind`.

    Parameters
    ----------
    path
        The file; UTF-8.
    kind
        A msgspec type (a Struct, ``list[Struct]``, ``dict[str, int]``).
    max_bytes
        Largest size accepted, in bytes.

    Raises
    ------
    BadInputError
        Missing, too big, not UTF-8, not YAML, an alias, a tag, a repeated key, or not a `kind`;
        names the file, the line where known, and the field.
    """
    text = read_text(path, max_bytes=max_bytes)
    return convert(read_yaml(text, source=str(path)), kind, source=str(path), text=text)


def load_json(path: Path, kind: type[T], *, max_bytes: int = MAX_BYTES) -> T:
    """Return the JSON file at `path` as a `kind`; see `load_yaml`. NaN and Infinity are refused."""
    text = read_text(path, max_bytes=max_bytes)
    return convert(read_json(text, source=str(path)), kind, source=str(path), text=text)


def load_jsonl(path: Path, kind: type[T], *, max_bytes: int = MAX_BYTES) -> list[T]:
    """Return one `kind` for each line of the file at `path`; blank lines are passed over. See `load_json`."""
    lines = read_text(path, max_bytes=max_bytes).split("\n")
    records: list[T] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            value = read_json(line, source=str(path), line=number)
            records.append(convert(value, kind, source=f"{path}:{number}"))
    return records


def read_text(path: Path, *, max_bytes: int = MAX_BYTES) -> str:
    """Return the file's text (UTF-8, a leading byte order mark dropped); refused as by `load_yaml`."""
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise BadInputError(message("documents-missing", path=path)) from None
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None
    if len(data) > max_bytes:
        raise BadInputError(message("documents-too-big", path=path, limit=max_bytes))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInputError(message("documents-not-utf8", place=f"{path}:{line}")) from None


def read_json(text: str, *, source: str, line: int = 1) -> Any:
    """Return JSON `text` as plain Python; `source` and `line` (of its first line) are for the message."""
    start = f"{source}:{line}"

    def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise BadInputError(message("documents-duplicate-key", place=source_of(key), key=key))
            found[key] = value
        return found

    def source_of(key: str) -> str:
        again = yaml_core.line_of_repeated(text, key)
        return source if again is None else f"{source}:{again + line - 1}"

    def no_constants(name: str) -> NoReturn:
        place = source if "\n" in text.strip() else start
        raise BadInputError(message("documents-not-finite", place=place, value=name))

    if not text.strip():
        raise BadInputError(message("documents-empty", path=source))
    try:
        return json.loads(text, object_pairs_hook=no_duplicates, parse_constant=no_constants)
    except json.JSONDecodeError as error:
        place = f"{source}:{error.lineno + line - 1}"
        raise BadInputError(message("documents-not-json", place=place, detail=error.msg)) from None
    except RecursionError:
        raise BadInputError(message("documents-too-deep", path=source)) from None
    except ValueError as error:  # an integer of thousands of digits
        raise BadInputError(message("documents-not-json", place=source, detail=_one_line(error))) from None


def read_yaml(text: str, *, source: str) -> Any:
    """Return YAML `text` (one document, 1.2 core rules) as plain Python; `source` is for the message."""
    try:
        value = yaml_core.load(text)
    except yaml_core.RefusedError as error:
        raise BadInputError(_refusal(error, source)) from None
    except RecursionError:
        raise BadInputError(message("documents-too-deep", path=source)) from None
    if value is None:
        raise BadInputError(message("documents-empty", path=source))
    return value


def convert(value: Any, kind: type[T], *, source: str, text: str | None = None) -> T:
    """Return `value` (plain Python) as a `kind`; a misfit is told with its field, and its line in `text`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = _AT.match(str(error))
        what, at = (found["what"], found["at"] or "$") if found else (str(error), "$")
        raise BadInputError(_misfit(what, at, source, text)) from None


def _refusal(error: yaml_core.RefusedError, source: str) -> Message:
    place = source if error.line is None else f"{source}:{error.line}"
    match error.fault:
        case "duplicate-key":
            return message("documents-duplicate-key", place=place, key=error.detail)
        case "key-not-text":
            return message("documents-key-not-text", place=place, key=error.detail)
        case "reuse":
            return message("documents-alias", place=place)
        case "tag":
            return message("documents-tag", place=place, tag=error.detail)
        case _:
            return message("documents-not-yaml", place=place, detail=_one_line(error.detail))


def _misfit(what: str, at: str, source: str, text: str | None) -> Message:
    if missing := _MISSING.match(what):
        field = _field(f"{at}.{missing['field']}")
        return message("documents-field-missing", place=_place(source, text, at), field=field)
    if unknown := _UNKNOWN.match(what):
        path = f"{at}.{unknown['field']}"
        return message("documents-field-unknown", place=_place(source, text, path), field=_field(path))
    place, field = _place(source, text, at), _field(at)
    if types := _TYPES.match(what):
        expected, received = types["expected"], types["received"]
        return message("documents-field-type", place=place, field=field, expected=expected, received=received)
    return message("documents-field-invalid", place=place, field=field, detail=_one_line(what))


def _field(path: str) -> str:
    """Return msgspec's path ``$.scenarios[0].id`` as people write it; ``$`` is the file's whole value."""
    return path.removeprefix("$").removeprefix(".") or "$"


def _place(source: str, text: str | None, path: str) -> str:
    line = yaml_core.line_of(text, path) if text is not None else None
    return source if line is None else f"{source}:{line}"


def _one_line(words: object) -> str:
    return " ".join(str(words).split())
