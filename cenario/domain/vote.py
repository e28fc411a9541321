"""What judges say, as it is kept: pairwise votes and criterion scores, one JSON line each.

A judge's failure is an `invalid` record with its reason: never a vote, never a score.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cenario.domain.execution import Usage
from cenario.domain.record import Record, version_1

Winner = Literal["baseline", "candidate", "tie"]


class Vote(Record, frozen=True, kw_only=True, tag_field="kind", tag="vote"):
    """One judge's vote on one pair of replies, already turned back from its A/B order."""

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    batch: Annotated[str, Meta(description="The batch that was judged", min_length=1)]
    evaluation: Annotated[str, Meta(description="Code of the evaluation", min_length=1)]
    model: Annotated[str, Meta(description="The judged model, provider:model")]
    judge: Annotated[str, Meta(description="The judge, provider:model")]
    conversation: Annotated[str, Meta(description="The pair's conversation", min_length=1)]
    repetition: Annotated[int, Meta(description="k, counted from 0", ge=0)] = 0
    baseline: Annotated[str, Meta(description="The baseline arm's name")]
    candidate: Annotated[str, Meta(description="The other arm's name")]
    first: Annotated[
        Literal["baseline", "candidate"] | None, Meta(description="Which was shown as A; None: not recorded")
    ] = None
    drawn: Annotated[
        bool, Meta(description="Whether this order is the one drawn; the other is the second look")
    ] = True
    winner: Annotated[Winner | None, Meta(description="The vote; None where there is none")] = None
    preference: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="Strength for the candidate, 0..1, where the judge gave one"),
    ] = None
    invalid: Annotated[str | None, Meta(description="Why there is no vote, in a word")] = None
    reason: Annotated[str | None, Meta(description="The judge's own reason, verbatim")] = None
    attempts: Annotated[int, Meta(description="Requests made", ge=1)] = 1
    usage: Annotated[Usage | None, Meta(description="Tokens of every attempt")] = None
    cost_usd: Annotated[float | None, Meta(description="US dollars of every attempt; None if unknown")] = None
    seed: Annotated[int | None, Meta(description="The seed that drew the order")] = None

    @property
    def key(self) -> tuple[str, str, str, str, str, str, int, str | None]:
        """What makes this vote itself."""
        return (
            self.batch, self.model, self.judge, self.conversation, self.baseline,
            self.candidate, self.repetition, self.first,
        )  # fmt: skip


class Score(Record, frozen=True, kw_only=True, tag_field="kind", tag="score"):
    """One criterion's score of one execution, by a judge."""

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    batch: Annotated[str, Meta(description="The batch that was judged", min_length=1)]
    evaluation: Annotated[str, Meta(description="Code of the evaluation", min_length=1)]
    model: Annotated[str, Meta(description="The judged model, provider:model")]
    judge: Annotated[str, Meta(description="The judge, provider:model")]
    arm: Annotated[str, Meta(description="The arm")]
    conversation: Annotated[str, Meta(description="The conversation, case or base question", min_length=1)]
    variant: Annotated[str | None, Meta(description="Which paraphrase, perturbation or personality")] = None
    repetition: Annotated[int, Meta(description="k, counted from 0", ge=0)] = 0
    criterion: Annotated[str, Meta(description="The criterion's name", min_length=1)]
    value: Annotated[
        float | None, Meta(description="The score in the criterion's unit; None: not evaluated")
    ] = None
    invalid: Annotated[str | None, Meta(description="Why there is no score, in a word")] = None
    reason: Annotated[str | None, Meta(description="The judge's own reason, verbatim")] = None
    attempts: Annotated[int, Meta(description="Requests made", ge=1)] = 1
    usage: Annotated[Usage | None, Meta(description="Tokens of every attempt")] = None
    cost_usd: Annotated[float | None, Meta(description="US dollars of every attempt; None if unknown")] = None

    @property
    def key(self) -> tuple[str, str, str, str, str, str | None, int, str]:
        """What makes this score itself."""
        return (
            self.batch, self.model, self.judge, self.arm, self.conversation,
            self.variant, self.repetition, self.criterion,
        )  # fmt: skip
