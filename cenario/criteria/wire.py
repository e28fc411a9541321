"""The clause of the wire: the arms differ in what is under test, everywhere, and in nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from cenario.domain.verdict import Clause
from cenario.labels import numbers
from cenario.labels.text import message


def only_change_clause(n_pairs: int, differing: Mapping[str, int], *, expected: str) -> Clause:
    """Return ``short`` where the arms are the same on the wire, or where something else changed too.

    Parameters
    ----------
    n_pairs
        Pairs whose wire is known in both arms; with none, the clause does not decide.
    differing
        In how many of them each part differs.
    expected
        The one part that the knob changes.
    """
    same = n_pairs - differing.get(expected, 0)
    others = {part: n for part, n in differing.items() if part != expected and n}
    part = message(f"wire-part-{expected}")
    shown = numbers.as_count(n_pairs)
    if n_pairs == 0:
        reason = message("criteria-wire-unknown")
    elif same:
        reason = message("criteria-wire-same", part=part, n=numbers.as_count(same), total=shown)
    elif others:
        other = max(others, key=lambda name: (others[name], name))
        reason = message(
            "criteria-wire-more",
            part=message(f"wire-part-{other}"),
            n=numbers.as_count(others[other]),
            total=shown,
        )
    else:
        reason = message("criteria-wire-only", part=part, total=shown)
    return Clause(
        name="only_change",
        outcome="short" if n_pairs and (same or others) else "holds",
        reason=reason,
        value=float(n_pairs - same),
        threshold=float(n_pairs),
        n=n_pairs,
        unit="count",
        of_data=True,
        decides=n_pairs > 0,
    )
