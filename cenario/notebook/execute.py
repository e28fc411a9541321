"""Run a notebook with papermill, strictly: known parameters of their types, one line for a failure.

papermill, nbclient and jupyter_client take seconds to import, so they wait inside `execute`; the
kernel is started first and wakes up while they load.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cenario import errors
from cenario.errors import BadInputError, CenarioError, message
from cenario.labels.text import current_locale, text
from cenario.notebook.faults import CellFailedError, KernelDiedError
from cenario.notebook.parameters import Parameter, checked, declared
from cenario.notebook.swap import swap_in

if TYPE_CHECKING:
    from cenario.notebook.kernel import OwnKernel

LONGEST_REASON = 400
LARGEST = 50_000_000
_FAILING_LINE = re.compile(r"^-+> \d+ (?P<line>.*)$", re.MULTILINE)
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def inspect(notebook: Path) -> dict[str, Parameter]:
    """Return the parameters that `notebook` declares.

    Raises
    ------
    BadInputError
        The file is missing, is no notebook, or its parameters cell is not as it should be.
    """
    return declared(_read(notebook)["cells"], notebook.name)


def execute(
    notebook: Path,
    out: Path,
    parameters: Mapping[str, object],
    *,
    folder: Path | None = None,
    cell_timeout_s: float | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Path:
    """Run `notebook` with `parameters` and keep what it shows in `out`, whole or not at all.

    Parameters
    ----------
    notebook
        An ``.ipynb`` with one cell tagged ``parameters``.
    out
        Where the executed notebook goes; an older one stays as it was when this one fails.
    parameters
        Values for declared parameters, each of its declared type.
    folder
        The notebook's working directory; this process's own by default.
    cell_timeout_s
        Seconds that one cell may take; no limit by default.
    meanwhile
        Called once, when the kernel has started and before its cells run.

    Raises
    ------
    BadInputError
        The notebook or a parameter is wrong.
    CenarioError
        A cell raised one of our errors: it comes back as itself.
    CellFailedError
        A cell raised anything else, or took too long.
    KernelDiedError
        The kernel did not start or ended by itself.
    """
    content = _read(notebook)
    values = checked(declared(content["cells"], notebook.name), parameters, notebook.name)
    from cenario.notebook.kernel import OwnKernel

    with OwnKernel(locale=current_locale(), folder=folder) as kernel:
        import nbformat
        from papermill.execute import execute_notebook

        if meanwhile is not None:
            meanwhile()
        source = nbformat.reads(json.dumps(content), as_version=4)
        with _one_line(notebook.name, kernel, len(content["cells"])) as progress:
            done = execute_notebook(
                nbformat.v4.upgrade(source) or source,
                None,
                values,
                kernel_name="python3",
                language="python",
                progress_bar=False,
                autosave_cell_every=0,
                execution_timeout=cell_timeout_s,
                km=kernel.manager,
                on_cell_start=progress,
            )
    done.metadata.papermill.update(input_path=notebook.name, output_path=out.name)
    done.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    swap_in(nbformat.writes(done) + "\n", out)
    return out


def _read(notebook: Path) -> dict[str, Any]:
    """Return the notebook as plain data, held to what we need of its form."""
    try:
        raw = notebook.read_bytes()
    except FileNotFoundError as fault:
        raise BadInputError(message("notebook-missing", path=str(notebook))) from fault
    except OSError as fault:
        raise BadInputError(
            message("notebook-unreadable", path=str(notebook), reason=fault.strerror or "")
        ) from fault
    try:
        content: Any = json.loads(raw.decode("utf-8-sig")) if len(raw) <= LARGEST else None
    except (ValueError, RecursionError) as fault:
        raise BadInputError(message("notebook-not-json", path=str(notebook))) from fault
    if not _has_form(content):
        raise BadInputError(message("notebook-not-a-notebook", path=str(notebook)))
    language = content["metadata"].get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise BadInputError(message("notebook-language", path=str(notebook), language=str(language)))
    return dict(content)


def _has_form(content: object) -> bool:
    match content:
        case {"nbformat": 4, "metadata": dict(), "cells": [*cells]}:
            return all(
                isinstance(cell, dict)
                and cell.get("cell_type") in {"code", "markdown", "raw"}
                and isinstance(cell.get("source"), (str, list))
                and isinstance(cell.get("metadata"), dict)
                for cell in cells
            )
        case _:
            return False


@contextmanager
def _one_line(name: str, kernel: OwnKernel, cells: int) -> Iterator[Callable[..., None]]:
    """Show progress on a terminal, and turn papermill's and nbclient's failures into ours."""
    logging.getLogger("papermill").addHandler(logging.NullHandler())  # what it would print, we say in a line
    from nbclient.exceptions import CellTimeoutError, DeadKernelError
    from papermill.exceptions import PapermillExecutionError

    seen = sys.stderr.isatty()

    def progress(cell: object, cell_index: int, **_: object) -> None:  # noqa: ARG001 (nbclient's signature)
        if seen:
            line = text("notebook-running", notebook=name, cell=min(cell_index + 1, cells), cells=cells)
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    try:
        yield progress
    except PapermillExecutionError as fault:
        raise _failed(name, fault) from fault
    except CellTimeoutError as fault:
        raise CellFailedError(message("notebook-timeout", notebook=name)) from fault
    except (DeadKernelError, RuntimeError, TimeoutError) as fault:
        reason = _short(kernel.last_words() or str(fault))
        raise KernelDiedError(message("notebook-kernel-died", notebook=name, reason=reason)) from fault
    finally:
        if seen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _failed(name: str, fault: Any) -> CenarioError:
    """Return our own error as itself, and any other as a failing cell with its number and first line."""
    own = getattr(errors, fault.ename, None)
    trace = _ANSI.sub("", "\n".join(fault.traceback or []))
    raised: CenarioError
    if isinstance(own, type) and issubclass(own, CenarioError):
        raised = own(message("notebook-said", reason=_short(fault.evalue)))
    else:
        marked = _FAILING_LINE.search(trace)
        source = marked["line"] if marked else next(filter(str.strip, fault.source.splitlines()), "")
        raised = CellFailedError(
            message(
                "notebook-cell-failed",
                notebook=name,
                cell=str(fault.exec_count),
                source=_short(source, 60),
                kind=fault.ename,
                reason=_short(fault.evalue),
            )
        )
    if trace:
        raised.add_note(trace)
    return raised


def _short(words: str, longest: int = LONGEST_REASON) -> str:
    plain = " ".join(_ANSI.sub("", words).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
