"""What makes a scenario a ruler, beyond its shape: every rule is refused in one line.

`check_words` sees the file as it was written, so that an unknown kind, a turned-round prohibition
or an id that only looks like one is told as what it is. `check_scenario` sees the typed scenario.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from cenario.domain.field_values import typed
from cenario.domain.scenario import (
    EXPECTATION_KINDS,
    CollectedExpectation,
    Expectation,
    GroundingExpectation,
    Procedure,
    ProcedureExpectation,
    ProhibitionExpectation,
    ReplyExpectation,
    Scenario,
    WorkExpectation,
)
from cenario.errors import BadInputError, Message, message

__all__ = ["LEGAL_ID", "check_id", "check_scenario", "check_words"]

LEGAL_ID = re.compile(r"[a-z0-9][a-z0-9-]{1,62}[a-z0-9]", re.ASCII)


def check_id(scenario_id: object, *, source: str) -> str:
    """Return `scenario_id`, or refuse what is not one: a path, an accent, a letter that only looks Latin."""
    if not isinstance(scenario_id, str) or LEGAL_ID.fullmatch(scenario_id) is None:
        raise BadInputError(message("scenario-id", source=source, id=ascii(scenario_id)[:80]))
    return scenario_id


def check_words(raw: object, *, source: str) -> None:
    """Refuse what the typed reader could only call a misfit.

    Parameters
    ----------
    raw : object
        The file as plain Python.
    source : str
        The file, for the message.

    Raises
    ------
    BadInputError
        An illegal id; an unknown kind of expectation (the nine are named); a prohibition with
        anything but its resource.
    """
    if not isinstance(raw, Mapping):
        return
    check_id(raw.get("id"), source=source)
    for group in ("expectations", "suggested"):
        found = raw.get(group)
        for position, each in enumerate(found if isinstance(found, Sequence) else ()):
            if isinstance(each, Mapping):
                _check_kind(each, source=source, where=f"{group}[{position}]")


def _check_kind(raw: Mapping[str, object], *, source: str, where: str) -> None:
    kind = raw.get("kind")
    if kind not in EXPECTATION_KINDS:
        legal = ", ".join(EXPECTATION_KINDS)
        raise BadInputError(
            message("scenario-kind", source=source, where=where, kind=ascii(kind)[:60], legal=legal)
        )
    more = sorted(set(map(str, raw)) - {"kind", "resource"})
    if kind == "proibicao" and more:
        raise BadInputError(message("scenario-inverse", source=source, where=where, field=more[0]))


def check_scenario(scenario: Scenario, *, source: str, as_ruler: bool) -> None:
    """Refuse a scenario that could not be judged.

    Parameters
    ----------
    scenario : Scenario
        As read.
    source : str
        The file, for the message.
    as_ruler : bool
        Whether it is to be declared; a draft may still have no expectation.

    Raises
    ------
    BadInputError
        The first rule that is broken.
    """
    for fault in _faults(scenario, as_ruler=as_ruler):
        raise BadInputError(message("scenario-fault", source=source, fault=fault))


def _faults(scenario: Scenario, *, as_ruler: bool) -> Iterable[Message]:
    yield from _text_faults(scenario)
    yield from _name_faults(scenario)
    if as_ruler and not scenario.expectations:
        yield message("scenario-no-expectation")
    procedures = {each.name: each for each in scenario.procedures}
    effects = {each.name: each.effect for each in scenario.resources}
    for group in (scenario.expectations, scenario.suggested):
        for each in group:
            yield from _expectation_faults(each, procedures, effects)
    yield from _contradictions(scenario.expectations)


def _text_faults(scenario: Scenario) -> Iterable[Message]:
    if not scenario.title.strip() or not scenario.title.isprintable():
        yield message("scenario-title")
    for position, text in enumerate(scenario.inputs):
        if not text.strip() or not text.replace("\n", "").isprintable():
            yield message("scenario-input-text", position=position)
    if scenario.inputs[0] != scenario.situation.message:
        yield message("scenario-first-input")
    seen: dict[str, int] = {}
    for position, text in enumerate(scenario.inputs):
        first = seen.setdefault(_folded(text), position)
        if first != position:
            yield message("scenario-input-twice", first=first, second=position)


def _name_faults(scenario: Scenario) -> Iterable[Message]:
    yield from _names("scenario-procedure-twice", [each.name for each in scenario.procedures])
    yield from _names("scenario-resource-twice", [each.name for each in scenario.resources])
    for procedure in scenario.procedures:
        yield from _names("scenario-field-twice", [each.name for each in procedure.fields])
        yield from _names("scenario-state-twice", list(procedure.states))


def _names(code: str, names: Sequence[str]) -> Iterable[Message]:
    """Refuse names that are the same to a reader, and names that mix alphabets to look like another."""
    seen: set[str] = set()
    for name in names:
        if len(_alphabets(name)) > 1 or not name.isprintable() or name != name.strip():
            yield message("scenario-name", name=ascii(name)[:80])
        if _folded(name) in seen:
            yield Message(code, {"name": name})
        seen.add(_folded(name))


def _alphabets(text: str) -> set[str]:
    return {unicodedata.name(each, "?").partition(" ")[0] for each in text if each.isalpha()}


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", " ".join(text.split())).casefold()


def _expectation_faults(
    each: Expectation, procedures: Mapping[str, Procedure], effects: Mapping[str, str | None]
) -> Iterable[Message]:
    match each:
        case ProcedureExpectation():
            yield from _procedure_faults(each, procedures)
        case CollectedExpectation():
            yield from _collected_faults(each, procedures)
        case ProhibitionExpectation():
            yield from _prohibition_faults(each, effects)


def _procedure_faults(each: ProcedureExpectation, procedures: Mapping[str, Procedure]) -> Iterable[Message]:
    declared = procedures.get(each.procedure)
    if declared is None:
        yield _unknown_procedure(each.procedure, procedures)
    elif (each.state is None) is not each.absent:
        yield message("scenario-state-or-absence", procedure=each.procedure)
    elif each.state is not None and each.state not in declared.states:
        legal = ", ".join(declared.states)
        yield message("scenario-state", procedure=each.procedure, state=each.state, legal=legal)


def _collected_faults(each: CollectedExpectation, procedures: Mapping[str, Procedure]) -> Iterable[Message]:
    declared = procedures.get(each.procedure)
    if declared is None:
        yield _unknown_procedure(each.procedure, procedures)
        return
    kinds = {field.name: field.type for field in declared.fields}
    kind = kinds.get(each.field)
    if kind is None:
        legal = ", ".join(kinds) or "—"
        yield message("scenario-field", procedure=each.procedure, field=each.field, legal=legal)
    elif kind == "list":
        yield message("scenario-list-field", field=each.field)
    elif typed(each.value, kind) is None or (kind == "text" and not isinstance(each.value, str)):
        yield message("scenario-value", field=each.field, value=repr(each.value), type=kind)


def _prohibition_faults(each: ProhibitionExpectation, effects: Mapping[str, str | None]) -> Iterable[Message]:
    if each.resource not in effects:
        legal = ", ".join(effects) or "—"
        yield message("scenario-resource", resource=each.resource, legal=legal)
    elif effects[each.resource] == "read":
        yield message("scenario-forbidden-read", resource=each.resource)
    elif effects[each.resource] is None:
        yield message("scenario-no-effect", resource=each.resource)


def _unknown_procedure(name: str, procedures: Mapping[str, Procedure]) -> Message:
    return message("scenario-procedure", procedure=name, legal=", ".join(procedures) or "—")


def _contradictions(expectations: Sequence[Expectation]) -> Iterable[Message]:
    """Refuse expectations that no end of a turn could meet together, and the same one twice."""
    wanted: dict[tuple[str, ...], tuple[int, object]] = {}
    silent = any(isinstance(each, ReplyExpectation) and not each.spoke for each in expectations)
    for position, each in enumerate(expectations):
        about, value = _about(each)
        first, before = wanted.setdefault(about, (position, value))
        if first != position:
            code = "scenario-expectation-twice" if before == value else "scenario-contradiction"
            yield Message(code, {"first": first, "second": position})
        if silent and isinstance(each, GroundingExpectation):
            yield message("scenario-silent-grounding", source=each.source)


def _about(each: Expectation) -> tuple[tuple[str, ...], object]:  # noqa: PLR0911 - nine kinds
    """Return what an expectation speaks about, and what it says of it."""
    kind = str(type(each).__struct_config__.tag)
    match each:
        case ReplyExpectation(spoke=spoke):
            return (kind,), spoke
        case WorkExpectation(state=state):
            return (kind,), state
        case ProcedureExpectation(procedure=name, state=state):
            return (kind, name), state
        case CollectedExpectation(procedure=name, field=field, value=value):
            return (kind, name, field), (type(value), value)
        case GroundingExpectation(source=source):
            return (kind, source), True
        case ProhibitionExpectation(resource=resource):
            return (kind, resource), True
        case _:
            return (kind,), True
