"""What importers share: reading JSON that other tools wrote, and understanding their ``trial``.

Others write NaN and Infinity, leave fields out and change their types. A number that is not finite
is no number here (None); everything else that does not fit is refused with its place in the file.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from cenario.errors import BadInputError, message

__all__ = ["Trials", "load_json", "misfit", "number", "one_line", "repetitions_of", "task_digest", "text_of"]


def load_json(path: Path) -> Any:
    """Return the JSON document at `path` as plain Python; NaN and Infinity become None.

    Raises
    ------
    BadInputError
        Missing, unreadable, empty, not UTF-8, not JSON, truncated or nested too deep; with its line.
    """
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except FileNotFoundError:
        raise BadInputError(message("documents-missing", path=path)) from None
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None
    if not data.strip():
        raise BadInputError(message("documents-empty", path=path))
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _slowly(path, data)


def _slowly(path: Path, data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"), parse_constant=lambda _: None)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInputError(message("documents-not-utf8", place=f"{path}:{line}")) from None
    except json.JSONDecodeError as error:
        cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated")
        code = "import-truncated" if cut else "documents-not-json"
        place = f"{path}:{error.lineno}"
        raise BadInputError(message(code, place=place, detail=error.msg)) from None
    except (RecursionError, ValueError):
        raise BadInputError(message("documents-too-deep", path=path)) from None


def misfit(path: Path, place: str, expected: str, received: object) -> NoReturn:
    """Refuse a value that is not what the format says.

    Raises
    ------
    BadInputError
        Always: names the file, the place in it, what was expected and what came.
    """
    shown = "—" if received is None else type(received).__name__
    raise BadInputError(message("import-misfit", path=path, place=place, expected=expected, received=shown))


def number(value: object) -> float | None:
    """Return a finite number as it is, and None for anything else (null, NaN, a truth value, text)."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) else None


def text_of(content: object) -> str:
    """Return what a message's content says: text, or the text parts of a list."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, Mapping) else part for part in content)
        return "\n".join(part for part in parts if isinstance(part, str))
    return ""


def task_digest(task: object) -> str:
    """Return 16 hex digits that tell what was asked from anything else that was."""
    canonical = msgspec.json.encode(task, order="sorted")
    return hashlib.sha256(canonical).hexdigest()[:16]


def one_line(words: object, *, limit: int = 200) -> str:
    """Return `words` on one line, cut at `limit` characters."""
    line = " ".join(str(words).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


@dataclass(frozen=True, slots=True)
class Trials:
    """The repetition of each row, and whether the file's ``trial`` meant that or the row's index."""

    repetitions: tuple[int, ...]
    trial_is_index: bool


def repetitions_of(path: Path, rows: Sequence[tuple[str, int]]) -> Trials:
    """Understand ``trial`` by how it crosses the task.

    Parameters
    ----------
    path
        For the message.
    rows
        (task, trial) of each row.

    Notes
    -----
    Where a value of trial stands with several tasks, it is the repetition. Where each stands with one
    task only, it is the row's index (forks of tau-bench), and the repetition is counted within the task.

    Raises
    ------
    BadInputError
        The same (task, trial) twice.
    """
    twice = [pair for pair, n in Counter(rows).items() if n > 1]
    if twice:
        task, trial = twice[0]
        raise BadInputError(message("import-duplicate", path=path, task=task, trial=trial, n=len(twice)))
    tasks_of: dict[int, set[str]] = defaultdict(set)
    for task, trial in rows:
        tasks_of[trial].add(task)
    if any(len(tasks) > 1 for tasks in tasks_of.values()):
        return Trials(tuple(trial for _, trial in rows), trial_is_index=False)
    trials_of: dict[str, list[int]] = defaultdict(list)
    for task, trial in sorted(rows, key=lambda row: row[1]):
        trials_of[task].append(trial)
    ranks = tuple(trials_of[task].index(trial) for task, trial in rows)
    return Trials(ranks, trial_is_index=len(trials_of) > 1)
