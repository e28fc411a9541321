"""Whether the arms differ on the wire in what they should, and in nothing else.

The proof of arm looks at one execution; this looks at two arms side by side. Two arms whose requests
are the same show nothing, and two that differ in something else too show nobody knows what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from cenario.domain.evaluation import Batch, Evaluation
from cenario.domain.execution import Execution
from cenario.domain.verdict import Clause
from cenario.errors import Message, message

__all__ = ["PARTS", "wires_clause"]

PARTS = ("system", "tools", "opening", "parameters")

Prints = Mapping[tuple[str, str], frozenset[str]]
"""The digests of one part, by (conversation, variant or empty), over the repetitions."""


def wires_clause(evaluation: Evaluation, batch: Batch) -> Clause | None:
    """Return the clause that refuses a verdict where the arms' requests are the same or differ in more.

    None where the evaluation says nothing of the wire, or nothing of it was recorded. Digests of a
    conversation are compared over all its repetitions: a part differs where none is shared.
    """
    seen = [e for e in batch.executions if e.wire is not None and e.is_measured]
    arms = {arm.name: arm.role for arm in evaluation.arms}
    baseline = next((name for name, role in arms.items() if role == "baseline"), None)
    if not evaluation.changes or baseline is None or not any(e.arm == baseline for e in seen):
        return None
    for arm, role in arms.items():
        if arm == baseline or not any(e.arm == arm for e in seen):
            continue
        differing = {p for p in PARTS if _differs(_prints(seen, baseline, p), _prints(seen, arm, p))}
        allowed = set(evaluation.changes) if role == "candidate" else set()
        if extra := sorted(differing - allowed):
            return _refused(message("engine-wire-more", arm=arm, parts=", ".join(extra)))
        if role == "candidate" and not differing:
            return _refused(message("engine-wire-same", arm=arm, parts=", ".join(evaluation.changes)))
    return None


def _prints(executions: Iterable[Execution], arm: str, part: str) -> Prints:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for e in executions:
        if e.arm == arm and e.wire is not None and (digest := getattr(e.wire, part)):
            found[e.conversation, e.variant or ""].add(digest)
    return {cell: frozenset(digests) for cell, digests in found.items()}


def _differs(one: Prints, other: Prints) -> bool:
    return any(not one[cell] & other[cell] for cell in one.keys() & other.keys())


def _refused(reason: Message) -> Clause:
    return Clause(name="wire", outcome="short", reason=reason)
