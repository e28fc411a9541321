"""The journal: append-only JSONL, the truth that everything else is rebuilt from.

One record a line; each line is flushed and fsynced before `Journal.write` returns. One writer a
file, kept by a lock. A torn last line (a writer was killed in the middle of it) is set aside into
``<file>.torn`` by the next writer, and passed over with a warning by readers; it takes nothing
else with it. Any other bad line is an error that names file, line and field.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from filelock import FileLock, Timeout

from cenario.domain.execution import Execution, Manifest
from cenario.domain.scenario import Act
from cenario.domain.vote import Score, Vote
from cenario.errors import BadInputError, Message, message
from cenario.store.lines import Entry, TornTail, encode, iterate

__all__ = [
    "Contents",
    "Entry",
    "Journal",
    "TornTail",
    "TornTailWarning",
    "encode",
    "iterate",
    "last_line_start",
    "named",
    "read",
    "read_many",
    "write_whole",
]


class TornTailWarning(UserWarning):
    """The last line of a journal is half written and was passed over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a journal holds, in the order written.

    `superseded` are earlier failures (of the harness, or stopped) whose execution was run again
    later in the same file: no longer measured, but their money was spent.
    """

    manifests: tuple[Manifest, ...] = ()
    executions: tuple[Execution, ...] = ()
    votes: tuple[Vote, ...] = ()
    scores: tuple[Score, ...] = ()
    acts: tuple[Act, ...] = ()
    superseded: tuple[Execution | Vote | Score, ...] = ()
    torn: tuple[TornTail, ...] = ()


def read(path: Path | str, *, allow_empty: bool = False) -> Contents:
    """Return what the journal at `path` holds.

    Parameters
    ----------
    path
        The file.
    allow_empty
        Whether a file without a single whole record is fine.

    Raises
    ------
    BadInputError
        As `iterate`; also an empty file, and two measured executions (valid votes, scores) of one key.
    """
    return read_many([path], allow_empty=allow_empty)


def read_many(paths: Iterable[Path | str], *, allow_empty: bool = False) -> Contents:
    """Return what several journals hold together, as `read`; keys are unique across all of them."""
    gathered = _Gathered()
    for path in paths:
        gathered.add(Path(path), allow_empty=allow_empty)
    return gathered.contents()


@dataclass(slots=True)
class _Gathered:
    """Records by key, so that a key measured twice is found out, whatever its file."""

    manifests: list[Manifest] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    kept: dict[tuple[object, ...], tuple[str, Execution | Vote | Score]] = field(default_factory=dict)
    superseded: list[Execution | Vote | Score] = field(default_factory=list)
    torn: list[TornTail] = field(default_factory=list)

    def add(self, path: Path, *, allow_empty: bool) -> None:
        """Read one journal."""
        found = False
        for number, record in iterate(path):
            if isinstance(record, TornTail):
                self.torn.append(record)
                warnings.warn(str(_torn_message(record)), TornTailWarning, stacklevel=4)
                continue
            found = True
            if isinstance(record, Manifest):
                self.manifests.append(record)
            elif isinstance(record, Act):
                self.acts.append(record)
            else:
                self._keep(record, f"{path}:{number}")
        if not found and not allow_empty:
            raise BadInputError(message("journal-empty", path=path))

    def _keep(self, record: Execution | Vote | Score, place: str) -> None:
        key = (type(record).__name__, *record.key)
        earlier = self.kept.pop(key, None)
        if earlier is not None:
            if not _may_run_again(earlier[1]):
                raise BadInputError(
                    message("journal-duplicate", place=place, earlier=earlier[0], key=named(record))
                )
            self.superseded.append(earlier[1])
        self.kept[key] = (place, record)

    def contents(self) -> Contents:
        """Return everything read, each key once."""
        records = [record for _, record in self.kept.values()]
        return Contents(
            manifests=tuple(self.manifests),
            executions=tuple(r for r in records if isinstance(r, Execution)),
            votes=tuple(r for r in records if isinstance(r, Vote)),
            scores=tuple(r for r in records if isinstance(r, Score)),
            acts=tuple(self.acts),
            superseded=tuple(self.superseded),
            torn=tuple(self.torn),
        )


def _may_run_again(record: Execution | Vote | Score) -> bool:
    if isinstance(record, Execution):
        return not record.is_measured
    return record.invalid is not None


def named(record: Execution | Vote | Score) -> str:
    """Return the record's key, as people read it."""
    return " · ".join(str(part) for part in record.key if part is not None)


