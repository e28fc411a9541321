"""A judge's votes end to end on the simulated wire: run, judge, report; faults, resume and refusals."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.domain.params import resolve
from cenario.evaluations.f5_line_history import EVALUATION, decide
from cenario.measures.votes import contrast, tally
from cenario.runner.batch import Ceiling
from cenario.runner.judging import prepare_judging
from cenario.runner.record import record
from cenario.runner.votes import JudgeOptions
from cenario.store import journal

NAMES = "C01,C02,C03,Q01,Q02,H01,H02,R01,R02,K01"


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("f5") / "runs.jsonl"
    words = [
        "executar",
        "--avaliacao",
        "F5",
        "--modelo",
        "simulated:chaotic",
        "--conversas",
        NAMES,
        "--saida",
        str(path),
    ]
    assert main(words) == 0
    return path


def judged(runs: Path, out: Path, *more: str, judge: str = "simulated:steady-openai") -> int:
    return main(["julgar", "--entrada", str(runs), "--saida", str(out), "--judge", judge, *more])


def test_each_pair_is_voted_on_once_and_the_order_is_drawn(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    assert judged(runs, out, "--aa", "3", "--degradados", "4") == 0
    votes = journal.read(out).votes
    main_votes = contrast(votes, "json", "linhas")
    assert sorted(vote.conversation for vote in main_votes) == sorted(NAMES.split(","))
    assert (len(contrast(votes, "json", "json_b")), len(contrast(votes, "json", "degradado"))) == (3, 4)
    assert {vote.first for vote in votes} == {"baseline", "candidate"}
    assert all(vote.drawn and vote.cost_usd for vote in votes)


def test_the_same_seed_draws_the_same_orders_and_votes(runs, tmp_path):
    found = []
    for name in ("a", "b"):
        out = tmp_path / f"{name}.jsonl"
        assert judged(runs, out, "--semente", "7") == 0
        found.append(sorted((vote.key, str(vote.winner)) for vote in journal.read(out).votes))
    assert found[0] == found[1]


def test_both_orders_ask_each_pair_twice(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    assert judged(runs, out, "--duas-ordens", "--aa", "0", "--degradados", "0") == 0
    counted = tally(journal.read(out).votes)
    assert (counted.valid, counted.pairs_both_orders) == (10, 10)


def test_a_judge_that_always_says_the_first_is_even_over_both_orders(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    assert (
        judged(runs, out, "--duas-ordens", "--aa", "0", "--degradados", "0", judge="simulated:judge-first")
        == 0
    )
    counted = tally(journal.read(out).votes)
    assert set(counted.scores.values()) == {0.0}
    assert (counted.first_wins, counted.second_wins) == (20, 0)
    assert counted.hard_flips_first == 10


def test_what_cannot_be_read_is_retried_and_then_counted_apart(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    assert judged(runs, out, "--aa", "0", "--degradados", "0", judge="simulated:judge-mute") == 0
    votes = journal.read(out).votes
    assert {(vote.winner, vote.invalid, vote.attempts) for vote in votes} == {(None, "no_json", 3)}
    assert tally(votes).valid == 0


def test_a_judge_of_ties_is_told_in_the_headline(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    assert judged(runs, out, judge="simulated:judge-tie") == 0
    recorded, votes = journal.read(runs), journal.read(out).votes
    from cenario.domain.evaluation import Batch

    batch = Batch(model="simulated:chaotic", executions=recorded.executions, votes=votes)
    decision = decide(batch, resolve(EVALUATION, {}))
    assert any("não mostra nada" in str(note) for note in decision.notes)


def test_the_votes_stop_at_the_ceiling_and_go_on_from_there(runs, tmp_path):
    out = tmp_path / "votes.jsonl"
    words = ("--aa", "0", "--degradados", "0", "--simultaneas", "1")
    assert judged(runs, out, *words, "--teto-usd", "0.02") == 4
    first = {vote.key for vote in journal.read(out).votes}
    assert 0 < len(first) < 10
    assert judged(runs, out, *words, "--teto-usd", "1") == 0
    votes = journal.read(out).votes
    assert len(votes) == len({vote.key for vote in votes}) == 10


def test_a_service_that_is_down_gives_no_vote_and_is_asked_again(runs, tmp_path):
    from cenario.provider.registry import Settings
    from cenario.provider.retry import RetryPolicy

    recording = prepare_judging(
        journal.read(runs).executions,
        evaluation=EVALUATION,
        params=resolve(EVALUATION, {}),
        options=JudgeOptions(judge="simulated:fault-down", again=0, degraded=0),
        path=tmp_path / "votes.jsonl",
        ceiling=Ceiling(usd=Decimal(1)),
        settings=Settings(retry=RetryPolicy(attempts=1)),
    )
    result = asyncio.run(record(recording))
    votes = journal.read(tmp_path / "votes.jsonl").votes
    assert result.failed == 10
    assert all(vote.winner is None and str(vote.invalid).startswith("harness") for vote in votes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--entrada", "nao-ha.jsonl", "--saida", "v.jsonl"], "nao-ha.jsonl"),
        (["--entrada", "RUNS", "--saida", "v.jsonl", "--judge", "semprovedor"], "semprovedor"),
        (["--entrada", "RUNS", "--saida", "v.jsonl", "--judge", "anthropic:claude-sonnet-5"], "teto"),
        (["--entrada", "RUNS", "--saida", "v.jsonl", "--teto-usd", "0"], "0"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_line(runs, tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    assert main(["julgar", *(str(runs) if word == "RUNS" else word for word in words)]) == 3
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1
    assert not Path("v.jsonl").exists()
