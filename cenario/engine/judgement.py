"""Decide: each model's verdict from its batch, and the knob's from theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cenario.domain.evaluation import Batch, Decision, Evaluation, Params, ParamValue
from cenario.domain.execution import Manifest
from cenario.domain.params import resolve
from cenario.domain.verdict import (
    Clause,
    Counts,
    ModelVerdict,
    Verdict,
    VerdictOutcome,
    combine,
    combine_models,
)
from cenario.engine.loading import Loaded
from cenario.engine.ruler import ruler_clause
from cenario.errors import InsufficientDataError, Message, message
from cenario.store.provenance import code_revision, package_versions, version
from cenario.store.seal import seal_ruler

__all__ = ["Judgement", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with what it stands on: the batches, and each model's decision with its tables."""

    evaluation: Evaluation
    params: Params
    verdict: Verdict
    loaded: Loaded
    decisions: Mapping[str, Decision]


def judge(
    evaluation: Evaluation,
    loaded: Loaded,
    params: Mapping[str, ParamValue] | None = None,
    *,
    models_in_use: Sequence[str] | None = None,
) -> Judgement:
    """Return the verdict of `evaluation` on what was loaded.

    Parameters
    ----------
    evaluation, loaded
        The ruler, and what was recorded.
    params
        Parameters other than the defaults; checked, see `cenario.domain.params.resolve`.
    models_in_use
        Models in use in the installation: all of them must approve. None: those measured.

    Raises
    ------
    BadInputError
        An illegal parameter, or data that the evaluation refuses.
    """
    in_force = resolve(evaluation, params)
    decisions: dict[str, Decision] = {}
    models: list[ModelVerdict] = []
    notes: dict[str, Message] = {}
    for batch in loaded.batches:
        decision = _decide(evaluation, batch, in_force)
        held, note = ruler_clause(evaluation, batch, in_force)
        if note is not None:
            notes[note.code] = note
        clauses = decision.clauses if held is None else (held, *decision.clauses)
        decisions[batch.model] = decision
        models.append(_model_verdict(batch, clauses, decision, models_in_use))
    missing = [m for m in models_in_use or () if m not in decisions]
    simulated = any(_is_simulated(batch) for batch in loaded.batches)
    first = [message("engine-simulated")] if simulated else []
    verdict = Verdict(
        evaluation=evaluation.code,
        outcome=combine_models(models, missing),
        headline=_knob_headline(models, missing),
        models=tuple(models),
        notes=(*first, *notes.values(), *_file_notes(loaded)),
        limits=evaluation.limits,
        params=in_force,
        proposed=tuple(p.name for p in evaluation.params if p.origin == "proposal"),
        provenance=_provenance(evaluation, in_force, loaded, simulated=simulated),
    )
    return Judgement(
        evaluation=evaluation, params=in_force, verdict=verdict, loaded=loaded, decisions=decisions
    )


def _decide(evaluation: Evaluation, batch: Batch, params: Params) -> Decision:
    try:
        decision = evaluation.decide(batch, params)
    except InsufficientDataError as error:
        clause = Clause(name="data", outcome="short", reason=error.message)
        return Decision(clauses=(clause,), counts=Counts())
    planned = {m.batch: m.planned for m in batch.manifests if m.planned is not None}  # the last one counts
    if decision.counts.planned is None and planned:
        return replace(decision, counts=replace(decision.counts, planned=sum(planned.values())))
    return decision


def _model_verdict(
    batch: Batch, clauses: tuple[Clause, ...], decision: Decision, models_in_use: Sequence[str] | None
) -> ModelVerdict:
    outcome = combine(clauses)
    return ModelVerdict(
        model=batch.model,
        outcome=outcome,
        headline=_headline(outcome, clauses, decision.notes),
        clauses=clauses,
        counts=decision.counts,
        readings=decision.readings,
        in_use=models_in_use is None or batch.model in models_in_use,
    )


