"""``cenario simulate``: simulated customers talk to the agent, under a ceiling; the evaluation is frozen."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cenario.cli.running import option
from cenario.cli.spending import record_one, usd
from cenario.domain.params import resolve
from cenario.errors import BadInputError, message
from cenario.evaluations.registry import find

if TYPE_CHECKING:
    from cenario.domain.quality import QualityEvaluation

__all__ = ["run"]


def run(
    *,
    model: Annotated[str, option("run-model", "--model", "--modelo")],
    declaration: Annotated[
        Path | None, option("simulate-declaration", "--declaration", "--declaracao")
    ] = None,
    customer: Annotated[str, option("simulate-customer", "--customer", "--cliente")] = "",
    arm: Annotated[str, option("simulate-arm", "--arm", "--braco")] = "",
    agent: Annotated[str, option("run-agent", "--agent", "--agente")] = "",
    agents: Annotated[str, option("run-agents", "--agents", "--agentes")] = "",
    allow_remote: Annotated[bool, option("run-allow-remote", "--allow-remote", "--permitir-remoto")] = False,
    conversations: Annotated[str, option("run-conversations", "--conversations", "--conversas")] = "",
    k: Annotated[int, option("run-k", "--k")] = 1,
    out: Annotated[Path | None, option("run-out", "--out", "--saida")] = None,
    prices: Annotated[Path | None, option("run-prices", "--prices", "--precos")] = None,
    ceiling_usd: Annotated[
        str | None, option("run-ceiling", "--ceiling-usd", "--teto-usd", env_var="TETO_USD")
    ] = None,
    ceiling_tokens: Annotated[
        int | None, option("run-ceiling-tokens", "--ceiling-tokens", "--teto-tokens")
    ] = None,
    concurrency: Annotated[int | None, option("run-concurrency", "--concurrency", "--simultaneas")] = None,
) -> int:
    """Record the simulated conversations of a declared evaluation."""
    from cenario.cli.run import agents_of, names_of
    from cenario.runner.batch import Ceiling
    from cenario.runner.recipe import RunOptions, choose_arms
    from cenario.runner.record import prepare_recording
    from cenario.store.places import data_folder
    from cenario.store.quality import default_quality

    if len(names_of(model)) != 1:
        raise BadInputError(message("provider-model-form", model=model))
    path = declaration or default_quality()
    declared = _declared(path)
    evaluation = find("simulation")
    extra = {
        "declaration": str(path),
        "customer": customer or declared.customer or model,
        "allow_remote": "yes" if allow_remote else "",
    }
    recording = prepare_recording(
        RunOptions(
            evaluation=evaluation,
            params=resolve(evaluation),
            model=model,
            arms=choose_arms(evaluation, names_of(arm)),
            repetitions=k,
            conversations=names_of(conversations) or None,
            agents=agents_of(agents),
            agent=agent or None,
            seed=declared.seed,
            extra={name: value for name, value in extra.items() if value},
        ),
        path=out or data_folder() / "runs" / f"simulation-{declared.id}-{_plain(model)}.jsonl",
        ceiling=Ceiling(usd=usd(ceiling_usd), tokens=ceiling_tokens),
        prices_path=prices,
        concurrency=concurrency,
    )
    return record_one(recording)


def _declared(path: Path) -> QualityEvaluation:
    """Return the evaluation at `path`; advice on its criteria is a warning, never a refusal."""
    from cenario.domain.quality import active_criteria
    from cenario.judge.criterion_lint import lint_criteria
    from cenario.store.quality import load_quality

    declared = load_quality(path)
    for advice in lint_criteria(active_criteria(declared), own=declared.criteria):
        warnings.warn(str(advice), stacklevel=1)
    return declared


def _plain(model: str) -> str:
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in model)
