"""Make a report: run the evaluation's notebook, render its page, keep a dated copy, refresh the index.

Nothing half-written is ever seen: all is made in a folder beside, under a lock, and put in place
file by file once the page is whole.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from filelock import FileLock

from cenario.domain.verdict import EXIT_CODES, VerdictOutcome
from cenario.errors import BadInputError, message
from cenario.labels.text import current_locale
from cenario.notebook.choice import Choice, choose
from cenario.notebook.execute import execute
from cenario.notebook.kept import keep, refresh_index
from cenario.notebook.parameters import Parameter
from cenario.notebook.reading_copy import reading_copy
from cenario.notebook.render import load_meanwhile, render
from cenario.report import sources

__all__ = ["Produced", "Request", "produce"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to report: an evaluation's code or file, and what to read; empty means the default.

    `params` are the ruler's, as typed; each is turned into the type that the notebook declares.
    """

    evaluation: str
    runs: Sequence[str] = ()
    votes: Sequence[str] = ()
    baseline: str = ""
    candidate: str = ""
    model: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
    mask_pii: bool = False
    models_in_use: Sequence[str] = ()
    reports: Path = Path("reports")


@dataclass(frozen=True, slots=True, kw_only=True)
class Produced:
    """A report that was made: its verdict, what to say beside it, and where its page is.

    `reasons` are (model, outcome, words) of each clause that decides; `usd_each` is the measured
    spend per execution, None where nobody knows it.
    """

    outcome: VerdictOutcome
    headline: str
    notes: tuple[str, ...]
    reasons: tuple[tuple[str, str, str], ...]
    limits: tuple[str, ...]
    usd_each: float | None
    page: Path
    verdict: Path

    @property
    def exit_code(self) -> int:
        """What the command line exits with."""
        return EXIT_CODES[self.outcome]


def produce(request: Request) -> Produced:
    """Make the report and return what came of it.

    Raises
    ------
    BadInputError
        The evaluation, a file, a parameter or the notebook is wrong; nothing was written.
    CenarioError
        The notebook failed; the earlier report, if any, stands as it was.
    """
    choice = choose(request.evaluation)
    values = _values(request, choice)
    request.reports.mkdir(parents=True, exist_ok=True)
    with FileLock(request.reports / ".lock"):
        making = request.reports / ".making"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir()
        try:
            produced = _make(request, choice, values, making)
        finally:
            shutil.rmtree(making, ignore_errors=True)
        refresh_index(request.reports)
    return produced


def _make(request: Request, choice: Choice, values: Mapping[str, object], making: Path) -> Produced:
    verdict = making / f"{choice.code}.verdict.json"
    executed = execute(
        choice.notebook,
        making / f"{choice.code}.ipynb",
        {**values, "verdict_path": str(verdict)},
        meanwhile=load_meanwhile,
    )
    if not verdict.is_file():
        raise BadInputError(message("produce-no-verdict", notebook=choice.notebook.name))
    document = json.loads(verdict.read_text(encoding="utf-8"))
    page = _render(executed, making / f"{choice.code}.html", choice.code)
    kept = keep(
        request.reports, choice.code, page=page, verdict=verdict, executed=executed, at=datetime.now(UTC)
    )
    return Produced(
        outcome=document["verdict"],
        headline=document["headline"],
        notes=tuple(note["text"] for note in document["notes"]),
        reasons=tuple((c["model"], c["outcome"], c["reason"]) for c in document["clauses"] if c["decides"]),
        limits=tuple(document["limits"]),
        usd_each=document.get("spending", {}).get("executions", {}).get("usd_each"),
        page=kept.page,
        verdict=kept.verdict,
    )


def _render(executed: Path, out: Path, title: str) -> Path:
    locale = current_locale()
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    reading = executed.with_name("reading.ipynb")
    reading.write_text(json.dumps(reading_copy(notebook, locale)), encoding="utf-8")
    return render(reading, out, title=title, locale=locale)


def _values(request: Request, choice: Choice) -> dict[str, object]:
    """Return the notebook's parameters: what was given, and what was recorded where no files were."""
    asked: dict[str, object] = {
        "runs": list(request.runs),
        "votes": list(request.votes),
        "baseline": request.baseline,
        "candidate": request.candidate,
        "model": request.model,
        "mask_pii": request.mask_pii,
        "models_in_use": list(request.models_in_use),
    }
    refused = sorted(name for name, value in asked.items() if value and name not in choice.declared)
    if refused:
        raise BadInputError(
            message("produce-not-taken", names=", ".join(refused), notebook=choice.notebook.name)
        )
    if "runs" in choice.declared and not (request.runs or request.baseline or request.candidate):
        model = request.model
        found = sources.recorded(choice.code, model=model) or sources.embedded(
            request.evaluation, model=model
        )
        asked["runs"] = [str(path) for path in found.runs]
        asked["votes"] = list(request.votes) or [str(path) for path in found.votes]
    given = {**asked, "evaluation": choice.evaluation, "locale": current_locale()}
    values = {name: value for name, value in given.items() if name in choice.declared}
    return {**values, **_params(request.params, choice)}


def _near(path: Path) -> str:
    """Return the path as seen from here, where it is below: a page that is sent tells nobody's folders."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _params(params: Mapping[str, str], choice: Choice) -> dict[str, object]:
    free = choice.declared.get("params")
    named = {n: _typed(choice.declared[n], v) for n, v in params.items() if n in choice.declared or not free}
    rest = {name: value for name, value in params.items() if name not in named}
    return {**named, "params": rest} if rest else dict(named)


def _typed(parameter: Parameter, value: str) -> object:
    """Return `value` in the declared type where it reads as one; else as it is, for the adapter to refuse."""
    try:
        return msgspec.convert(value, parameter.kind, strict=False)
    except msgspec.ValidationError:
        return value
