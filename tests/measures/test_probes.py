"""A probe's answer: what must be there, whole, and what must not, which wins."""

from __future__ import annotations

import pytest

from cenario.domain.conversation import Contact, Conversation, ProbeRule
from cenario.domain.execution import Execution
from cenario.measures.probes import (
    CONTROL,
    PROBE_COLUMNS,
    check_probe,
    mark_probe,
    probe_failures,
    probe_table,
)

RULE = ProbeRule(
    kind="quem_disse",
    must=(("acácias",), ("45", "quarenta e cinco")),
    must_not=("Rua do Porto", "900"),
    right="Rua das Acácias, 45.",
    wrong="Rua do Porto, 900.",
)


@pytest.mark.parametrize(
    "answer",
    [
        "Rua das Acácias, 45.",
        "RUA DAS ACACIAS,   45",
        "É na rua das  acácias,\nnúmero quarenta e  cinco!",
        "Acácias, nº 45",
        "Porto Alegre? Não: Acácias 45",
    ],
)
def test_case_accents_and_spaces_do_not_count(answer: str) -> None:
    assert check_probe(answer, RULE).passed


@pytest.mark.parametrize(
    ("answer", "missing", "forbidden"),
    [
        ("Rua das Acácias, 450.", ("45",), ()),
        ("Rua das Acácias, 4.5", ("45",), ()),
        ("Rua das Acaciais, 45.", ("acácias",), ()),
        ("Rua das Acácias, 45, não na rua do PÔRTO", (), ("Rua do Porto",)),
        ("Acácias 45 ou 900?", (), ("900",)),
        ("Rua do Porto, 900", ("acácias", "45"), ("Rua do Porto", "900")),
        ("", ("acácias", "45"), ()),
        (None, ("acácias", "45"), ()),
    ],
)
def test_what_fails_says_why(
    answer: str | None, missing: tuple[str, ...], forbidden: tuple[str, ...]
) -> None:
    check = check_probe(answer, RULE)
    assert (check.missing, check.forbidden, check.passed) == (missing, forbidden, False)


def test_9000_is_not_900() -> None:
    assert check_probe("Acácias 45, CEP 9000", RULE).passed


def probe(identifier: str, *, control: bool = False) -> Conversation:
    rule = ProbeRule(
        kind="quem_disse", must=(("sim",),), must_not=("não",), right="sim", wrong="não", control=control
    )
    return Conversation(
        id=identifier, business="loja", contact=Contact(contact_id="c"), message="?", probe=rule
    )


def execution(arm: str, conversation: str, reply: str | None, outcome: str = "completed") -> Execution:
    return Execution(
        batch="b",
        evaluation="F5",
        arm=arm,
        model="m",
        conversation=conversation,
        repetition=0,
        outcome=outcome,  # type: ignore[arg-type]
        reply=reply,
    )


def test_the_table_counts_answers_and_not_what_the_harness_lost() -> None:
    corpus = [probe("Q1"), probe("Q2"), probe("K1", control=True)]
    executions = [
        execution("linhas", "Q1", "não"),
        execution("json", "Q1", "sim"),
        execution("json", "Q2", None, "agent_failure"),
        execution("linhas", "Q2", None, "harness_failure"),
        execution("json", "K1", "sim"),
        execution("json", "C01", "oi"),
    ]
    table = probe_table(executions, corpus)
    assert table.columns == list(PROBE_COLUMNS)
    assert table.select("arm", "conversation", "passed").rows() == [
        ("json", "K1", True),
        ("json", "Q1", True),
        ("json", "Q2", False),
        ("linhas", "Q1", False),
    ]
    assert probe_failures(table).rows() == [
        ("json", "quem_disse", False, 1, 2),
        ("json", "quem_disse", True, 0, 1),
        ("linhas", "quem_disse", False, 1, 1),
    ]
    assert probe_table(executions[::-1], corpus[::-1]).equals(table)
    assert probe_table([], corpus).columns == list(PROBE_COLUMNS)


def test_an_execution_keeps_what_became_of_its_probe() -> None:
    right = mark_probe(execution("json", "Q1", "sim"), probe("Q1"))
    assert (right.tags, right.scores) == ({"probe": "quem_disse"}, {"probe": 1.0})
    silent = mark_probe(execution("json", "Q1", None, "agent_failure"), probe("Q1"))
    assert silent.scores == {"probe": 0.0}
    control = mark_probe(execution("json", "K1", "não"), probe("K1", control=True))
    assert (control.tags, control.scores) == ({"probe": CONTROL}, {"probe": 0.0})
    lost = execution("json", "Q1", None, "harness_failure")
    assert mark_probe(lost, probe("Q1")) == lost
    plain = execution("json", "C01", "oi")
    assert (
        mark_probe(
            plain, Conversation(id="C01", business="loja", contact=Contact(contact_id="c"), message="?")
        )
        == plain
    )
