"""A pairwise vote: which reply serves the contact better, A, B or neither.

The order is drawn per conversation from a stored seed; the answer must carry the code of the fences,
so that a vote copied out of a transcript is not one. What cannot be read is invalid: retried, then
counted apart, and never a vote.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from cenario.domain.conversation import Conversation
from cenario.domain.execution import Execution
from cenario.judge.objects import json_objects
from cenario.judge.transcript import draw_code, neutral_transcript, reply_block
from cenario.labels.text import Locale, text, use_locale
from cenario.provider.protocol import Request, Turn

Letter = Literal["A", "B", "tie"]
Side = Literal["baseline", "candidate"]
PURPOSE = "judge_vote"
PROMPT_LOCALE: Locale = "pt-BR"
"""The prompt is part of the ruler: it does not change with the reader's language."""
MAX_ATTEMPTS = 3
"""Requests for one vote: the first and two more on an unreadable answer (our default)."""
_LETTERS = {"a": "A", "b": "B", "empate": "tie", "tie": "tie", "nenhum": "tie", "neither": "tie"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two executions of one conversation and repetition, and which of them is shown as A."""

    conversation: Conversation
    baseline: Execution
    candidate: Execution
    first: Side
    drawn: bool = True
    seed: int = 0

    @property
    def code(self) -> str:
        """The fences' code: the same for both orders of this pair."""
        texts = [
            self.conversation.message,
            *(f"{past.text} {past.name or ''}" for past in self.conversation.history),
            self.baseline.reply or "",
            self.candidate.reply or "",
        ]
        return draw_code(texts, seed=self.seed, name=self.conversation.id)

    @property
    def shown(self) -> tuple[Execution, Execution]:
        """The executions shown as A and as B."""
        pair = (self.baseline, self.candidate)
        return pair if self.first == "baseline" else (pair[1], pair[0])


@dataclass(frozen=True, slots=True)
class Answer:
    """A judge's answer read: a letter with its reason, or why there is none."""

    letter: Letter | None
    reason: str | None = None
    invalid: str | None = None


def draw_first(conversation: str, repetition: int, *, seed: int) -> Side:
    """Return which arm is shown first for one conversation, drawn from `seed` alone."""
    rng = random.Random(f"{seed}:{conversation}:{repetition}:order")  # noqa: S311 - reproducible on purpose
    return "baseline" if rng.random() < 0.5 else "candidate"


def vote_request(pair: Pair, *, max_tokens: int = 300) -> Request:
    """Return the judge's request for `pair`: neutral transcript, both replies, the answer's form."""
    code = pair.code
    shown_a, shown_b = pair.shown
    with use_locale(PROMPT_LOCALE):
        system = text("vote-system")
        parts = (
            text("vote-task", code=code),
            neutral_transcript(pair.conversation, code),
            reply_block(shown_a.reply, shown_a.tool_sequence, code, "A"),
            reply_block(shown_b.reply, shown_b.tool_sequence, code, "B"),
            text("vote-form", code=code),
        )
    body = "\n\n".join(parts)
    return Request(
        system=system,
        turns=(Turn(role="user", text=body),),
        max_tokens=max_tokens,
        purpose=PURPOSE,
        metadata={"conversation": pair.conversation.id, "first": pair.first},
    )


def read_answer(answer: str, code: str) -> Answer:
    """Read a vote out of a judge's answer: fences and prose around it are tolerated, doubt is not.

    The one JSON object that carries `code` is the vote. None, several that disagree, a letter outside
    A, B and empate, or no code: invalid, with the kind in a word.
    """
    objects = json_objects(answer)
    if not objects:
        return Answer(None, invalid="cut" if "{" in answer and "}" not in answer else "no_json")
    coded = [one for one in objects if str(one.get("codigo", "")).strip() == code]
    if not coded:
        return Answer(None, invalid="wrong_code")
    letters = {_LETTERS.get(str(one.get("voto", "")).strip().casefold()) for one in coded}
    if None in letters:
        return Answer(None, invalid="no_vote")
    if len(letters) > 1:
        return Answer(None, invalid="two_votes")
    letter: Letter = letters.pop()  # type: ignore[assignment]
    reason = coded[0].get("motivo")
    return Answer(letter, reason=str(reason)[:2000] if reason is not None else None)


def winner_of(letter: Letter, first: Side) -> Literal["baseline", "candidate", "tie"]:
    """Turn a letter back into the arm it was shown for."""
    if letter == "tie":
        return "tie"
    other: Side = "candidate" if first == "baseline" else "baseline"
    return first if letter == "A" else other
