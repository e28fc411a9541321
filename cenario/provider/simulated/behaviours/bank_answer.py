"""A chatbot asked a prompt of the embedded bank: right as the bank knows, wrong as its profile says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cenario.domain.bank import BankCase, BankPrompt
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.view import View
from cenario.store.bank import check_bank
from cenario.store.places import data_folder

__all__ = ["BEHAVIOUR"]

RIGHT = ("{}", "A resposta é: {}", "{} É isso.", "Claro! {}", "{} Posso ajudar em mais alguma coisa?")
TOPIC = (
    "Em resumo: {}. É nisso que tudo se apoia.",
    "A ideia central é esta: {}. O resto decorre dela.",
    "O que importa aqui é {}; vale olhar com calma.",
)
OFF_TOPIC = (
    "Depende de cada caso; converse com um especialista.",
    "Não tenho certeza de como explicar isso.",
)
UNKNOWN = "Não sei dizer."


def _known() -> dict[str, BankPrompt]:
    return _prompts(data_folder() / "bank")


@cache
def _prompts(folder: Path) -> dict[str, BankPrompt]:
    """Return the bank's prompts by their words; none where there is no sound bank."""
    bank = check_bank(folder).bank
    return {} if bank is None else {prompt.text: prompt for prompt in bank.prompts()}


def _asked(view: View) -> BankPrompt | None:
    """Return the prompt that the request asks: the whole message, or the longest that stands in it."""
    known = _known()
    exact = known.get(view.opening)
    if exact is not None:
        return exact
    inside = [text for text in known if text in view.opening]
    return known[max(inside, key=len)] if inside else None


def answer(scene: Scene) -> Answer:
    """Answer right or wrong: the chance is the profile's ``bank_wrong``, by what was asked."""
    asked = _asked(scene.view)
    if asked is None:  # not claimed then
        return Answer(text=UNKNOWN)
    wrong = scene.happens("bank_wrong", conditions=_conditions(asked), case=asked.case.id)
    draws = scene.view.draws("bank", "wording")
    if asked.case.dimension == "consistency":
        words = draws.choice(OFF_TOPIC if wrong else TOPIC)
        return Answer(text=words.format(asked.case.expected_topic))
    if wrong:
        return Answer(text=draws.choice(RIGHT).format(_wrong(asked.case)))
    return Answer(text=draws.choice(RIGHT).format(_right(asked.case)))


def _conditions(asked: BankPrompt) -> tuple[str, ...]:
    found = [f"bank_{asked.case.dimension}"]
    if asked.case.is_trap:
        found.append("bank_trap")
    if asked.variant is not None:
        found += [f"bank_{asked.variant.variant_type}", f"bank_{asked.variant.level}"]
    return tuple(found)


def _right(case: BankCase) -> str:
    reference: Any = case.ground_truth or case.extra.get("reference_answer")
    return reference if isinstance(reference, str) else UNKNOWN


def _wrong(case: BankCase) -> str:
    return f"{case.rejected[0]}." if case.rejected else UNKNOWN


BEHAVIOUR = Behaviour(
    name="bank_answer", claims=lambda view: _asked(view) is not None, answer=answer, priority=-50
)
