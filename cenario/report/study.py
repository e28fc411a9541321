"""What a notebook calls: open a study, then one call a block.

    study = open_study(evaluation="compare", baseline="a.jsonl", candidate="b.jsonl")
    study.verdict()

An evaluation adds sections of its own in a file of its own: functions of a `Study` that return a
`Block`, marked with `section`, so that they speak the study's language and mask what it masks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

import polars as pl

from cenario.domain.evaluation import Batch, ParamValue
from cenario.domain.verdict import Verdict
from cenario.engine import Judgement, Loaded, judge, load, load_sides
from cenario.errors import BadInputError, message
from cenario.evaluations import registry
from cenario.labels.text import LOCALES, Locale, current_locale, use_locale
from cenario.labels.text import text as label
from cenario.report import accounts, conversations, evidence, origins, sources
from cenario.report.blocks import Block
from cenario.report.first_screen import first_screen
from cenario.report.frames import frame_table
from cenario.report.parts import Part, Prose
from cenario.report.spending import spending_document
from cenario.report.verdict_json import verdict_json

__all__ = ["Study", "open_study", "section"]

P = ParamSpec("P")


def section(build: Callable[Concatenate[Study, P], Block]) -> Callable[Concatenate[Study, P], Block]:
    """Make a function of a study into a section: its block speaks and masks as the study does."""

    @wraps(build)
    def shown(study: Study, /, *args: P.args, **options: P.kwargs) -> Block:
        with use_locale(study.locale):
            block = build(study, *args, **options)
        return block.shown_as(study.locale, mask_pii=study.mask_pii)

    return shown


@dataclass(frozen=True, slots=True)
class Study:
    """A verdict with all it stands on, ready to be shown block by block."""

    judgement: Judgement
    locale: Locale
    mask_pii: bool = False

    @property
    def batches(self) -> tuple[Batch, ...]:
        """What was recorded, one batch a model."""
        return self.judgement.loaded.batches

    @property
    def ruling(self) -> Verdict:
        """The verdict as data; `verdict` shows it."""
        return self.judgement.verdict

    def frames(self, name: str) -> dict[str, pl.DataFrame]:
        """Return each model's frame called `name`, where its decision has one."""
        tables = {model: decision.tables.get(name) for model, decision in self.judgement.decisions.items()}
        return {model: table for model, table in tables.items() if isinstance(table, pl.DataFrame)}

    @section
    def verdict(self) -> Block:
        """Show the first screen."""
        return first_screen(self.judgement)

    @section
    def clauses(self) -> Block:
        """Show every clause with its numbers."""
        return evidence.clauses_block(self.judgement)

    @section
    def readings(self) -> Block:
        """Show the calibrated reading beside the verdict."""
        return evidence.readings_block(self.judgement)

    @section
    def intervals(self, *names: str) -> Block:
        """Draw clauses with bounds against their limits; `names` chooses some."""
        return evidence.intervals_block(self.judgement, names=names or None)

    @section
    def bands(self) -> Block:
        """Draw noise bands with the candidate upon them."""
        return evidence.bands_block(self.judgement)

    @section
    def agreement(self) -> Block:
        """Draw how repetitions agree with one another."""
        return evidence.agreement_block(self.judgement)

    @section
    def counts(self) -> Block:
        """Show how many executions and pairs there are."""
        return accounts.counts_block(self.judgement)

    @section
    def losses(self) -> Block:
        """Show what was not measured, by arm and reason."""
        return accounts.losses_block(self.judgement)

    @section
    def costs(self) -> Block:
        """Show what each arm costs and uses."""
        return accounts.costs_block(self.judgement)

    @section
    def worst(self, most: int = conversations.WORST_SHOWN) -> Block:
        """Show the conversations in which the candidate did worst, side by side with the baseline."""
        return conversations.worst_block(self.judgement, most=most)

    @section
    def limits(self) -> Block:
        """Show what the evaluation does not measure."""
        return origins.limits_block(self.judgement)

    @section
    def params(self) -> Block:
        """Show the parameters in force, and whose numbers they are."""
        return origins.params_block(self.judgement)

    @section
    def provenance(self) -> Block:
        """Show where the verdict comes from."""
        return origins.provenance_block(self.judgement)

    @section
    def table(self, name: str, title: str = "") -> Block:
        """Show a table of the decision by its `name`, one a model."""
        frames = self.frames(name)
        parts: list[Part] = [frame_table(frame, caption=model) for model, frame in frames.items()]
        return Block(
            key=f"table-{name}", title=title, parts=parts or [Prose(text=label("report-empty-table"))]
        )

    def save_verdict(self, path: str) -> None:
        """Write the verdict as JSON to `path`, whole or not at all; an empty path writes nothing."""
        if not path:
            return
        out = Path(path)
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = out.with_name(f".{out.name}.{os.getpid()}.partial")
        with use_locale(self.locale):
            words = verdict_json(self.ruling, spending=spending_document(self.judgement))
        try:
            beside.write_text(words, encoding="utf-8")
            beside.replace(out)
        finally:
            beside.unlink(missing_ok=True)


