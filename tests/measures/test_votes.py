"""Tallies of votes: what counts, what does not, and what position does."""

from __future__ import annotations

import pytest

from cenario.domain.vote import Vote
from cenario.errors import BadInputError
from cenario.measures.votes import contrast, tally


def vote(conversation, winner, first="baseline", drawn=True, candidate="linhas", invalid=None):
    return Vote(
        batch="b", evaluation="F5", model="m:x", judge="m:j", conversation=conversation, baseline="json",
        candidate=candidate, first=first, winner=winner, drawn=drawn, invalid=invalid,
    )  # fmt: skip


def test_ties_count_in_n_and_invalid_votes_do_not():
    counted = tally(
        [vote("1", "candidate"), vote("2", "tie"), vote("3", "baseline"), vote("4", None, invalid="no_json")]
    )
    assert (counted.wins, counted.ties, counted.losses, counted.valid, counted.decisive) == (1, 1, 1, 3, 2)
    assert counted.invalid == {"no_json": 1}


def test_a_judge_that_always_says_a_wins_about_even_and_shows_its_bias():
    votes = [
        vote(str(i), "baseline" if i % 2 else "candidate", "baseline" if i % 2 else "candidate")
        for i in range(64)
    ]
    counted = tally(votes)
    assert (counted.wins, counted.losses) == (32, 32)
    assert (counted.first_wins, counted.second_wins) == (64, 0)


def test_both_orders_average_and_flips():
    counted = tally(
        [
            vote("1", "candidate"), vote("1", "candidate", "candidate", drawn=False),
            vote("2", "baseline"), vote("2", "candidate", "candidate", drawn=False),
            vote("3", "tie"), vote("3", "baseline", "candidate", drawn=False),
        ]
    )  # fmt: skip
    assert counted.valid == 3, "the verdict counts one vote a pair"
    assert list(counted.scores.values()) == [1.0, 0.0, -0.5]
    assert (counted.flips, counted.hard_flips_first, counted.hard_flips_second) == (2, 1, 0)


def test_duplicated_votes_are_refused():
    with pytest.raises(BadInputError, match="repete 1 voto"):
        tally([vote("1", "candidate"), vote("1", "baseline")])


def test_contrasts_are_kept_apart():
    votes = [vote("1", "candidate"), vote("1", "baseline", candidate="json_b")]
    assert len(contrast(votes, "json", "linhas")) == 1


def test_nothing_voted_has_no_tie_share():
    assert tally([]).tie_share is None
