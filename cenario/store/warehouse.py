"""The warehouse: journals as Parquet, one file a kind of record, and the one door to DuckDB.

Built from journals at any time, beside the old one and swapped in: the file ``current`` names the folder
of the last build, and a reader links the files of one build before it reads, so that it goes on reading
them whatever is built meanwhile. Every line is checked as strictly as by the journal while DuckDB reads
the files with declared columns; nothing is inferred and nothing is skipped.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

import duckdb

from cenario.domain.execution import Execution
from cenario.domain.record import Record
from cenario.errors import BadInputError, message
from cenario.store import journal
from cenario.store.columns import DERIVED, KEYS, KINDS, Column, columns_of, identifier, literal
from cenario.store.lines import BOM, TornTail, decode, iterate

__all__ = ["MEMORY_LIMIT", "build", "connect"]

MEMORY_LIMIT = "600MB"
"""Most memory that DuckDB may take while building; our default."""

OBJECT_BYTES = 16 * 1024 * 1024
"""Longest line DuckDB reads without being told of a longer one, its own default."""

MAX_SCORES = 64
"""Most scores that get a column of their own."""

CURRENT = "current"
BUILD = "build-"
TRIES = 10

WRITE = "(FORMAT parquet, COMPRESSION snappy)"


def build(paths: Sequence[Path], folder: Path) -> Path:
    """Write the records of `paths` (journals) as Parquet files into `folder`, and return it.

    A torn last line is passed over with a warning. What failed by the harness's doing (or a judge's)
    and was done again later in the same journal is left out, as the journal does.

    Parameters
    ----------
    paths
        Journals.
    folder
        Where the build goes: ``executions.parquet``, ``manifests.parquet``, ``votes.parquet`` and
        ``scores.parquet`` in a folder of their own, swapped in whole.

    Raises
    ------
    BadInputError
        A bad line (file, line and field are named), a key measured twice, or a folder that cannot be
        written; then the warehouse that was there stays.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=folder) as beside:
            parts = _Build(paths, Path(beside)).run()
            _swap_in(parts, folder)
    except OSError as error:
        raise BadInputError(message("journal-cannot-write", path=folder, detail=error.strerror)) from None
    return folder


def _swap_in(parts: Mapping[str, Path], folder: Path) -> None:
    """Make `parts` the current build, all at once, and remove the ones before."""
    new = Path(tempfile.mkdtemp(prefix=BUILD, dir=folder))
    for kind, part in parts.items():
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(new / f"{kind}s.parquet")
    pointer = folder / f".{new.name}.current"
    pointer.write_text(new.name, encoding="ascii")
    pointer.replace(folder / CURRENT)
    for old in folder.glob(f"{BUILD}*"):
        if old != new:
            shutil.rmtree(old, ignore_errors=True)


