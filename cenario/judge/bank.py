"""A score from 1 to 5 for one item of a bank: an answer, a set, or a perturbed one beside its base.

The answer must carry the code of the fences, so that a score written inside a chatbot's answer is not
the judge's. What cannot be read is invalid: asked again, then counted apart, and never a number.
"""

from __future__ import annotations

from dataclasses import dataclass

from cenario.domain.bank import Dimension
from cenario.judge.objects import json_objects
from cenario.judge.transcript import draw_code, fenced
from cenario.labels.text import Locale, text, use_locale
from cenario.measures.bank.items import Answer, Item
from cenario.provider.protocol import Request, Turn

__all__ = ["MAX_ATTEMPTS", "PURPOSE", "ReadScore", "item_code", "read_score", "score_request"]

PURPOSE = "judge_bank"
PROMPT_LOCALE: Locale = "pt-BR"
"""The prompt is part of the ruler: it does not change with the reader's language."""
MAX_ATTEMPTS = 3
"""Requests for one score: the first and two more on an unreadable answer (our default)."""
LEGAL = {"1": 1.0, "2": 2.0, "3": 3.0, "4": 4.0, "5": 5.0}


@dataclass(frozen=True, slots=True)
class ReadScore:
    """A judge's answer read: a score with its reason, or why there is none."""

    value: float | None
    reason: str | None = None
    invalid: str | None = None


def item_code(item: Item, *, seed: int) -> str:
    """Return the fences' code of an item: it stands in no text that the judge will see."""
    texts = [words for _, words in _blocks(item)]
    case, variant, repetition = item.key
    return draw_code(texts, seed=seed, name=f"{case}:{variant}:{repetition}")


def score_request(
    item: Item, *, seed: int, max_tokens: int = 400, temperature: float | None = None
) -> Request:
    """Return the judge's request for `item`: what was asked, what is known, what was answered, the form."""
    code = item_code(item, seed=seed)
    with use_locale(PROMPT_LOCALE):
        system = text("bankjudge-system", scale=text(_SCALES[item.case.dimension]))
        parts = [text("bankjudge-task", code=code)]
        parts += [fenced(words, code, title) for title, words in _blocks(item)]
        parts.append(text("bankjudge-form", code=code))
    return Request(
        system=system,
        turns=(Turn(role="user", text="\n\n".join(parts)),),
        max_tokens=max_tokens,
        temperature=temperature,
        seed=seed,
        purpose=PURPOSE,
        metadata={"conversation": item.case.id, "variant": item.key[1] or ""},
    )


def read_score(answer: str, code: str) -> ReadScore:
    """Read a score out of a judge's answer: fences and prose around it are tolerated, doubt is not.

    The one JSON object that carries `code` is the score. None, several that disagree, a score that is not
    1, 2, 3, 4 or 5, or no code: invalid, with the kind in a word.
    """
    objects = json_objects(answer)
    if not objects:
        return ReadScore(None, invalid="cut" if "{" in answer and "}" not in answer else "no_json")
    coded = [one for one in objects if str(one.get("codigo", "")).strip() == code]
    if not coded:
        return ReadScore(None, invalid="wrong_code")
    values = {_value(one.get("nota")) for one in coded}
    if None in values:
        return ReadScore(None, invalid="no_score")
    if len(values) > 1:
        return ReadScore(None, invalid="two_scores")
    reason = coded[0].get("motivo")
    return ReadScore(values.pop(), reason=None if reason is None else str(reason)[:2000])


def _value(score: object) -> float | None:
    if isinstance(score, bool) or score is None:
        return None
    if isinstance(score, float) and score.is_integer():
        score = int(score)
    return LEGAL.get(str(score).strip())


_SCALES: dict[Dimension, str] = {
    "factual": "bankjudge-scale-factual",
    "consistency": "bankjudge-scale-consistency",
    "robustness": "bankjudge-scale-robustness",
}


def _blocks(item: Item) -> list[tuple[str, str]]:
    """Return (title, words) of every block that the judge sees, in order; empty ones are left out."""
    with use_locale(PROMPT_LOCALE):
        match item.case.dimension:
            case "factual":
                blocks = _factual(item)
            case "consistency":
                blocks = _consistency(item)
            case "robustness":
                blocks = _robustness(item)
    return [(title, words) for title, words in blocks if words]


def _factual(item: Item) -> list[tuple[str, str]]:
    trap = item.case.extra.get("trap_note")
    return [
        (text("bankjudge-question"), item.case.prompt),
        (text("bankjudge-truth"), item.case.ground_truth or ""),
        (text("bankjudge-trap"), trap if isinstance(trap, str) else ""),
        (text("bankjudge-answer"), _said(item.answers[0])),
    ]


def _consistency(item: Item) -> list[tuple[str, str]]:
    blocks = [(text("bankjudge-topic"), item.case.expected_topic or "")]
    for number, answer in enumerate(item.answers, start=1):
        blocks.append((text("bankjudge-question-of", number=number), _asked(answer)))
        blocks.append((text("bankjudge-answer-of", number=number), _said(answer)))
    return blocks


def _robustness(item: Item) -> list[tuple[str, str]]:
    base, perturbed = item.answers[0], item.answers[-1]
    return [
        (text("bankjudge-behavior"), item.case.expected_behavior or ""),
        (text("bankjudge-question"), _asked(base)),
        (text("bankjudge-answer-base"), _said(base)),
        (text("bankjudge-question-perturbed"), _asked(perturbed)),
        (text("bankjudge-answer-perturbed"), _said(perturbed)),
    ]


def _asked(answer: Answer) -> str:
    return answer.case.prompt if answer.variant is None else answer.variant.prompt


def _said(answer: Answer) -> str:
    return answer.text or text("bankjudge-silence")
