"""``cenario close`` (``avaliar-fechamento``): evaluation G, with the runbook's environment variables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli import run as runs
from cenario.cli.running import option
from cenario.errors import BadInputError, message

__all__ = ["run"]


def run(
    *,
    corpus: Annotated[str, option("close-corpus", "--corpus", env_var="CORPUS")] = "",
    out: Annotated[str, option("close-out", "--out", "--saida", env_var="SAIDA")] = "",
    provider: Annotated[str, option("close-provider", "--provider", "--provedor", env_var="PROVEDOR")] = "",
    agent_model: Annotated[
        str, option("close-agent-model", "--agent-model", "--modelo-agente", env_var="MODELO_AGENTE")
    ] = "",
    economical: Annotated[
        str, option("close-economical", "--economical", "--modelo-economico", env_var="MODELO_ECONOMICO")
    ] = "",
    prices: Annotated[Path | None, option("close-prices", "--prices", "--precos", env_var="PRECOS")] = None,
    ceiling_usd: Annotated[
        str | None, option("close-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("close-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    k: Annotated[int, option("close-k", "--k")] = 1,
    conversations: Annotated[str, option("close-conversations", "--conversations", "--conversas")] = "",
    arm: Annotated[str, option("close-arm", "--arm", "--braco")] = "",
    seed: Annotated[int | None, option("close-seed", "--seed", "--semente")] = None,
    concurrency: Annotated[int | None, option("close-concurrency", "--concurrency", "--simultaneas")] = None,
) -> int:
    """Close every turn of the corpus in the three arms, under a ceiling."""
    needed = (
        ("--saida", "SAIDA", out),
        ("--provedor", "PROVEDOR", provider),
        ("--modelo-agente", "MODELO_AGENTE", agent_model),
    )
    for name, variable, value in needed:
        if not value:
            raise BadInputError(message("close-missing", option=name, variable=variable))
    return runs.run(
        evaluation="G",
        model=f"{provider}:{agent_model}",
        arm=arm,
        k=k,
        conversations=conversations,
        out=out,
        prices=prices,
        ceiling_usd=ceiling_usd,
        ceiling_tokens=ceiling_tokens,
        concurrency=concurrency,
        seed=_seed(out) if seed is None else seed,
        no_cache=True,
        economical=economical,
        corpus=corpus,
    )


def _seed(out: str) -> int:
    from cenario.runner.schedule import seed_of

    return seed_of(0, "G", Path(out).name)
