"""Every example and boundary of the user's document on personalities and criteria (seed 004)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.domain.execution import Execution
from cenario.domain.quality import (
    BUILT_IN_CRITERIA,
    BUILT_IN_PERSONALITIES,
    Criterion,
    Personality,
    QualityEvaluation,
    active_criteria,
    active_personalities,
)
from cenario.domain.vote import Score
from cenario.errors import BadInputError, FrozenError
from cenario.judge.criterion_lint import lint_criteria
from cenario.measures.quality_scores import Case, cases_of, shown_score, summarise
from cenario.measures.quality_split import split_conversations
from cenario.store.quality import check_quality, check_unfrozen, freeze

NUMERIC = [Criterion(name=name, description="x" * 10, kind="numeric") for name in ("a", "b", "c")]


def case(*values, ended_by="goal", completed=True, name="1", personality="Cordial"):
    return Case(
        arm="agente", conversation=name, repetition=0, personality=personality, goal=None, ended_by=ended_by,
        is_completed=completed, scores=dict(zip("abc", values, strict=False)),
    )  # fmt: skip


def evaluation(**fields):
    return QualityEvaluation(id="minha", title="Minha", kind=fields.pop("kind", "simulated"), **fields)


def check(**fields):
    check_quality(evaluation(**fields), source="q.yaml")


def personality(name="Indeciso", description="x" * 10):
    return Personality(name=name, description=description)


# -- three levels of score ---------------------------------------------------------------------------


def test_seventy_fifty_and_a_pass_are_seventy_three():
    assert shown_score(case(70.0, 50.0, 100.0).score) == "73"


def test_half_is_shown_up():
    assert (shown_score(72.5), shown_score(0.5), shown_score(73.499)) == ("73", "1", "73")


def test_a_criterion_that_failed_leaves_numerator_and_denominator():
    assert case(70.0, None, 100.0).score == 85.0


def test_a_case_handed_to_a_person_has_no_score_and_is_not_in_the_global_mean():
    summary = summarise(
        [case(80.0, name="1"), case(60.0, name="2"), case(name="3", ended_by="human", completed=False)],
        NUMERIC[:1],
    )
    assert (summary.global_score, summary.completed, summary.total) == (70.0, 2, 3)


def test_the_global_score_is_the_mean_of_cases_not_of_values():
    summary = summarise([case(100.0, 100.0, 100.0, name="1"), case(0.0, None, None, name="2")], NUMERIC)
    assert summary.global_score == 50.0


def test_nothing_scored_is_nothing_and_never_zero():
    summary = summarise([case(None, None, None)], NUMERIC)
    assert (summary.global_score, summary.unscored, shown_score(summary.global_score)) == (None, 1, "—")


def test_a_boolean_is_the_share_of_evaluated_cases_that_passed():
    passed = Criterion(name="a", description="x" * 10, kind="boolean")
    summary = summarise(
        [case(100.0, name="1"), case(0.0, name="2"), case(100.0, name="3"), case(None, name="4")], [passed]
    )
    (line,) = summary.criteria
    assert (line.value, line.n, line.not_evaluated) == (pytest.approx(200 / 3), 3, 1)


def test_errors_and_people_are_not_evaluated_and_harness_failures_are_no_case():
    def execution(name, ended_by, outcome="completed"):
        return Execution(
            batch="b", evaluation="simulation", arm="agente", model="m:x", conversation=name, repetition=0,
            outcome=outcome, variant="Cordial", tags={"ended_by": ended_by},
        )  # fmt: skip

    score = Score(
        batch="b", evaluation="simulation", model="m:x", judge="m:j", arm="agente", conversation="1",
        criterion="a", value=90.0,
    )  # fmt: skip
    cases = cases_of(
        [
            execution("1", "goal"), execution("2", "human"), execution("3", "error", "agent_failure"),
            execution("4", "goal", "harness_failure"),
        ],
        [score], NUMERIC[:1],
    )  # fmt: skip
    assert [(one.conversation, one.is_completed, one.score) for one in cases] == [
        ("1", True, 90.0), ("2", False, None), ("3", False, None),
    ]  # fmt: skip


# -- the split ---------------------------------------------------------------------------------------


def test_fifty_over_five_is_ten_each():
    assert set(Counter(split_conversations("abcde", 50, seed=1)).values()) == {10}


def test_seven_over_three_is_three_two_two_in_drawn_places():
    places = {
        max(Counter(split["abc"]).items(), key=lambda item: item[1])[0]
        for split in [{"abc": split_conversations("abc", 7, seed=s)} for s in range(40)]
    }
    assert places == {"a", "b", "c"}
    assert sorted(Counter(split_conversations("abc", 7, seed=3)).values()) == [2, 2, 3]


@given(k=st.integers(1, 12), n=st.integers(1, 200), seed=st.integers(0, 2**31))
def test_the_split_is_whole_even_and_reproducible(k, n, seed):
    names = [f"p{i}" for i in range(k)]
    split = split_conversations(names, n, seed=seed)
    counts = [Counter(split)[name] for name in names]
    assert len(split) == n
    assert max(counts) - min(counts) <= 1
    assert split == split_conversations(names, n, seed=seed)


# -- rules of declaration ----------------------------------------------------------------------------


def test_six_personalities_and_five_criteria_are_built_in_and_active():
    assert [one.name for one in BUILT_IN_PERSONALITIES] == [
        "Cordial", "Frustrado", "Confundido", "Técnico", "Apressado", "Manipulador",
    ]  # fmt: skip
    assert len(active_criteria(evaluation())) == len(BUILT_IN_CRITERIA) == 5
    assert len(active_personalities(evaluation())) == 6
    for one in (*BUILT_IN_PERSONALITIES, *BUILT_IN_CRITERIA):
        assert 10 <= len(one.description) <= 200


def test_a_personality_created_is_active():
    assert "Indeciso" in [
        one.name for one in active_personalities(evaluation(personalities=(personality(),)))
    ]


@pytest.mark.parametrize(("name", "legal"), [("ab", False), ("abc", True), ("  ab  ", False), ("Áéí", True)])
def test_a_name_has_three_characters_at_least(name, legal):
    fields = {"personalities": (personality(name),)}
    if legal:
        check(**fields)
    else:
        with pytest.raises(BadInputError, match="ao menos 3"):
            check(**fields)


@pytest.mark.parametrize(("n", "legal"), [(9, False), (10, True), (200, True), (201, False)])
def test_a_description_has_ten_to_two_hundred(n, legal):
    for fields in (
        {"personalities": (personality(description="é" * n),)},
        {"criteria": (Criterion(name="Meu", description="é" * n, kind="boolean"),)},
    ):
        if legal:
            check(**fields)
        else:
            with pytest.raises(BadInputError, match="vale de 10 a 200"):
                check(**fields)


@pytest.mark.parametrize("name", ["Cordial", " cordial ", "CORDIAL"])
def test_a_name_is_unique_with_the_built_in_ones(name):
    with pytest.raises(BadInputError, match="já existe"):
        check(personalities=(personality(name),))
    with pytest.raises(BadInputError, match="já existe"):
        check(criteria=(Criterion(name="alucinações", description="x" * 10, kind="numeric"),))


def test_accents_tell_names_apart():
    check(personalities=(personality("Tecnico"),))


def test_real_traffic_has_no_personality():
    with pytest.raises(BadInputError, match="tráfego real"):
        check(kind="real_traffic", personalities=(personality(),))
    assert active_personalities(evaluation(kind="real_traffic")) == ()


def test_something_must_be_active_and_declared():
    with pytest.raises(BadInputError, match="personalidade ativa"):
        check(active_personalities=())
    with pytest.raises(BadInputError, match="critério ativo"):
        check(active_criteria=())
    with pytest.raises(BadInputError, match="não está declarado"):
        check(active_criteria=("Simpatia",))


def test_from_the_first_conversation_started_nothing_may_change(tmp_path):
    ledger = tmp_path / "frozen.jsonl"
    before = evaluation(personalities=(personality(),))
    check_unfrozen(before, ledger)
    freeze(before, batch="b1", ledger=ledger)
    freeze(before, batch="b2", ledger=ledger)
    check_unfrozen(before, ledger)
    for edited, part in (
        (evaluation(personalities=(personality(description="y" * 10),)), "personalities"),
        (evaluation(), "personalities"),
        (evaluation(personalities=(personality(),), active_criteria=("Alucinações",)), "criteria"),
    ):
        with pytest.raises(FrozenError, match=part) as refused:
            check_unfrozen(edited, ledger)
        assert "b1" in str(refused.value)
    assert len(ledger.read_text().splitlines()) == 1


def test_more_conversations_are_no_change_of_the_ruler(tmp_path):
    ledger = tmp_path / "frozen.jsonl"
    freeze(evaluation(), batch="b1", ledger=ledger)
    check_unfrozen(evaluation(conversations=500), ledger)


# -- advice on criteria ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("Verificar que o nó se comporte corretamente ao agendar.", "muito aberto"),
        ("A resposta é simpática?", "subjetiva"),
        ("Seguiu as regras do prompt?", "já validada"),
    ],
)
def test_open_subjective_and_operational_wordings_are_warned_of(description, said):
    own = [Criterion(name="Meu", description=description, kind="boolean")]
    assert any(said in str(warning) for warning in lint_criteria(own))


def test_a_closed_specific_question_is_not_warned_of():
    said = "O nó confirmou explicitamente os dados capturados para o cliente antes de agendar a consulta?"
    assert lint_criteria([Criterion(name="Meu", description=said, kind="boolean")]) == ()
    assert all("?" in one.description for one in BUILT_IN_CRITERIA)
