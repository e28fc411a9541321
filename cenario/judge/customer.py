"""The simulated customer: a model that plays the contact, by a personality's exact words, towards a goal.

It answers one JSON object a turn: what it says, and whether its goal is reached. What it gets wrong
(unreadable, empty, out of character, speaking as the agent, repeating itself) is found here by rule, and
is a fault of the harness: it never counts against the agent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from cenario.domain.conversation import Conversation
from cenario.domain.folding import fold
from cenario.domain.quality import Personality
from cenario.judge.objects import json_objects
from cenario.judge.transcript import draw_code, fenced, neutral_transcript
from cenario.labels.text import Locale, text, use_locale
from cenario.provider.protocol import Request, Turn

__all__ = ["FAULTS", "MAX_ATTEMPTS", "PURPOSE", "Line", "Said", "customer_request", "read_said"]

PURPOSE = "customer"
PROMPT_LOCALE: Locale = "pt-BR"
"""The prompt is part of the ruler: it does not change with the reader's language."""
MAX_ATTEMPTS = 3
"""Requests for one message: the first and two more on a fault (our default)."""
SAME = 0.95
"""Likeness of two messages, 0..1, from which one repeats the other (our default)."""
SHORT = 12
"""Characters below which a message may be said twice ("sim, pode ser") without being a repetition."""
QUOTED = 40
"""Characters of the agent's reply that, said again word for word, are the agent's and not a quotation."""

FAULTS = ("unreadable", "empty", "breaks_character", "speaks_as_agent", "repeats")

_OUT_OF_CHARACTER = re.compile(
    r"\b(?:como|sou)\s+(?:um|uma)\s+(?:modelo\s+de\s+linguagem|intelig[eê]ncia\s+artificial|\bia\b|llm)"
    r"|\bas an ai\b|\bmodelo de linguagem treinado\b"
    r"|\b(?:minha|a)\s+personalidade\s+(?:é|simulada)|\bcliente\s+simulado\b"
    r"|\bn[aã]o\s+posso\s+(?:interpretar|encenar|continuar\s+(?:n?esse|n?este)\s+papel)\b",
    re.IGNORECASE,
)
_AS_THE_AGENT = re.compile(
    r"^\s*(?:atendente|assistente|agente|bot)\s*:"
    r"|\b(?:como|em\s+que)\s+posso\s+(?:te|lhe|o|a)?\s*ajudar\b"
    r"|\bposso\s+(?:te|lhe)?\s*ajudar\s+(?:em|com)\s+mais\s+(?:alguma\s+coisa|algo)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the simulated conversation; None: the agent stayed silent."""

    by_customer: bool
    text: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """What the customer's model answered: its message and whether the goal is reached, or what is wrong."""

    message: str = ""
    reached: bool = False
    fault: str | None = None


def customer_request(
    conversation: Conversation,
    personality: Personality,
    goal: str,
    lines: Sequence[Line],
    *,
    seed: int,
    max_tokens: int = 400,
) -> Request:
    """Return what is asked of the customer's model for its next message.

    The personality's description stands in the system text word for word.
    """
    texts = [*(m.text for m in conversation.history), conversation.message, *(x.text or "" for x in lines)]
    code = draw_code(texts, seed=seed, name="customer")
    with use_locale(PROMPT_LOCALE):
        briefing = "\n\n".join(
            (
                text("customer-task", code=code),
                text("customer-goal", goal=goal),
                neutral_transcript(conversation, code),
                text("customer-first"),
                text("customer-form"),
            )
        )
        turns = [Turn(role="user", text=briefing)]
        for line in lines:
            if line.by_customer:
                said = {"mensagem": line.text, "objetivo": "em_aberto"}
                turns.append(Turn(role="assistant", text=json.dumps(said, ensure_ascii=False)))
            else:
                heard = fenced(line.text or text("customer-silence"), code, text("customer-agent"))
                turns.append(Turn(role="user", text=f"{heard}\n\n{text('customer-form')}"))
        system = text("customer-system", name=personality.name, description=personality.description)
    return Request(
        system=system,
        turns=tuple(turns),
        max_tokens=max_tokens,
        seed=seed,
        purpose=PURPOSE,
        metadata={"conversation": conversation.id},
    )


def read_said(answer: str, lines: Sequence[Line]) -> Said:
    """Read the customer's answer; a fault is named by one of `FAULTS`."""
    said = {
        (str(one.get("mensagem") or "").strip(), str(one.get("objetivo") or "").strip().casefold())
        for one in json_objects(answer)
        if "mensagem" in one
    }
    if len(said) != 1:
        return Said(fault="unreadable")
    message, state = said.pop()
    if state not in ("alcancado", "alcançado", "em_aberto"):
        return Said(fault="unreadable")
    reached = state != "em_aberto" and any(not line.by_customer for line in lines)
    if reached and not message:
        return Said(reached=True)
    return Said(message, reached, _fault(message, lines))


def _fault(message: str, lines: Sequence[Line]) -> str | None:
    if not message:
        return "empty"
    if _OUT_OF_CHARACTER.search(message):
        return "breaks_character"
    flat = fold(message)
    replies = [fold(line.text) for line in lines if not line.by_customer and line.text]
    copied = any(len(reply) >= QUOTED and reply in flat for reply in replies)
    if copied or _AS_THE_AGENT.search(message):
        return "speaks_as_agent"
    own = [fold(line.text) for line in lines if line.by_customer and line.text]
    if len(flat) >= SHORT and any(SequenceMatcher(None, flat, one).ratio() >= SAME for one in own):
        return "repeats"
    return None
