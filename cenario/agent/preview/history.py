r"""The history of a conversation as text for a model, as JSON or as lines, and back again.

Every field that comes from outside (text, sender's name, time) is escaped, in both formats, so
that it never opens another line and never forges a sender: one message is one line or one JSON
object, whatever people write. The decoders give the messages back exactly; that is a property
of the formatter and depends on no model.

A line: ``[2026-11-03 16:00] contato "Ana" (foto): texto``. The time is short where it is a whole
minute in São Paulo's offset, quoted in full otherwise. Inside a text ``\``, ``[`` and ``]`` are escaped,
so what looks like the head of a line can only be one; so is every character that a reader could
take for a line break, and every invisible or direction-changing one.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from cenario.domain.conversation import HistoryMessage

HistoryFormat = Literal["json", "linhas"]
HISTORY_FORMATS: tuple[HistoryFormat, ...] = get_args(HistoryFormat)

HISTORY_HEADING = "## Histórico"

_SENDERS: Final = {"contact": "contato", "agent": "atendimento", "human": "equipe"}
_SENDER_OF: Final = {word: sender for sender, word in _SENDERS.items()}
_MEDIA: Final = {"photo": "foto", "pdf": "pdf", "audio": "audio"}
_MEDIA_OF: Final = {word: media for media, word in _MEDIA.items()}
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", "[": "\\[", "]": "\\]", '"': '\\"'}
_SHORT_UNQUOTED = {key: value for key, value in _SHORT.items() if key != '"'}
_UNSHORT = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "[": "[", "]": "]", '"': '"'}

_QUOTED = r'"(?:[^"\\]|\\.)*"'
LINE = re.compile(
    rf"\[(?P<at>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} [0-9]{{2}}:[0-9]{{2}}|{_QUOTED})\] "
    rf"(?P<sender>{'|'.join(_SENDERS.values())})(?: (?P<name>{_QUOTED}))?"
    rf"(?: \((?P<media>{'|'.join(_MEDIA.values())})\))?: (?P<text>.*)",
    re.DOTALL,
)
"""One line of a history: its head cannot occur inside a text."""

_MINUTE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}):00-03:00")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]+)\}|(.))", re.DOTALL)
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"})
_IGNORABLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""What Unicode draws as nothing, besides format characters; U+FE0F, of common emoji, is left alone."""

_VISIBLE = re.compile(r"[\x20!#-Z^-~À-ÿ]*")


def encode_history(messages: Sequence[HistoryMessage], history_format: HistoryFormat) -> str:
    """Return `messages` as text: one JSON array on one line, or one line a message."""
    if history_format == "json":
        return one_line_json([_plain(each) for each in messages])
    return "\n".join(_line(each) for each in messages)


def encode_message(one: HistoryMessage, history_format: HistoryFormat) -> str:
    """Return one message as it stands in a history, on one line."""
    if history_format == "json":
        return one_line_json(_plain(one))
    return _line(one)


def one_line_json(value: object) -> str:
    """Return `value` as JSON on one line, nothing hidden in it: what a tool answers may be people's words."""
    return _escape_json(json.dumps(value, ensure_ascii=False))


def decode_history(text: str, history_format: HistoryFormat) -> tuple[HistoryMessage, ...]:
    """Return the messages that `text` was made from.

    Raises
    ------
    ValueError
        `text` was not made by `encode_history` in this format.
    """
    if history_format == "json":
        return tuple(_message(plain) for plain in json.loads(text))
    return tuple(_read_line(line) for line in text.split("\n")) if text else ()


def escape(text: str, *, quoted: bool = True) -> str:
    r"""Return `text` on one line, without breaks, the invisible, brackets, ``\``.

    A double quote is escaped only where the text stands between quotes.
    """
    if _VISIBLE.fullmatch(text):
        return text
    short = _SHORT if quoted else _SHORT_UNQUOTED
    return "".join(short.get(each) or (_by_number(each) if is_hidden(each) else each) for each in text)


def unescape(text: str) -> str:
    """Return what `escape` was given; ValueError where `text` has an escape that `escape` never writes."""
    return _ESCAPE.sub(_unescaped, text)


def is_hidden(character: str) -> bool:
    """Whether a reader cannot see `character`, or may take it for the end of a line."""
    if character == " ":
        return False
    return character in _IGNORABLE or unicodedata.category(character) in _HIDDEN_CATEGORIES


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    if found[2] not in _UNSHORT:
        raise ValueError("not an escape of a history")
    return _UNSHORT[found[2]]


def _by_number(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


@lru_cache(maxsize=1024)
def _escape_json(text: str) -> str:
    """Return JSON `text` with what is hidden written as JSON escapes (surrogate pairs beyond the BMP)."""
    if _VISIBLE.fullmatch(text):
        return text
    return "".join(json.dumps(each)[1:-1] if is_hidden(each) else each for each in text)


def _plain(one: HistoryMessage) -> dict[str, Any]:
    plain: dict[str, Any] = {"em": one.at, "de": _SENDERS[one.sender]}
    if one.name is not None:
        plain["nome"] = one.name
    if one.media is not None:
        plain["midia"] = _MEDIA[one.media]
    return plain | {"texto": one.text}


def _message(plain: dict[str, Any]) -> HistoryMessage:
    media = plain.get("midia")
    return HistoryMessage(
        sender=_SENDER_OF[plain["de"]],  # type: ignore[arg-type]
        text=plain["texto"],
        at=plain["em"],
        name=plain.get("nome"),
        media=None if media is None else _MEDIA_OF[media],  # type: ignore[arg-type]
    )


def _line(one: HistoryMessage) -> str:
    minute = _MINUTE.fullmatch(one.at)
    at = f"{minute[1]} {minute[2]}" if minute else f'"{escape(one.at)}"'
    name = "" if one.name is None else f' "{escape(one.name)}"'
    media = "" if one.media is None else f" ({_MEDIA[one.media]})"
    return f"[{at}] {_SENDERS[one.sender]}{name}{media}: {escape(one.text, quoted=False)}"


def _read_line(line: str) -> HistoryMessage:
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError("not a line of a history")
    at, name, media = found["at"], found["name"], found["media"]
    return HistoryMessage(
        sender=_SENDER_OF[found["sender"]],  # type: ignore[arg-type]
        text=unescape(found["text"]),
        at=unescape(at[1:-1]) if at.startswith('"') else f"{at.replace(' ', 'T')}:00-03:00",
        name=None if name is None else unescape(name[1:-1]),
        media=None if media is None else _MEDIA_OF[media],  # type: ignore[arg-type]
    )
