"""MT-bench pairwise judgements: one JSON line a pair, judged twice with the answers' places swapped.

``g1`` shows model_1 first, ``g2`` shows model_2 first; each winner is already told by model. An
``error`` is a judge's failure: no vote.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from cenario.domain.execution import Source
from cenario.domain.vote import Vote, Winner
from cenario.errors import BadInputError, message
from cenario.importers.foreign import misfit
from cenario.importers.registry import EVALUATION, Imported, Importer, Options, batch_name
from cenario.store.documents import read_json, read_text

__all__ = ["IMPORTER"]

WINNERS: dict[str, Winner | None] = {
    "model_1": "baseline",
    "model_2": "candidate",
    "tie": "tie",
    "error": None,
}


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 (the name tells nothing)
    """Whether this is a line that has a winner in both games."""
    first = head.lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"g1_winner"' in first and b'"g2_winner"' in first


def read(path: Path, source: Source, options: Options) -> Imported:
    """Return two votes a pair; the pairs must be of the same two models."""
    votes: list[Vote] = []
    for number, line in enumerate(read_text(path, max_bytes=2**30).split("\n"), start=1):
        if line.strip():
            row = read_json(line, source=str(path), line=number)
            votes += _votes(row, path, number, source, options)
    if not votes:
        raise BadInputError(message("documents-empty", path=path))
    models = {(vote.baseline, vote.candidate) for vote in votes}
    if len(models) > 1:
        raise BadInputError(message("import-many-pairs", path=path, n=len(models)))
    repeated = [key for key, n in Counter(vote.key for vote in votes).items() if n > 1]
    if repeated:
        raise BadInputError(message("votes-duplicated", conversation=repeated[0][3], n=len(repeated)))
    return Imported(votes=tuple(votes))


def _votes(row: Any, path: Path, line: int, source: Source, options: Options) -> list[Vote]:
    if not isinstance(row, dict):
        misfit(path, f"{line}", "object", row)
    names = [row.get(field) for field in ("model_1", "model_2")]
    for field, name in zip(("model_1", "model_2"), names, strict=True):
        if not isinstance(name, str) or not name:
            misfit(path, f"{line}.{field}", "str", name)
    judge = row.get("judge")
    votes = []
    for field, first in (("g1_winner", "baseline"), ("g2_winner", "candidate")):
        said = row.get(field)
        if said not in WINNERS:
            misfit(path, f"{line}.{field}", " | ".join(WINNERS), said)
        votes.append(
            Vote(
                batch=batch_name(source),
                evaluation=EVALUATION,
                model=options.model or f"import:{names[1]}",
                judge=":".join(str(part) for part in judge) if isinstance(judge, list) else str(judge),
                conversation=f"{row.get('question_id')}/{row.get('turn', 1)}",
                baseline=str(names[0]),
                candidate=str(names[1]),
                first=first,  # type: ignore[arg-type] # one of the two
                drawn=field == "g1_winner",
                winner=WINNERS[said],
                invalid="error" if WINNERS[said] is None else None,
                reason=_text(row.get(field.replace("winner", "judgment"))),
            )
        )
    return votes


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


IMPORTER = Importer(name="mt-bench", gives="votes", recognises=recognises, read=read)
