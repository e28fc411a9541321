"""``cenario report``: from what was recorded to one page and one verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli.running import option
from cenario.cli.verdict import print_limits
from cenario.errors import BadInputError, message
from cenario.labels import numbers
from cenario.labels.text import text
from cenario.notebook.produce import Produced, Request, produce
from cenario.report.escape import shown
from cenario.report.palette import MARK_SIGNS
from cenario.report.quantities import sentence

__all__ = ["run"]


def run(
    *,
    evaluation: Annotated[str, option("produce-evaluation", "--evaluation", "--avaliacao")],
    runs: Annotated[list[str] | None, option("produce-runs", "--runs", "--input", "--entrada")] = None,
    votes: Annotated[list[str] | None, option("produce-votes", "--votes", "--juizo")] = None,
    baseline: Annotated[str, option("produce-baseline", "--baseline", "--referencia")] = "",
    candidate: Annotated[str, option("produce-candidate", "--candidate", "--candidata")] = "",
    model: Annotated[str, option("produce-model", "--model", "--modelo")] = "",
    measure: Annotated[str | None, option("produce-measure", "--measure", "--medida")] = None,
    margin: Annotated[str | None, option("produce-margin", "--margin", "--margem")] = None,
    alpha: Annotated[str | None, option("produce-alpha", "--alpha")] = None,
    param: Annotated[list[str] | None, option("produce-param", "--param", "--parametro")] = None,
    models_in_use: Annotated[
        list[str] | None, option("produce-in-use", "--models-in-use", "--modelos-em-uso")
    ] = None,
    mask_pii: Annotated[bool, option("produce-mask", "--mask-pii", "--mask", "--mascarar")] = False,
    reports: Annotated[Path, option("produce-folder", "--reports", "--relatorios")] = Path("reports"),
) -> int:
    """Make the report, print the verdict and where the page is, and exit with the verdict."""
    named = {"measure": measure, "margin": margin, "alpha": alpha}
    made = produce(
        Request(
            evaluation=evaluation,
            runs=runs or (),
            votes=votes or (),
            baseline=baseline,
            candidate=candidate,
            model=model,
            params={**_params(param or []), **{n: v for n, v in named.items() if v is not None}},
            mask_pii=mask_pii,
            models_in_use=[name for given in models_in_use or () for name in given.split(",") if name],
            reports=reports,
        )
    )
    for note in made.notes:
        print(shown(note))
    _print_reasons(made)
    print_limits(made.limits)
    if made.usd_each is not None:
        print(text("produce-usd-each", usd=numbers.money(made.usd_each, decimals=4)))
    print(made.outcome)
    print(text("produce-page-at", path=made.page))
    return made.exit_code


def _print_reasons(made: Produced) -> None:
    """Print each model's clauses that decide, those that did not hold first."""
    for model in dict.fromkeys(model for model, _, _ in made.reasons):
        print(f"\n{shown(model)}")
        mine = [(outcome, words) for whose, outcome, words in made.reasons if whose == model]
        for outcome, words in sorted(mine, key=lambda reason: reason[0] == "holds"):
            print(f"  {MARK_SIGNS[outcome]} {sentence(shown(words))}")  # type: ignore[index]
    print()


def _params(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for words in given:
        name, equals, value = words.partition("=")
        if not equals or not name.strip():
            raise BadInputError(message("produce-param-form", words=words))
        found[name.strip()] = value.strip()
    return found
