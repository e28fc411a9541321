"""Choose the notebook that shows an evaluation: its own, the one beside a user's file, or the one for any."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cenario.errors import BadInputError, message
from cenario.evaluations import registry
from cenario.notebook.execute import inspect
from cenario.notebook.parameters import Parameter

__all__ = ["Choice", "choose", "notebooks_folder"]

ANY_EVALUATION = "evaluation"
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An evaluation as the notebook names it, its code as files are called, and the notebook."""

    evaluation: str
    code: str
    notebook: Path
    declared: Mapping[str, Parameter]


def notebooks_folder() -> Path:
    """Return the folder of notebooks, beside the package."""
    return Path(__file__).parents[2] / "notebooks"


def choose(evaluation: str) -> Choice:
    """Return the notebook of `evaluation` (a code, or the path of a user's file) and what it takes.

    Raises
    ------
    BadInputError
        No such evaluation, or a code that cannot be a file's name.
    """
    if evaluation.endswith(".py") or "/" in evaluation:
        code = registry.find(evaluation).code
        beside = Path(evaluation).with_suffix(".ipynb")
        notebook = beside if beside.is_file() else _shipped(ANY_EVALUATION)
    else:
        code = _known(evaluation)
        evaluation = code
        notebook = _shipped(code) if _shipped(code).is_file() else _shipped(ANY_EVALUATION)
    if not _CODE.fullmatch(code):
        raise BadInputError(message("produce-bad-code", code=code))
    return Choice(evaluation=evaluation, code=code, notebook=notebook, declared=inspect(notebook))


def _known(code: str) -> str:
    for known in registry.codes():
        if known.casefold() == code.casefold():
            return known
    raise BadInputError(message("evaluation-unknown", code=code, legal=", ".join(registry.codes())))


def _shipped(stem: str) -> Path:
    return notebooks_folder() / f"{stem}.ipynb"
