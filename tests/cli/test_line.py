"""The straight line from the shell: import, noise, compare; bad input is one line and exit 3."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from cenario.cli.main import main
from cenario.domain.execution import ChatMessage
from cenario.store.journal import encode, read
from tests.evaluations.test_compare import side
from tests.importers.test_tau import AIRLINE, LADDER, row


def sides(folder: Path, old: list[float | None], new: list[float | None]) -> tuple[str, str]:
    """Write both sides, imported by hand: a manifest that has a source, then the executions."""
    paths = []
    for arm, values in (("old", old), ("new", new)):
        rows = [
            row(i, 0, reward=v, traj=[{"role": "assistant", "content": f"{arm} {i}"}])
            for i, v in enumerate(values)
        ]
        file, out = folder / f"{arm}.json", folder / f"{arm}.jsonl"
        file.write_text(json.dumps(rows))
        assert (
            main(["import", str(file), "--as", "tau-bench", "--arm", arm, "--model", "m", "--out", str(out)])
            == 0
        )
        paths.append(str(out))
    return paths[0], paths[1]


def compare(base: str, other: str, *more: str) -> int:
    return main(["compare", "--baseline", base, "--candidate", other, *more])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [([1.0] * 80, [1.0] * 80, 0), ([1.0] * 80, [0.0] * 30 + [1.0] * 50, 1), ([1.0] * 20, [1.0] * 20, 2)],
)
def test_the_exit_code_is_the_verdict(tmp_path, capsys, old, new, code):
    base, other = sides(tmp_path, old, new)
    capsys.readouterr()
    assert compare(base, other, "--json") == code
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == ["APROVA", "REPROVA", "INCONCLUSIVO"][code]
    assert compare(base, other) == code
    assert capsys.readouterr().out.startswith(document["headline"])


def test_the_runbooks_words_are_taken(tmp_path, capsys):
    base, other = sides(tmp_path, [1.0] * 80, [1.0] * 80)
    words = ["comparar", "--referencia", base, "--candidata", other, "--margem", "0.05", "--medida", "reward"]
    assert main(words) == 0
    file, out = str(tmp_path / "old.json"), str(tmp_path / "x.jsonl")
    assert (
        main(["importar", file, "--como", "tau-bench", "--braco", "a", "--modelo", "m", "--saida", out]) == 0
    )


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--margin", "1.5"), "[0, 0.99]"),
        (("--margin", "nan"), "nan"),
        (("--margin", "0,05"), "0,05"),
        (("--alpha", "0"), "[0.0001, 0.5]"),
        (("--measure", "f1"), "reward"),
    ],
)
def test_an_illegal_option_names_what_is_legal(tmp_path, capsys, option, said):
    base, other = sides(tmp_path, [1.0], [1.0])
    capsys.readouterr()
    assert compare(base, other, *option) == 3
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


LINE = encode(side("new", [1.0])[0])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello\n",
        b'{"results": [1, 2]}\n',
        b'[{"task_id": 1}]',
        LINE[:50],
        LINE + b"{}\n",
        LINE + LINE,
        LINE.replace(b"1.0", b"NaN"),
        LINE.replace(b'"T0"', b'"X0"'),
        LINE.replace(b'"outcome":"completed"', b'"outcome":"fine"'),
        b"\xef\xbb\xbf",
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_a_bad_side_is_one_line_and_exit_3(tmp_path, capsys, data):
    base, _ = sides(tmp_path, [1.0], [1.0])
    other = tmp_path / "other.jsonl"
    other.write_bytes(data)
    capsys.readouterr()
    before = {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()}
    for words in ((base, str(other)), (str(other), base)):
        assert compare(*words, "--json") == 3
        told = capsys.readouterr()
        assert told.out == ""
        assert [line for line in told.err.splitlines() if line.startswith("erro: ")] == [
            told.err.splitlines()[-1]
        ]
        assert "Traceback" not in told.err
    assert {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()} == before


def test_bom_crlf_and_a_ten_megabyte_line_are_read(tmp_path):
    base, other = sides(tmp_path, [1.0] * 80, [1.0] * 80)
    path = Path(other)
    lines = path.read_bytes().splitlines()
    manifest, first = msgspec.json.decode(lines[0]), msgspec.json.decode(lines[1])
    first["reply"] = "x" * 10_000_000
    lines[:2] = [msgspec.json.encode(manifest), msgspec.json.encode(first)]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines) + b"\r\n")
    assert compare(base, other) == 0


def test_a_missing_file(tmp_path, capsys):
    assert compare(str(tmp_path / "no.jsonl"), str(tmp_path / "no.jsonl")) == 3
    assert main(["import", str(tmp_path / "no.json"), "--out", str(tmp_path / "o.jsonl")]) == 3
    assert main(["noise", str(tmp_path / "no.jsonl")]) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_failed_import_writes_nothing_and_keeps_what_was_there(tmp_path, capsys):
    bad, out = tmp_path / "bad.json", tmp_path / "out.jsonl"
    bad.write_text(json.dumps([row(), row()]))
    words = ["import", str(bad), "--model", "m", "--out", str(out)]
    assert main(words) == 3
    assert not out.exists()
    bad.write_text(json.dumps([row()]))
    assert main(words) == 0
    assert main(words) == 0  # an import may be made again
    out.write_bytes(LINE)
    assert main(words) == 3  # what was measured is never written over
    assert out.read_bytes() == LINE
    assert "importação" in capsys.readouterr().err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.json", "out.jsonl"]


@pytest.mark.real
def test_real_files_from_the_shell(shared, tmp_path, capsys):
    out = tmp_path / "a.jsonl"
    assert (
        main(
            ["import", str(shared / AIRLINE), "--arm", "a", "--model", "gpt-4o", "--out", str(out), "--json"]
        )
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert (told["n"], told["tasks"], told["repetitions"], told["harness_failures"]) == (200, 50, 4, 0)
    assert len(read(out).executions) == 200
    assert main(["noise", str(out), "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)["groups"]
    assert [pair["n_equal"] for pair in group["agreement"]["tool_sequence"]] == [8, 9, 7, 8, 8, 10]
    assert main(["noise", f"{out}#k=1"]) == 3
    assert "uma só" in capsys.readouterr().err
    ladder = tmp_path / "l.jsonl"
    path = str(shared / LADDER.format("0-4o"))
    assert main(["import", path, "--as", "tau2-bench", "--model", "m", "--out", str(ladder)]) == 3
    assert main(["import", path, "--model", "m", "--out", str(ladder)]) == 0
    capsys.readouterr()
    assert compare(str(out), str(ladder)) == 3  # other tasks under the same numbers
    assert "nenhuma tarefa em comum" in capsys.readouterr().err


def test_noise_from_the_shell_by_parts(tmp_path, capsys):
    out = tmp_path / "r.jsonl"
    lines = []
    for k in range(3):
        for e in side("a", [1.0, float(k == 1)]):
            said = (ChatMessage(role="user", text=f"{k} " * 200),)
            lines.append(encode(msgspec.structs.replace(e, repetition=k, messages=said)))
    out.write_bytes(b"".join(lines))
    assert main(["noise", str(out)]) == 0
    assert "pass^3 = 0,5000" in capsys.readouterr().out
    assert main(["noise", f"{out}#k=0", f"{out}#k=2", "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)["groups"]
    assert group["repetitions"] == [0, 2]
    assert main(["noise", str(out), str(out)]) == 3
    assert main(["noise"]) == 3
