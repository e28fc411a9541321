"""``cenario run``: record an evaluation's arms, under a ceiling, one file a model."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cenario.cli.progress import Bars
from cenario.cli.running import option
from cenario.cli.spending import listen, report_results, usd
from cenario.domain.params import resolve
from cenario.errors import BadInputError, message
from cenario.evaluations.registry import find

if TYPE_CHECKING:
    from cenario.domain.evaluation import Evaluation, ParamValue
    from cenario.runner.batch import BatchResult, Ceiling
    from cenario.runner.recipe import RunOptions

__all__ = ["run"]

STOPPED_AT_CEILING = 4
INTERRUPTED = 130


def run(
    *,
    evaluation: Annotated[str, option("run-evaluation", "--evaluation", "--avaliacao")],
    model: Annotated[str, option("run-model", "--model", "--modelo")],
    arm: Annotated[str, option("run-arm", "--arm", "--braco")] = "",
    agents: Annotated[str, option("run-agents", "--agents", "--agentes")] = "",
    k: Annotated[int | None, option("run-k", "--k")] = None,
    conversations: Annotated[str, option("run-conversations", "--conversations", "--conversas")] = "",
    out: Annotated[str, option("run-out", "--out", "--saida")] = "",
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    concurrency: Annotated[int | None, option("run-concurrency", "--concurrency", "--simultaneas")] = None,
    agent: Annotated[str, option("run-agent", "--agent", "--agente")] = "",
    allow_remote: Annotated[bool, option("run-allow-remote", "--allow-remote", "--permitir-remoto")] = False,
    seed: Annotated[int, option("run-seed", "--seed", "--semente")] = 0,
    no_cache: Annotated[bool, option("run-no-cache", "--no-cache", "--sem-cache")] = False,
    economical: Annotated[str, option("run-economical", "--economical", "--economico")] = "",
    corpus: Annotated[str, option("run-corpus", "--corpus")] = "",
) -> int:
    """Record executions of an evaluation's arms."""
    from cenario.runner.batch import Ceiling
    from cenario.runner.recipe import RunOptions, choose_arms

    declared = find(evaluation)
    params = resolve(declared, _sealed_k(declared, k))
    ceiling = Ceiling(usd=usd(ceiling_usd), tokens=ceiling_tokens)
    models = names_of(model)
    if not models:
        raise BadInputError(message("provider-model-form", model=model))
    options = [
        RunOptions(
            evaluation=declared,
            params=params,
            model=name,
            arms=choose_arms(declared, names_of(arm)),
            repetitions=declared.repetitions if k is None else k,
            conversations=names_of(conversations) or None,
            agents=agents_of(agents),
            agent=agent or None,
            cache=not no_cache,
            seed=seed,
            extra=_extra(economical=economical, corpus=corpus, allow_remote="yes" if allow_remote else ""),
        )
        for name in models
    ]
    asked = _Asked(ceiling=ceiling, prices=prices, out=out, concurrency=concurrency)
    return report_results(_record(options, asked))


def _extra(**given: str) -> dict[str, str]:
    """Return what was given of that which only some recipes know."""
    return {name: value for name, value in given.items() if value}


def _sealed_k(evaluation: Evaluation, k: int | None) -> dict[str, ParamValue]:
    """Return K as the ruler's own, where it is legal there; a pilot's smaller K is a part of it."""
    param = next((p for p in evaluation.params if p.name == "repetitions"), None)
    if k is None or param is None or (param.low is not None and k < param.low):
        return {}
    return {"repetitions": k}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    ceiling: Ceiling
    prices: Path | None
    out: str
    concurrency: int | None


def _record(options: Sequence[RunOptions], asked: _Asked) -> list[BatchResult]:
    from cenario.runner.record import Recording, prepare_recording, record

    recordings: list[Recording] = [
        prepare_recording(
            each,
            ceiling=asked.ceiling,
            prices_path=asked.prices,
            path=_path(asked.out, each, alone=len(options) == 1),
            concurrency=asked.concurrency,
        )
        for each in options
    ]

    async def all_of_them() -> list[BatchResult]:
        stop = asyncio.Event()
        listen(stop)
        with Bars() as bars:
            return list(
                await asyncio.gather(
                    *(record(each, progress=bars.of(each.model), stop=stop) for each in recordings)
                )
            )

    return asyncio.run(all_of_them())


def _path(out: str, options: RunOptions, *, alone: bool) -> Path:
    name = "".join(c if c.isalnum() or c in "._-" else "-" for c in options.model)
    if not out:
        from cenario.store.places import data_folder

        return data_folder() / "runs" / f"{options.evaluation.code.lower()}-{name}.jsonl"
    path = Path(out)
    if alone and not out.endswith("/"):
        return path
    return (
        path / f"{options.evaluation.code.lower()}-{name}.jsonl"
        if path.suffix == ""
        else path.with_name(f"{path.stem}-{name}{path.suffix}")
    )


def names_of(words: str) -> tuple[str, ...]:
    """Return what a comma list names, without blanks."""
    return tuple(part.strip() for part in words.split(",") if part.strip())


def agents_of(words: str) -> dict[str, str]:
    """Return the agent of each business in ``clinica=<id>,loja=<id>,…``.

    Raises
    ------
    BadInputError
        A part of another form, or a business named twice.
    """
    found: dict[str, str] = {}
    for part in names_of(words):
        business, equals, name = part.partition("=")
        if not equals or not business.strip() or not name.strip() or business.strip() in found:
            raise BadInputError(message("run-agents-form", value=part))
        found[business.strip()] = name.strip()
    return found
