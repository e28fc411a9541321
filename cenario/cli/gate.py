"""``cenario gate``: run the gate scenarios, or read runs of them, and close the gate where one fails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cenario.cli.running import option
from cenario.cli.spending import usd
from cenario.cli.verdict import print_verdict
from cenario.errors import message
from cenario.labels.text import text

if TYPE_CHECKING:
    from cenario.engine import Judgement
    from cenario.runner.batch import BatchResult
    from cenario.runner.scenario_run import Asked
    from cenario.store.scenarios import ScenarioStore

__all__ = ["run"]

STOPPED_AT_CEILING, INCONCLUSIVE, BLOCKED = 4, 2, 1


def run(
    *,
    runs: Annotated[list[str] | None, option("gate-cli-runs", "--runs", "--input", "--entrada")] = None,
    model: Annotated[str, option("gate-cli-model", "--model", "--modelo")] = "",
    agent: Annotated[str, option("run-agent", "--agent", "--agente")] = "",
    allow_remote: Annotated[bool, option("run-allow-remote", "--allow-remote", "--permitir-remoto")] = False,
    every: Annotated[bool, option("gate-cli-all", "--all", "--todos")] = False,
    minimum: Annotated[str, option("gate-cli-minimum", "--minimum", "--minimo")] = "",
    alpha: Annotated[str, option("gate-cli-alpha", "--alpha")] = "",
    as_sealed: Annotated[bool, option("gate-cli-sealed", "--as-sealed", "--como-lacrado")] = False,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    out: Annotated[Path | None, option("gate-cli-out", "--out", "--saida")] = None,
    seed: Annotated[int, option("run-seed", "--seed", "--semente")] = 0,
    junit: Annotated[Path | None, option("gate-cli-junit", "--junit")] = None,
    verdict: Annotated[Path | None, option("gate-cli-verdict", "--verdict", "--veredito")] = None,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Open or close the gate; exits 0 (open), 1 (closed, and by what), 2 (cannot say)."""
    from cenario.engine import judge, load
    from cenario.evaluations.gate import EVALUATION, with_rulers_in_force
    from cenario.runner.batch import Ceiling
    from cenario.runner.embedded import EMBEDDED_MODEL
    from cenario.runner.scenario_run import Asked
    from cenario.store.places import data_folder
    from cenario.store.scenarios import ScenarioStore

    store = ScenarioStore()
    asked = {name: value for name, value in (("minimo", minimum), ("alpha", alpha)) if value}
    ended = None
    if not runs:
        gates = [kept.scenario.id for kept in store.load_all() if kept.scenario.gate and kept.is_ruler]
        if not every and not gates:
            return _nothing_to_run(store)
        default = data_folder() / "runs" / ("" if model else "embedded")
        ended = _measured(
            Asked(
                model=model or EMBEDDED_MODEL,
                folder=out or default,
                ids=None if every else gates,
                ceiling=Ceiling(usd=usd(ceiling_usd), tokens=ceiling_tokens),
                params=dict(asked),
                agent=agent or None,
                allow_remote=allow_remote,
                prices=prices,
                seed=seed,
            )
        )
        runs = [str(ended.path)]
    loaded = load(EVALUATION, runs)
    judgement = judge(EVALUATION, loaded if as_sealed else with_rulers_in_force(loaded, store), asked)
    _write(judgement, junit=junit, verdict=verdict, json=json)
    if ended is not None and ended.ended == "ceiling" and judgement.verdict.exit_code != BLOCKED:
        return STOPPED_AT_CEILING
    return judgement.verdict.exit_code


def _nothing_to_run(store: ScenarioStore) -> int:
    edited = [kept.scenario.id for kept in store.load_all() if kept.scenario.gate]
    if edited:
        print(text("gate-cli-edited", ids=", ".join(edited)))
        return INCONCLUSIVE
    print(message("gate-no-gate"))
    return 0


def _measured(asked: Asked) -> BatchResult:
    import asyncio

    from cenario.cli.progress import Bars
    from cenario.cli.spending import listen
    from cenario.evaluations.gate import EVALUATION
    from cenario.runner.record import record
    from cenario.runner.scenario_run import prepare_measurement

    recording = prepare_measurement(EVALUATION, asked)

    async def once() -> BatchResult:
        stop = asyncio.Event()
        listen(stop)
        with Bars() as bars:
            return await record(recording, progress=bars.of(recording.model), stop=stop)

    return asyncio.run(once())


def _write(judgement: Judgement, *, junit: Path | None, verdict: Path | None, json: bool) -> None:
    from cenario.report.junit import write_junit
    from cenario.report.verdict_json import verdict_json

    found = judgement.verdict
    if junit is not None:
        write_junit(judgement, junit)
    if verdict is not None:
        verdict.parent.mkdir(parents=True, exist_ok=True)
        verdict.write_text(verdict_json(found), encoding="utf-8")
    if json:
        sys.stdout.write(verdict_json(found))
        return
    print_verdict(found)
    blocking = [
        clause.name
        for model in found.models
        for clause in model.clauses
        if clause.decides and clause.outcome == "fails"
    ]
    state = {0: "open", BLOCKED: "closed"}.get(found.exit_code, "unknown")
    print("\n" + text(f"gate-cli-{state}", by=", ".join(blocking) or "—"))
