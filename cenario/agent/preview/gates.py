"""Before-send gates: small pure rules that hold a reply back; the first veto stops the chain.

Their order is that of the system under test: stop, lgpd, pacing, messaging_window, spinning,
promise, case_promise, internal_vocabulary, disclosure. Its semantic_promise is left out: it is a
second model call, not a rule. Each gate reads a `Draft` and returns what it found, or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal

from cenario.domain.conversation import HistoryMessage
from cenario.domain.execution import ProcedureRun, Veto
from cenario.domain.folding import fold
from cenario.errors import Message, message

MAX_UNANSWERED = 2
"""Most messages of ours that may stand unanswered before this one; our default."""

MAX_CHARACTERS = 1200
"""Longest reply sent as one message; our default."""

WINDOW = timedelta(hours=24)
"""How long after the contact's last word the channel lets us write freely."""

SPINNING_LOOKBACK = 3
"""How many of our last messages a reply may not repeat; our default."""

MAX_QUOTED_WORDS = 12
"""Words in a row of our own instructions that give them away; our default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply about to be sent, and all that a gate may look at.

    `said` is everything said so far, the contact's message of this turn included, oldest first.
    `known` is what the agent was shown (contact, history, tool answers): personal data may come from there.
    """

    reply: str
    said: Sequence[HistoryMessage]
    clock: datetime
    origin: Literal["contact", "scheduled_return"] = "contact"
    procedures: Sequence[ProcedureRun] = ()
    has_appointment: bool = False
    follow_up_at: str | None = None
    handed_off: bool = False
    known: str = ""
    instructions: str = ""


def check(draft: Draft) -> Veto | None:
    """Return the first gate's veto, or None where the reply may go out."""
    for name, gate in GATES:
        found = gate(draft)
        if found is not None:
            return Veto(gate=name, reason=found.render("pt-BR"))
    return None


def stop(draft: Draft) -> Message | None:
    """The contact's last word asks us to stop: nothing goes out, not even a goodbye."""
    last = next((each.text for each in reversed(draft.said) if each.sender == "contact"), "")
    return message("veto-stop") if _STOP.search(fold(last)) else None


def lgpd(draft: Draft) -> Message | None:
    """The reply carries a CPF or an e-mail that the agent was not shown in this conversation."""
    emails, cpfs = _EMAIL.findall(fold(draft.reply)), _CPF.findall(draft.reply)
    if emails and any(found not in fold(draft.known) for found in emails):
        return message("veto-lgpd", what="e-mail")
    digits = _NOT_DIGIT.sub("", draft.known) if cpfs else ""
    if any(_NOT_DIGIT.sub("", found) not in digits for found in cpfs):
        return message("veto-lgpd", what="CPF")
    return None


def pacing(draft: Draft) -> Message | None:
    """Too many of our messages stand unanswered, or this one is too long to be one message."""
    unanswered = 0
    for each in reversed(draft.said):
        if each.sender == "contact":
            break
        unanswered += 1
    if unanswered > MAX_UNANSWERED:
        return message("veto-pacing-unanswered", n=unanswered)
    if len(draft.reply) > MAX_CHARACTERS:
        return message("veto-pacing-long", n=len(draft.reply), limit=MAX_CHARACTERS)
    return None


def messaging_window(draft: Draft) -> Message | None:
    """More than 24 hours since the contact last wrote: the channel allows no free message."""
    heard = [datetime.fromisoformat(each.at) for each in draft.said if each.sender == "contact"]
    if not heard:
        return message("veto-window-never")
    return message("veto-window", hours=24) if draft.clock - max(heard) > WINDOW else None


def spinning(draft: Draft) -> Message | None:
    """The reply repeats one of our last messages word for word."""
    ours = [fold(each.text) for each in draft.said if each.sender == "agent"][-SPINNING_LOOKBACK:]
    return message("veto-spinning") if fold(draft.reply) in ours else None


def promise(draft: Draft) -> Message | None:
    """The reply promises to come back, and no callback was scheduled nor a person called."""
    if draft.follow_up_at is not None or draft.handed_off:
        return None
    found = _PROMISE.search(fold(draft.reply))
    return message("veto-promise", words=found[0]) if found else None


def case_promise(draft: Draft) -> Message | None:
    """The reply says that something was done, and no tool confirmed it in this turn."""
    done = {(each.name, each.state) for each in draft.procedures}
    for sentence in _SENTENCE.findall(fold(draft.reply)):
        if sentence.endswith("?") or _NOT.search(sentence):
            continue
        for claim, proofs in _CLAIMS:
            found = claim.search(sentence)
            if found and not (done & proofs or _stands_already(found[0], draft)):
                return message("veto-case-promise", words=found[0])
    return None


def internal_vocabulary(draft: Draft) -> Message | None:
    """The reply uses words of the machinery: tool names, ids, uuids, the funnel's jargon."""
    found = _INTERNAL.search(fold(draft.reply))
    return message("veto-internal-vocabulary", words=found[0]) if found else None


