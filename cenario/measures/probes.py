"""Probes: an answer held against what it must and must not contain, with no judge.

Case, accents and spacing do not count; words, numbers and addresses are matched whole (``45`` is
not in ``450``). What must not be there wins over what must. Silence fails a probe: nothing that
must be there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
import polars as pl

from cenario.domain.conversation import Conversation, ProbeRule
from cenario.domain.execution import Execution
from cenario.measures.matching import contains, tokens

CONTROL = "controle"
"""The kind of a control, in an execution's tag."""

PROBE_COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "arm": pl.String,
    "conversation": pl.String,
    "repetition": pl.Int64,
    "kind": pl.String,
    "control": pl.Boolean,
    "passed": pl.Boolean,
    "missing": pl.String,
    "forbidden": pl.String,
}
"""One row a probe answered: `missing` is what it lacked, `forbidden` what it said and must not."""


@dataclass(frozen=True, slots=True)
class ProbeCheck:
    """What one answer did: passed where nothing is `missing` and nothing `forbidden` was said.

    `missing` has the first alternative of each group that was not there.
    """

    missing: tuple[str, ...]
    forbidden: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the answer says what it must and nothing that it must not."""
        return not (self.missing or self.forbidden)


def check_probe(answer: str | None, rule: ProbeRule) -> ProbeCheck:
    """Return how `answer` (None: silence) stands to `rule`."""
    said = tokens(answer or "")
    return ProbeCheck(
        missing=tuple(group[0] for group in rule.must if not any(contains(said, each) for each in group)),
        forbidden=tuple(each for each in rule.must_not if contains(said, each)),
    )


def mark_probe(execution: Execution, conversation: Conversation) -> Execution:
    """Return `execution` with its probe: tag ``probe`` (its kind), score ``probe`` (1 passed, 0 failed).

    A control's kind is `CONTROL`, so that it is in no kind's count. What is no probe, or is not
    measured, is left as it is.
    """
    rule = conversation.probe
    if rule is None or not execution.is_measured:
        return execution
    score = 1.0 if check_probe(execution.reply, rule).passed else 0.0
    return msgspec.structs.replace(
        execution,
        tags={**execution.tags, "probe": CONTROL if rule.control else rule.kind},
        scores={**execution.scores, "probe": score},
    )


def probe_table(executions: Iterable[Execution], corpus: Iterable[Conversation]) -> pl.DataFrame:
    """Return one row a measured execution of a probe, in `PROBE_COLUMNS`, sorted by its key.

    What the harness lost is not here: it is no answer. An agent's failure is an answer that failed.
    """
    rules = {each.id: each.probe for each in corpus if each.probe is not None}
    rows = []
    for execution in executions:
        rule = rules.get(execution.conversation)
        if rule is None or not execution.is_measured:
            continue
        check = check_probe(execution.reply, rule)
        rows.append(
            {
                "arm": execution.arm,
                "conversation": execution.conversation,
                "repetition": execution.repetition,
                "kind": rule.kind,
                "control": rule.control,
                "passed": check.passed,
                "missing": "\n".join(check.missing),
                "forbidden": "\n".join(check.forbidden),
            }
        )
    return pl.DataFrame(rows, schema=dict(PROBE_COLUMNS)).sort("arm", "conversation", "repetition")


def probe_failures(table: pl.DataFrame) -> pl.DataFrame:
    """Return, for each arm, kind and control, how many probes `failed` of `n`.

    Controls are apart: they show whether the model answers at all, and are in no kind's count.
    """
    return (
        table.group_by("arm", "kind", "control")
        .agg(failed=(~pl.col("passed")).sum().cast(pl.Int64), n=pl.len().cast(pl.Int64))
        .sort("arm", "kind", "control")
    )