def _torn_message(torn: TornTail) -> Message:
    return message("journal-torn", path=torn.path, line=torn.line, size=torn.size_bytes)


class Journal:
    """The one writer of a journal; also what it already held when opened (`contents`).

    Use as a context manager. `write` may be called from several threads: lines are never mixed,
    and one fsync may serve several lines written meanwhile.

    Raises
    ------
    BadInputError
        Another writer holds the file, it cannot be written, or what it holds is bad (see `read`).
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = FileLock(f"{self.path}.lock", timeout=0)
        self._writing = threading.Lock()
        self._syncing = threading.Lock()
        self._written = 0
        self._synced = 0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise BadInputError(message("journal-locked", path=self.path)) from None
        except OSError as error:
            raise self._cannot_write(error) from None
        try:
            self.contents = self._mend()
            self._fd = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            _sync_folder(self.path.parent)
        except OSError as error:
            self._lock.release()
            raise self._cannot_write(error) from None
        except BaseException:
            self._lock.release()
            raise

    def write(self, record: Entry) -> None:
        """Append the record; it is on the disk when this returns."""
        line = encode(record)
        with self._writing:
            size = os.fstat(self._fd).st_size
            try:
                view = memoryview(line)
                while view:
                    view = view[os.write(self._fd, view) :]
            except OSError as error:
                os.ftruncate(self._fd, size)  # a full disk leaves no half line
                raise self._cannot_write(error) from None
            self._written += 1
            mine = self._written
        with self._syncing:
            if self._synced < mine:
                with self._writing:
                    upto = self._written
                os.fsync(self._fd)
                self._synced = upto

    def close(self) -> None:
        """Let another writer in."""
        os.close(self._fd)
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _mend(self) -> Contents:
        """Set a torn tail aside, give a whole last line its newline, and return what the file holds."""
        if not self.path.exists():
            return Contents()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TornTailWarning)  # said below, once it is set aside
            contents = read(self.path, allow_empty=True)
        with self.path.open("rb+") as file:
            start = last_line_start(file)
            file.seek(start)
            tail = file.read()
            if contents.torn:
                _append(Path(f"{self.path}.torn"), tail + b"\n")
                file.truncate(start)
                warnings.warn(
                    str(message("journal-torn-aside", path=self.path, line=contents.torn[0].line)),
                    TornTailWarning,
                    stacklevel=4,
                )
            elif tail:
                file.write(b"\n")
            file.flush()
            os.fsync(file.fileno())
        return contents

    def _cannot_write(self, error: OSError) -> BadInputError:
        return BadInputError(message("journal-cannot-write", path=self.path, detail=error.strerror))


def write_whole(path: Path, records: Sequence[Entry]) -> None:
    """Write a whole journal beside `path` and swap it in: there is either all of it or nothing.

    Raises
    ------
    BadInputError
        The folder cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with beside.open("wb") as file:
                file.writelines(encode(record) for record in records)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except OSError as error:
        raise BadInputError(message("journal-cannot-write", path=path, detail=error.strerror)) from None


def last_line_start(file: BinaryIO) -> int:
    """Return where the bytes after the last newline begin (the end of the file if it ends in one)."""
    end = position = file.seek(0, os.SEEK_END)
    while position > 0:
        step = min(1 << 20, position)
        position -= step
        file.seek(position)
        found = file.read(step).rfind(b"\n")
        if found >= 0:
            return position + found + 1
    return 0 if end else end


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