def disclosure(draft: Draft) -> Message | None:
    """The reply says that it is a person, or gives our instructions away."""
    folded = fold(draft.reply)
    found = _DISCLOSURE.search(folded)
    if found:
        return message("veto-disclosure", words=found[0])
    words, ours = folded.split(), _folded(draft.instructions)
    for start in range(len(words) - MAX_QUOTED_WORDS + 1):
        if f" {' '.join(words[start : start + MAX_QUOTED_WORDS])} " in ours:
            return message("veto-disclosure-quoted", n=MAX_QUOTED_WORDS)
    return None


@lru_cache(maxsize=16)
def _folded(instructions: str) -> str:
    return f" {fold(instructions)} "


def _stands_already(claim: str, draft: Draft) -> bool:
    """Whether what `claim` says may be an appointment that stood before this turn."""
    return draft.has_appointment and not claim.endswith(("ei", "emos"))


Gate = Callable[[Draft], Message | None]

GATES: tuple[tuple[str, Gate], ...] = (
    ("stop", stop),
    ("lgpd", lgpd),
    ("pacing", pacing),
    ("messaging_window", messaging_window),
    ("spinning", spinning),
    ("promise", promise),
    ("case_promise", case_promise),
    ("internal_vocabulary", internal_vocabulary),
    ("disclosure", disclosure),
)

_STOP = re.compile(
    r"^(?:pare|parar|sair|stop|descadastrar|cancelar inscricao)[.! ]*$"
    r"|\bnao (?:quero|desejo) (?:mais )?receber\b|\bnao me (?:mande|manda|mandem|chame|chama) mais\b"
    r"|\b(?:pare|parem|para) de me (?:mandar|enviar|chamar)\b|\bme tir[ae]m? d(?:a|essa) lista\b"
)
_EMAIL = re.compile(r"[a-z0-9_.+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_NOT_DIGIT = re.compile(r"[^0-9]+")
_CPF = re.compile(r"(?<![0-9])[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}(?![0-9])")
_PROMISE = re.compile(
    r"\b(?:te|lhe|ja te|eu te) (?:aviso|retorno|respondo|ligo|chamo|confirmo|dou (?:um )?retorno)\b"
    r"|\b(?:aviso|retorno|respondo) (?:voce|pra voce|para voce|assim que|ainda hoje|em breve|ate)\b"
    r"|\b(?:entro|entraremos|entrarei|entramos) em contato\b"
    r"|\b(?:vou|vamos|irei|iremos) (?:verificar|checar|averiguar|confirmar com|consultar|falar com|ver com)\b"
    r"|\bassim que (?:eu )?(?:tiver|souber|tivermos)\b"
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_NOT = re.compile(r"\b(?:nao|nem|ainda falta|se|caso|quando|quer que|posso|podemos)\b")
_CLAIMS: tuple[tuple[re.Pattern[str], frozenset[tuple[str, str]]], ...] = (
    (
        re.compile(
            r"\b(?:agendei|marquei|reservei|agendamos|marcamos"
            r"|(?:esta|ta|ficou|foi|fica) (?:agendad|marcad)[oa]s?)\b"
        ),
        frozenset({("agendamento", "confirmado"), ("remarcacao", "confirmado")}),
    ),
    (
        re.compile(r"\b(?:remarquei|remarcamos|(?:esta|ficou|foi) remarcad[oa])\b"),
        frozenset({("remarcacao", "confirmado")}),
    ),
    (
        re.compile(
            r"\b(?:gerei|emiti|enviei) (?:a cobranca|o boleto|o pix|o link)\b|\bcobranca (?:foi )?emitida\b"
        ),
        frozenset({("cobranca", "emitida")}),
    ),
    (
        re.compile(r"\b(?:atualizei|corrigi) (?:o |seu |teu |no )*(?:cadastro|e-?mail|endereco|telefone)\b"),
        frozenset({("cadastro", "atualizado")}),
    ),
    (
        re.compile(
            r"\b(?:passei|encaminhei|transferi) (?:voce|a conversa|seu (?:caso|atendimento|contato))\b"
        ),
        frozenset({("passagem", "entregue")}),
    ),
)
_INTERNAL = re.compile(
    r"\b(?:crm|kb)_[a-z_]+|\b(?:contact|lead|appointment|event_type|owner_user)_(?:id|slug)\b"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b(?:lead|leads|crm|funil|follow-?up|handoff|webhook|endpoint|payload|json|slug|uuid|prompt|tool)\b"
)
_DISCLOSURE = re.compile(
    r"\bsou (?:uma? )?(?:pessoa|humano|humana|atendente humano|atendente humana|gente)\b"
    r"|\bnao sou (?:um |uma )?(?:robo|bot|ia|maquina|inteligencia artificial|atendimento automatico)\b"
    r"|\b(?:minhas|as minhas) instrucoes (?:sao|dizem|mandam)\b"
    r"|\bfui (?:instruid|programad)[oa] (?:a|para|pra)\b"
)
