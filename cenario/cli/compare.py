"""``cenario compare``: two recorded sides, one verdict, nothing spent."""

from __future__ import annotations

import sys
from typing import Annotated

from cenario.cli.running import option
from cenario.cli.verdict import print_verdict
from cenario.engine import judge, load_sides
from cenario.evaluations import registry
from cenario.report.verdict_json import verdict_json

__all__ = ["run"]


def run(
    *,
    baseline: Annotated[str, option("compare-baseline", "--baseline", "--referencia")],
    candidate: Annotated[str, option("compare-candidate", "--candidate", "--candidata")],
    measure: Annotated[str, option("compare-measure", "--measure", "--medida")] = "reward",
    margin: Annotated[str, option("compare-margin", "--margin", "--margem")] = "0.05",
    alpha: Annotated[str, option("compare-alpha", "--alpha")] = "0.05",
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Compare, print the verdict with its reasons, and exit with it."""
    loaded = load_sides(baseline, candidate)
    params = {"measure": measure, "margin": margin, "alpha": alpha}
    verdict = judge(registry.find("compare"), loaded, params).verdict
    if json:
        sys.stdout.write(verdict_json(verdict))
    else:
        print_verdict(verdict)
    return verdict.exit_code
