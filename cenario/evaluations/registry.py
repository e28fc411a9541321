"""Find an evaluation by its code (the file's name up to the first ``_``), or by the path of a user's file."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from cenario.domain.evaluation import Evaluation
from cenario.errors import BadInputError, message

__all__ = ["codes", "find", "find_module"]

_FOLDER = Path(__file__).parent
_NOT_EVALUATIONS = ("__init__", "registry")


def codes() -> tuple[str, ...]:
    """Return the codes of the evaluations that come with the package, sorted."""
    return tuple(sorted(_stems()))


def find(code_or_path: str) -> Evaluation:
    """Return the evaluation called `code_or_path` (any case), or that a user's ``.py`` file defines.

    Raises
    ------
    BadInputError
        No such code (the legal ones are listed), no such file, a file that does not run or that
        defines no ``EVALUATION``.
    """
    module = find_module(code_or_path)
    evaluation = getattr(module, "EVALUATION", None)
    if not isinstance(evaluation, Evaluation):
        raise BadInputError(message("evaluation-not-defined", path=module.__file__ or code_or_path))
    return evaluation


def find_module(code_or_path: str) -> ModuleType:
    """Return the module that defines the evaluation; see `find`."""
    if code_or_path.endswith(".py") or "/" in code_or_path:
        return _user_module(Path(code_or_path))
    stems = {code.casefold(): stem for code, stem in _stems().items()}
    stem = stems.get(code_or_path.casefold())
    if stem is None:
        raise BadInputError(message("evaluation-unknown", code=code_or_path, legal=", ".join(codes())))
    return importlib.import_module(f"{__package__}.{stem}")


def _stems() -> dict[str, str]:
    files = sorted(path.stem for path in _FOLDER.glob("*.py") if path.stem not in _NOT_EVALUATIONS)
    return {_code(stem): stem for stem in files if not stem.startswith("_")}


def _code(stem: str) -> str:
    """Return the code a file's name stands for: ``c_tool_schema`` is C, ``compare`` is compare."""
    head, _, rest = stem.partition("_")
    return head.upper() if rest else head


def _user_module(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadInputError(message("documents-missing", path=path))
    name = f"cenario_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInputError(message("evaluation-not-defined", path=path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up by name
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever a user's file may raise
        del sys.modules[name]
        detail = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInputError(message("evaluation-does-not-run", path=path, detail=detail)) from error
    return module
