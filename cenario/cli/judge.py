"""``cenario judge``: ask a judge for votes on recorded pairs, under a ceiling, in a file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli.running import option
from cenario.cli.spending import record_one, usd
from cenario.domain.params import resolve
from cenario.errors import BadInputError, message
from cenario.evaluations.registry import find

__all__ = ["run"]


def run(
    *,
    input: Annotated[Path, option("judge-input", "--input", "--entrada")],  # noqa: A002 - the option's name
    out: Annotated[Path, option("judge-out", "--out", "--saida")],
    evaluation: Annotated[str, option("judge-evaluation", "--evaluation", "--avaliacao")] = "F5",
    judge: Annotated[str, option("judge-model", "--judge", "--model", "--modelo")] = "",
    both_orders: Annotated[bool, option("judge-both", "--both-orders", "--duas-ordens")] = False,
    again: Annotated[int, option("judge-again", "--again", "--aa")] = 20,
    degraded: Annotated[int, option("judge-degraded", "--degraded", "--degradados")] = 20,
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    concurrency: Annotated[int | None, option("run-concurrency", "--concurrency", "--simultaneas")] = None,
    seed: Annotated[int, option("run-seed", "--seed", "--semente")] = 0,
) -> int:
    """Record a judge's votes."""
    from cenario.runner.batch import Ceiling
    from cenario.runner.judging import prepare_judging
    from cenario.runner.votes import JudgeOptions
    from cenario.store import journal

    if not input.is_file():
        raise BadInputError(message("documents-missing", path=input))
    declared = find(evaluation)
    executions = journal.read(input).executions
    if not executions:
        raise BadInputError(message("votes-no-pairs"))
    recording = prepare_judging(
        executions,
        evaluation=declared,
        params=resolve(declared),
        options=JudgeOptions(
            judge=judge or executions[0].model,
            both_orders=both_orders,
            again=again,
            degraded=degraded,
            seed=seed,
        ),
        path=out,
        ceiling=Ceiling(usd=usd(ceiling_usd), tokens=ceiling_tokens),
        prices_path=prices,
        concurrency=concurrency,
    )
    return record_one(recording)
