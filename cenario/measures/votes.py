"""Votes to tallies: one pair a conversation, an invalid vote never a vote.

The verdict counts the vote of the drawn order. Where both orders were asked, an averaged score per pair
(each look −1, 0 or 1) cancels position bias, and a flip is a pair whose two looks disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cenario.domain.vote import Vote
from cenario.errors import BadInputError, message

POINTS = {"candidate": 1, "baseline": -1, "tie": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Votes of one contrast (baseline arm × candidate arm) by one or more judges.

    `wins`, `ties`, `losses` are the candidate's, over valid votes of the drawn order. `invalid` counts by
    kind. `scores` are the pairs' averaged scores (−1..1) where both orders are valid. `first_wins` and
    `second_wins` count, over all valid decisive votes, the place that won; `flips` are pairs whose looks
    favour different arms (or one ties), `hard_flips` those whose looks favour the same place.
    """

    wins: int = 0
    ties: int = 0
    losses: int = 0
    invalid: Mapping[str, int] = field(default_factory=dict)
    first_wins: int = 0
    second_wins: int = 0
    pairs_both_orders: int = 0
    flips: int = 0
    hard_flips_first: int = 0
    hard_flips_second: int = 0
    scores: Mapping[str, float] = field(default_factory=dict)

    @property
    def valid(self) -> int:
        """Valid votes of the drawn order: the n of the rule, ties among them."""
        return self.wins + self.ties + self.losses

    @property
    def decisive(self) -> int:
        """Votes for one of the arms."""
        return self.wins + self.losses

    @property
    def tie_share(self) -> float | None:
        """Ties among valid votes; None without a vote."""
        return self.ties / self.valid if self.valid else None


def tally(votes: Iterable[Vote]) -> Tally:
    """Count the votes of one contrast.

    Raises
    ------
    BadInputError
        Two votes of one judge on one pair in one order.
    """
    given = list(votes)
    _refuse_duplicates(given)
    drawn = [vote for vote in given if vote.drawn]
    counted = Counter(vote.winner for vote in drawn if vote.winner is not None)
    places = Counter(
        "first" if vote.winner == vote.first else "second"
        for vote in given
        if vote.winner in ("baseline", "candidate") and vote.first is not None
    )
    looks = _both_orders(given)
    flips = [pair for pair in looks.values() if pair[0].winner != pair[1].winner]
    hard = [pair for pair in flips if "tie" not in (pair[0].winner, pair[1].winner)]
    return Tally(
        wins=counted["candidate"],
        ties=counted["tie"],
        losses=counted["baseline"],
        invalid=dict(
            sorted(Counter(vote.invalid or "unknown" for vote in drawn if vote.winner is None).items())
        ),
        first_wins=places["first"],
        second_wins=places["second"],
        pairs_both_orders=len(looks),
        flips=len(flips),
        hard_flips_first=sum(pair[0].winner == pair[0].first for pair in hard),
        hard_flips_second=sum(pair[0].winner != pair[0].first for pair in hard),
        scores={
            name: sum(POINTS[str(vote.winner)] for vote in pair) / 2 for name, pair in sorted(looks.items())
        },
    )


def contrast(votes: Iterable[Vote], baseline: str, candidate: str) -> list[Vote]:
    """Return the votes on one pair of arms."""
    return [vote for vote in votes if (vote.baseline, vote.candidate) == (baseline, candidate)]


def _both_orders(votes: Sequence[Vote]) -> dict[str, tuple[Vote, Vote]]:
    """Return pairs with a valid vote in each order, by conversation and repetition."""
    by_pair: dict[str, dict[str, Vote]] = {}
    for vote in votes:
        if vote.winner is not None and vote.first is not None:
            by_pair.setdefault(f"{vote.judge}|{vote.conversation}|{vote.repetition}", {})[vote.first] = vote
    return {
        name: (orders["baseline"], orders["candidate"])
        for name, orders in by_pair.items()
        if len(orders) == 2
    }


def _refuse_duplicates(votes: Sequence[Vote]) -> None:
    repeated = [key for key, n in Counter(vote.key for vote in votes).items() if n > 1]
    if repeated:
        raise BadInputError(message("votes-duplicated", conversation=repeated[0][3], n=len(repeated)))