class _Build:
    """One build: the journals, and the folder beside the warehouse where it is made."""

    def __init__(self, paths: Sequence[Path], beside: Path) -> None:
        self.paths = paths
        self.beside = beside
        self.connection = duckdb.connect()
        self.connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        self.connection.execute(f"SET temp_directory = {literal(str(beside))}")

    def run(self) -> dict[str, Path]:
        """Return the Parquet file of each kind."""
        try:
            clean = [_clean(path, self.beside / f"clean-{i}.jsonl") for i, path in enumerate(self.paths)]
            parts = {"execution": self._executions(clean)}
            for kind in KINDS:
                if kind != "execution":
                    parts[kind] = self._copy([self._lines_of(kind)], kind, OBJECT_BYTES * 4)
            return {kind: self._once(kind, part) for kind, part in parts.items()}
        finally:
            self.connection.close()

    def _executions(self, clean: Sequence[Path]) -> Path:
        """Let DuckDB read and write while every line is checked; whichever refuses first stops both."""
        failures: list[duckdb.Error] = []

        def copy() -> None:
            try:
                self._copy(clean, "execution", OBJECT_BYTES)
            except duckdb.Error as error:
                failures.append(error)

        worker = threading.Thread(target=copy, name="warehouse")
        worker.start()
        try:
            self._check(clean)
        except BaseException:
            self.connection.interrupt()
            raise
        finally:
            worker.join()
        if failures:
            longest = max(_longest_line(path) for path in clean)
            if longest <= OBJECT_BYTES:
                raise self._refused(failures[0])
            try:
                self._copy(clean, "execution", 2 * longest)
            except duckdb.Error as error:
                raise self._refused(error) from None
        return self.beside / "execution.parquet"

    def _copy(self, files: Sequence[Path], kind: str, object_bytes: int) -> Path:
        part = self.beside / f"{kind}.parquet"
        columns = (Column("kind", "VARCHAR", "kind", ""), *columns_of(KINDS[kind]))
        declared = ", ".join(f"{literal(c.name)}: {literal(c.type)}" for c in columns)
        names = ", ".join(literal(_no_glob(path)) for path in files)
        self.connection.execute(
            f"COPY (SELECT * EXCLUDE (kind) FROM read_json([{names}], format = 'newline_delimited', "  # noqa: S608 quoted
            f"columns = {{{declared}}}, maximum_object_size = {object_bytes}) "
            f"WHERE kind = {literal(kind)}) TO {literal(str(part))} {WRITE}"
        )
        return part

    def _lines_of(self, kind: str) -> Path:
        """Return the file that the lines of this kind are gathered in."""
        return self.beside / f"{kind}.jsonl"

    def _check(self, clean: Sequence[Path]) -> None:
        """Check every line as the journal does, and gather those that are not executions."""
        others = {
            record: self._lines_of(kind).open("wb") for kind, record in KINDS.items() if kind != "execution"
        }
        try:
            for path, file in zip(self.paths, clean, strict=True):
                if not _check_quickly(file, others):
                    _check_slowly(path)
        finally:
            for gathered in others.values():
                gathered.close()

    def _once(self, kind: str, part: Path) -> Path:
        """Return `part` with each key once, its last record; refused where a measured one repeats."""
        if kind not in KEYS:
            return part
        key = ", ".join(identifier(name) for name in KEYS[kind])
        source = f"read_parquet({literal(_no_glob(part))}, file_row_number = true)"
        counts = f"SELECT count(*), count(DISTINCT hash({key})) FROM {source}"  # noqa: S608 quoted
        row = self.connection.execute(counts).fetchone()
        if row is None or row[0] == row[1]:
            return part
        journal.read_many(self.paths)  # refuses, naming both places, unless the earlier ones may repeat
        once = part.with_suffix(".once.parquet")
        self.connection.execute(
            f"COPY (SELECT * EXCLUDE (file_row_number) FROM {source} QUALIFY row_number() OVER "  # noqa: S608 quoted
            f"(PARTITION BY {key} ORDER BY file_row_number DESC) = 1 ORDER BY file_row_number) "
            f"TO {literal(str(once))} {WRITE}"
        )
        return once

    def _refused(self, error: duckdb.Error) -> BadInputError:
        return _refused(self.paths, error)


def _refused(paths: Iterable[Path], error: duckdb.Error) -> BadInputError:
    detail = str(error).splitlines()[0]
    return BadInputError(message("warehouse-refused", path=", ".join(map(str, paths)), detail=detail))


def _clean(path: Path, beside: Path) -> Path:
    """Return `path`, or a copy without its byte order mark and its torn last line if it has either."""
    if not path.is_file():
        next(iterate(path), None)  # says what is wrong with it
    with path.open("rb") as file:
        skip = len(BOM) if file.read(len(BOM)) == BOM else 0
        end = journal.last_line_start(file)
        file.seek(end)
        has_tail = bool(file.read(1))
    torn = _torn_tail(path) if has_tail else None
    if not skip and torn is None:
        return path
    with path.open("rb") as source, beside.open("wb") as copy:
        source.seek(skip)
        shutil.copyfileobj(source, copy, 1 << 20)
        if torn is not None:
            copy.truncate(max(0, end - skip))
            words = message("journal-torn", path=torn.path, line=torn.line, size=torn.size_bytes)
            warnings.warn(str(words), journal.TornTailWarning, stacklevel=6)
    return beside


def _torn_tail(path: Path) -> TornTail | None:
    """Return what the last line is if it is half a record (which reading them all tells)."""
    record: object = None
    for _, record in iterate(path):  # noqa: B007 the last one is wanted
        pass
    return record if isinstance(record, TornTail) else None