def open_study(
    evaluation: str,
    *,
    runs: Sequence[str] = (),
    votes: Sequence[str] = (),
    baseline: str = "",
    candidate: str = "",
    model: str = "",
    params: Mapping[str, ParamValue] | None = None,
    locale: str = "",
    mask_pii: bool = False,
    models_in_use: Sequence[str] = (),
    prepared: Callable[[Loaded], Loaded] | None = None,
) -> Study:
    """Read what was recorded, judge it, and return the study of it.

    Parameters
    ----------
    evaluation
        A code (``C``, ``compare`` …) or the path of a user's file.
    runs, votes
        Files of executions and of votes: paths, globs or comma lists. Without any (and without
        sides), those recorded under ``data/runs``; where there are none, the embedded simulated
        model is run first.
    baseline, candidate
        Two sides of a comparison, in the stead of `runs`: ``a.jsonl``, ``a.jsonl#k=0``.
    model
        Judge only this model; every recorded one by default.
    params
        Parameters of the ruler other than their defaults.
    locale
        ``pt-BR`` or ``en``; the current one by default.
    mask_pii
        Whether CPF, phones and e-mails are masked in all that is shown.
    models_in_use
        Models in use in the installation: the switch turns only if all of them approve, and one without
        a measurement is not an approval. Empty: those measured.
    prepared
        What is done to what was read before it is judged.

    Raises
    ------
    BadInputError
        A file, a parameter or a name is wrong, or nothing was recorded of it.
    """
    ruler = registry.find(evaluation)
    language = _locale(locale)
    with use_locale(language):
        if not (runs or baseline or candidate):
            found = sources.recorded(ruler.code, model=model) or sources.embedded(evaluation, model=model)
            runs, votes = [str(path) for path in found.runs], votes or [str(path) for path in found.votes]
            baseline, candidate = found.baseline, found.candidate
        loaded = _sides(baseline, candidate) if baseline or candidate else load(ruler, runs, votes)
        chosen = _only(loaded, model)
        read = chosen if prepared is None else prepared(chosen)
        judgement = judge(ruler, read, params, models_in_use=list(models_in_use) or None)
    return Study(judgement, language, mask_pii)


def _sides(baseline: str, candidate: str) -> Loaded:
    if not baseline or not candidate:
        raise BadInputError(message("study-one-side"))
    return load_sides(baseline, candidate)


def _only(loaded: Loaded, model: str) -> Loaded:
    if not model:
        return loaded
    chosen = tuple(batch for batch in loaded.batches if batch.model == model)
    if not chosen:
        seen = ", ".join(batch.model for batch in loaded.batches)
        raise BadInputError(message("study-no-such-model", model=model, seen=seen))
    return replace(loaded, batches=chosen)


def _locale(given: str) -> Locale:
    for locale in LOCALES:
        if given == locale:
            return locale
    if given:
        raise BadInputError(message("study-no-such-locale", locale=given, legal=" | ".join(LOCALES)))
    return current_locale()
