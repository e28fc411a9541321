"""Load a scenario bank: a folder of ``factual.json``, ``consistency.json`` and ``robustness.json``.

Every fault is told with its file and line, the scenario's id and index, and the field. Stricter than
the format's own loader where the design's practical rules are (a factual case without a
ground truth, a consistency case without variants); fields it does not know are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cenario.domain.bank import DIMENSIONS, Bank, BankFile, Dimension, below_target
from cenario.errors import BadInputError, Message, message
from cenario.store.bank_cases import CaseReader
from cenario.store.documents import read_json, read_text

__all__ = ["BankCheck", "check_bank", "load_bank"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCheck:
    """What a bank's folder holds: the bank where it is sound, else every fault; warnings either way."""

    bank: Bank | None
    faults: tuple[Message, ...]
    warnings: tuple[Message, ...]


def load_bank(path: Path, *, dimensions: Iterable[str] | None = None) -> Bank:
    """Return the bank in folder `path`.

    Parameters
    ----------
    path
        The folder (``scenarios_path`` or ``--path``).
    dimensions
        Which to load; each must have its file. None: those that are there.

    Raises
    ------
    BadInputError
        The first fault, with how many others there are.
    """
    check = check_bank(path, dimensions=dimensions)
    if check.bank is not None:
        return check.bank
    first, others = check.faults[0], len(check.faults) - 1
    raise BadInputError(message("bank-and-others", fault=first, others=others) if others else first)


def check_bank(path: Path, *, dimensions: Iterable[str] | None = None) -> BankCheck:
    """Read the bank in folder `path` and return all that is wrong or doubtful about it; see `load_bank`."""
    wanted, faults = _wanted(path, dimensions)
    reader = CaseReader()
    files: list[BankFile] = []
    for dimension in wanted:
        try:
            files.append(_file(path / f"{dimension}.json", dimension, reader))
        except BadInputError as error:
            faults.append(error.message)
    faults += reader.faults
    if faults:
        return BankCheck(bank=None, faults=tuple(faults), warnings=tuple(reader.warnings))
    bank = Bank(files=tuple(files))
    warnings = [*reader.warnings, *_small(bank)]
    return BankCheck(bank=bank, faults=(), warnings=tuple(warnings))


def _wanted(path: Path, dimensions: Iterable[str] | None) -> tuple[list[Dimension], list[Message]]:
    """Return which files to read, and what is already wrong with the folder or the request."""
    if not path.exists():
        return [], [message("bank-path-missing", path=path)]
    if not path.is_dir():
        return [], [message("bank-not-a-folder", path=path)]
    here = sorted(file.stem for file in path.glob("*.json"))
    if dimensions is None:
        strange = [stem for stem in here if stem not in DIMENSIONS]
        faults = [message("bank-file-unknown", path=path / f"{stem}.json") for stem in strange]
        known: list[Dimension] = [dimension for dimension in DIMENSIONS if dimension in here]
        return known, faults or ([] if known else [message("bank-folder-empty", path=path)])
    asked = list(dimensions)
    faults = [message("bank-dimension-unknown", dimension=name) for name in asked if name not in DIMENSIONS]
    found: list[Dimension] = []
    for dimension in DIMENSIONS:
        if dimension in asked and dimension not in here:
            faults.append(message("bank-file-missing", path=path / f"{dimension}.json", dimension=dimension))
        elif dimension in asked:
            found.append(dimension)
    return found, faults


def _file(path: Path, dimension: Dimension, reader: CaseReader) -> BankFile:
    """Return one dimension's file; faults inside its scenarios are left with `reader`."""
    text = read_text(path)
    value = read_json(text, source=str(path))
    if not isinstance(value, dict):
        raise BadInputError(message("bank-not-an-object", path=path))
    for name in ("dimension", "version", "scenarios"):
        if name not in value:
            raise BadInputError(message("bank-header-missing", path=path, field=name))
    declared, version, scenarios = value["dimension"], value["version"], value["scenarios"]
    if declared not in DIMENSIONS:
        raise BadInputError(message("bank-header-dimension", path=path, dimension=_shown(declared)))
    if declared != dimension:
        raise BadInputError(message("bank-file-dimension", path=path, dimension=declared, expected=dimension))
    if not isinstance(version, str) or not version.strip():
        raise BadInputError(message("bank-version", path=path))
    if not isinstance(scenarios, list):
        raise BadInputError(message("bank-scenarios-not-a-list", path=path))
    cases = reader.read(scenarios, path=path, text=text, dimension=dimension)
    extra = {k: v for k, v in value.items() if k not in ("dimension", "version", "scenarios")}
    return BankFile(dimension=dimension, version=version, cases=cases, extra=extra)


def _small(bank: Bank) -> list[Message]:
    return [
        message("bank-below-target", dimension=dimension, scenarios=scenarios, target=target)
        for dimension, (scenarios, target) in below_target(bank.counts()).items()
    ]


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
