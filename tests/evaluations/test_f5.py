"""F5's rule on its boundaries (S001-35 … S001-38), and a judge that tells nothing."""

from __future__ import annotations

import pytest

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution, Step, ToolCall, Veto
from cenario.domain.params import resolve
from cenario.domain.verdict import combine
from cenario.domain.vote import Vote
from cenario.errors import BadInputError
from cenario.evaluations.f5_line_history import EVALUATION, decide

PARAMS = resolve(EVALUATION, {})
MODEL = "simulated:steady"
KINDS = ("quem_disse", "horario", "grupo")


def execution(arm, i, *, tool="crm_get_contact", veto=False, right=True, outcome="completed"):
    probe = 30 <= i < 60
    return Execution(
        batch="b", evaluation="F5", arm=arm, model=MODEL, conversation=f"F{i:02}", repetition=0,
        outcome=outcome, arm_proved=True, reply="ok", steps=(Step(calls=(ToolCall(name=tool),)),),
        vetoes=(Veto(gate="promise"),) if veto else (),
        tags={"probe": KINDS[i % 3]} if probe else {}, scores={"probe": float(right)} if probe else {},
    )  # fmt: skip


def vote(i, winner, *, candidate="linhas", judge="simulated:judge", batch="b", first="baseline", drawn=True):
    return Vote(
        batch=batch, evaluation="F5", model=MODEL, judge=judge, conversation=f"F{i:02}", baseline="json",
        candidate=candidate, first=first, winner=winner, drawn=drawn,
    )  # fmt: skip


def votes(wins, losses, n=64):
    said = ["candidate"] * wins + ["baseline"] * losses + ["tie"] * (n - wins - losses)
    return [vote(i, winner) for i, winner in enumerate(said)]


def batch(
    n=64, *, changed=0, lines_vetoes=0, json_vetoes=0, wrong=(), wrong_json=(), judged=None, again=True
):
    arms = ["json", "linhas", *(["json_b"] if again else [])]
    executions = [
        execution(
            arm, i,
            tool="crm_find_free_slots" if arm == "linhas" and i < changed else "crm_get_contact",
            veto=i < {"linhas": lines_vetoes, "json": json_vetoes}.get(arm, 0),
            right=i not in {"linhas": wrong, "json": wrong_json}.get(arm, ()),
        )
        for arm in arms
        for i in range(n)
    ]  # fmt: skip
    return Batch(model=MODEL, executions=executions, votes=votes(15, 5) if judged is None else judged)


def clause(decision, name):
    return next(one for one in decision.clauses if one.name == name)


def reading(decision, name):
    return next(one for one in decision.readings if one.name == name)


def outcome(**given):
    return combine(decide(batch(**given), PARAMS).clauses)


def test_all_four_hold():
    assert outcome() == "APROVA"


@pytest.mark.parametrize(("changed", "verdict"), [(3, "APROVA"), (4, "REPROVA")])
def test_three_of_64_sequences_may_differ_and_a_fourth_fails(changed, verdict):
    assert outcome(changed=changed) == verdict


def test_as_many_vetoed_turns_pass_and_one_more_fails():
    assert outcome(lines_vetoes=2, json_vetoes=2) == "APROVA"
    assert outcome(lines_vetoes=3, json_vetoes=2) == "REPROVA"


@pytest.mark.parametrize(
    ("wins", "losses", "verdict"),
    [(3, 3, "APROVA"), (12, 7, "APROVA"), (10, 10, "REPROVA"), (0, 60, "REPROVA")],
)
def test_the_judges_lower_limit_against_ten_points(wins, losses, verdict):
    """Boundaries at n = 60 from the exact table of STATISTICS §2.2 (max losses allowed, two-sided 95 %)."""
    assert outcome(judged=votes(wins, losses, n=60)) == verdict


def test_the_table_of_losses_allowed_at_sixty_votes():
    allowed = {0: 1, 3: 3, 5: 4, 8: 6, 10: 7, 12: 8, 15: 10, 18: 13, 20: 14, 22: 15, 25: 18, 30: 21}
    for wins, most in allowed.items():
        holds = [
            clause(decide(batch(judged=votes(wins, most + more, n=60)), PARAMS), "judge").outcome
            for more in (0, 1)
        ]
        assert holds == ["holds", "fails"], wins


