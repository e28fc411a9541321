"""The gate: what blocks, what only shows, and what cannot be said; rules of S000 by their number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.domain.evaluation import Batch, Decision
from cenario.domain.execution import Step
from cenario.domain.scenario import Budget, ReplyExpectation, Scenario
from cenario.domain.verdict import Clause, combine
from cenario.engine import Loaded, judge, load
from cenario.evaluations.gate import EVALUATION, decide, with_rulers_in_force
from cenario.judge.measurement import measure
from cenario.runner.embedded import run_embedded
from cenario.store.scenarios import ScenarioStore, version_of
from tests.evaluations.gate_runs import (
    FAILED,
    MET,
    MODEL,
    PARAMS,
    SEALED,
    batch,
    every,
    execution,
    scenario,
    touching,
)


def outcome(made: Batch, **params: float) -> str:
    return combine(decide(made, {**PARAMS, **params}).clauses)


def clause(decision: Decision, name: str) -> Clause:
    return next(each for each in decision.clauses if each.name.endswith(name))


def names(decision: Decision) -> list[str]:
    return [each.name for each in decision.clauses]


def test_every_execution_of_every_input_must_pass() -> None:
    ruler = scenario()
    assert outcome(batch(every(ruler), ruler)) == "APROVA"
    for position in (0, 1):
        for k in range(3):
            assert outcome(batch(every(ruler, {(position, k): FAILED}), ruler)) == "REPROVA"


def test_s000_12_a_scenario_that_is_no_gate_never_blocks_and_is_shown() -> None:
    free, gate = scenario(id="mede-sem-barrar", gate=False), scenario()
    failing = every(free, dict.fromkeys([(0, 0), (1, 2)], FAILED))
    made = batch([*failing, *every(gate)], free, gate)
    decision = decide(made, PARAMS)
    assert combine(decision.clauses) == "APROVA"
    shown = next(c for c in decision.clauses if c.name == "mede-sem-barrar/competencia")
    assert (shown.outcome, shown.decides) == ("fails", False)


def test_s000_12_with_no_gate_nothing_blocks_and_that_is_said() -> None:
    free = scenario(gate=False)
    decision = decide(batch(every(free, {(0, 0): FAILED}), free), PARAMS)
    assert combine(decision.clauses) == "APROVA"
    assert clause(decision, "portao").reason.code == "gate-no-gate"


def test_s000_12_a_failing_gate_is_named_with_its_reason() -> None:
    ruler = scenario()
    made = batch(every(ruler, {(1, 1): FAILED}), ruler)
    verdict = judge(EVALUATION, Loaded(batches=(made,))).verdict
    assert verdict.outcome == "REPROVA"
    assert "passa-a-conversa: 5/6" in str(verdict.headline)
    assert "não foi entregue" in str(verdict.headline)


def test_s000_6_executions_are_inputs_times_repetitions_and_a_missing_one_is_no_pass() -> None:
    ruler = scenario()
    decision = decide(batch(every(ruler)[:-1], ruler), PARAMS)
    assert combine(decision.clauses) == "INCONCLUSIVO"
    assert decision.counts.planned == 6
    assert clause(decision, "competencia").reason.code == "gate-missing"
    assert outcome(batch(every(ruler, {(0, 0): FAILED})[:-1], ruler)) == "REPROVA"


@pytest.mark.parametrize("lost", ["harness_failure", "stopped"])
def test_what_the_harness_lost_is_neither_pass_nor_failure(lost: str) -> None:
    ruler = scenario()
    made = [*every(ruler)[:-1], execution(ruler, 1, 2, None, outcome=lost, outcome_reason="rede")]
    decision = decide(batch(made, ruler), PARAMS)
    assert combine(decision.clauses) == "INCONCLUSIVO"
    assert [(loss.reason, loss.n) for loss in decision.counts.dropped] == [("rede", 1)]
    assert clause(decision, "competencia").n == 5


def test_what_cannot_be_judged_is_neither_pass_nor_failure() -> None:
    ruler = scenario()
    unknown = msgspec.structs.replace(MET, handed_off=None)
    assert outcome(batch(every(ruler, {(0, 0): unknown}), ruler)) == "INCONCLUSIVO"
    assert outcome(batch(every(ruler, {(0, 0): None}), ruler)) == "INCONCLUSIVO"


def test_a_turn_that_did_not_end_is_not_met_whatever_its_world() -> None:
    ruler = scenario()
    made = [*every(ruler)[:-1], execution(ruler, 1, 2, outcome="agent_failure", outcome_reason="limite")]
    assert outcome(batch(made, ruler)) == "REPROVA"


@pytest.mark.parametrize("repetitions", [1, 2])
def test_s000_7_below_three_repetitions_only_the_path_stands(repetitions: int) -> None:
    ruler = scenario(repetitions=repetitions)
    found = clause(decide(batch(every(ruler), ruler), PARAMS), "competencia")
    n = 2 * repetitions
    assert found.reason.code == "gate-path-stands"
    assert f"{n}/{n}, caminho de pé" in str(found.reason)
    assert "%" not in str(found.reason)


def test_s000_7_k_of_n_always_and_wilson_beside() -> None:
    ruler = scenario()
    found = clause(decide(batch(every(ruler), ruler), PARAMS), "competencia")
    assert (found.value, found.n, found.unit) == (6.0, 6, "executions")
    assert "6/6" in str(found.reason)
    assert "61%" in str(found.reason)  # Wilson 6/6, 95%: lower limit .6097


def test_s000_4_an_input_that_never_passes_beside_one_that_always_does_is_a_failure_of_its_own() -> None:
    ruler = scenario()
    made = batch(every(ruler, {(1, k): FAILED for k in range(3)}), ruler)
    found = clause(decide(made, PARAMS), "compreensao")
    assert (found.outcome, found.value) == ("fails", pytest.approx(0.1))
    assert "3/3, 0/3" in str(found.reason)
    half = clause(decide(made, {**PARAMS, "minimo": 0.5}), "competencia")
    assert half.outcome == "fails"  # not averaged away: each input must reach the threshold


def test_s000_4_the_permutation_test_decides_where_there_are_enough_repetitions() -> None:
    ruler = scenario(repetitions=8)
    failing = {**{(0, k): FAILED for k in range(1)}, **{(1, k): FAILED for k in range(1, 8)}}
    found = clause(decide(batch(every(ruler, failing), ruler), PARAMS), "compreensao")
    assert found.value is not None
    assert found.value < 0.05
    assert found.outcome == "fails"
    assert not found.detail["split"]


def test_s000_4_one_input_has_nothing_to_diverge_from() -> None:
    ruler = scenario(inputs=("quero falar com alguém",))
    assert not [n for n in names(decide(batch(every(ruler), ruler), PARAMS)) if "compreensao" in n]


def test_a_threshold_other_than_all_is_a_parameter_and_is_printed() -> None:
    ruler = scenario()
    made = batch(every(ruler, {(0, 0): FAILED, (1, 0): FAILED}), ruler)
    assert outcome(made) == "REPROVA"
    assert outcome(made, minimo=0.66) == "APROVA"
    verdict = judge(EVALUATION, Loaded(batches=(made,)), {"minimo": 0.66}).verdict
    assert "66%" in str(verdict.headline)


def used(ruler: Scenario, *, attempts: int = 1, loops: int | None = 2, **more: Any) -> Batch:
    steps = tuple(Step(attempts=attempts) for _ in range(2))
    return batch(every(ruler, steps=steps, loops=loops, **more), ruler)


def test_s000_9_10_a_ceiling_nobody_wrote_is_no_ceiling() -> None:
    ruler = scenario()
    made = batch(every(ruler, steps=tuple(Step() for _ in range(50)), loops=50), ruler)
    assert not [n for n in names(decide(made, PARAMS)) if "orcamento" in n]
    assert outcome(made) == "APROVA"


def test_s000_10_a_written_zero_is_a_ceiling_of_zero() -> None:
    ruler = scenario(budget=Budget(inferences=0))
    assert outcome(used(ruler)) == "REPROVA"


def test_s000_8_10_one_axis_declared_judges_that_axis_only() -> None:
    ruler = scenario(budget=Budget(loops=3))
    found = names(decide(used(ruler, loops=2, attempts=40), PARAMS))
    assert [n for n in found if "orcamento" in n] == ["passa-a-conversa/orcamento-loops"]
    assert outcome(used(ruler, loops=2, attempts=40)) == "APROVA"
    assert outcome(used(ruler, loops=4)) == "REPROVA"  # reading 21: a declared ceiling blocks


def test_a_retry_is_an_inference() -> None:
    ruler = scenario(budget=Budget(inferences=3))
    assert outcome(used(ruler, attempts=1)) == "APROVA"
    assert outcome(used(ruler, attempts=2)) == "REPROVA"


def test_what_an_agent_does_not_say_it_spent_is_not_zero() -> None:
    silent = scenario(budget=Budget(loops=3))
    assert outcome(used(silent, loops=None)) == "INCONCLUSIVO"
    remote = scenario(budget=Budget(inferences=3))
    assert outcome(batch(every(remote, steps=(), mode="remote"), remote)) == "INCONCLUSIVO"


def test_s000_13_competence_and_budget_are_judged_apart() -> None:
    ruler = scenario(budget=Budget(loops=1))
    decision = decide(used(ruler, loops=2), PARAMS)
    assert clause(decision, "competencia").outcome == "holds"
    assert clause(decision, "orcamento-loops").outcome == "fails"


@given(inferences=st.integers(1, 60), loops=st.integers(0, 60) | st.none())
def test_a_budget_nobody_wrote_never_fails(inferences: int, loops: int | None) -> None:
    for budget in (None, Budget()):
        ruler = scenario(budget=budget)
        steps = tuple(Step() for _ in range(inferences))
        made = measure(ruler, "v", "b", every(ruler, steps=steps, loops=loops))
        assert {made.axis("inferences"), made.axis("loops")} == {"not_declared"}


def test_s000_29_a_touch_that_failed_is_a_touch_even_if_only_the_call_tells() -> None:
    ruler = scenario()
    made = [*every(ruler)[:-1], execution(ruler, 1, 2, steps=touching("cobranca"))]
    decision = decide(batch(made, ruler), PARAMS)
    assert combine(decision.clauses) == "REPROVA"
    assert "cobranca" in str(clause(decision, "competencia").reason)


def test_s000_2_a_ruler_declared_after_the_run_began_never_approves() -> None:
    ruler = scenario(declared_at="2026-11-03T10:00:00.000+00:00")
    found = clause(decide(batch(every(ruler), ruler), PARAMS), "competencia")
    assert (found.outcome, found.reason.code) == ("undecided", "gate-ruler-younger")


def test_s000_2_a_ruler_changed_inside_the_file_leaves_its_executions_without_one() -> None:
    ruler = scenario()
    looser = scenario(expectations=(ReplyExpectation(spoke=True),))
    made = batch(every(ruler, {(0, 0): FAILED}), looser)
    decision = decide(made, PARAMS)
    assert combine(decision.clauses) == "INCONCLUSIVO"
    assert clause(decision, "regua").reason.code == "gate-strays"


def test_the_order_of_the_lines_does_not_matter() -> None:
    ruler = scenario()
    made = every(ruler, {(0, 1): FAILED})
    forward = decide(batch(made, ruler), PARAMS)
    backward = decide(batch(made[::-1], ruler), PARAMS)
    assert forward.clauses == backward.clauses


def test_of_one_version_the_last_measurement_counts_and_the_earlier_stays_in_the_history() -> None:
    ruler = scenario()
    first = batch(every(ruler, {(0, 0): FAILED}), ruler)
    later = "2026-11-04T10:00:00.000+00:00"
    second = batch(every(ruler, batch="gate-2"), ruler, name="gate-2", sealed_at=later)
    both = Batch(
        model=MODEL,
        executions=(*first.executions, *second.executions),
        manifests=(*first.manifests, *second.manifests),
    )
    decision = decide(both, PARAMS)
    assert combine(decision.clauses) == "APROVA"
    assert [note.code for note in decision.notes] == ["gate-threshold", "gate-measured-before"]
    assert "5/6" in str(decision.notes[1])
    history = decision.tables["history"]
    assert history["met"].to_list() == [6, 5]  # type: ignore[index]
    assert history["in_force"].to_list() == [True, False]  # type: ignore[index]
    assert [c.outcome for c in decision.clauses if SEALED in c.name and "competencia" in c.name] == ["fails"]


# ---- the ruler edited after the run ----------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> ScenarioStore:
    made = ScenarioStore(tmp_path / "scenarios")
    draft = scenario(status="draft", declared_at=None, gate=False)
    made.save_draft(draft, new=True)
    made.declare(draft.id, by="Ana")
    return made


def run_of(store: ScenarioStore, states: dict[tuple[int, int], Any] | None = None) -> Loaded:
    (ruler,) = store.rulers()
    return Loaded(batches=(batch(every(ruler, states), ruler, sealed_at="2099-01-01T00:00:00.000+00:00"),))


def now(loaded: Loaded, store: ScenarioStore) -> Any:
    return judge(EVALUATION, with_rulers_in_force(loaded, store)).verdict


def reasons(verdict: Any) -> list[str]:
    return [c.reason.code for c in verdict.models[0].clauses if c.decides]


def test_s000_2_the_old_run_keeps_its_verdict_and_the_new_version_is_not_measured(
    store: ScenarioStore,
) -> None:
    store.promote("passa-a-conversa", by="Ana")
    old = run_of(store)
    assert now(old, store).outcome == "APROVA"
    kept = store.load("passa-a-conversa")
    store.revise(msgspec.structs.replace(kept.scenario, expectations=(ReplyExpectation(spoke=False),)))
    edited = now(old, store)
    assert (edited.outcome, reasons(edited)) == ("INCONCLUSIVO", ["gate-not-measured"])
    store.declare("passa-a-conversa", by="Ana")
    declared = now(old, store)
    assert (declared.outcome, reasons(declared)) == ("INCONCLUSIVO", ["gate-not-measured"])
    assert judge(EVALUATION, old).verdict.outcome == "APROVA"  # as sealed: its own ruler, for ever
    history = [c for c in declared.models[0].clauses if not c.decides and "competencia" in c.name]
    assert [c.outcome for c in history] == ["holds"]
    assert now(run_of(store), store).outcome == "REPROVA"  # the new version, measured


def test_s000_12_a_promotion_after_the_run_makes_its_failure_block(store: ScenarioStore) -> None:
    failed = run_of(store, {(0, 0): FAILED})
    assert now(failed, store).outcome == "APROVA"
    store.promote("passa-a-conversa", by="Ana")
    assert now(failed, store).outcome == "REPROVA"
    store.demote("passa-a-conversa", by="Ana")
    assert now(failed, store).outcome == "APROVA"


def test_what_is_withdrawn_blocks_no_more(store: ScenarioStore) -> None:
    store.promote("passa-a-conversa", by="Ana")
    failed = run_of(store, {(0, 0): FAILED})
    store.withdraw("passa-a-conversa", by="Ana")
    assert now(failed, store).outcome == "APROVA"


# ---- the shipped set, run ----------------------------------------------------------------------------


def shipped(tmp_path: Path, profile: str, seeds: Sequence[int] = (0,)) -> list[Decision]:
    found = []
    for seed in seeds:
        paths = run_embedded(EVALUATION, model=f"simulated:{profile}", seed=seed, folder=tmp_path)
        (made,) = load(EVALUATION, paths).batches
        found.append(decide(made, PARAMS))
    return found


def test_a_model_that_never_errs_meets_every_shipped_scenario(tmp_path: Path) -> None:
    (decision,) = shipped(tmp_path, "exact")
    assert {each.outcome for each in decision.clauses} == {"holds"}
    cells = decision.tables["cells"]
    store = ScenarioStore()
    planned = sum(len(s.inputs) * s.repetitions for s in store.rulers())
    assert cells.height == planned  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_steady_model_passes_the_shipped_gate_and_still_fails_some_scenario(tmp_path: Path) -> None:
    decisions = shipped(tmp_path, "steady", range(3))
    assert [combine(each.clauses) for each in decisions] == ["APROVA"] * 3
    assert any(c.outcome == "fails" for each in decisions for c in each.clauses)


def test_the_recipe_keeps_which_ruler_and_situation_each_execution_is_of(tmp_path: Path) -> None:
    paths = run_embedded(EVALUATION, model="simulated:exact", folder=tmp_path)
    (made,) = load(EVALUATION, paths).batches
    (manifest,) = made.manifests
    rulers = {version_of(ruler): ruler for ruler in manifest.rulers}
    assert {ruler.id for ruler in manifest.rulers} == {r.id for r in ScenarioStore().rulers()}
    for each in made.executions:
        ruler = rulers[each.tags["version"]]
        assert each.conversation.startswith(f"{ruler.id}@")
        assert each.messages[0].text == ruler.inputs[int(each.variant or "")]
        if ruler.origin is not None:
            assert each.tags["situation"] == ruler.origin.situation  # S000-34: it is the same situation
    again = run_embedded(EVALUATION, model="simulated:exact", folder=tmp_path)
    assert again == paths  # what is whole is not run again
