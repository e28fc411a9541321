"""One criterion judged on one whole conversation: a score where 100 is always good, or no score at all.

The conversation stands between fences whose code is in none of its text, and the answer must carry that
code: what a customer writes to the judge, or what a tool answers, is material and never an instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cenario.domain.execution import ChatMessage, Execution, ToolCall
from cenario.domain.quality import Criterion
from cenario.judge.objects import json_objects
from cenario.judge.transcript import draw_code, fenced
from cenario.labels.text import Locale, text, use_locale
from cenario.measures.quality_turns import conversation_order
from cenario.provider.protocol import Request, Turn

__all__ = ["MAX_RETRIES", "PURPOSE", "ReadScore", "case_code", "criterion_request", "read_score"]

PURPOSE = "judge_quality"
PROMPT_LOCALE: Locale = "pt-BR"
"""The prompt is part of the ruler: it does not change with the reader's language."""
MAX_RETRIES = 3
"""New attempts after the first, by the user's document: four requests at most."""

Invalid = Literal["no_json", "cut", "wrong_code", "no_score", "out_of_range", "two_scores"]
PASSED = {"passou": 100.0, "não passou": 0.0, "nao passou": 0.0, "true": 100.0, "false": 0.0}


@dataclass(frozen=True, slots=True)
class ReadScore:
    """A judge's answer read: a score (0..100) with its reason, or why there is none."""

    value: float | None
    reason: str | None = None
    invalid: Invalid | None = None


def case_code(execution: Execution, criterion: Criterion, *, seed: int) -> str:
    """Return the fences' code for a case and criterion: it stands in no text that the judge will see."""
    texts = [words for _, words in _blocks(execution)]
    name = f"{execution.arm}:{execution.conversation}:{execution.repetition}:{criterion.name}"
    return draw_code([*texts, criterion.name, criterion.description], seed=seed, name=name)


def criterion_request(
    execution: Execution, criterion: Criterion, *, seed: int, max_tokens: int = 400
) -> Request:
    """Return the judge's request: the criterion, which end is good, the fenced conversation, the form."""
    code = case_code(execution, criterion, seed=seed)
    with use_locale(PROMPT_LOCALE):
        parts = [
            text("qualityjudge-task", code=code),
            text("qualityjudge-criterion", name=criterion.name, description=criterion.description),
            text(f"qualityjudge-scale-{criterion.kind}"),
            *(fenced(words, code, title) for title, words in _blocks(execution)),
            text(f"qualityjudge-form-{criterion.kind}", code=code),
        ]
        system = text("qualityjudge-system")
    return Request(
        system=system,
        turns=(Turn(role="user", text="\n\n".join(parts)),),
        max_tokens=max_tokens,
        seed=seed,
        purpose=PURPOSE,
        metadata={"conversation": execution.conversation, "criterion": criterion.name},
    )


def read_score(answer: str, code: str, criterion: Criterion) -> ReadScore:
    """Read a score out of a judge's answer: fences and prose around it are tolerated, doubt is not.

    A numeric score out of 0..100 is invalid, and so is anything but passou / não passou for a boolean.
    """
    objects = json_objects(answer)
    if not objects:
        return ReadScore(None, invalid="cut" if "{" in answer and "}" not in answer else "no_json")
    coded = [one for one in objects if str(one.get("codigo", "")).strip() == code]
    if not coded:
        return ReadScore(None, invalid="wrong_code")
    found = [_value(one, criterion) for one in coded]
    faults = [one for one in found if isinstance(one, str)]
    if faults:
        return ReadScore(None, invalid=faults[0])
    values = {one for one in found if isinstance(one, float)}
    if len(values) > 1:
        return ReadScore(None, invalid="two_scores")
    reason = coded[0].get("motivo")
    return ReadScore(values.pop(), reason=None if reason is None else str(reason)[:2000])


def _value(answer: dict[str, object], criterion: Criterion) -> float | Invalid:
    if criterion.kind == "boolean":
        said = answer.get("resultado")
        word = " ".join(str(said).casefold().split()) if isinstance(said, str | bool) else ""
        return PASSED.get(word, "no_score")
    score = answer.get("nota")
    if isinstance(score, str):
        try:
            score = float(score.strip().replace(",", "."))
        except ValueError:
            return "no_score"
    if isinstance(score, bool) or not isinstance(score, int | float):
        return "no_score"
    return float(score) if 0 <= score <= 100 else "out_of_range"


def _blocks(execution: Execution) -> list[tuple[str, str]]:
    """Return (title, words) of everything that was said and done, in order; titles hold no foreign text."""
    with use_locale(PROMPT_LOCALE):
        found: list[tuple[str, str]] = []
        for number, one in enumerate(conversation_order(execution), start=1):
            if isinstance(one, ChatMessage):
                who = text(f"qualityjudge-who-{one.role}")
                found.append((text("qualityjudge-entry", number=number, who=who), one.text))
            else:
                found.append((text("qualityjudge-act", number=number), _act(one)))
        return found or [(text("qualityjudge-nothing"), "")]


def _act(call: ToolCall) -> str:
    parts: Sequence[str] = (call.name, call.arguments, call.result or call.error or "")
    return "\n".join(part for part in parts if part)
