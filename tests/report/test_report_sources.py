"""What a report stands on where nobody says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.errors import BadInputError
from cenario.report.sources import embedded, recorded


def write(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_files_are_told_apart_by_their_first_records(tmp_path: Path) -> None:
    opened = '{"kind":"manifest","evaluation":"C"}'
    runs = write(tmp_path, "b.jsonl", opened, '{"kind":"execution","evaluation":"C"}')
    bare = write(tmp_path, "a.jsonl", '{"kind":"execution","evaluation":"C"}')
    votes = write(tmp_path, "v.jsonl", opened, '{"kind":"vote","evaluation":"C"}')
    write(tmp_path, "other.jsonl", '{"kind":"execution","evaluation":"F5"}')
    write(tmp_path, "broken.jsonl", '{"kind":')
    write(tmp_path, "empty.jsonl")
    write(tmp_path, "C.json", '{"kind":"execution","evaluation":"C"}')
    found = recorded("c", tmp_path)
    assert found.runs == (bare, runs)
    assert found.votes == (votes,)


def test_a_first_line_of_megabytes_is_not_read_whole(tmp_path: Path) -> None:
    long = write(tmp_path, "a.jsonl", '{"kind":"execution","evaluation":"C","reply":"' + "x" * 100_000 + '"}')
    assert recorded("C", tmp_path).runs == (long,)


def test_votes_alone_are_nothing_to_report(tmp_path: Path) -> None:
    write(tmp_path, "v.jsonl", '{"kind":"vote","evaluation":"C"}')
    assert not recorded("C", tmp_path)


def test_nothing_recorded_is_nothing(tmp_path: Path) -> None:
    assert not recorded("C", tmp_path)
    assert not recorded("C", tmp_path / "missing")


def test_a_model_asked_for_leaves_out_files_of_others(tmp_path: Path) -> None:
    other = '{"kind":"manifest","evaluation":"C","models":["openai:x"]}'
    write(tmp_path, "a.jsonl", other, '{"kind":"execution","evaluation":"C","model":"openai:x"}')
    mine = write(tmp_path, "b.jsonl", '{"kind":"execution","evaluation":"C","model":"openai:y"}')
    assert recorded("C", tmp_path, model="openai:y").runs == (mine,)
    assert not recorded("C", tmp_path, model="simulated:steady")


def test_a_model_that_costs_money_is_never_run_by_a_report() -> None:
    with pytest.raises(BadInputError, match="cenario run"):
        embedded("compare", model="openai:x")


def test_compare_stands_on_the_sample_that_ships() -> None:
    found = embedded("compare")
    assert Path(found.baseline).is_file()
    assert Path(found.candidate).is_file()
