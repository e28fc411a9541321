"""AlpacaEval annotations: one JSON list, a preference from 1 (output_1) to 2 (output_2) a row.

1.5 and 0 are ties; null and what is out of range are no vote. The order in which the judge saw the two
is not in the file, so none is recorded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cenario.domain.execution import Source
from cenario.domain.vote import Vote, Winner
from cenario.errors import BadInputError, message
from cenario.importers.foreign import load_json, misfit, number
from cenario.importers.registry import EVALUATION, Imported, Importer, Options, batch_name

__all__ = ["IMPORTER"]

TIE = 0.5


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether this is a list of outputs by two generators."""
    return head.lstrip().startswith(b"[") and b'"generator_1"' in head and b'"output_2"' in head


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return one vote a row: generator_1 is the baseline, generator_2 the candidate."""
    rows = load_json(path)
    if not isinstance(rows, list):
        misfit(path, "$", "array", rows)
    if not rows:
        raise BadInputError(message("documents-empty", path=path))
    votes = tuple(_vote(row, path, i, source, options) for i, row in enumerate(rows))
    pairs = {(vote.baseline, vote.candidate) for vote in votes}
    if len(pairs) > 1:
        raise BadInputError(message("import-many-pairs", path=path, n=len(pairs)))
    return Imported(votes=votes)


def _vote(row: Any, path: Path, position: int, source: Source, options: Options) -> Vote:
    if not isinstance(row, dict):
        misfit(path, f"[{position}]", "object", row)
    for field in ("generator_1", "generator_2"):
        if not isinstance(row.get(field), str):
            misfit(path, f"[{position}].{field}", "str", row.get(field))
    preference = _preference(number(row.get("preference")))
    return Vote(
        batch=batch_name(source),
        evaluation=EVALUATION,
        model=options.model or f"import:{row['generator_2']}",
        judge=str(row.get("annotator") or "unknown"),
        conversation=str(position),
        baseline=row["generator_1"],
        candidate=row["generator_2"],
        preference=preference,
        winner=_winner(preference),
        invalid=None if preference is not None else "no_preference",
        cost_usd=number(row.get("price_per_example")),
    )


def _preference(given: float | None) -> float | None:
    """Return the preference for the candidate, 0..1; None where it is none."""
    if given is None:
        return None
    if given == 0:
        return TIE
    return given - 1 if 1 <= given <= 2 else None


def _winner(preference: float | None) -> Winner | None:
    if preference is None:
        return None
    if preference == TIE:
        return "tie"
    return "candidate" if preference > TIE else "baseline"


IMPORTER = Importer(name="alpaca-eval", gives="votes", recognises=recognises, read=read)
