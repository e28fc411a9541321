"""Tools on scenarios: draft one from a turn, complete it, declare it, measure it, and set the gate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from pydantic import Field

from cenario.domain.scenario import Budget, Expectation, Scenario
from cenario.domain.scenario_rules import check_words
from cenario.engine import Judgement, judge, load
from cenario.errors import BadInputError, message
from cenario.evaluations.gate import EVALUATION, with_rulers_in_force
from cenario.judge.drafting import draft_of
from cenario.mcp_server.turn_tools import (
    SIMULATED,
    CeilingTokens,
    CeilingUsd,
    Model,
    TurnName,
    ceiling_of,
    spent,
)
from cenario.runner.record import record
from cenario.runner.scenario_run import Asked, prepare_measurement
from cenario.store import documents
from cenario.store.places import data_folder
from cenario.store.scenarios import Kept, ScenarioStore
from cenario.store.turns import find_turn

__all__ = ["READING", "WRITING"]

ScenarioId = Annotated[str, Field(description="The scenario's id: a-z, digits, hyphens", max_length=64)]
By = Annotated[str, Field(description="Who does it; kept in the ledger", min_length=1, max_length=120)]
Reason = Annotated[str | None, Field(description="Why, one line", max_length=120)]
RunName = Annotated[str, Field(description="A run's file, as run gives it", max_length=200)]


async def list_scenarios() -> dict[str, Any]:
    """List the scenarios: standing (draft, declared, edited, withdrawn), version, gate."""
    return {"scenarios": [_facts(kept) for kept in ScenarioStore().load_all()]}


async def show_scenario(scenario_id: ScenarioId) -> dict[str, Any]:
    """Show a scenario whole, with every act on it; a draft's `suggested` are not expectations yet."""
    kept = ScenarioStore().load(scenario_id)
    return _facts(kept) | {
        "scenario": msgspec.to_builtins(kept.scenario),
        "acts": [
            {name: value for name, value in msgspec.to_builtins(act).items() if name != "ruler"}
            for act in kept.acts
        ],
    }


async def draft_from_turn(
    turn: TurnName,
    scenario_id: ScenarioId,
    title: Annotated[str, Field(description="What it is about, one line", min_length=1, max_length=120)],
) -> dict[str, Any]:
    """Make a draft of an observed turn: situation verbatim, expectations only suggested."""
    draft = draft_of(find_turn(_runs(), turn), scenario_id=scenario_id, title=title)
    kept = ScenarioStore().save_draft(draft, new=True)
    return _facts(kept) | {"suggested": msgspec.to_builtins(kept.scenario.suggested)}


async def add_input(
    scenario_id: ScenarioId,
    text: Annotated[str, Field(description="Another way of saying the same", min_length=1, max_length=4000)],
) -> dict[str, Any]:
    """Add an equivalent input; a declared scenario becomes a new version, to be declared again."""
    store = ScenarioStore()
    scenario = store.load(scenario_id).scenario
    return _facts(_edit(store, msgspec.structs.replace(scenario, inputs=(*scenario.inputs, text))))


async def set_expectations(
    scenario_id: ScenarioId,
    expectations: Annotated[
        list[dict[str, Any]],
        Field(
            description="All of them, each {kind, ...}: what must be true when the turn ends", max_length=50
        ),
    ],
) -> dict[str, Any]:
    """Set what must be true when the turn ends, in the stead of what was there."""
    check_words({"id": scenario_id, "expectations": expectations}, source=scenario_id[:64])
    typed = documents.convert(expectations, tuple[Expectation, ...], source=scenario_id)
    store = ScenarioStore()
    scenario = store.load(scenario_id).scenario
    kept = _edit(store, msgspec.structs.replace(scenario, expectations=typed))
    return _facts(kept) | {"expectations": msgspec.to_builtins(kept.scenario.expectations)}


async def set_measurement(
    scenario_id: ScenarioId,
    repetitions: Annotated[int, Field(description="How many times each input runs", ge=1, le=1000)],
    most_inferences: Annotated[
        int | None, Field(description="Ceiling of model calls a turn; null: none, which is not zero", ge=0)
    ] = None,
    most_loops: Annotated[
        int | None, Field(description="Ceiling of loops a turn; null: none, which is not zero", ge=0)
    ] = None,
) -> dict[str, Any]:
    """Set repetitions and both ceilings of the budget."""
    budget = Budget(inferences=most_inferences, loops=most_loops)
    store = ScenarioStore()
    changed = msgspec.structs.replace(
        store.load(scenario_id).scenario,
        repetitions=repetitions,
        budget=None if budget == Budget() else budget,
    )
    return _facts(_edit(store, changed))


async def declare(scenario_id: ScenarioId, by: By) -> dict[str, Any]:
    """Declare the scenario as it stands: from now on it is a ruler, sealed with its time."""
    kept = ScenarioStore().declare(scenario_id, by=by)
    return _facts(kept) | {"warnings": [str(each) for each in kept.warnings]}


async def promote(scenario_id: ScenarioId, by: By) -> dict[str, Any]:
    """Make a declared scenario a gate: from now on its failure blocks a publication."""
    return _facts(ScenarioStore().promote(scenario_id, by=by))


