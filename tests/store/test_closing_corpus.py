"""The corpus of G: counts, coverage, invention, and one text a script."""

import json
import re
from collections import Counter
from datetime import datetime

import msgspec
import pytest
from validate_docbr import CPF

from cenario.domain.conversation import Contact, Conversation, ProbeRule
from cenario.domain.execution import Execution
from cenario.errors import BadInputError
from cenario.measures.closing.ruler import compare_closings
from cenario.store.closing_corpus import (
    SCRIPTS,
    closing_corpus,
    scripted_closings,
    with_answers,
    write_corpus,
)
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.places import data_folder

CLOCK = datetime.fromisoformat("2026-11-04T10:00:00-03:00")
SCRIPTED = scripted_closings()
KINDS = {
    *("promise_deadline", "promise_no_deadline", "check_and_tell", "asks_human", "price_objection"),
    *("reschedule", "cancel", "spanish", "email", "cpf", "address", "scheduled_return"),
    *("two_promises", "withdrawal", "nothing_to_declare"),
}
TEST_CPF = {"123.456.789-09", "529.982.247-25", "111.444.777-35", "390.533.447-05", "987.654.321-00"}


def test_twenty_scripts_by_five_clients():
    assert len(SCRIPTED) == len({c.id for c in SCRIPTED}) == 100
    assert set(Counter(c.cluster for c in SCRIPTED).values()) == {5}
    assert len({c.cluster for c in SCRIPTED}) == 20
    assert set(Counter(c.tags["client"] for c in SCRIPTED).values()) == {20}
    assert {c.business for c in SCRIPTED} == {"clinica", "imobiliaria", "loja", "curso"}
    assert len({c.contact.contact_id for c in SCRIPTED}) == 100


def test_every_kind_is_covered_and_no_other_is_named():
    assert {kind for c in SCRIPTED for kind in c.traps} == KINDS


def test_the_kinds_are_what_they_say():
    for c in SCRIPTED:
        closing = c.course_closing
        assert closing is not None
        deadlines = [p.deadline for p in closing.promises if p.deadline]
        kinds = set(c.traps)
        assert not ("promise_deadline" in kinds and not deadlines), c.id
        assert not ("promise_no_deadline" in kinds and deadlines), c.id
        assert not ("two_promises" in kinds and len(closing.promises) < 2), c.id
        assert ("scheduled_return" in kinds) == (c.origin == "scheduled_return"), c.id
        assert ("spanish" in kinds) == (c.tags["lang"] == "es"), c.id
        assert ("nothing_to_declare" in kinds) == closing.declaration.nothing_to_declare, c.id
        assert not (
            "cpf" in kinds and not any(cpf in c.message + closing.rolling_summary for cpf in TEST_CPF)
        ), c.id
        assert not ("email" in kinds and "@exemplo" not in closing.rolling_summary), c.id


def test_the_deadlines_are_after_the_clock():
    for c in SCRIPTED:
        for promise in c.course_closing.promises:
            if promise.deadline:
                assert promise.deadline[:10] >= "2026-11-04", c.id


def test_nobody_is_real():
    raw = (data_folder() / "corpus" / SCRIPTS).read_text("utf-8")
    cpf = set(re.findall(r"\d{3}\.\d{3}\.\d{3}-\d{2}", raw))
    assert cpf == TEST_CPF
    assert all(CPF().validate(one) for one in cpf), "test numbers, but well-formed"
    assert set(re.findall(r"@[\w.]+", raw)) <= {"@exemplo.com", "@exemplo.com.br"}
    assert all("90000-0" in phone for phone in re.findall(r"\(\d\d\) [\d-]+", raw))


def test_a_good_closing_keeps_every_entity_of_the_summary_before_it():
    for c in SCRIPTED:
        fates = compare_closings(
            c.course_closing, c.course_closing, previous_summary=c.previous_summary, clock=CLOCK
        )
        assert all(fate.kept for fate in fates), c.id
        assert not c.previous_summary or any(fate.endpoint == "entities" for fate in fates)


def test_no_slot_is_left_and_the_texts_differ_only_by_client():
    for c in SCRIPTED:
        assert "{" not in c.message + c.answer + c.course_closing.rolling_summary
    assert SCRIPTED[0].message == SCRIPTED[1].message
    assert SCRIPTED[0].answer != SCRIPTED[1].answer


def conversation(identity, **fields):
    contact = Contact(contact_id="00000000-0000-4000-8000-000000000001", name="Rute Prado")
    return Conversation(id=identity, business="clinica", contact=contact, message="oi", **fields)


def rule(*, control=False):
    return ProbeRule(kind="grupo", must=(("a",),), right="certa", wrong="errada", control=control)


def test_the_probes_join_without_the_controls_and_with_their_right_answers():
    corpus = closing_corpus(
        probes=[conversation("P01", probe=rule()), conversation("P02", probe=rule(control=True))]
    )
    assert len(corpus) == 101
    assert (corpus[0].id, corpus[0].answer) == ("P01", "certa")


def test_the_conversations_of_c_join_and_83_turns_have_a_summary_before_them():
    corpus = closing_corpus(conversations=load_corpus(corpus_path("c")))
    assert len(corpus) == 130
    assert sum(c.previous_summary is not None for c in corpus) == 83
    assert all(c.answer for c in corpus)
    assert not [c.id for c in corpus if c.previous_summary and "{" in c.previous_summary]


def test_a_summary_for_a_conversation_that_is_not_there_is_refused():
    with pytest.raises(BadInputError, match="C05"):
        closing_corpus(conversations=[conversation("C01", course_reply="boa")])


def test_recorded_answers_take_the_place_of_the_corpuss_own():
    def run(answer, repetition, outcome="completed"):
        return Execution(
            batch="b", evaluation="C", arm="off", model="m:x", conversation="C01", repetition=repetition,
            outcome=outcome, reply=answer,
        )  # fmt: skip

    [c] = with_answers([conversation("C01", answer="boa")], [run("depois", 1), run("gravada", 0)])
    assert c.answer == "gravada"
    [c] = with_answers([conversation("C01", answer="boa")], [run("ruim", 0, "harness_failure")])
    assert c.answer == "boa"


def test_a_slot_that_no_client_has_is_refused(tmp_path):
    raw = (data_folder() / "corpus" / SCRIPTS).read_text("utf-8")
    (tmp_path / SCRIPTS).write_text(raw.replace("{by_es}", "{quando}"), "utf-8")
    with pytest.raises(BadInputError, match=r"\{quando\}.*R08-K1"):
        scripted_closings(tmp_path)


def test_the_written_corpus_is_read_back(tmp_path):
    path = tmp_path / "corpus-g.json"
    write_corpus(path, SCRIPTED)
    assert msgspec.json.decode(path.read_bytes(), type=tuple[Conversation, ...]) == SCRIPTED
    assert len(json.loads(path.read_text("utf-8"))) == 100
    assert [p.name for p in tmp_path.iterdir()] == ["corpus-g.json"]
