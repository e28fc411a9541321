"""What there is to score in a bank's run, and the score each item got, or why it has none.

An item is what the judge looks at once: a factual answer, a whole consistency set (the base
question's answer and its paraphrases' of one repetition), a robustness variant's answer beside the
base's. A score that is missing is never a number: not 3, not 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from cenario.domain.bank import BankCase, BankVariant, Dimension
from cenario.domain.bank_records import prompt_of, prompts_of_case
from cenario.domain.execution import Execution
from cenario.domain.vote import Score
from cenario.errors import BadInputError, message

__all__ = ["Answer", "Item", "Lost", "answers", "bank_items"]

Lost = Literal["chatbot", "judge", "not_judged"]
LOWEST, HIGHEST = 1.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One prompt sent and what came back; `text` is None where no answer can be measured.

    `n_prompts` is how many prompts the case has: a set is whole only with all of them.
    """

    case: BankCase
    variant: BankVariant | None
    repetition: int
    text: str | None
    n_prompts: int = 1
    batch: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing to score: `value` is 1..5, or None with why in `lost`.

    `answers` are those looked at: one, a set, or (base, variant).
    """

    case: BankCase
    variant: BankVariant | None
    repetition: int
    answers: tuple[Answer, ...]
    value: float | None = None
    lost: Lost | None = None
    reason: str | None = None

    @property
    def key(self) -> tuple[str, str | None, int]:
        """(case, variant, repetition)."""
        return (self.case.id, None if self.variant is None else self.variant.id, self.repetition)


def answers(executions: Iterable[Execution]) -> tuple[Answer, ...]:
    """Return the answers of one chatbot, sorted; an execution that was stopped never happened.

    Raises
    ------
    BadInputError
        An execution that is not of a bank, or more than one arm.
    """
    ran = [execution for execution in executions if execution.outcome != "stopped"]
    arms = sorted({execution.arm for execution in ran})
    if len(arms) > 1:
        raise BadInputError(message("bank-one-arm", arms=", ".join(arms)))
    found = [_answer(execution) for execution in ran]
    return tuple(sorted(found, key=lambda a: (a.case.id, a.repetition, a.variant.id if a.variant else "")))


def _answer(execution: Execution) -> Answer:
    prompt = prompt_of(execution)
    text = (execution.reply or "") if execution.is_measured else None
    return Answer(
        batch=execution.batch,
        case=prompt.case,
        variant=prompt.variant,
        repetition=execution.repetition,
        text=text,
        n_prompts=prompts_of_case(execution),
    )


def bank_items(
    given: Iterable[Answer], scores: Iterable[Score] = (), *, judge: str | None = None
) -> tuple[Item, ...]:
    """Return every item of `given` with its score.

    Parameters
    ----------
    given
        Answers of one chatbot (see `answers`).
    scores
        What judges said of them; a score of another batch is not of these answers.
    judge
        Whose scores count, where several judges scored.

    Raises
    ------
    BadInputError
        Several judges and none chosen, or a score outside 1..5.
    """
    by_key = _by_key(scores, judge)
    items: list[Item] = []
    for (case_id, repetition), group in _grouped(given).items():
        for variant, looked_at in _looked_at(group):
            key = (group[0].batch, case_id, None if variant is None else variant.id, repetition)
            items.append(_item(group[0].case, variant, repetition, looked_at, by_key.get(key)))
    return tuple(items)


def _grouped(given: Iterable[Answer]) -> dict[tuple[str, int], list[Answer]]:
    groups: dict[tuple[str, int], list[Answer]] = {}
    for answer in given:
        groups.setdefault((answer.case.id, answer.repetition), []).append(answer)
    return dict(sorted(groups.items()))


def _looked_at(group: Sequence[Answer]) -> list[tuple[BankVariant | None, tuple[Answer, ...]]]:
    """Return (variant scored, answers looked at) of one case's repetition, by its dimension's rule."""
    base = [answer for answer in group if answer.variant is None]
    others = [answer for answer in group if answer.variant is not None]
    dimension: Dimension = group[0].case.dimension
    if dimension == "factual":
        return [(None, tuple(base))] if base else []
    if dimension == "consistency":
        return [(None, (*base, *others))]
    return [(answer.variant, (*base, answer)) for answer in others]


def _item(
    case: BankCase,
    variant: BankVariant | None,
    repetition: int,
    looked_at: tuple[Answer, ...],
    score: Score | None,
) -> Item:
    lost: Lost | None = None
    wanted = {"factual": 1, "consistency": looked_at[0].n_prompts, "robustness": 2}[case.dimension]
    if len(looked_at) < wanted or any(answer.text is None for answer in looked_at):
        lost = "chatbot"
    elif score is None:
        lost = "not_judged"
    elif score.value is None:
        lost = "judge"
    return Item(
        case=case,
        variant=variant,
        repetition=repetition,
        answers=looked_at,
        value=None if lost or score is None else score.value,
        lost=lost,
        reason=None if score is None else score.invalid or score.reason,
    )


def _by_key(scores: Iterable[Score], judge: str | None) -> dict[tuple[str, str, str | None, int], Score]:
    mine = [score for score in scores if judge is None or score.judge == judge]
    judges = sorted({score.judge for score in mine})
    if len(judges) > 1:
        raise BadInputError(message("bank-several-judges", judges=", ".join(judges)))
    found: dict[tuple[str, str, str | None, int], Score] = {}
    for score in mine:
        if score.value is not None and not LOWEST <= score.value <= HIGHEST:
            raise BadInputError(
                message("bank-score-range", conversation=score.conversation, value=str(score.value))
            )
        found[(score.batch, score.conversation, score.variant, score.repetition)] = score
    return found
