"""What `make TARGET NAME=value …` hands on: the values typed, word for word, as options of `cenario`.

The Makefile puts each value in the environment (``OPTION_ARM`` …) and no shell ever parses it. A
report whose verdict is REPROVA or INCONCLUSIVO is a finished report, so ``make report`` ends well for
it; `cenario report` itself tells the verdict by its exit code.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cenario.cli.main import main as cenario

OPTIONS = {
    "ARM": "--evaluation",
    "RUNS": "--input",
    "VOTES": "--votes",
    "MODEL": "--model",
    "AGENT": "--agent",
    "AGENTS": "--agents",
    "BASELINE": "--baseline",
    "CANDIDATE": "--candidate",
    "MEASURE": "--measure",
    "MARGIN": "--margin",
    "ALPHA": "--alpha",
    "K": "--k",
    "CONVERSATIONS": "--conversations",
    "PRICES": "--prices",
    "CEILING_USD": "--ceiling-usd",
    "CEILING_TOKENS": "--ceiling-tokens",
    "OUT": "--out",
    "SEED": "--seed",
}
"""The option that each make variable stands for; ARM names the evaluation, not a side of it."""

LISTS = frozenset({"RUNS", "VOTES"})
"""Variables that hold several values, separated by spaces; quotes keep a space inside one."""

RENDERED = frozenset({0, 1, 2})
"""Exit codes of a verdict that was rendered: APROVA, REPROVA, INCONCLUSIVO."""


def main() -> int:
    """Run the target named on the command line; return the exit code that make should see."""
    target = sys.argv[1]
    if target == "test":
        return _pytest(os.environ)
    if target == "docs":
        return _docs(os.environ)
    code = _cenario([target, *arguments(os.environ)])
    return 0 if target in {"report", "compare"} and code in RENDERED else code


def arguments(environment: Mapping[str, str]) -> list[str]:
    """Return the options of `cenario` for the ``OPTION_*`` values given; an empty one is left out."""
    found: list[str] = []
    for name, option in OPTIONS.items():
        value = environment.get(f"OPTION_{name}", "").strip()
        values = _split(value) if name in LISTS else [value] if value else []
        for each in values:
            found += [f"{option}={each}"]
    if environment.get("OPTION_MASK", "").strip() not in {"", "0", "no"}:
        found.append("--mask")
    return found + _split(environment.get("OPTION_ARGS", ""))


def _split(value: str) -> list[str]:
    try:
        return shlex.split(value)
    except ValueError:  # an apostrophe in a file name: then it is one value
        return [value]


def _cenario(words: Sequence[str]) -> int:
    locale = os.environ.get("OPTION_LOCALE", "").strip()
    return cenario([*words, *([f"--locale={locale}"] if locale else [])])


def _docs(environment: Mapping[str, str]) -> int:
    """Render the project's own notebooks into reports/, one page each."""
    from cenario.errors import CenarioError
    from cenario.notebook.documentation import DOCUMENTS, document

    os.environ["LOCALE"] = environment.get("OPTION_LOCALE", "").strip() or "pt-BR"
    try:
        for name in DOCUMENTS:
            print(document(name, Path("reports")))
    except CenarioError as fault:
        print(fault, file=sys.stderr)
        return fault.exit_code
    return 0


def _pytest(environment: Mapping[str, str]) -> int:
    import pytest

    chosen = _split(environment.get("OPTION_TESTS", "")) or ["tests"]
    return int(pytest.main(["-q", "-n", "auto", "-m", "not e2e", *chosen]))


if __name__ == "__main__":
    raise SystemExit(main())