FEW = 3
"""Clauses of an approval that a headline tells one by one; more are told by their number."""

_TELLING: Mapping[VerdictOutcome, tuple[str, ...]] = {
    "APROVA": ("holds",),
    "REPROVA": ("fails",),
    "INCONCLUSIVO": ("short", "undecided"),
}


def _headline(outcome: VerdictOutcome, clauses: Sequence[Clause], notes: Sequence[Message]) -> Message:
    """Return the outcome with the reasons of the clauses that made it so, then the notes."""
    about_change = [c for c in clauses if c.decides and not c.of_data]
    if outcome == "APROVA" and len(about_change) > FEW:
        held = message("engine-all-hold", n=len(about_change))
        return message("engine-headline", outcome=outcome, reasons=_joined([held, *notes]))
    if outcome == "APROVA" and about_change:
        clauses = about_change
    for wanted in _TELLING[outcome]:
        reasons = [c.reason for c in clauses if c.decides and (c.outcome == wanted or c.name == "ruler")]
        if reasons:
            return message("engine-headline", outcome=outcome, reasons=_joined([*reasons, *notes]))
    return message("engine-headline", outcome=outcome, reasons=message("engine-no-clause"))


def _joined(reasons: Sequence[Message]) -> Message:
    first, *rest = reasons
    return message("engine-and", first=first, rest=_joined(rest)) if rest else first


def _knob_headline(models: Sequence[ModelVerdict], missing: Sequence[str]) -> Message:
    used = [model for model in models if model.in_use]
    outcome = combine_models(models, missing)
    if len(models) == 1 and used and not missing:
        return models[0].headline
    guilty = [m.model for m in used if m.outcome == outcome]
    if outcome == "APROVA":
        return message("engine-knob-approved", n=len(used))
    if outcome == "REPROVA":
        return message("engine-knob-rejected", models=", ".join(guilty))
    if missing:
        return message("engine-knob-missing", models=", ".join(missing))
    return message("engine-knob-inconclusive", models=", ".join(guilty) or "—")


def _file_notes(loaded: Loaded) -> list[Message]:
    notes = [message("engine-torn", path=t.path, line=t.line) for t in loaded.torn]
    if loaded.superseded:
        notes.append(message("engine-superseded", n=len(loaded.superseded)))
    return notes


def _is_simulated(batch: Batch) -> bool:
    return batch.model.startswith("simulated:") or any(m.simulated for m in batch.manifests)


def _provenance(
    evaluation: Evaluation, params: Params, loaded: Loaded, *, simulated: bool
) -> dict[str, object]:
    """Return where the verdict comes from; no clock, so that the same data give the same bytes."""
    manifests = {m.batch: m for batch in loaded.batches for m in batch.manifests}
    facts: dict[str, object] = {
        "cenario": version(),
        "revision": code_revision(),
        "packages": package_versions(("msgspec", "numpy", "polars", "scipy")),
        "ruler": seal_ruler(evaluation, params).whole,
        "simulated": simulated,
        "files": [{"name": f.name, "sha256": f.sha256, "executions": f.n_executions} for f in loaded.files],
        "batches": [_manifest_facts(manifests[name]) for name in sorted(manifests)],
    }
    if loaded.sides:
        facts["sides"] = loaded.sides
    return facts


def _manifest_facts(manifest: Manifest) -> dict[str, object]:
    facts = {
        "batch": manifest.batch,
        "seal": manifest.seal or None,
        "sealed_at": manifest.sealed_at or None,
        "revision": manifest.revision,
        "corpus": manifest.corpus,
        "corpus_digest": manifest.parts.get("corpus"),
        "prices_date": manifest.prices_date,
        "ceiling_usd": manifest.ceiling_usd,
        "clock": manifest.clock,
        "source": manifest.source.file if manifest.source else None,
        "source_sha256": manifest.source.sha256 if manifest.source else None,
        "format": manifest.source.format if manifest.source else None,
    }
    return {name: value for name, value in facts.items() if value is not None}
