"""A judge asked which of two replies serves better: nearer to the good course wins, with its own faults.

Rates: ``vote_tie`` (no difference seen), ``vote_first`` (the first shown wins, whatever it says),
``vote_slip`` (the other one wins), ``vote_unreadable`` (no vote at all).
"""

from __future__ import annotations

import json
import re
from functools import cache

from cenario.labels.text import text, use_locale
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.view import View

__all__ = ["BEHAVIOUR"]

_REPLY = re.compile(
    r"^<<(?P<code>[A-Z0-9]{12}) resposta (?P<letter>[AB])>>\n(?P<body>.*?)\n<<(?P=code) fim>>$", re.S | re.M
)
_WORD = re.compile(r"[^\W_]+")
UNREADABLE = "As duas me parecem boas; prefiro não escolher."


def _claims(view: View) -> bool:
    return view.system == _system()


@cache
def _system() -> str:
    with use_locale("pt-BR"):
        return text("vote-system")


def answer(scene: Scene) -> Answer:
    """Vote on what is between the fences."""
    found = {m["letter"]: (m["code"], m["body"]) for m in _REPLY.finditer(scene.view.opening)}
    if set(found) != {"A", "B"} or scene.happens("vote_unreadable"):
        return Answer(text=UNREADABLE)
    value = {
        "codigo": found["A"][0],
        "voto": _vote(scene, found["A"][1], found["B"][1]),
        "motivo": "Atende melhor o que foi pedido.",
    }
    return Answer(text=json.dumps(value, ensure_ascii=False))


def _vote(scene: Scene, shown_a: str, shown_b: str) -> str:
    if scene.happens("vote_first"):
        return "A"
    course = scene.courses.find(scene.view)
    good = _words((course.course_reply if course else None) or "")
    near_a, near_b = _near(shown_a, good), _near(shown_b, good)
    if scene.happens("vote_tie") or abs(near_a - near_b) < 0.05:
        return "empate"
    better, other = ("A", "B") if near_a > near_b else ("B", "A")
    return other if scene.happens("vote_slip") else better


def _near(body: str, good: frozenset[str]) -> float:
    """Return the share of the good reply's words that `body` has (0..1)."""
    return len(_words(body) & good) / len(good) if good else 0.0


def _words(said: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(said.casefold()) if len(word) > 2)


BEHAVIOUR = Behaviour(name="vote", claims=_claims, answer=answer, priority=10)
