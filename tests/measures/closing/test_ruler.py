"""The ruler of the closing: what is kept, what is lost, and why."""

import json
from datetime import datetime
from itertools import permutations
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cenario.domain.closing import Closing, Declaration, Intent, Promise
from cenario.measures.closing.matching import DEFAULT_THRESHOLD, match_texts, similarity
from cenario.measures.closing.ruler import ENDPOINTS, compare_closings, equal_deadlines

CLOCK = datetime(2026, 11, 4, 10, tzinfo=ZoneInfo("America/Sao_Paulo"))
PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "oracles" / "same_promise.jsonl").read_text("utf-8").splitlines()
]
KNOWN_MISSES = {"M015", "M034", "M038"}
"""The same, said in other words altogether: the rule does not see it (and never calls others the same)."""


def closing(promises=(), intents=(), summary="", declared=True):
    return Closing(
        commitments=(),
        objections=(),
        next_action=None,
        rolling_summary=summary,
        declaration=Declaration(
            promises=tuple(Promise(what=what, deadline=deadline) for what, deadline in promises),
            intents=tuple(Intent(what=what, evidence="…") for what in intents),
        )
        if declared
        else None,
    )


def compare(reference, arm, previous=None):
    return compare_closings(reference, arm, previous_summary=previous, clock=CLOCK)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_the_near_rule_against_pairs_labelled_by_hand(pair):
    same = similarity(pair["a"], pair["b"], clock=CLOCK) >= DEFAULT_THRESHOLD
    assert same == (pair["same"] and pair["id"] not in KNOWN_MISSES)
    assert similarity(pair["a"], pair["b"], clock=CLOCK) == similarity(pair["b"], pair["a"], clock=CLOCK)


@pytest.mark.parametrize(
    "text", ["Enviar  A TABELA de preços", " enviar a tabela de precos! ", "…enviar a tabela de preços."]
)
def test_form_alone_is_an_exact_match(text):
    [match] = match_texts(["enviar a tabela de preços"], [text], clock=CLOCK)
    assert (match.how, match.text, match.index) == ("exact", text, 0)


def test_each_text_matches_once_and_the_exact_one_first():
    matches = match_texts(
        ["enviar a tabela", "enviar a tabela de preços"],
        ["enviar a tabela de preços", "mandar a tabela"],
        clock=CLOCK,
    )
    assert [(m.how, m.index) for m in matches] == [("near", 1), ("exact", 0)]
    [first, second] = match_texts(["avisar", "avisar"], ["avisar"], clock=CLOCK)
    assert {first.how, second.how} == {"exact", None}


def test_the_order_of_an_arms_promises_does_not_matter():
    reference = closing(
        [("enviar a tabela", None), ("ligar para Ana", "2026-11-05"), ("separar o pedido 4821", None)]
    )
    arm = [("separar o pedido #4821", None), ("mandar tabela", None), ("ligar", "2026-11-05")]
    fates = {
        tuple((f.item, f.how) for f in compare(reference, closing(order))) for order in permutations(arm)
    }
    assert len(fates) == 1


def test_a_deadline_is_kept_with_its_promise_only():
    reference = closing([("enviar a tabela", "2026-11-05T15:00:00-03:00"), ("avisar", None)])
    for arm, how in (
        ([("mandar a tabela", "2026-11-05T18:00:00Z")], "equal"),
        ([("mandar a tabela", "2026-11-05T15:00")], "equal"),
        ([("mandar a tabela", "2026-11-05")], "other_deadline"),
        ([("mandar a tabela", None)], "other_deadline"),
        ([("ligar", "2026-11-05T15:00:00-03:00")], "promise_absent"),
    ):
        fates = compare(reference, closing(arm))
        assert [f.how for f in fates if f.endpoint == "deadlines"] == [how]
    assert equal_deadlines("2026-11-05", "2026-11-05", CLOCK)
    assert not equal_deadlines("2026-11-05", "2026-11-05T00:00:00-03:00", CLOCK)


def test_what_the_reference_did_not_promise_is_not_counted():
    assert compare(closing(), closing([("enviar", None)], ["comprar"])) == ()
    assert compare(closing(declared=False), closing([("enviar", None)])) == ()


def test_a_refused_closing_keeps_nothing_and_a_refused_reference_asks_nothing():
    reference = closing([("enviar a tabela", "2026-11-05")], ["comprar"], "Ana")
    fates = compare(reference, None, previous="Ana quer por R$ 80.")
    assert [(f.endpoint, f.how) for f in fates] == [
        ("promises", "refused"),
        ("deadlines", "refused"),
        ("intents", "refused"),
        ("entities", "refused"),
        ("entities", "refused"),
    ]
    assert [f.endpoint for f in compare(None, reference, previous="Ana")] == ["entities"]


def test_entities_of_the_previous_summary():
    previous = (
        "Marina Alves (CPF 529.982.247-25) vem amanhã às 15h; pagou R$ 900. Mora na Rua das Flores, 120."
    )
    arm = closing(
        summary="A Marina, sobrenome Alves, cpf 52998224725, vem em 05/11 às 3 da tarde. Rua Flores nº 120."
    )
    fates = {f.item: f for f in compare(closing(), arm, previous=previous)}
    assert {item: f.kept for item, f in fates.items()} == {
        "Marina Alves": True,
        "529.982.247-25": True,
        "amanhã": True,
        "15h": True,
        "R$ 900": False,
        "Rua das Flores, 120": True,
    }
    assert fates["529.982.247-25"].found == "52998224725"
    assert fates["R$ 900"].found is None


def test_a_loss_shows_the_nearest_words_of_the_arm():
    [fate] = compare(
        closing([("enviar fotos do imóvel", None)]), closing([("enviar a planta do imóvel", None)])
    )
    assert (fate.how, fate.found) == ("absent", "enviar a planta do imóvel")
    assert fate.score == pytest.approx(0.5)


TEXTS = st.sampled_from([pair["a"] for pair in PAIRS] + [pair["b"] for pair in PAIRS])
CLOSINGS = st.builds(
    closing,
    promises=st.lists(
        st.tuples(TEXTS, st.sampled_from([None, "2026-11-05", "2026-11-06T10:00"])), max_size=4
    ),
    intents=st.lists(TEXTS, max_size=3),
    summary=TEXTS,
)


@settings(max_examples=60, deadline=None)
@given(CLOSINGS, CLOSINGS)
def test_a_closing_keeps_all_of_itself_and_items_are_the_references(one, other):
    assert all(f.kept for f in compare(one, one, previous=one.rolling_summary))
    fates = compare(one, other)
    assert [f.item for f in fates if f.endpoint == "promises"] == [p.what for p in one.promises]
    assert len([f for f in fates if f.endpoint == "deadlines"]) == sum(
        p.deadline is not None for p in one.promises
    )
    assert {f.endpoint for f in fates} <= set(ENDPOINTS)
