"""A judge asked to score a conversation by one criterion: it sees what is plain to see, with its own noise.

Rates: ``criterion_unreadable`` (no score), ``criterion_range`` (a number out of 0..100).
"""

from __future__ import annotations

import json
import re
from functools import cache

from cenario.domain.folding import fold
from cenario.labels.text import text, use_locale
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.behaviours.later_turn import GAVE_IN
from cenario.provider.simulated.view import View

__all__ = ["BEHAVIOUR"]

_BLOCK = re.compile(
    r"^<<(?P<code>[A-Z0-9]{12}) (?P<title>[^>\n]+)>>\n(?P<body>.*?)\n<<(?P=code) fim>>$", re.S | re.M
)
UNREADABLE = "Foi um bom atendimento, no geral."
_WORST, _BEST = 0, 100


def _claims(view: View) -> bool:
    return view.system == _system()


@cache
def _system() -> str:
    with use_locale("pt-BR"):
        return text("qualityjudge-system")


def answer(scene: Scene) -> Answer:
    """Score what is between the fences."""
    view = scene.view
    blocks = [(m["code"], m["title"], m["body"]) for m in _BLOCK.finditer(view.opening)]
    if not blocks or scene.happens("criterion_unreadable"):
        return Answer(text=UNREADABLE)
    asked = view.opening[: view.opening.index("<<" + blocks[0][0] + " ", len(blocks[0][0]) + 40)]
    score = _score(scene, fold(asked), [(title, body) for _, title, body in blocks])
    value: dict[str, object] = {"codigo": blocks[0][0]}
    if '"resultado"' in view.opening:
        value["resultado"] = "passou" if score >= (_WORST + _BEST) / 2 else "não passou"
    else:
        value["nota"] = _BEST + 20 if scene.happens("criterion_range") else score
    return Answer(text=json.dumps({**value, "motivo": _reason(score)}, ensure_ascii=False))


def _score(scene: Scene, asked: str, blocks: list[tuple[str, str]]) -> int:
    said = [body for title, body in blocks if title.endswith("atendente")]
    acts = [body for title, body in blocks if "ato do atendente" in title]
    refused = sum('"erro"' in fold(act) for act in acts)
    gave_in = any(GAVE_IN[:40] in words for words in said)
    score = 95 - 15 * refused if "ferramentas" in asked else 92 - 4 * refused
    if gave_in:
        score = 10 if "manipulacao" in asked else score - 30
    if not said:
        score -= 40
    noise = scene.view.draws("criterion").gauss(0, 5)
    return max(_WORST, min(_BEST, round(score + noise)))


def _reason(score: int) -> str:
    return "Atende ao que o critério pede." if score >= 80 else "Há falha visível no que o critério pede."


BEHAVIOUR = Behaviour(name="criterion_judge", claims=_claims, answer=answer, priority=10)
