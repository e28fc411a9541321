"""How an agent agrees with itself: each repetition's figures, their band, pairwise agreement, pass^k.

Conversations are the same in every repetition. What the harness lost is left out of both sides of a
pair, and counted. A rate with nothing to count is None and widens no band.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from cenario.domain.execution import Execution
from cenario.errors import BadInputError, InsufficientDataError, message
from cenario.measures.copies import count_copies
from cenario.measures.turns import INDICATORS, VETOES, repetition_rates, turn_table
from cenario.stats.agreement import Agreement, PassHatK, pass_hat_k, within_agreement
from cenario.stats.bands import NoiseBand, noise_band

__all__ = ["Noise", "measure_noise"]

SEQUENCE = "tool_sequence"

Item = tuple[str, str]
"""(conversation, variant or empty)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """One model's arm against itself.

    `values` are by measure, one a repetition; `bands` those of the measures defined in at least two.
    `agreement` is by what is compared (the tool sequence, a score). `pass_hat` is None where the score
    is not success or failure.
    """

    model: str
    arm: str
    repetitions: tuple[int, ...]
    n_conversations: int
    values: dict[str, tuple[float | None, ...]]
    bands: dict[str, NoiseBand]
    agreement: dict[str, Agreement]
    pass_hat: tuple[PassHatK, ...] | None
    lost: dict[int, dict[str, int]] = field(default_factory=dict)


def measure_noise(executions: Iterable[Execution], *, score: str | None = None) -> list[Noise]:
    """Return the noise of each model's arm, in order of (model, arm).

    Parameters
    ----------
    executions
        Recorded repetitions.
    score
        The score that pass^k and agreement are read from; None: ``reward`` where it is there, else none.

    Raises
    ------
    InsufficientDataError
        A single repetition: it shows no noise.
    BadInputError
        Two repetitions that are one recording, or a score that no execution carries.
    """
    groups: dict[tuple[str, str], list[Execution]] = {}
    for execution in executions:
        groups.setdefault((execution.model, execution.arm), []).append(execution)
    return [_noise(model, arm, group, score) for (model, arm), group in sorted(groups.items())]


def _noise(model: str, arm: str, executions: Sequence[Execution], score: str | None) -> Noise:
    repetitions = sorted({e.repetition for e in executions})
    if len(repetitions) < 2:
        raise InsufficientDataError(message("noise-one-repetition", model=model, arm=arm))
    name = _score_name(executions, score)
    by_run: dict[int, dict[Item, Execution]] = {k: {} for k in repetitions}
    for e in executions:
        by_run[e.repetition][e.conversation, e.variant or ""] = e
    _refuse_copies(by_run)
    items = sorted({item for run in by_run.values() for item in run})
    measured = [{i: e for i, e in by_run[k].items() if e.is_measured} for k in repetitions]
    values = _values(measured, repetitions, name)
    defined = {key: v for key, v in values.items() if sum(x is not None for x in v) >= 2}
    return Noise(
        model=model,
        arm=arm,
        repetitions=tuple(repetitions),
        n_conversations=len(items),
        values=values,
        bands={key: noise_band(v) for key, v in defined.items()},
        agreement=_agreement(measured, items, name),
        pass_hat=_pass_hat(measured, items, name) if name else None,
        lost={k: _lost(by_run[k].values()) for k in repetitions if _lost(by_run[k].values())},
    )


def _score_name(executions: Sequence[Execution], asked: str | None) -> str | None:
    names = sorted({name for e in executions for name in e.scores})
    if asked is None:
        return "reward" if "reward" in names else None
    if asked not in names:
        raise BadInputError(message("compare-unknown-measure", name=asked, legal=", ".join(names) or "—"))
    return asked


def _refuse_copies(by_run: dict[int, dict[Item, Execution]]) -> None:
    for one, other in combinations(sorted(by_run), 2):
        shared = by_run[one].keys() & by_run[other].keys()
        copies = count_copies((by_run[one][item], by_run[other][item]) for item in shared)
        if copies.all_copied:
            raise BadInputError(
                message("compare-copy", one=f"k={one}", other=f"k={other}", n=copies.n_identical)
            )


def _values(
    measured: Sequence[dict[Item, Execution]], repetitions: Sequence[int], score: str | None
) -> dict[str, tuple[float | None, ...]]:
    values: dict[str, tuple[float | None, ...]] = {}
    if score is not None:
        values[score] = tuple(_mean([e.scores.get(score) for e in run.values()]) for run in measured)
    every = [e for run in measured for e in run.values()]
    validated = any(call.valid is not None or call.known is not None for e in every for call in e.calls)
    turns = turn_table(every)
    for indicator in INDICATORS:
        if indicator.exposure == "calls" and not validated:
            continue  # nobody validated these calls: there is no rate to show
        if indicator is VETOES and all(e.mode == "recorded" for e in every):
            continue  # another tool's log: whether a gate held anything back is not known
        rates = next(iter(repetition_rates(turns, indicator).values()), {})
        values[indicator.name] = tuple(_number(rates.get(k)) for k in repetitions)
    values["calls"] = tuple(_mean([float(len(e.calls)) for e in run.values()]) for run in measured)
    values["cost_usd"] = tuple(_mean([e.cost_usd for e in run.values()]) for run in measured)
    return values


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _number(rate: Fraction | None) -> float | None:
    return None if rate is None else float(rate)


def _agreement(
    measured: Sequence[dict[Item, Execution]], items: Sequence[Item], score: str | None
) -> dict[str, Agreement]:
    runs = [[run[i].tool_sequence if i in run else None for i in items] for run in measured]
    found = {SEQUENCE: within_agreement(runs)}
    if score is not None:
        scored = [[run[i].scores.get(score) if i in run else None for i in items] for run in measured]
        found[score] = within_agreement(scored)
    return found


def _pass_hat(
    measured: Sequence[dict[Item, Execution]], items: Sequence[Item], score: str
) -> tuple[PassHatK, ...] | None:
    by_item = [[run[i].scores.get(score) for run in measured if i in run] for i in items]
    known = [[value for value in values if value is not None] for values in by_item]
    if any(value not in (0.0, 1.0) for values in known for value in values):
        return None
    successes, trials = [int(sum(values)) for values in known], [len(values) for values in known]
    return tuple(pass_hat_k(successes, trials, k=k) for k in range(1, max(trials, default=0) + 1))


def _lost(executions: Iterable[Execution]) -> dict[str, int]:
    reasons = (e.outcome_reason or e.outcome for e in executions if not e.is_measured)
    return dict(sorted(Counter(reasons).items()))
