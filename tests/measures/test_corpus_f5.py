"""Corpus F5: each probe takes its right answer, refuses its wrong one, and dies if its facts are swapped."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from cenario.agent.preview.assembly import opening_text
from cenario.agent.preview.history import LINE
from cenario.agent.preview.persona import Persona, load_personas
from cenario.agent.preview.rehearsal import rehearse
from cenario.agent.protocol import CLOCK
from cenario.domain.conversation import Conversation, HistoryMessage, ProbeRule
from cenario.errors import BadInputError
from cenario.measures.corpus_f5 import check_corpus_f5, check_probe_conversation
from cenario.measures.probes import check_probe
from cenario.store.corpus import corpus_path, load_corpus

CORPUS = load_corpus(corpus_path("f5"))
CORPUS_C = load_corpus(corpus_path("c"))
PROBES = [each for each in CORPUS if each.probe is not None]
NOW = datetime.fromisoformat(CLOCK)
replace = msgspec.structs.replace


def rule_of(conversation: Conversation) -> ProbeRule:
    assert conversation.probe is not None
    return conversation.probe


def refused(conversation: Conversation) -> str:
    with pytest.raises(BadInputError) as caught:
        check_probe_conversation(conversation, rule_of(conversation))
    return str(caught.value)


def of_kind(kind: str, *, control: bool = False) -> list[Conversation]:
    return [each for each in PROBES if rule_of(each).kind == kind and rule_of(each).control == control]


def by_id(conversation: Conversation) -> str:
    return conversation.id


every_probe = pytest.mark.parametrize("probe", PROBES, ids=by_id)


def test_the_corpus_is_whole() -> None:
    check_corpus_f5(CORPUS, CORPUS_C)
    assert len(CORPUS) == 64
    assert [len(of_kind(kind)) for kind in ("quem_disse", "horario", "grupo")] == [10, 10, 10]
    assert len(of_kind("quem_disse", control=True)) == 4


@every_probe
def test_a_probe_takes_the_right_answer_and_refuses_the_wrong_one(probe: Conversation) -> None:
    rule = rule_of(probe)
    assert check_probe(rule.right, rule).passed
    assert check_probe(rule.right.upper(), rule).passed
    assert not check_probe(rule.wrong, rule).passed
    assert not check_probe(f"{rule.right} {rule.wrong}", rule).passed, "what must not be there wins"
    assert not check_probe("Pode me dar mais detalhes?", rule).passed


@every_probe
def test_swapped_answers_are_refused(probe: Conversation) -> None:
    rule = rule_of(probe)
    assert probe.id in refused(replace(probe, probe=replace(rule, right=rule.wrong, wrong=rule.right)))


@pytest.mark.parametrize("probe", [*of_kind("quem_disse"), *of_kind("grupo")], ids=by_id)
def test_swapped_facts_are_refused_even_with_swapped_answers(probe: Conversation) -> None:
    rule = rule_of(probe)
    swapped = replace(
        rule,
        must=(rule.must_not,),
        must_not=tuple(each for group in rule.must for each in group),
        right=rule.wrong,
        wrong=rule.right,
    )
    assert probe.id in refused(replace(probe, probe=swapped))


@pytest.mark.parametrize("probe", [*of_kind("quem_disse"), *of_kind("quem_disse", control=True)], ids=by_id)
def test_who_said_it_is_in_the_history(probe: Conversation) -> None:
    other = {"contact": "agent", "agent": "contact", "human": "human"}
    turned = tuple(replace(each, sender=other[each.sender]) for each in probe.history)
    assert probe.id in refused(replace(probe, history=turned))


def moved(history: tuple[HistoryMessage, ...], by: timedelta) -> tuple[HistoryMessage, ...]:
    """Return the history said `by` later."""
    return tuple(replace(each, at=(datetime.fromisoformat(each.at) + by).isoformat()) for each in history)


@pytest.mark.parametrize("probe", of_kind("horario"), ids=by_id)
def test_when_it_was_said_is_in_the_history(probe: Conversation) -> None:
    is_over = any("venceu" in each for group in rule_of(probe).must for each in group)
    last = datetime.fromisoformat(probe.history[-1].at)
    by = NOW - timedelta(minutes=1) - last if is_over else timedelta(days=-1)
    assert probe.id in refused(replace(probe, history=moved(probe.history, by)))


@pytest.mark.parametrize("probe", of_kind("grupo"), ids=by_id)
def test_who_of_the_group_wrote_it_is_in_the_history(probe: Conversation) -> None:
    fact = probe.tags["fact"]
    author = next(each.name for each in probe.history if fact in each.text)
    other = next(each.name for each in probe.history if each.name not in (None, author))
    names = {author: other, other: author}
    turned = tuple(replace(each, name=names.get(each.name, each.name)) for each in probe.history)
    assert probe.id in refused(replace(probe, history=turned))


def test_the_coupons_of_the_runbook() -> None:
    yesterday, before = (next(each for each in PROBES if each.id == name) for name in ("H01", "H02"))
    said = {each.at for each in yesterday.history if "24 horas" in each.text}
    assert said == {"2026-11-03T16:00:00-03:00"}
    assert check_probe("Vale até hoje, às 16h.", rule_of(yesterday)).passed
    assert not check_probe("Já venceu.", rule_of(yesterday)).passed
    said = {each.at for each in before.history if "24 horas" in each.text}
    assert said == {"2026-11-02T09:00:00-03:00"}
    assert check_probe("Ele expirou ontem.", rule_of(before)).passed
    assert not check_probe("Ainda vale!", rule_of(before)).passed
    tomorrow = next(each for each in PROBES if each.id == "H03")
    assert check_probe("É hoje às 15:00", rule_of(tomorrow)).passed
    assert not check_probe("É amanhã às 15h", rule_of(tomorrow)).passed


@pytest.fixture(scope="module")
def personas() -> dict[str, Persona]:
    return load_personas()


@every_probe
@pytest.mark.parametrize("form", ["json", "linhas"])
def test_neither_answer_is_held_back_at_a_gate(
    probe: Conversation, form: str, personas: dict[str, Persona]
) -> None:
    """A probe tells formats apart by what is answered: a gate that held one back would answer for it."""
    rule = rule_of(probe)
    for answer in (rule.right, rule.wrong):
        result = asyncio.run(
            rehearse(replace(probe, course_reply=answer), personas, {"history_format": form})
        )
        assert (result.outcome, result.reply, result.vetoes) == ("completed", answer, ())


def test_each_message_of_a_group_is_one_line_with_its_own_sender() -> None:
    """One of the probes writes a whole line of history inside a message."""
    forged = next(each for each in PROBES if each.id == "R10")
    assert any("\n[" in each.text for each in forged.history)
    for probe in of_kind("grupo"):
        lines = [line for line in opening_text(probe, NOW, "linhas").splitlines() if LINE.fullmatch(line)]
        assert len(lines) == len(probe.history) + 1
        names = [found["name"] for line in lines if (found := LINE.fullmatch(line))]
        said = [each.name for each in probe.history] + [probe.sender]
        assert names == [None if name is None else f'"{name}"' for name in said]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda corpus: corpus[:-1], "63"),
        (lambda corpus: [corpus[1], corpus[0], *corpus[2:]], "mesmas conversas"),
        (lambda corpus: [replace(corpus[0], message="outra"), *corpus[1:]], "C01"),
        (lambda corpus: [replace(corpus[0], history=corpus[0].history[-2:]), *corpus[1:]], "C01"),
        (lambda corpus: [replace(corpus[0], history=corpus[0].history[:-1]), *corpus[1:]], "C01"),
    ],
)
def test_a_corpus_that_is_not_whole_is_refused(change: Any, what: str) -> None:
    with pytest.raises(BadInputError, match=what):
        check_corpus_f5(change(CORPUS), CORPUS_C)
