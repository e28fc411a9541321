"""A judge asked to score a chatbot's answers: near the truth that it can read, and not always readable."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

from cenario.labels.text import text, use_locale
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.view import View
from cenario.store.bank import check_bank
from cenario.store.places import data_folder

__all__ = ["BEHAVIOUR"]

_BLOCK = re.compile(
    r"^<<(?P<code>[A-Z0-9]{12}) (?P<title>[^>\n]+)>>\n(?P<body>.*?)\n<<(?P=code) fim>>$", re.S | re.M
)
_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
UNREADABLE = "A resposta me parece boa, mas prefiro não dar um número."


def _claims(view: View) -> bool:
    return view.system.startswith(_opening_words())


@cache
def _opening_words() -> str:
    with use_locale("pt-BR"):
        return text("bankjudge-system", scale="\x00").partition("\x00")[0]


def answer(scene: Scene) -> Answer:
    """Score what is between the fences."""
    blocks = [(m["code"], m["title"], m["body"]) for m in _BLOCK.finditer(scene.view.opening)]
    code = blocks[0][0] if blocks else ""
    said = {title: body for _, title, body in blocks}
    case = said.get("pergunta") or said.get("pergunta 1") or ""
    if scene.happens("bank_judge_unreadable", case=case):
        return Answer(text=UNREADABLE)
    score = _score(said)
    if scene.happens("bank_judge_off", case=case):
        score += scene.view.draws("bank", "off").choice((-1, 1))
    value = {"codigo": code, "nota": min(5, max(1, score)), "motivo": "Comparada com a referência."}
    return Answer(text=json.dumps(value, ensure_ascii=False))


def _score(said: dict[str, str]) -> int:
    if "resposta de referência" in said:
        return _held(said["resposta do chatbot"], _accepted(said["pergunta"], said["resposta de referência"]))
    if "resposta do chatbot à pergunta perturbada" in said:
        base = said["resposta do chatbot à pergunta original"]
        return _held(said["resposta do chatbot à pergunta perturbada"], _accepted(said["pergunta"], base))
    topic = said.get("tema esperado", "")
    given = [body for title, body in said.items() if title.startswith("resposta ")]
    there = sum(_has(body, topic) for body in given)
    return 5 if there == len(given) else max(1, 4 - 2 * (len(given) - there)) if there else 1


def _held(given: str, accepted: tuple[str, ...]) -> int:
    return 5 if any(_has(given, one) for one in accepted) else 1


def _accepted(question: str, otherwise: str) -> tuple[str, ...]:
    """Return what is right for a question of the embedded bank; for another, the reference itself."""
    return _known().get(question, (otherwise,))


def _known() -> dict[str, tuple[str, ...]]:
    return _answers(data_folder() / "bank")


@cache
def _answers(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the answers accepted by question; none where there is no sound bank."""
    bank = check_bank(folder).bank
    return {} if bank is None else {case.prompt: case.accepted for case in bank.cases if case.accepted}


def _has(words: str, phrase: str) -> bool:
    return f" {_flat(phrase)} " in f" {_flat(words)} "


def _flat(words: str) -> str:
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(c)
    )
    return " ".join(_WORD.findall(plain))


BEHAVIOUR = Behaviour(name="bank_judge", claims=_claims, answer=answer, priority=10)