def _check_quickly(file: Path, others: Mapping[type[Record], BinaryIO]) -> bool:
    """Decode every line; False where one is not plainly good, which is then looked at slowly."""
    read = decode
    found = False
    with file.open("rb") as lines:
        for line in lines:
            try:
                record = read(line)
            except (ValueError, RecursionError):
                if line.strip():
                    return False
                continue
            found = True
            if type(record) is not Execution:
                others[type(record)].write(line if line.endswith(b"\n") else line + b"\n")
            elif record.sent or record.arm_proved is False:
                return False
    return found


def _check_slowly(path: Path) -> None:
    """Refuse the bad line with its number and field, or the file for having no record at all."""
    for _ in iterate(path):
        pass
    raise BadInputError(message("journal-empty", path=path))


def _longest_line(path: Path) -> int:
    with path.open("rb") as lines:
        return max((len(line) for line in lines), default=0)


def _no_glob(path: Path) -> str:
    """Return the path so that DuckDB takes it as it is, whatever characters it has."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in str(path))


def connect(folder: Path) -> tuple[duckdb.DuckDBPyConnection, tempfile.TemporaryDirectory[str]]:
    """Return a connection with the views executions, manifests, votes and scores over a warehouse.

    Nothing is locked: any number of processes may read at once, while another builds. The folder
    returned with it holds the files that are read, and must live as long.

    Raises
    ------
    BadInputError
        A folder that is missing or is not a warehouse.
    """
    own = _snapshot(folder)
    try:
        return _views(Path(own.name), folder), own
    except BaseException:
        own.cleanup()
        raise


def _snapshot(folder: Path) -> tempfile.TemporaryDirectory[str]:
    """Return a folder with the files of the current build, linked (copied where they cannot be)."""
    for _ in range(TRIES):
        try:
            name = (folder / CURRENT).read_text(encoding="ascii").strip()
            if not name.startswith(BUILD) or Path(name).name != name:
                break
            return _linked(folder, folder / name)
        except FileNotFoundError:  # another build was swapped in just now
            continue
        except (OSError, UnicodeDecodeError):
            break
    raise BadInputError(message("warehouse-none", path=folder))


def _linked(folder: Path, build: Path) -> tempfile.TemporaryDirectory[str]:
    take: Callable[[Path, Path], object] = os.link
    try:
        own = tempfile.TemporaryDirectory(prefix=".reading-", dir=folder)
    except PermissionError:
        own, take = tempfile.TemporaryDirectory(prefix="cenario-"), shutil.copyfile
    try:
        for kind in KINDS:
            take(build / f"{kind}s.parquet", Path(own.name) / f"{kind}s.parquet")
    except BaseException:
        own.cleanup()
        raise
    return own


def _views(files: Path, folder: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    try:
        for kind, record in KINDS.items():
            source = f"read_parquet({literal(_no_glob(files / f'{kind}s.parquet'))})"
            derived = (*DERIVED, *_score_columns(connection, source)) if kind == "execution" else ()
            connection.execute(_view_statement(kind, source, columns_of(record), derived))
    except duckdb.Error as error:
        connection.close()
        raise _refused([folder], error) from None
    return connection


def _view_statement(kind: str, source: str, columns: Iterable[Column], derived: Iterable[Column]) -> str:
    shown = []
    for column in columns:
        name = identifier(column.name)
        shown.append(name if column.default is None else f"coalesce({name}, {column.default}) AS {name}")
    shown += [f"{column.path} AS {identifier(column.name)}" for column in derived]
    return f"CREATE VIEW {kind}s AS SELECT {', '.join(shown)} FROM {source}"  # noqa: S608 quoted


def _score_columns(connection: duckdb.DuckDBPyConnection, source: str) -> list[Column]:
    """Return one column a score found in the executions, called ``score_<name>``."""
    rows = connection.execute(
        f"SELECT DISTINCT unnest(map_keys(scores)) AS name FROM {source} ORDER BY name LIMIT {MAX_SCORES}"  # noqa: S608 quoted
    ).fetchall()
    return [
        Column(f"score_{name}", "DOUBLE", f"scores[{literal(name)}]", f"The score {name}") for (name,) in rows
    ]
