"""``cenario score``: a judge scores recorded conversations by the declared criteria, under a ceiling."""

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
    input: Annotated[Path, option("score-input", "--input", "--entrada")],  # noqa: A002 - the option's name
    out: Annotated[Path, option("score-out", "--out", "--saida")],
    judge: Annotated[str, option("score-judge", "--judge", "--juiz", "--model", "--modelo")] = "",
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    concurrency: Annotated[int | None, option("run-concurrency", "--concurrency", "--simultaneas")] = None,
) -> int:
    """Record a judge's scores."""
    from cenario.runner.batch import Ceiling
    from cenario.runner.quality_scores import prepare_scoring
    from cenario.store import journal

    if not input.is_file():
        raise BadInputError(message("documents-missing", path=input))
    contents = journal.read(input)
    declared = next((m.quality for m in reversed(contents.manifests) if m.quality is not None), None)
    if declared is None:
        raise BadInputError(message("qualityreport-no-declaration"))
    asked = judge or declared.judge
    if not asked:
        raise BadInputError(message("score-judge-missing"))
    evaluation = find("simulation")
    recording = prepare_scoring(
        contents.executions,
        declared,
        judge=asked,
        evaluation=evaluation,
        params=resolve(evaluation),
        path=out,
        ceiling=Ceiling(usd=usd(ceiling_usd), tokens=ceiling_tokens),
        prices_path=prices,
        concurrency=concurrency,
    )
    return record_one(recording)
