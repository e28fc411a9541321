"""Keep a finished report: a dated copy first, then the files people open, then the list of all reports."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cenario.notebook.swap import swap_in
from cenario.report.index_page import Entry, index_page

__all__ = ["Kept", "keep", "refresh_index"]

_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}_\d{6}(?:-\d+)?")


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a report's page and verdict are."""

    page: Path
    verdict: Path


def keep(reports: Path, code: str, *, page: Path, verdict: Path, executed: Path, at: datetime) -> Kept:
    """Put the three files of a report in place, each in one step, and a copy of them under ``archive/``."""
    archive = _new_folder(reports / "archive", at, code)
    for file in (page, verdict, executed):
        shutil.copyfile(file, archive / file.name)
    (reports / "notebooks").mkdir(exist_ok=True)
    executed.replace(reports / "notebooks" / executed.name)
    kept = Kept(page=reports / page.name, verdict=reports / verdict.name)
    verdict.replace(kept.verdict)
    page.replace(kept.page)
    return kept


def refresh_index(reports: Path) -> Path:
    """Write ``index.html`` anew from the verdicts that are there; one that cannot be read is left out."""
    entries = [entry for path in reports.glob("*.verdict.json") if (entry := _entry(reports, path))]
    out = reports / "index.html"
    swap_in(index_page(sorted(entries, key=lambda e: e.made_at, reverse=True)), out)
    return out


def _entry(reports: Path, path: Path) -> Entry | None:
    code = path.name.removesuffix(".verdict.json")
    page = reports / f"{code}.html"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        outcome, headline = str(document["verdict"]), str(document["headline"])
        made_at = datetime.fromtimestamp(page.stat().st_mtime, tz=UTC)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Entry(
        evaluation=code,
        outcome=outcome,
        headline=headline,
        made_at=made_at,
        page=page.name,
        verdict=path.name,
        earlier=[(stamp, f"archive/{stamp}_{code}/{page.name}") for stamp in _archived(reports, code)[1:]],
    )


def _archived(reports: Path, code: str) -> list[str]:
    """Return the stamps of a report's dated copies, the newest first."""
    names = (folder.name for folder in (reports / "archive").glob(f"*_{code}"))
    stamps = (name.removesuffix(f"_{code}") for name in names)
    return sorted((stamp for stamp in stamps if _STAMP.fullmatch(stamp)), reverse=True)


def _new_folder(parent: Path, at: datetime, code: str) -> Path:
    """Make and return a folder that was not there: two reports of one second get two folders."""
    stamp = f"{at.astimezone(UTC):%Y-%m-%d_%H%M%S}"
    for number in range(1000):
        folder = parent / f"{stamp}{f'-{number}' if number else ''}_{code}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise FileExistsError(folder)
