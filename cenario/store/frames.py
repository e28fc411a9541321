"""``cenario.load``: recorded executions as a polars frame, a pandas frame or a DuckDB relation."""

from __future__ import annotations

import glob
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import duckdb

from cenario.errors import BadInputError, message
from cenario.store import warehouse

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

__all__ = ["Records", "load"]

Kind = Literal["executions", "manifests", "votes", "scores"]


class Records:
    """Loaded records. Each method takes which kind to give; executions by default."""

    def __init__(
        self, warehouse_folder: Path, *, owned: tempfile.TemporaryDirectory[str] | None = None
    ) -> None:
        self._connection, files = warehouse.connect(warehouse_folder)
        weakref.finalize(self, _close, self._connection, files, owned)

    def relation(self, kind: Kind = "executions") -> duckdb.DuckDBPyRelation:
        """Return a DuckDB relation, read when asked for its rows; it lives as long as this object."""
        return self._connection.table(kind)

    def polars(self, kind: Kind = "executions") -> pl.DataFrame:
        """Return a polars frame; what is deep (messages, tags) comes as JSON text."""
        frame: pl.DataFrame = self.relation(kind).pl()
        return frame

    def to_pandas(self, kind: Kind = "executions") -> pd.DataFrame:
        """Return a pandas frame; what is deep (messages, tags) comes as JSON text."""
        frame: pd.DataFrame = self.relation(kind).df()
        return frame

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """Return what an SQL query over executions, manifests, votes and scores gives."""
        return self._connection.sql(query)


def load(*paths: str | Path | Iterable[str | Path]) -> Records:
    """Return the records of journals (JSONL) or of a warehouse (its folder).

    Parameters
    ----------
    *paths
        Paths or globs, or lists of them: journals, or one warehouse. Journals are checked line by
        line and gathered in a temporary warehouse.

    Returns
    -------
    Records
        ``.polars()``, ``.to_pandas()``, ``.relation()``, ``.sql(...)``.

    Raises
    ------
    BadInputError
        No such file, a bad line (named), or journals and warehouse files together.

    Examples
    --------
    >>> import cenario
    >>> frame = cenario.load("data/samples/*.jsonl").polars()
    >>> frame.height
    180
    """
    found = _expand(paths)
    if [path.is_dir() for path in found] == [True]:
        return Records(found[0])
    if any(path.is_dir() for path in found):
        raise BadInputError(message("warehouse-mixed"))
    folder = tempfile.TemporaryDirectory(prefix="cenario-")
    try:
        return Records(warehouse.build(found, Path(folder.name)), owned=folder)
    except BaseException:
        folder.cleanup()
        raise


def _close(connection: duckdb.DuckDBPyConnection, *folders: tempfile.TemporaryDirectory[str] | None) -> None:
    connection.close()
    for folder in folders:
        if folder is not None:
            folder.cleanup()


def _expand(paths: Iterable[str | Path | Iterable[str | Path]]) -> list[Path]:
    found: dict[Path, None] = {}
    for each in paths:
        for pattern in [each] if isinstance(each, (str, Path)) else each:
            text = str(pattern)
            literal = Path(text).exists() or not glob.has_magic(text)
            matches = [text] if literal else sorted(glob.glob(text, recursive=True))  # noqa: PTH207 absolute patterns too
            if not matches:
                raise BadInputError(message("engine-no-match", pattern=text))
            found.update(dict.fromkeys(Path(match) for match in matches))
    if not found:
        raise BadInputError(message("warehouse-nothing"))
    return list(found)
