"""The agent's turn: a declared course, with the faults of a stochastic model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cenario.domain.conversation import Conversation
from cenario.provider.simulated.answers import Answer, MadeCall
from cenario.provider.simulated.behaviour import Behaviour, Scene
from cenario.provider.simulated.schemas import format_fields, has_pattern_beside_format, spoil_format
from cenario.provider.simulated.view import SeenMessage, View

__all__ = ["BEHAVIOUR"]

NIL_UUID = "00000000-0000-0000-0000-000000000000"
TRIES = 2
"""How often a refused call is tried again before the model moves on."""

REFUSAL = "Desculpe, não posso ajudar com isso."
PROMISE = "Vou verificar e te aviso até amanhã, pode deixar!"
INNER_WORDS = "Consultei a ferramenta crm_find_free_slots e atualizei o lead_id no sistema."
OTHERWISE = "Oi! Como posso te ajudar hoje?"

_REFERENCE = re.compile(r"^\$(?P<tool>[a-z_]+)\.(?P<path>[A-Za-z0-9_.-]+)$")

Course = Sequence[Mapping[str, Any]]


def answer(scene: Scene) -> Answer:
    """Make the next call of the course, or reply."""
    conversation = scene.courses.find(scene.view)
    if conversation is None:
        return Answer(text=OTHERWISE)
    case = conversation.id
    if scene.happens("refusal", case=case):
        return Answer(text=REFUSAL)
    course = _course(scene, conversation)
    position, tries = _progress(scene.view.messages, len(course))
    if position < len(course):
        return Answer(calls=(_call(scene, course[position], position, tries, case),))
    return Answer(text=_reply(scene, conversation))


def _course(scene: Scene, conversation: Conversation) -> Course:
    """Return this execution's course: as declared, or with a call skipped, doubled or swapped."""
    course = list(conversation.course)
    if not course or not scene.happens("other_course", case=conversation.id):
        return course
    draws = scene.view.draws("other_course", "how")
    place = draws.randrange(len(course))
    how = draws.choice(("skip", "double", "swap"))
    if how == "swap" and len(course) > 1:
        place = min(place, len(course) - 2)
        course[place], course[place + 1] = course[place + 1], course[place]
    elif how == "skip":
        del course[place]
    else:
        course.insert(place, course[place])
    return course


def _progress(messages: Sequence[SeenMessage], length: int) -> tuple[int, int]:
    """Return the position in the course, and how many times the call there was refused already."""
    position = tries = 0
    for seen in messages:
        if seen.role != "tool" or position >= length:
            continue
        if seen.failed and tries < TRIES:
            tries += 1
        else:
            position, tries = position + 1, 0
    return position, tries


def _call(scene: Scene, planned: Mapping[str, Any], position: int, tries: int, case: str) -> MadeCall:
    name = str(planned["tool"])
    arguments = _resolve(planned.get("arguments") or {}, scene.view)
    offered = scene.view.tool(name)
    occasion = (position, tries)
    if scene.happens("unknown_tool", *occasion, case=case):
        return MadeCall(_misnamed(name), json.dumps(arguments, ensure_ascii=False))
    schema = offered.parameters if offered else {}
    fields = format_fields(schema, arguments)
    conditions = () if not fields or has_pattern_beside_format(schema) else ("no_pattern",)
    draws = scene.view.draws("call", *occasion)
    if fields and scene.happens("wrong_format", *occasion, conditions=conditions, case=case):
        arguments = spoil_format(arguments, draws.choice(fields), draws)
    uuids = [field for field in fields if field.format == "uuid"]
    if uuids and scene.happens("landfill_uuid", *occasion, conditions=conditions, case=case):
        arguments = draws.choice(uuids).put(arguments, NIL_UUID)
    if scene.happens("wrong_shape", *occasion, case=case):
        arguments = _misshapen(arguments, schema)
    return MadeCall(name, json.dumps(arguments, ensure_ascii=False))


def _misnamed(name: str) -> str:
    return name.replace("crm_", "crm_get_", 1) if name.startswith("crm_") else f"{name}_v2"


def _misshapen(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Leave a required argument out, or where there is none, add one that nobody asked for."""
    required = [name for name in schema.get("required", ()) if name in arguments]
    if required:
        return {name: value for name, value in arguments.items() if name != required[-1]}
    return {**arguments, "observacao_interna": True}


def _reply(scene: Scene, conversation: Conversation) -> str:
    case = conversation.id
    said_before = sum(m.role == "assistant" and not m.calls for m in scene.view.messages)
    if conversation.probe is not None:
        conditions = ("lines",) if _history_in_lines(scene.view) else ()
        wrong = scene.happens("wrong_probe", said_before, conditions=conditions, case=case)
        return conversation.probe.wrong if wrong else conversation.probe.right
    reply = OTHERWISE if conversation.course_reply is None else conversation.course_reply
    if scene.happens("promise", said_before, case=case):
        return f"{reply} {PROMISE}"
    if scene.happens("inner_words", said_before, case=case):
        return f"{reply} {INNER_WORDS}"
    return reply


def _history_in_lines(view: View) -> bool:
    """Whether the opening tells the history as lines and not as JSON."""
    return re.search(r'"(?:sender|remetente|texto|text)"\s*:', view.opening) is None


def _resolve(arguments: Any, view: View) -> Any:
    """Return the arguments, each ``$tool.path`` replaced by what that tool last answered."""
    if isinstance(arguments, Mapping):
        return {name: _resolve(value, view) for name, value in arguments.items()}
    if isinstance(arguments, list | tuple):
        return [_resolve(value, view) for value in arguments]
    if isinstance(arguments, str) and (found := _REFERENCE.match(arguments)):
        value = _lookup(_last_result(view, found["tool"]), found["path"])
        return arguments.lstrip("$") if value is None else value
    return arguments


def _last_result(view: View, tool: str) -> Any:
    ids = {call.id for m in view.messages for call in m.calls if call.name == tool}
    for seen in reversed(view.messages):
        if seen.role == "tool" and seen.call_id in ids and not seen.failed:
            try:
                return json.loads(seen.text)
            except ValueError:
                return None
    return None


def _lookup(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, list) and part.lstrip("-").isdigit() and -len(value) <= int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, dict) and part in value:
            value = value[part]
        else:
            return None
    return value


BEHAVIOUR = Behaviour(name="turn", claims=lambda _: True, answer=answer, priority=-100)