async def demote(scenario_id: ScenarioId, by: By, reason: Reason = None) -> dict[str, Any]:
    """Take a scenario out of the gate; it goes on measuring."""
    return _facts(ScenarioStore().demote(scenario_id, by=by, reason=reason))


async def withdraw(scenario_id: ScenarioId, by: By, reason: Reason = None) -> dict[str, Any]:
    """Withdraw a scenario: it measures and blocks no more; what it measured stays."""
    return _facts(ScenarioStore().withdraw(scenario_id, by=by, reason=reason))


async def run(
    scenario_ids: Annotated[
        list[str] | None, Field(description="Which; null: every declared one", max_length=200)
    ] = None,
    model: Model = SIMULATED,
    ceiling_usd: CeilingUsd = None,
    ceiling_tokens: CeilingTokens = None,
    seed: Annotated[int, Field(description="Seed of the measurement", ge=0, le=2**31)] = 0,
) -> dict[str, Any]:
    """Measure declared scenarios; a draft cannot run, and a paid model needs a ceiling."""
    if scenario_ids is not None and not scenario_ids:
        raise BadInputError(message("scenario-none-declared"))
    asked = Asked(
        model=model,
        folder=_runs(),
        ids=scenario_ids,
        ceiling=ceiling_of(ceiling_usd, ceiling_tokens),
        seed=seed,
    )
    result = await record(prepare_measurement(EVALUATION, asked))
    told: dict[str, Any] = {
        "run": result.path.name,
        "ended": result.ended,
        "planned": result.planned,
        "done": result.done,
        "spent_usd": spent(result.spent_usd),
    }
    return told | (_told(_judged([result.path])) if result.done else {})


async def results(run: RunName) -> dict[str, Any]:
    """Read a run again: what each scenario met, why not, and every execution."""
    judgement = _judged([_run_path(run)])
    cells = [
        row
        for decision in judgement.decisions.values()
        for row in decision.tables["cells"].to_dicts()  # type: ignore[attr-defined]
    ]
    return {"run": run} | _told(judgement) | {"executions": cells}


async def gate(
    runs: Annotated[
        list[str] | None, Field(description="Runs to read; null: every gate run recorded", max_length=500)
    ] = None,
) -> dict[str, Any]:
    """Say whether the gate is open, and what blocks it, from what was measured; nothing runs."""
    names = runs if runs is not None else [path.name for path in sorted(_runs().glob("gate-*.jsonl"))]
    gates = [kept.scenario.id for kept in ScenarioStore().load_all() if kept.scenario.gate]
    if not names:
        return {"verdict": "INCONCLUSIVO" if gates else "APROVA", "blocking": [], "unmeasured": gates}
    judgement = _judged([_run_path(name) for name in names])
    clauses = [c for model in judgement.verdict.models for c in model.clauses if c.decides]
    return _told(judgement) | {
        "gates": gates,
        "blocking": sorted({c.name.partition("/")[0] for c in clauses if c.outcome == "fails"}),
        "unmeasured": sorted(
            {c.name.partition("/")[0] for c in clauses if c.outcome in ("short", "undecided")}
        ),
    }


def _judged(paths: list[Path]) -> Judgement:
    return judge(EVALUATION, with_rulers_in_force(load(EVALUATION, paths), ScenarioStore()))


def _told(judgement: Judgement) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict.outcome,
        "headline": str(judgement.verdict.headline),
        "clauses": [
            {
                "model": model.model,
                "name": clause.name,
                "outcome": clause.outcome,
                "blocks": clause.decides,
                "k": clause.value if clause.unit == "executions" else None,
                "n": clause.n,
                "reason": str(clause.reason),
            }
            for model in judgement.verdict.models
            for clause in model.clauses
        ],
    }


def _edit(store: ScenarioStore, scenario: Scenario) -> Kept:
    """Write an edit: of a draft, or of a declared scenario, which must then be declared again."""
    if store.load(scenario.id).standing == "draft":
        return store.save_draft(scenario, new=False)
    return store.revise(scenario)


def _facts(kept: Kept) -> dict[str, Any]:
    scenario = kept.scenario
    return {
        "scenario_id": scenario.id,
        "title": scenario.title,
        "standing": kept.standing,
        "is_ruler": kept.is_ruler,
        "version": kept.version,
        "gate": scenario.gate,
        "inputs": list(scenario.inputs),
        "n_expectations": len(scenario.expectations),
        "repetitions": scenario.repetitions,
    }


def _runs() -> Path:
    return data_folder() / "runs"


def _run_path(name: str) -> Path:
    """Return a run's file; a name that would lead out of the runs' folder is no run."""
    found = next(
        (path for path in _runs().glob("*.jsonl") if path.name == name and not path.is_symlink()), None
    )
    if found is None:
        raise BadInputError(message("mcp-no-run", name=name[:80]))
    return found


READING = (list_scenarios, show_scenario, results, gate)
WRITING = (
    draft_from_turn,
    add_input,
    set_expectations,
    set_measurement,
    declare,
    promote,
    demote,
    withdraw,
    run,
)
