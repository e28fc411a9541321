"""What a bank's answers show without a judge: known answers, topic, behaviour kept, similarity.

They stand beside the judge's scores and decide nothing: a similarity measures form, and a list of
accepted answers is finite. None is "cannot say", counted apart from right and wrong.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from cenario.domain.bank import Dimension
from cenario.measures.bank.items import Item
from cenario.measures.matching import check_answer, mentions
from cenario.measures.similarity import Similarity, mean_pairwise

__all__ = ["CheckSummary", "ItemCheck", "check_items", "summarise_checks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemCheck:
    """One item, checked.

    `exact`: the whole answer is an accepted one (factual). `right`: the accepted answer is there
    (factual), the expected behaviour is kept (robustness); None undecided or nothing known.
    `topic_share`: share of the set's answers in which the topic appears (consistency). `similarity`:
    to the ground truth (factual), mean of all pairs (consistency), to the base's answer (robustness).
    """

    item: Item
    exact: bool | None = None
    right: bool | None = None
    topic_share: float | None = None
    similarity: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSummary:
    """Checks over the items of one dimension; shares are None where nothing could be checked."""

    dimension: Dimension
    n_items: int
    n_right: int
    n_wrong: int
    n_undecided: int
    exact_share: float | None
    right_share: float | None
    topic_share: float | None
    n_topic: int
    similarity: float | None
    similarity_name: str


def check_items(items: Iterable[Item], by: Similarity) -> tuple[ItemCheck, ...]:
    """Return the checks of every item whose answers are there, in order."""
    return tuple(_checked(item, by) for item in items if item.lost != "chatbot")


def _checked(item: Item, by: Similarity) -> ItemCheck:
    texts = [answer.text or "" for answer in item.answers]
    match item.case.dimension:
        case "factual":
            return _factual(item, texts[0], by)
        case "consistency":
            return ItemCheck(item=item, topic_share=_topic(item, texts), similarity=mean_pairwise(texts, by))
        case "robustness":
            known = check_answer(texts[-1], accepted=item.case.accepted, rejected=item.case.rejected)
            return ItemCheck(item=item, right=known.right, similarity=by.compare(texts[-1], texts[0]))


def _factual(item: Item, text: str, by: Similarity) -> ItemCheck:
    known = check_answer(text, accepted=item.case.accepted, rejected=item.case.rejected)
    truth = item.case.ground_truth
    alike = None if truth is None else by.compare(text, truth)
    return ItemCheck(item=item, exact=known.exact, right=known.right, similarity=alike)


def _topic(item: Item, texts: list[str]) -> float | None:
    terms = item.case.topic_terms
    return sum(mentions(text, terms) for text in texts) / len(texts) if terms and texts else None


def summarise_checks(checks: Iterable[ItemCheck], *, similarity_name: str) -> dict[Dimension, CheckSummary]:
    """Return one summary a dimension that was checked."""
    by_dimension: dict[Dimension, list[ItemCheck]] = {}
    for check in checks:
        by_dimension.setdefault(check.item.case.dimension, []).append(check)
    return {name: _summary(name, mine, similarity_name) for name, mine in by_dimension.items()}


def _summary(dimension: Dimension, mine: list[ItemCheck], similarity_name: str) -> CheckSummary:
    known = [check for check in mine if check.item.case.accepted] if dimension != "consistency" else []
    right = sum(check.right is True for check in known)
    wrong = sum(check.right is False for check in known)
    exact = [check.exact for check in mine if check.exact is not None]
    topics = [check.topic_share for check in mine if check.topic_share is not None]
    alike = [check.similarity for check in mine if check.similarity is not None]
    return CheckSummary(
        dimension=dimension,
        n_items=len(mine),
        n_right=right,
        n_wrong=wrong,
        n_undecided=len(known) - right - wrong,
        exact_share=sum(exact) / len(exact) if exact else None,
        right_share=right / (right + wrong) if right + wrong else None,
        topic_share=statistics.fmean(topics) if topics else None,
        n_topic=len(topics),
        similarity=statistics.fmean(alike) if alike else None,
        similarity_name=similarity_name,
    )
