"""The oracle files are the ones they say they are, and none lies there unused."""

from __future__ import annotations

import json

import pytest

from tests.stats.oracles import FOLDER, read_json

COPIES = {"psychiatry.csv": "psy.csv", "f5_judge_exact.csv": "f5_judge_exact.csv"}


@pytest.mark.real
@pytest.mark.parametrize("name", sorted(COPIES))
def test_a_copied_table_equals_its_source(shared, name):
    source = shared / "statistics" / COPIES[name]
    assert (FOLDER / name).read_text(encoding="utf-8") == source.read_text(encoding="utf-8")


@pytest.mark.real
def test_typed_vectors_equal_their_source(shared):
    source = json.loads((shared / "statistics" / "vectors.json").read_text(encoding="utf-8"))
    typed = read_json("paired.json")
    assert source
    for section, rows in source.items():
        assert typed[section] == rows


@pytest.mark.real
def test_figures_from_r_equal_the_kept_output(shared):
    kept = (shared / "statistics" / "oracle.out").read_text(encoding="utf-8")
    clustered = read_json("clustered.json")
    for name in ("CR0", "CR1", "CR2", "CR3"):
        assert f"{name} {clustered[name]:.7g}" in kept
    for name in ("obuchowski", "durkalski", "yang"):
        assert f"{name} {clustered[name]:.6f}" in kept
    for row in read_json("paired.json")["agresti_min"][:-1]:
        assert f"AM {row['full'][0]:.6f} {row['full'][1]:.6f}" in kept


def test_every_oracle_file_is_read_by_a_test():
    tests = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("*.py"))
    unread = [path.name for path in FOLDER.iterdir() if path.is_file() and path.name not in tests]
    assert not unread
