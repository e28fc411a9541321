"""``cenario scenario``: the declared scenarios, and the acts that make one a ruler, a gate, or neither."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.errors import BadInputError, message
from cenario.labels.text import text
from cenario.store.scenarios import Kept, ScenarioStore

__all__ = ["run"]

Action = Literal["list", "show", "check", "turns", "draft", "declare", "promote", "demote", "withdraw"]


def run(
    action: Annotated[Action, option("scene-action")] = "list",
    scenario: Annotated[str, option("scene-id")] = "",
    /,
    *,
    by: Annotated[str, option("scene-by", "--by", "--por", env_var="CENARIO_BY")] = "",
    reason: Annotated[str | None, option("scene-reason", "--reason", "--motivo")] = None,
    turn: Annotated[str, option("scene-turn", "--turn", "--turno")] = "",
    title: Annotated[str, option("scene-title", "--title", "--titulo")] = "",
    version: Annotated[str, option("scene-version", "--version", "--versao")] = "",
    runs: Annotated[Path | None, option("scene-runs", "--runs")] = None,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """List, show, check, draft from a turn, declare, promote, demote or withdraw scenarios."""
    store = ScenarioStore()
    match action:
        case "list":
            return _list(store.load_all(), json=json)
        case "check":
            return _check(store)
        case "turns":
            return _turns(_runs(runs), json=json)
    if not scenario:
        raise BadInputError(message("scene-which", action=action))
    match action:
        case "show":
            return _show(store, scenario, version, json=json)
        case "draft":
            kept = _draft(store, scenario, turn=turn, title=title, folder=_runs(runs))
        case "declare":
            kept = store.declare(scenario, by=by)
        case "promote":
            kept = store.promote(scenario, by=by)
        case "demote":
            kept = store.demote(scenario, by=by, reason=reason)
        case "withdraw":
            kept = store.withdraw(scenario, by=by, reason=reason)
    for warning in kept.warnings:
        print("!", warning)
    print(_line(kept))
    return 0


def _runs(folder: Path | None) -> Path:
    from cenario.store.places import data_folder

    return folder or data_folder() / "runs"


def _draft(store: ScenarioStore, scenario: str, *, turn: str, title: str, folder: Path) -> Kept:
    from cenario.judge.drafting import draft_of
    from cenario.store.turns import find_turn

    if not turn:
        raise BadInputError(message("scene-which-turn"))
    draft = draft_of(find_turn(folder, turn), scenario_id=scenario, title=title or scenario)
    return store.save_draft(draft, new=True)


def _list(every: tuple[Kept, ...], *, json: bool) -> int:
    if json:
        print_json([_facts(kept) for kept in every])
        return 0
    for kept in every:
        print(_line(kept))
    print(text("scene-total", n=len(every), gates=sum(kept.scenario.gate for kept in every)))
    return 0


def _show(store: ScenarioStore, scenario: str, version: str, *, json: bool) -> int:
    from cenario.store import yaml_core

    kept = store.load(scenario)
    shown = store.version(scenario, version) if version else kept.scenario
    if json:
        print_json({**_facts(kept), "scenario": msgspec.to_builtins(shown)})
        return 0
    print(yaml_core.dump(msgspec.to_builtins(shown)).rstrip())
    for act in kept.acts:
        told = {"at": act.at, "by": act.by, "version": act.version[:12], "reason": act.reason or ""}
        print("#", text(f"scene-act-{act.act}", **told).rstrip())
    return 0


def _check(store: ScenarioStore) -> int:
    faults = 0
    for scenario_id in store.ids():
        try:
            kept = store.load(scenario_id)
        except BadInputError as error:
            faults += 1
            print("✗", error)
            continue
        for warning in kept.warnings:
            print("!", f"{scenario_id}: {warning}")
        print("✓", _line(kept))
    return 3 if faults else 0


def _turns(folder: Path, *, json: bool) -> int:
    from cenario.store.turns import observed_turns

    rows = [
        {
            "turn": each.name,
            "evaluation": each.execution.evaluation,
            "conversation": each.execution.conversation,
            "repetition": each.execution.repetition,
            "outcome": each.execution.outcome,
        }
        for each in observed_turns(folder)
    ]
    if json:
        print_json(rows)
    else:
        for row in rows:
            print("  ".join(str(value) for value in row.values()))
    return 0


def _facts(kept: Kept) -> dict[str, object]:
    scenario = kept.scenario
    return {
        "id": scenario.id,
        "title": scenario.title,
        "standing": kept.standing,
        "version": kept.version,
        "gate": scenario.gate,
        "inputs": len(scenario.inputs),
        "repetitions": scenario.repetitions,
        "expectations": len(scenario.expectations),
        "declared_at": scenario.declared_at,
        "promotion": None if scenario.promotion is None else msgspec.to_builtins(scenario.promotion),
    }


def _line(kept: Kept) -> str:
    standing = text(f"scene-standing-{kept.standing}")
    gate = text("scene-gate") if kept.scenario.gate else ""
    parts = [kept.scenario.id, kept.version[:12], standing, gate, kept.scenario.title]
    return "  ".join(part for part in parts if part)
