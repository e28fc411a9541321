"""``cenario bank``: send a bank to a chatbot, have it judged, and decide, calibrate, compare, validate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from cenario.cli import bank_actions as actions
from cenario.cli.bank_actions import Asked
from cenario.cli.running import option
from cenario.cli.spending import usd
from cenario.domain.bank import Dimension

__all__ = ["run"]

Action = Literal[
    "plan", "run", "judge", "gate", "calibrate", "compare", "validate",
    "plano", "executar", "julgar", "portao", "calibrar", "comparar", "validar",
]  # fmt: skip

ACTIONS: Mapping[str, Callable[[Asked], int]] = {
    "plan": actions.plan,
    "run": actions.send,
    "judge": actions.score,
    "gate": actions.gate,
    "calibrate": actions.calibrate_gate,
    "compare": actions.compare_chatbots,
    "validate": actions.validate,
}
ALIASES = {
    "plano": "plan",
    "executar": "run",
    "julgar": "judge",
    "portao": "gate",
    "calibrar": "calibrate",
    "comparar": "compare",
    "validar": "validate",
}


def run(
    action: Annotated[Action, option("bank-cli-what")],
    /,
    *,
    config: Annotated[Path | None, option("bank-cli-config", "--config")] = None,
    model: Annotated[str, option("bank-cli-model", "--model", "--modelo")] = "",
    judge: Annotated[str, option("bank-cli-judge", "--judge", "--juiz")] = "",
    path: Annotated[Path | None, option("bank-cli-path", "--path", "--caminho")] = None,
    dimension: Annotated[
        list[Dimension] | None, option("bank-cli-dimensions", "--dimension", "--dimensao")
    ] = None,
    k: Annotated[int | None, option("bank-cli-k", "--k")] = None,
    runs: Annotated[list[str] | None, option("bank-cli-runs", "--runs", "--input", "--entrada")] = None,
    votes: Annotated[list[str] | None, option("bank-cli-votes", "--votes", "--juizo")] = None,
    baseline: Annotated[list[str] | None, option("bank-cli-baseline", "--baseline", "--referencia")] = None,
    candidate: Annotated[list[str] | None, option("bank-cli-candidate", "--candidate", "--candidata")] = None,
    human: Annotated[Path | None, option("bank-cli-human", "--human", "--pessoas")] = None,
    out: Annotated[Path | None, option("bank-cli-out", "--out", "--saida")] = None,
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    seed: Annotated[int, option("run-seed", "--seed", "--semente")] = 0,
    param: Annotated[list[str] | None, option("bank-cli-param", "--param", "--parametro")] = None,
    margin: Annotated[float | None, option("bank-cli-margin", "--margin", "--margem")] = None,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Do one step of a bank's evaluation."""
    asked = Asked(
        config=config,
        model=model,
        judge=judge,
        path=path,
        dimensions=tuple(dimension or ()),
        k=k,
        runs=tuple(runs or ()),
        votes=tuple(votes or ()),
        baseline=tuple(baseline or ()),
        candidate=tuple(candidate or ()),
        human=human,
        out=out,
        prices=prices,
        ceiling_usd=usd(ceiling_usd),
        ceiling_tokens=ceiling_tokens,
        seed=seed,
        params=actions.params_of(param or ()),
        margin=margin,
        json=json,
    )
    return ACTIONS[ALIASES.get(action, action)](asked)