def test_shown_worse_is_told_from_not_shown():
    worse = clause(decide(batch(judged=votes(0, 40)), PARAMS), "judge")
    unsure = clause(decide(batch(judged=votes(10, 10)), PARAMS), "judge")
    assert "pior demonstrado" in str(worse.reason)
    assert "não demonstrada" in str(unsure.reason)
    assert "seriam precisos" in str(unsure.reason)


def test_probes_are_held_by_kind_and_not_in_total():
    quem, horario = [i for i in range(30, 60) if i % 3 == 0], [i for i in range(30, 60) if i % 3 == 1]
    assert outcome(wrong=quem[:2], wrong_json=quem[:2]) == "APROVA"
    decision = decide(batch(wrong=quem[:1], wrong_json=horario[:2]), PARAMS)
    assert combine(decision.clauses) == "REPROVA"
    assert clause(decision, "probes_quem_disse").outcome == "fails"
    assert clause(decision, "probes_horario").outcome == "holds"


def test_sixty_pairs_and_sixty_votes_are_enough_and_fewer_are_inconclusive():
    assert outcome(n=60, judged=votes(15, 5, n=60)) == "APROVA"
    assert outcome(n=59, judged=votes(15, 5, n=59)) == "INCONCLUSIVO"
    invalid = [*votes(15, 5, n=59), vote(59, None)]
    assert outcome(judged=invalid) == "INCONCLUSIVO"
    assert outcome(judged=[]) == "INCONCLUSIVO"


def test_a_pair_lost_to_the_harness_leaves_both_arms_and_its_vote():
    whole = batch()
    lost = [
        one
        if (one.arm, one.conversation) != ("linhas", "F00")
        else execution("linhas", 0, outcome="harness_failure")
        for one in whole.executions
    ]
    decision = decide(Batch(model=MODEL, executions=lost, votes=whole.votes), PARAMS)
    assert decision.counts.n_pairs == 63
    assert clause(decision, "judge").n == 63
    assert [(loss.arm, loss.n) for loss in decision.counts.dropped] == [("linhas", 1)]


def test_a_judge_of_ties_only_passes_the_rule_and_the_headline_says_it_shows_nothing():
    decision = decide(batch(judged=votes(0, 0)), PARAMS)
    assert combine(decision.clauses) == "APROVA"
    assert any("não mostra nada" in str(note) for note in decision.notes)
    assert reading(decision, "assay_sensitivity").flagged


def test_the_judge_that_is_the_judged_and_the_missing_control_are_said():
    said = [vote(i, "tie", judge=MODEL) for i in range(64)]
    notes = [str(note) for note in decide(batch(judged=said, again=False), PARAMS).notes]
    assert any("próprio modelo julgado" in note for note in notes)
    assert any("Sem régua de ruído" in note for note in notes)


def test_a_judge_that_always_says_the_first_shows_its_bias():
    said = [vote(i, first, first=first) for i in range(64) for first in [("baseline", "candidate")[i % 2]]]
    decision = decide(batch(judged=said), PARAMS)
    bias = reading(decision, "position_bias")
    assert bias.detail["p_value"] < 0.001
    assert abs(clause(decision, "judge").value) < 0.05


def test_the_degraded_control_and_the_aa_votes_are_read_apart():
    extra = [vote(i, "baseline", candidate="degradado") for i in range(12)]
    extra += [vote(i, "tie", candidate="json_b") for i in range(12)]
    decision = decide(batch(judged=[*votes(15, 5), *extra]), PARAMS)
    assert not reading(decision, "degraded_control").flagged
    assert reading(decision, "aa_votes").value == 1.0
    assert clause(decision, "judge").n == 64
    blind = [*votes(15, 5), *(vote(i, "tie", candidate="degradado") for i in range(12))]
    assert reading(decide(batch(judged=blind), PARAMS), "degraded_control").flagged


def test_an_identical_arm_is_approved_as_often_as_the_noise_allows():
    value = reading(decide(batch(judged=votes(16, 16)), PARAMS), "identical_arm").value
    assert 0 < value < 0.3


def test_votes_of_another_batch_or_pair_are_refused():
    with pytest.raises(BadInputError, match="lote outro"):
        decide(batch(judged=[vote(0, "tie", batch="outro")]), PARAMS)
    with pytest.raises(BadInputError, match="F99"):
        decide(batch(judged=[vote(99, "tie")]), PARAMS)
