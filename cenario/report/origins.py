"""Where a verdict comes from and how far it reaches: provenance, parameters in force, limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from cenario.domain.evaluation import Param
from cenario.domain.params import legal_range
from cenario.engine import Judgement
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.parts import Column, Facts, Folded, Part, Prose, Table
from cenario.report.quantities import WORDLESS, param_words, quantity, unit_words


def limits_block(judgement: Judgement) -> Block:
    """Return what the evaluation does not measure."""
    parts: list[Part] = [Prose(text=str(limit)) for limit in judgement.verdict.limits]
    return Block(
        key="limits",
        title=label("report-limits"),
        shows=label("report-limits-shows"),
        parts=parts or [Prose(text=label("report-no-limits"))],
    )


def params_block(judgement: Judgement) -> Block:
    """Return every parameter in force, its legal range and whose number it is."""
    rows = [
        (
            param_words(param.name),
            _written(judgement.params[param.name], param),
            _written(param.default, param),
            _legal(param),
            label(f"report-origin-{param.origin}"),
        )
        for param in judgement.evaluation.params
    ]
    names = ("param", "in-force", "default", "legal", "origin")
    table = Table(columns=[Column(title=label(f"report-params-{name}")) for name in names], rows=rows)
    return Block(
        key="params",
        title=label("report-params"),
        shows=label("report-params-shows"),
        parts=(table,),
    )


def _legal(param: Param) -> str:
    legal = legal_range(param)
    return label("report-any-text") if legal == "str" else legal


def _written(value: object, param: Param) -> str:
    if isinstance(value, bool):
        return label("report-yes") if value else label("report-no")
    if isinstance(value, (int, float)):
        words = "" if param.unit in WORDLESS else f" {unit_words(param.unit)}"
        return f"{quantity(value, param.unit)}{words}"
    return numbers.NOTHING if value is None else str(value)


def provenance_block(judgement: Judgement) -> Block:
    """Return the seal, revision, corpus, prices, models served and files that the verdict stands on."""
    provenance = judgement.verdict.provenance
    facts = [
        (label("report-ruler-digest"), _digest(provenance.get("ruler"))),
        (label("report-revision"), _words(provenance.get("revision"))),
        (label("report-version"), _words(provenance.get("cenario"))),
        (label("report-packages"), _pairs(provenance.get("packages"))),
        (label("report-served-models"), _served(judgement)),
    ]
    parts: list[Part] = [Facts(items=facts), _files(provenance)]
    for batch in _listed(provenance.get("batches")):
        items = [
            (_batch_words(name), _digest(value) if name in _DIGESTS else _words(value))
            for name, value in batch.items()
            if name != "batch"
        ]
        title = label("report-batch", batch=_words(batch.get("batch")))
        parts.append(Folded(summary=title, parts=(Facts(items=items),)))
    return Block(
        key="provenance",
        title=label("report-provenance"),
        shows=label("report-provenance-shows"),
        parts=parts,
    )


_DIGESTS = frozenset({"seal", "corpus_digest", "source_sha256"})


def _files(provenance: Mapping[str, object]) -> Table:
    return Table(
        caption=label("report-files"),
        columns=[
            Column(title=label("report-file")),
            Column(title=label("report-executions"), align="right"),
            Column(title="sha256"),
        ],
        rows=[
            (
                _words(file.get("name")),
                numbers.count(cast(int, file.get("executions"))),
                _digest(file.get("sha256")),
            )
            for file in _listed(provenance.get("files"))
        ],
    )


def _served(judgement: Judgement) -> str:
    served = {
        (e.model, e.model_served)
        for batch in judgement.loaded.batches
        for e in batch.executions
        if e.model_served is not None
    }
    lines = [asked if asked == name else f"{asked} → {name}" for asked, name in sorted(served)]
    return "\n".join(lines) or label("report-served-untold")


def _batch_words(name: str) -> str:
    return label(f"report-batch-{name.replace('_', '-')}")


def _listed(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _pairs(value: object) -> str:
    pairs = sorted(value.items()) if isinstance(value, Mapping) else []
    return ", ".join(f"{name} {each}" for name, each in pairs) or numbers.NOTHING


def _words(value: object) -> str:
    if isinstance(value, float):
        return numbers.number(value)
    return numbers.NOTHING if value is None else str(value)


def _digest(value: object) -> str:
    """Return the first 16 digits, enough to tell rulers and files apart; verdict.json has them whole."""
    return numbers.NOTHING if value is None else str(value)[:16]
