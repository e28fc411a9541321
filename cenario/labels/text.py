"""Look up the words of a label, Portuguese (pt-BR) first.

One Fluent file an area under ``pt-BR/`` and ``en/``; an id begins with its file's stem
(``compare-not-shown`` lives in ``compare.ftl``), so only the file asked for is parsed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args

Locale = Literal["pt-BR", "en"]
LOCALES: tuple[Locale, ...] = get_args(Locale)
FOLDER = Path(__file__).parent

_locale: ContextVar[Locale | None] = ContextVar("locale", default=None)


@dataclass(frozen=True, slots=True)
class Message:
    """A label's id and the values it names; the words are looked up when shown."""

    code: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return text(self.code, **self.values)

    def render(self, locale: Locale) -> str:
        """Return the words in `locale`, whatever the current one is."""
        with use_locale(locale):
            return str(self)


def message(code: str, /, **values: object) -> Message:
    """Return a `Message` for label `code` with `values` (placeholders without their ``$``)."""
    return Message(code, values)


def current_locale() -> Locale:
    """Return the locale in force: `use_locale`, else the environment's ``LOCALE``, else pt-BR."""
    chosen = _locale.get() or os.environ.get("LOCALE")
    return chosen if chosen in LOCALES else "pt-BR"


@contextmanager
def use_locale(locale: Locale) -> Iterator[None]:
    """Show words and numbers in `locale` inside the ``with``."""
    token = _locale.set(locale)
    try:
        yield
    finally:
        _locale.reset(token)


def text(code: str, /, **values: object) -> str:
    """Return the words of label `code` in the current locale, its placeholders filled from `values`.

    Raises
    ------
    KeyError
        No such label, or a placeholder without a value: a fault of the program, not of its input.
    """
    locale = current_locale()
    bundle = _bundle(locale, code.partition("-")[0])
    if not bundle.has_message(code):
        raise KeyError(f"no label {code!r} in {locale}")
    shown = {name: _shown(value) for name, value in values.items()}
    words, faults = bundle.format_pattern(bundle.get_message(code).value, shown)
    if faults:
        raise KeyError(f"label {code!r} in {locale}: {faults[0]}")
    return cast(str, words)


def knows(code: str) -> bool:
    """Return whether the current locale has words for label `code`."""
    area = code.partition("-")[0]
    path = FOLDER / current_locale() / f"{area}.ftl"
    return path.is_file() and bool(_bundle(current_locale(), area).has_message(code))


def _shown(value: object) -> object:
    """Return what Fluent may hold: numbers as they are (plurals), messages rendered, all else as text."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, (int, float, str)):
        return value
    return str(value)


@cache
def _bundle(locale: Locale, area: str) -> Any:
    from fluent.runtime import FluentBundle, FluentResource  # parsed only when words are needed

    path = FOLDER / locale / f"{area}.ftl"
    if not path.is_file():
        raise KeyError(f"no labels {area!r} in {locale}")
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
