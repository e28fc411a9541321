"""A verdict as a machine reads it: the same data give the same bytes, and null is never zero."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from cenario.domain.verdict import Clause, Counts, ModelVerdict, Reading, Verdict
from cenario.labels.text import Message

FORMAT_VERSION = 1


def verdict_document(verdict: Verdict) -> dict[str, object]:
    """Return `verdict` as plain JSON values.

    ``clauses`` are those of every model, each with its ``model``; ``counts`` are summed over the
    models (null where no model has them); ``models`` has each model's own. Words are in the locale
    in force; ``reason_code`` and ``headline_code`` are the same in every language.
    """
    return {
        "format_version": FORMAT_VERSION,
        "evaluation": verdict.evaluation,
        "verdict": verdict.outcome,
        "exit_code": verdict.exit_code,
        "headline": str(verdict.headline),
        "headline_code": verdict.headline.code,
        "clauses": [{"model": m.model, **_clause(c)} for m in verdict.models for c in m.clauses],
        "counts": _summed([model.counts for model in verdict.models]),
        "models": [_model(model) for model in verdict.models],
        "notes": [_said(note) for note in verdict.notes],
        "limits": [str(limit) for limit in verdict.limits],
        "params": _plain(verdict.params),
        "proposed": list(verdict.proposed),
        "provenance": _plain(verdict.provenance),
    }


def verdict_json(verdict: Verdict, *, spending: Mapping[str, object] | None = None) -> str:
    """Return `verdict_document` as indented JSON text that ends a line; with `spending` where given."""
    document = verdict_document(verdict)
    if spending is not None:
        document["spending"] = _plain(spending)
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False, sort_keys=False) + "\n"


def _model(model: ModelVerdict) -> dict[str, object]:
    return {
        "model": model.model,
        "in_use": model.in_use,
        "verdict": model.outcome,
        "headline": str(model.headline),
        "headline_code": model.headline.code,
        "clauses": [_clause(clause) for clause in model.clauses],
        "counts": _summed([model.counts]),
        "readings": [_reading(reading) for reading in model.readings],
    }


def _clause(clause: Clause) -> dict[str, object]:
    return {
        "name": clause.name,
        "outcome": clause.outcome,
        "decides": clause.decides,
        "value": _plain(clause.value),
        "lower": _plain(clause.lower),
        "upper": _plain(clause.upper),
        "threshold": _plain(clause.threshold),
        "n": clause.n,
        "unit": clause.unit,
        "proposed": clause.proposed,
        "reason": str(clause.reason),
        "reason_code": clause.reason.code,
        "detail": _plain(clause.detail),
    }


def _reading(reading: Reading) -> dict[str, object]:
    return {
        "name": reading.name,
        "value": _plain(reading.value),
        "lower": _plain(reading.lower),
        "upper": _plain(reading.upper),
        "n": reading.n,
        "unit": reading.unit,
        "flagged": reading.flagged,
        "reason": str(reading.reason),
        "reason_code": reading.reason.code,
        "detail": _plain(reading.detail),
    }


def _summed(counts: Sequence[Counts]) -> dict[str, object]:
    def total(name: str) -> int | None:
        values = [value for each in counts if (value := getattr(each, name)) is not None]
        return sum(values) if values else None

    executions: dict[str, int] = {}
    dropped: dict[str, dict[str, int]] = {}
    for each in counts:
        for arm, n in each.executions.items():
            executions[arm] = executions.get(arm, 0) + n
        for loss in each.dropped:
            reasons = dropped.setdefault(loss.arm, {})
            reasons[loss.reason] = reasons.get(loss.reason, 0) + loss.n
    names = ("planned", "n_pairs", "only_candidate", "only_baseline", "both", "neither")
    return {**{name: total(name) for name in names}, "executions": executions, "dropped": dropped}


def _said(note: Message) -> dict[str, str]:
    return {"code": note.code, "text": str(note)}


def _plain(value: object) -> object:
    """Return `value` as JSON knows it; a number that is not finite is null, anything else is its text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {str(name): _plain(each) for name, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            return str(value)
