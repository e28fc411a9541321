"""What a file of votes says: wins, orders, consistency, flips, rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Literal, cast

from cenario.domain.vote import Vote
from cenario.measures.votes import POINTS
from cenario.stats.judging import BothOrders, both_orders
from cenario.stats.paired import tango_interval

Looked = Literal[-1, 0, 1] | None


def vote_summary(votes: Sequence[Vote]) -> dict[str, object]:
    """Return the figures of one contrast of two models, as plain values; null where not defined.

    ``by_vote`` counts each vote; ``both_orders`` the pairs judged twice, with `conservative` the tally in
    which an inconsistent pair, or one half read, is a tie (Zheng et al. 2023), and Tango's 95 % interval of
    (candidate − baseline)/n over its pairs. ``win_rate`` is in percent, over valid preferences.
    """
    valid = [vote for vote in votes if vote.winner is not None]
    looks = _looks(votes)
    return {
        "baseline": votes[0].baseline,
        "candidate": votes[0].candidate,
        "judges": sorted({vote.judge for vote in votes}),
        "by_vote": {
            "n": len(votes),
            "valid": len(valid),
            "candidate": sum(vote.winner == "candidate" for vote in valid),
            "baseline": sum(vote.winner == "baseline" for vote in valid),
            "tie": sum(vote.winner == "tie" for vote in valid),
            "invalid": len(votes) - len(valid),
        },
        "both_orders": _orders(looks) if looks else None,
        **_rates(valid),
    }


def _looks(votes: Sequence[Vote]) -> list[tuple[Looked, Looked]]:
    """Return, for each pair asked in both orders, its votes with the candidate first and second."""
    by_pair: dict[tuple[str, str, int], dict[str, Vote]] = {}
    for vote in votes:
        if vote.first is not None:
            by_pair.setdefault((vote.judge, vote.conversation, vote.repetition), {})[vote.first] = vote
    return [
        (_points(pair["candidate"]), _points(pair["baseline"])) for pair in by_pair.values() if len(pair) == 2
    ]


def _points(vote: Vote) -> Looked:
    return None if vote.winner is None else cast("Looked", POINTS[vote.winner])


def _orders(looks: Sequence[tuple[Looked, Looked]]) -> dict[str, object]:
    read: BothOrders = both_orders([first for first, _ in looks], [second for _, second in looks])
    ties = read.conservative_ties
    n = read.candidate_wins + read.baseline_wins + ties
    interval = tango_interval(read.candidate_wins, read.baseline_wins, n) if n else None
    return {
        "pairs": len(looks),
        "consistent": read.n_consistent + read.n_neither,
        "consistent_valid": read.n_consistent,
        "flips": read.n_flips,
        "flips_to_first": read.n_flips_to_first,
        "first_shown_wins": read.first_wins,
        "second_shown_wins": read.second_wins,
        "flip_p_value": read.test.p_value,
        "conservative": {
            "candidate": read.candidate_wins,
            "baseline": read.baseline_wins,
            "tie": ties,
            "error": read.n_neither,
            "n": n,
            "lower": interval.lower if interval else None,
            "upper": interval.upper if interval else None,
        },
    }


def _rates(valid: Sequence[Vote]) -> dict[str, float | None]:
    preferences = [vote.preference for vote in valid if vote.preference is not None]
    discrete = [(POINTS[str(vote.winner)] + 1) / 2 for vote in valid]
    return {
        "win_rate": 100 * fmean(preferences) if preferences else None,
        "standard_error": 100 * stdev(preferences) / math.sqrt(len(preferences))
        if len(preferences) > 1
        else None,
        "discrete_win_rate": 100 * fmean(discrete) if discrete else None,
    }
