"""Real judges' votes: MT-bench pairs and AlpacaEval annotations, to their published figures."""

from __future__ import annotations

import csv
import json

import pytest

from cenario.cli.main import main
from cenario.store import journal


def imported(path, tmp_path, capsys, *more):
    out = tmp_path / "votes.jsonl"
    code = main(["import", str(path), "--out", str(out), "--json", *more])
    told = capsys.readouterr()
    return code, (json.loads(told.out) if code == 0 else told.err), out


@pytest.mark.real
def test_mt_bench_pairs_to_their_ground_truth(shared, tmp_path, capsys):
    """shared/data/README.md: computed independently of this code."""
    code, told, out = imported(shared / "data/mt-bench-phi3/gpt-4_pair.jsonl", tmp_path, capsys)
    assert code == 0
    orders = told["votes"]["both_orders"]
    assert (told["format"], orders["pairs"], orders["consistent"]) == ("mt-bench", 75, 47)
    assert (orders["flips"], orders["flips_to_first"]) == (18, 16)
    assert (orders["first_shown_wins"], orders["second_shown_wins"]) == (79, 43)
    said = orders["conservative"]
    assert (said["baseline"], said["candidate"], said["tie"], said["error"]) == (18, 20, 36, 1)
    assert (round(said["lower"], 4), round(said["upper"], 4)) == (-0.1365, 0.1890)
    assert len(journal.read(out).votes) == 150


@pytest.mark.real
@pytest.mark.parametrize("name", ["claude-2", "gpt-3.5-turbo-0301"])
def test_alpaca_eval_reproduces_its_leaderboard_row(shared, tmp_path, capsys, name):
    folder = shared / "data/alpaca_eval"
    with (folder / "alpaca_eval_gpt4_leaderboard.csv").open() as file:
        row = next(row for row in csv.DictReader(file) if row[""] == name)
    code, told, _ = imported(folder / f"{name}__alpaca_eval_gpt4__annotations.json", tmp_path, capsys)
    assert code == 0
    votes = told["votes"]
    by_vote = votes["by_vote"]
    assert [by_vote[key] for key in ("candidate", "baseline", "tie", "valid")] == [
        int(row[key]) for key in ("n_wins", "n_wins_base", "n_draws", "n_total")
    ]
    for key in ("win_rate", "standard_error", "discrete_win_rate"):
        assert votes[key] == pytest.approx(float(row[key]), rel=1e-13)


def pair(**fields):
    row = {
        "question_id": 1,
        "turn": 1,
        "model_1": "a",
        "model_2": "b",
        "judge": ["j", "p"],
        "g1_winner": "model_1",
        "g2_winner": "tie",
    }
    return json.dumps({**row, **fields})


def test_mt_bench_errors_are_no_votes_and_orders_are_kept(tmp_path, capsys):
    path = tmp_path / "pairs.jsonl"
    path.write_text(pair() + "\n" + pair(question_id=2, g1_winner="error", g2_winner="model_2") + "\n")
    code, told, out = imported(path, tmp_path, capsys)
    assert code == 0
    votes = journal.read(out).votes
    assert [(vote.first, vote.winner, vote.invalid) for vote in votes] == [
        ("baseline", "baseline", None), ("candidate", "tie", None),
        ("baseline", None, "error"), ("candidate", "candidate", None),
    ]  # fmt: skip
    assert told["votes"]["by_vote"]["invalid"] == 1


def test_alpaca_preferences_that_are_none_of_them(tmp_path, capsys):
    rows = [
        {
            "generator_1": "a",
            "generator_2": "b",
            "output_1": "",
            "output_2": "",
            "annotator": "j",
            "preference": given,
        }
        for given in (1, 2, 1.5, 0, 1.7, None, 3, "2", True)
    ]
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(rows))
    code, told, _ = imported(path, tmp_path, capsys)
    assert code == 0
    by_vote = told["votes"]["by_vote"]
    assert (by_vote["candidate"], by_vote["baseline"], by_vote["tie"], by_vote["invalid"]) == (2, 1, 2, 4)
    assert told["votes"]["both_orders"] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (pair(g1_winner="modelo_1"), "g1_winner"),
        (pair(model_1=None), "model_1"),
        (pair() + "\n" + pair(), "repete"),
        (pair() + "\n" + pair(question_id=2, model_2="c"), "2 pares de modelos"),
        (pair() + "\n{", ":2"),
    ],
)
def test_what_is_no_file_of_pairs_is_refused_in_a_line(tmp_path, capsys, text, said):
    path = tmp_path / "pairs.jsonl"
    path.write_text(text + "\n")
    code, told, out = imported(path, tmp_path, capsys, "--as", "mt-bench")
    assert code == 3
    assert said in told
    assert len(told.strip().splitlines()) == 1
    assert not out.exists()
