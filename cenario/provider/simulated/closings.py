"""A closing as a stochastic model would write it: a good one, with parts lost at declared rates.

Rates of a profile, each the chance of one occasion: ``lost_promise``, ``other_deadline`` (a promise
with a deadline), ``lost_intent``, ``lost_fact`` (a fragment of the summary), ``reworded`` (a promise or
intent), ``not_declared`` (the whole declaration); ``closing_prose``, ``closing_cut`` and
``closing_extra`` (an answer that has no object, a cut one, one of another shape).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from cenario.domain.closing import Closing, Declaration, Intent, Promise, read_deadline

__all__ = ["FORMAT_FAULTS", "Happens", "degrade", "spoil"]

Happens = Callable[..., bool]
"""Whether a fault happens: its name, then what tells the occasion from others."""

FORMAT_FAULTS = ("closing_prose", "closing_cut", "closing_extra")

_FRAGMENT = "; "
_OTHER_WORDS = {"enviar ": "mandar ", "avisar ": "dar aviso ", "verificar ": "checar ", "quer ": "deseja "}


def degrade(closing: Closing, happens: Happens) -> Closing:
    """Return `closing` with what `happens` takes from it."""
    declaration = closing.declaration
    if declaration is not None:
        declaration = None if happens("not_declared") else _declared(declaration, happens)
    fragments = closing.rolling_summary.rstrip(".").split(_FRAGMENT)
    kept = [text for at, text in enumerate(fragments) if not happens("lost_fact", at)]
    summary = _FRAGMENT.join(kept) + "." if kept else "Sem novidades."
    return replace(closing, declaration=declaration, rolling_summary=summary)


def _declared(declaration: Declaration, happens: Happens) -> Declaration:
    promises = tuple(
        _promise(promise, at, happens)
        for at, promise in enumerate(declaration.promises)
        if not happens("lost_promise", at)
    )
    intents = tuple(
        _intent(intent, at, happens)
        for at, intent in enumerate(declaration.intents)
        if not happens("lost_intent", at)
    )
    return replace(declaration, promises=promises, intents=intents)


def _promise(promise: Promise, at: int, happens: Happens) -> Promise:
    deadline = promise.deadline
    if deadline is not None and happens("other_deadline", at):
        deadline = _shifted(deadline)
    return Promise(what=_worded(promise.what, happens("reworded", "promise", at)), deadline=deadline)


def _intent(intent: Intent, at: int, happens: Happens) -> Intent:
    return replace(intent, what=_worded(intent.what, happens("reworded", "intent", at)))


def _worded(text: str, reworded: bool) -> str:
    if not reworded:
        return text
    for words, others in _OTHER_WORDS.items():
        if words in text:
            return text.replace(words, others, 1)
    return text[:1].upper() + text[1:] + "."


def _shifted(deadline: str) -> str:
    """Return the deadline a day later: read from the wrong day, as models do."""
    moment = read_deadline(deadline)
    if moment is None:
        return deadline
    later = moment + timedelta(days=1)
    return later.isoformat(timespec="seconds") if isinstance(later, datetime) else later.isoformat()


def spoil(text: str, fault: str) -> str:
    """Return the answer with a fault of format."""
    if fault == "closing_prose":
        return "Fechamento: nada a registrar além do que já foi dito."
    if fault == "closing_cut":
        return text[: max(2, len(text) * 2 // 3)]
    return text.rstrip()[:-1] + ', "observacao": "gerado automaticamente"}'
