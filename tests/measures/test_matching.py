"""What an answer says, without a judge."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.measures.matching import check_answer, contains, mentions, normalise, tokens
from cenario.store.bank import load_bank

OURS = Path(__file__).parents[2] / "data" / "bank"


def test_tokens_keep_a_number_whole():
    assert tokens("São 3,5 m; ou **299.792.458** m/s. N2!") == (
        "sao",
        "3,5",
        "m",
        "ou",
        "299.792.458",
        "m",
        "s",
        "n2",
    )
    assert not mentions("O resultado é 3,5.", ["3"])
    assert mentions("O resultado é 3.", ["3"])
    assert not mentions("O símbolo é Cu, não Fe; Austrália", ["Au"])


@pytest.mark.parametrize(
    ("answer", "exact", "right"),
    [
        ("Ottawa", True, True),
        (" **ottawa.** ", True, True),
        ("A capital do Canadá é Ottawa.", False, True),
        ("É Toronto.", False, False),
        ("Não sei.", False, False),
        ("", False, False),
        ("Não é Toronto; é Ottawa.", False, None),
        ("É Toronto, não Ottawa.", False, None),
    ],
)
def test_an_answer_is_right_wrong_or_left_to_a_reader(answer, exact, right):
    check = check_answer(answer, accepted=["Ottawa", "Otava"], rejected=["Toronto"])
    assert (check.exact, check.right) == (exact, right)


def test_nothing_known_is_nothing_said():
    check = check_answer("qualquer coisa", accepted=[])
    assert (check.exact, check.right) == (None, None)


def test_accents_and_case_do_not_matter():
    assert mentions("as CIDADÃS e os cidadaos", ["Cidadãos"])
    assert mentions("A fotossíntese ocorre…", ["fotossintese"])
    assert not contains(tokens("qualquer"), "  ")


@given(st.text(), st.text())
def test_normalising_is_idempotent_and_a_text_contains_its_parts(left, right):
    assert normalise(normalise(left)) == normalise(left)
    if tokens(right):
        assert mentions(f"{left} {right} {left}", [right])


@pytest.mark.parametrize("dimension", ["factual", "robustness"])
def test_our_own_reference_answers_pass_our_own_check(dimension):
    for case in load_bank(OURS, dimensions=[dimension]).cases:
        answer = case.ground_truth or case.extra["reference_answer"]
        assert check_answer(answer, accepted=case.accepted, rejected=case.rejected).right is True, case.id
        for wrong in case.rejected:
            assert (
                check_answer(f"É {wrong}.", accepted=case.accepted, rejected=case.rejected).right is False
            ), case.id
