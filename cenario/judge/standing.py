"""Which version of each scenario counts, which of its measurements, and what was never measured.

Each run keeps its rulers whole. Of a scenario the version declared last is in force; of that
version the last batch counts. What an older version found stays, as history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution
from cenario.domain.scenario import Scenario
from cenario.judge.measurement import Measured, measure
from cenario.store.scenarios import Kept, version_of

__all__ = ["Measurement", "held_to_now", "measured_in", "strays_in"]

Ruled = tuple[str, str]
"""A scenario's id, and the digest of a version of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A version's measurement in one batch, and whether it is the one that counts."""

    measured: Measured
    sealed_at: str
    in_force: bool


def measured_in(batch: Batch) -> list[Measurement]:
    """Return every version of every scenario in the batch as measured, those in force marked.

    Of each scenario the version in force is the one declared last; of its measurements, the last
    batch counts, and the earlier ones stay to be seen. A ruler without executions is there too,
    with none.
    """
    rulers = _rulers(batch)
    sealed = {manifest.batch: manifest.sealed_at for manifest in batch.manifests}
    found: dict[tuple[Ruled, str], list[Execution]] = {}
    first: dict[str, int] = {}
    for execution in batch.executions:
        first[execution.batch] = min(first.get(execution.batch, execution.repetition), execution.repetition)
        key = _ruled(execution)
        if key in rulers:
            found.setdefault((key, execution.batch), []).append(execution)
    measurements: list[Measurement] = []
    current = _current(rulers.values())
    for key, ruler in rulers.items():
        version = key[1]
        batches = sorted((name for k, name in found if k == key), key=lambda name: sealed.get(name, ""))
        for name in batches or [""]:
            in_force = current[ruler.id] == version and name == (batches or [""])[-1]
            measurements.append(
                Measurement(
                    measured=measure(
                        ruler, version, name, found.get((key, name), ()), first_repetition=first.get(name, 0)
                    ),
                    sealed_at=sealed.get(name, ""),
                    in_force=in_force,
                )
            )
    return sorted(measurements, key=lambda m: (m.measured.scenario.id, not m.in_force, m.sealed_at))


def _rulers(batch: Batch) -> dict[Ruled, Scenario]:
    """Return each ruler by its id and the digest of what it really asks; the later manifest's in doubt."""
    manifests = sorted(batch.manifests, key=lambda manifest: manifest.sealed_at)
    return {(ruler.id, version_of(ruler)): ruler for manifest in manifests for ruler in manifest.rulers}


def _ruled(execution: Execution) -> Ruled:
    """Return the id and version of the scenario that an execution says it is of."""
    return execution.tags.get("scenario", ""), execution.tags.get("version", "")


def _current(rulers: Iterable[Scenario]) -> dict[str, str]:
    """Return the version in force of each scenario: the one declared last; an edit beats them all."""
    newest: dict[str, tuple[str, str]] = {}
    for ruler in rulers:
        if ruler.status == "withdrawn":
            continue
        mark = (ruler.declared_at or "~", version_of(ruler))
        newest[ruler.id] = max(newest.get(ruler.id, ("", "")), mark)
    current = {scenario_id: version for scenario_id, (_, version) in newest.items()}
    for ruler in rulers:
        current.setdefault(ruler.id, "")
    return current


def strays_in(batch: Batch) -> list[Execution]:
    """Return the executions whose ruler is not in the file."""
    rulers = _rulers(batch)
    return [execution for execution in batch.executions if _ruled(execution) not in rulers]


def held_to_now(batch: Batch, now: Sequence[Kept]) -> Batch:
    """Return the batch with its rulers as they stand now.

    A scenario promoted since is a gate; one demoted or withdrawn is none; a version replaced since no
    longer decides; a gate whose version was not measured is there without executions.

    Parameters
    ----------
    batch : Batch
        One model's runs.
    now : sequence of Kept
        Every scenario of the store.
    """
    standing = {kept.scenario.id: kept for kept in now}
    known = set(_rulers(batch))
    manifests = [
        msgspec.structs.replace(m, rulers=tuple(_told(ruler, standing.get(ruler.id)) for ruler in m.rulers))
        for m in batch.manifests
    ]
    unmeasured = [
        kept.scenario
        for i, kept in standing.items()
        if kept.scenario.gate and kept.standing != "withdrawn" and (i, kept.version) not in known
    ]
    if unmeasured and manifests:
        last = max(range(len(manifests)), key=lambda i: manifests[i].sealed_at)
        rulers = (*manifests[last].rulers, *unmeasured)
        manifests[last] = msgspec.structs.replace(manifests[last], rulers=rulers)
    return replace(batch, manifests=tuple(manifests))


def _told(ruler: Scenario, kept: Kept | None) -> Scenario:
    if kept is None:
        return ruler
    is_current = kept.is_ruler and kept.version == version_of(ruler)
    return msgspec.structs.replace(
        ruler, gate=is_current and kept.scenario.gate, status="declared" if is_current else "withdrawn"
    )
