"""Whether the ruler was there before the measurement: a verdict by a younger ruler never approves."""

from __future__ import annotations

from cenario.domain.evaluation import Batch, Evaluation, Params
from cenario.domain.execution import Manifest
from cenario.domain.verdict import Clause
from cenario.errors import Message, message
from cenario.store.seal import seal_ruler

__all__ = ["ruler_clause"]


def ruler_clause(
    evaluation: Evaluation, batch: Batch, params: Params
) -> tuple[Clause | None, Message | None]:
    """Return the clause that holds a verdict back where the ruler is younger, and a note beside it.

    Imported executions, and those recorded for another evaluation, were never measured by a sealed
    ruler of ours: the ruler is declared when the verdict is asked for, and a note says so.
    """
    sealed = [m for m in batch.manifests if m.evaluation == evaluation.code and m.source is None]
    foreign = {m.batch for m in batch.manifests} - {m.batch for m in sealed}
    own = [e for e in batch.executions if e.evaluation == evaluation.code and e.batch not in foreign]
    if not own:
        return None, message("engine-ruler-declared-now")
    names = {m.batch for m in sealed}
    unsealed = sum(e.batch not in names for e in own)
    if unsealed:
        return _held_back(message("engine-ruler-absent", n=unsealed)), None
    changed = sorted({part for manifest in sealed for part in _changed(manifest, evaluation, params)})
    seals = {m.seal for m in sealed}
    if any(e.seal is not None and e.seal not in seals for e in own):
        changed.append("seal")
    if changed:
        return _held_back(message("engine-ruler-younger", parts=", ".join(changed))), None
    return None, None


def _changed(manifest: Manifest, evaluation: Evaluation, params: Params) -> list[str]:
    """Return the parts of the sealed ruler that are not the ones in force now."""
    if not manifest.parts:
        return ["params"] if manifest.params != dict(params) else []
    now = seal_ruler(evaluation, params).parts
    return [part for part in ("evaluation", "params") if manifest.parts.get(part) != now[part]]


def _held_back(reason: Message) -> Clause:
    return Clause(name="ruler", outcome="undecided", reason=reason)
