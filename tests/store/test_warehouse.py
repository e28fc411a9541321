"""The warehouse: the exact schema, the journal's strictness, the swap, and many readers at once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import msgspec
import polars as pl
import pytest

import cenario
from cenario.domain.execution import ChatMessage, Execution, Step, ToolCall, Usage
from cenario.domain.vote import Score, Vote
from cenario.errors import BadInputError
from cenario.store import warehouse
from cenario.store.columns import DERIVED, KEYS, KINDS, columns_of
from cenario.store.journal import TornTailWarning, encode, read
from tests.store.test_journal import execution, manifest, write

VOTE = Vote(
    batch="b", evaluation="F5", model="m", judge="j", conversation="C01", baseline="json",
    candidate="linhas", first="baseline", winner="tie",
)  # fmt: skip
SCORE = Score(
    batch="b", evaluation="s", model="m", judge="j", arm="a", conversation="c", criterion="x", value=0.5
)

EXECUTIONS = """\
format_version BIGINT
batch VARCHAR
evaluation VARCHAR
arm VARCHAR
model VARCHAR
model_served VARCHAR
conversation VARCHAR
cluster VARCHAR
variant VARCHAR
repetition BIGINT
agent VARCHAR
clock VARCHAR
mode VARCHAR
sent BOOLEAN
seal VARCHAR
wire JSON
arm_proved BOOLEAN
outcome VARCHAR
outcome_reason VARCHAR
steps STRUCT(calls STRUCT("name" VARCHAR, arguments VARCHAR, known BOOLEAN, "valid" BOOLEAN, faults STRUCT("rule" VARCHAR, path VARCHAR, format BOOLEAN)[], has_format_field BOOLEAN, landfill_uuid BOOLEAN, effect VARCHAR, "resource" VARCHAR, result VARCHAR, "error" VARCHAR, empty BOOLEAN)[], usage STRUCT(input_tokens BIGINT, cache_read_tokens BIGINT, cache_write_tokens BIGINT, output_tokens BIGINT), attempts BIGINT, cost_usd DOUBLE, duration_s DOUBLE, stop_reason VARCHAR, purpose VARCHAR)[]
loops BIGINT
cost_usd DOUBLE
in_doubt_usd DOUBLE
duration_s DOUBLE
reply VARCHAR
vetoes JSON
end_state JSON
closing JSON
scores MAP(VARCHAR, DOUBLE)
messages JSON
started_at VARCHAR
ended_at VARCHAR
seed BIGINT
source JSON
situation JSON
tags JSON
n_steps BIGINT
n_calls BIGINT
tool_sequence VARCHAR[]
input_tokens BIGINT
output_tokens BIGINT
score_reward DOUBLE"""  # noqa: E501 the schema as DuckDB tells it


def records(n: int = 3) -> list[bytes]:
    full = Step(
        calls=(ToolCall(name="find", arguments='{"a": 1}'), ToolCall(name="book", valid=False)),
        usage=Usage(input_tokens=7, output_tokens=3),
        cost_usd=0.25,
    )
    return [
        encode(manifest()),
        *(
            encode(execution(k=k, steps=(full,), scores={"reward": float(k % 2)}, cost_usd=0.5))
            for k in range(n)
        ),
    ]


def test_the_exact_schema(tmp_path):
    loaded = cenario.load(write(tmp_path / "r.jsonl", *records()))
    described = loaded.sql("DESCRIBE executions").fetchall()
    shown = [f"{name} {kind}" for name, kind, *_ in described]
    assert sorted(shown) == sorted(EXECUTIONS.splitlines())
    assert shown == EXECUTIONS.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_record_is_a_declared_and_described_column(kind, tmp_path):
    names = [column.name for column in columns_of(KINDS[kind])]
    assert names == [field.encode_name for field in msgspec.structs.fields(KINDS[kind])]
    assert all(c.description or c.name == "format_version" for c in (*columns_of(KINDS[kind]), *DERIVED))
    loaded = cenario.load(write(tmp_path / "r.jsonl", *records()))
    types = {name: kind for name, kind, *_ in loaded.sql(f"DESCRIBE {kind}s").fetchall()}
    declared = {c.name: c.type for c in columns_of(KINDS[kind])}
    told = duckdb.sql(
        f"DESCRIBE SELECT {', '.join(f'NULL::{t} AS {chr(34)}{n}{chr(34)}' for n, t in declared.items())}"
    )
    assert {name: types[name] for name in declared} == {name: t for name, t, *_ in told.fetchall()}


def test_the_keys_are_the_records_own():
    for kind, record in (("execution", execution(variant="v")), ("vote", VOTE), ("score", SCORE)):
        assert tuple(getattr(record, name) for name in KEYS[kind]) == record.key


def test_values_come_through_and_what_is_unknown_stays_unknown(tmp_path):
    said = (ChatMessage(role="user", text="olá"),)
    bare = execution("C02", steps=(Step(),), messages=said, tags={"kind": "manifest"})
    loaded = cenario.load(write(tmp_path / "r.jsonl", *records(), encode(bare), encode(VOTE), encode(SCORE)))
    frame = loaded.polars().sort("conversation", "repetition")
    assert frame["n_calls"].to_list() == [2, 2, 2, 0]
    assert frame["tool_sequence"].to_list() == [["find", "book"]] * 3 + [[]]
    assert frame["score_reward"].to_list() == [0.0, 1.0, 0.0, None]
    assert frame["input_tokens"].to_list() == [7, 7, 7, None]
    assert frame["cost_usd"].to_list() == [0.5, 0.5, 0.5, None]
    assert frame["mode"].unique().to_list() == ["preview"]
    assert frame["sent"].to_list() == [False] * 4
    assert msgspec.json.decode(frame["messages"][3]) == [{"role": "user", "text": "olá"}]
    assert msgspec.json.decode(frame["tags"][3]) == {"kind": "manifest"}
    assert loaded.polars("votes")["winner"].to_list() == ["tie"]
    assert loaded.polars("scores")["value"].to_list() == [0.5]
    assert loaded.polars("manifests")["planned"].to_list() == [None]
    pandas = loaded.to_pandas()
    assert list(pandas.columns) == frame.columns
    assert pandas["score_reward"].isna().sum() == 1
    assert loaded.relation().aggregate("count(*)").fetchall() == [(4,)]


@pytest.mark.real
def test_every_record_of_every_shape_is_the_same_as_the_journals(tmp_path, shared):
    from cenario.importers.registry import Options, manifest_of, read_file

    _, source, imported = read_file(
        shared / "data/tau-bench/gpt-4o-airline.json", Options(arm="a", model="m")
    )
    path = write(
        tmp_path / "r.jsonl", encode(manifest_of(source, imported)), *map(encode, imported.executions)
    )
    frame = cenario.load(path).polars()
    columns = [field.encode_name for field in msgspec.structs.fields(Execution)]
    for row, record in zip(frame.select(columns).to_dicts(), imported.executions, strict=True):
        told = msgspec.json.decode(encode(record))
        assert row["conversation"] == told["conversation"]
        assert dict(row["scores"]) == told["scores"]
        assert [[c["name"] for c in s["calls"] or []] for s in row["steps"]] == [
            [c.name for c in s.calls] for s in record.steps
        ]
        for name in ("messages", "source", "tags"):
            if told.get(name):
                assert msgspec.json.decode(row[name]) == told[name]


BAD = [
    (b'{"kind": "execution", "batch": 3}\n', "batch"),
    (encode(execution(k=5)).replace(b'"repetition":5', b'"repetition":"5"'), "repetition"),
    (encode(execution(k=5)).replace(b'"repetition":5', b'"repetition":5.5'), "repetition"),
    (encode(execution(k=5)).replace(b'"name":"crm_find"', b'"name":7'), "steps[0].calls[0].name"),
    (encode(execution(k=5)).replace(b'"outcome":"completed"', b'"outcome":"fine"'), "outcome"),
    (encode(execution(k=5)).replace(b'"arm":', b'"amr":'), "amr"),
    (encode(execution(k=5, scores={"reward": 1.0})).replace(b"1.0", b"NaN"), "NaN"),
    (encode(execution(sent=True)), "sent"),
    (encode(execution(arm_proved=False)), "arm_proved"),
    (b'{"hello": 1}\n', "kind"),
    (b"not json\n", "JSON"),
    (b"\xff\xfe\n", "UTF-8"),
    (encode(execution()), "cópia"),
]


@pytest.mark.parametrize(("bad", "words"), BAD)
def test_a_bad_line_is_named_and_the_old_warehouse_stays(tmp_path, bad, words):
    folder = tmp_path / "w"
    warehouse.build([write(tmp_path / "good.jsonl", *records())], folder)
    before = contents(folder)
    path = write(tmp_path / "bad.jsonl", *records(1), bad, encode(execution("C09")))
    with pytest.raises(BadInputError) as caught:
        warehouse.build([path], folder)
    assert words in str(caught.value)
    assert f"{path}:3" in str(caught.value)
    assert contents(folder) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b"[1, 2]"])
def test_nothing_to_load_is_refused(tmp_path, data):
    with pytest.raises(BadInputError):
        cenario.load(write(tmp_path / "r.jsonl", data))
    for missing in ([tmp_path / "no.jsonl"], [f"{tmp_path}/no*.jsonl"], [tmp_path], []):
        with pytest.raises(BadInputError):
            cenario.load(missing)


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\n\n"])
def test_bom_crlf_blank_lines_and_a_torn_tail(tmp_path, start, newline):
    lines = b"".join(records()).replace(b"\n", newline)
    whole = cenario.load(write(tmp_path / "r.jsonl", start + lines)).polars()
    assert whole.height == 3
    path = write(tmp_path / "t.jsonl", start + lines + encode(execution("C05"))[:60])
    with pytest.warns(TornTailWarning, match=r"t\.jsonl"):
        torn = cenario.load(path).polars()
    assert torn.equals(whole)
    assert path.read_bytes().endswith(encode(execution("C05"))[:60])  # a reader mends nothing


def test_a_line_longer_than_duckdbs_own_limit(tmp_path):
    path = write(tmp_path / "r.jsonl", encode(execution(reply="x" * 20_000_000)), *records(1)[:1])
    assert cenario.load(path).polars()["reply"].str.len_bytes().to_list() == [20_000_000]


def test_what_was_run_again_counts_once(tmp_path):
    failed = execution("C07", outcome="harness_failure", cost_usd=9.0)
    again = execution("C07")
    path = write(tmp_path / "r.jsonl", *records(), encode(failed), encode(again))
    frame = cenario.load(path).polars()
    assert frame.height == 4
    assert frame.filter(pl.col("conversation") == "C07")["outcome"].to_list() == ["completed"]
    assert {(e.conversation, e.repetition) for e in read(path).executions} == set(
        frame.select("conversation", "repetition").iter_rows()
    )


def test_names_are_never_a_query_nor_a_pattern(tmp_path):
    odd = tmp_path / 'a\'b [c] * "d"'
    odd.mkdir()
    hostile = "x'); DROP TABLE executions; --\""
    path = write(odd / "r.jsonl", *records(), encode(execution("C02", scores={hostile: 1.0})))
    loaded = cenario.load(path)
    assert loaded.polars()[f"score_{hostile}"].drop_nulls().to_list() == [1.0]
    warehouse.build([path], odd / "w")
    assert cenario.load(odd / "w").polars().height == 4


def test_several_files_and_a_folder_give_the_same(tmp_path):
    one = write(tmp_path / "1.jsonl", *records())
    two = write(tmp_path / "2.jsonl", encode(manifest(batch="c")), encode(execution("C02")))
    both = cenario.load([one, two]).polars()
    assert both.height == 4
    assert cenario.load(f"{tmp_path}/*.jsonl").polars().equals(both)
    warehouse.build([one, two], tmp_path / "w")
    assert cenario.load(tmp_path / "w").polars().equals(both)
    with pytest.raises(BadInputError, match=r"2\.jsonl"):
        cenario.load(one, two, write(tmp_path / "3.jsonl", encode(execution("C02"))))


READER = """
import sys, cenario
counts = {cenario.load(sys.argv[1]).polars().height for _ in range(15)}
assert counts <= {3, 4}, counts
"""


def test_readers_of_other_processes_read_on_while_it_is_built_again(tmp_path):
    small = write(tmp_path / "s.jsonl", *records())
    large = write(tmp_path / "l.jsonl", *records(4))
    folder = warehouse.build([small], tmp_path / "w")
    environment = {**os.environ, "PYTHONPATH": str(Path(cenario.__file__).parents[1])}
    readers = [
        subprocess.Popen([sys.executable, "-c", READER, str(folder)], env=environment, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    until = time.monotonic() + 60
    while any(reader.poll() is None for reader in readers) and time.monotonic() < until:
        warehouse.build([large], folder)
        warehouse.build([small], folder)
    for reader in readers:
        assert reader.wait(timeout=60) == 0, reader.stderr.read().decode()
    assert sorted(p.name[:6] for p in folder.iterdir()) == ["build-", "curren"]


def test_a_folder_that_is_no_warehouse_and_a_pointer_that_would_leave_it(tmp_path):
    for name in (None, "../other", "build-gone", "\u00e9"):
        if name is not None:
            (tmp_path / "current").write_text(name, encoding="utf-8")
        with pytest.raises(BadInputError, match="armazém"):
            cenario.load(tmp_path)


def test_nothing_is_left_behind_when_the_records_are_gone(tmp_path):
    folder = warehouse.build([write(tmp_path / "r.jsonl", *records())], tmp_path / "w")
    loaded = cenario.load(folder)
    warehouse.build([write(tmp_path / "l.jsonl", *records(4))], folder)
    assert loaded.polars().height == 3  # it reads on what it opened
    del loaded
    assert not list(folder.glob(".reading-*"))
    assert cenario.load(folder).polars().height == 4


def test_threads_of_one_process_may_read_at_once(tmp_path):
    folder = warehouse.build([write(tmp_path / "r.jsonl", *records())], tmp_path / "w")
    heights: list[int] = []
    threads = [
        threading.Thread(target=lambda: heights.append(cenario.load(folder).polars().height))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heights == [3] * 4


def test_the_front_door_is_sorted_and_lazy():
    assert cenario.__all__ == sorted(cenario.__all__)
    assert all(getattr(cenario, name) is not None for name in cenario.__all__)
    with pytest.raises(AttributeError):
        _ = cenario.nothing
    code = "import sys, cenario; sys.exit(bool({'polars', 'duckdb', 'msgspec'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
