"""The closing of a turn: the corpus's good closing, or one made from the wire, with a model's losses."""

from __future__ import annotations

import re

import msgspec

from cenario.domain.closing import Closing, Declaration, Intent
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.closings import FORMAT_FAULTS, degrade, spoil
from cenario.provider.simulated.view import View

__all__ = ["BEHAVIOUR"]

_ASKS = '"rolling_summary"'
_CONTACT = re.compile(r"^Contato: (?P<text>.+)$", re.MULTILINE)
_PREVIOUS = re.compile(r"^## Resumo anterior\n(?P<text>.+)$", re.MULTILINE)
_LONGEST = 200


def answer(scene: Scene) -> Answer:
    """Write the closing, with the faults that happen."""
    conversation = scene.courses.find(scene.view)
    case = conversation.id if conversation else ""
    good = conversation.course_closing if conversation else None

    def happens(fault: str, *names: object) -> bool:
        return scene.happens(fault, *names, case=case)

    closing = degrade(good or _from_wire(scene.view), happens)
    text = msgspec.json.encode(closing).decode()
    for fault in FORMAT_FAULTS:
        if happens(fault, scene.view.attempt):
            return Answer(text=spoil(text, fault))
    return Answer(text=text)


def _from_wire(view: View) -> Closing:
    """Make a closing of what the request says, for a conversation with no declared one."""
    said = [found["text"].strip() for found in _CONTACT.finditer(view.last.text)]
    last = said[-1][:_LONGEST] if said else "atendimento"
    previous = _PREVIOUS.search(view.last.text)
    head = f"{previous['text'].strip().rstrip('.')}; " if previous else ""
    return Closing(
        commitments=(),
        objections=(),
        next_action=None,
        rolling_summary=f"{head}contato disse: {last}",
        declaration=Declaration(intents=(Intent(what=last, evidence=last),), promises=()),
    )


BEHAVIOUR = Behaviour(name="closing", claims=lambda view: _ASKS in view.last.text, answer=answer, priority=20)
