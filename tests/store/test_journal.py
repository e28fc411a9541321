"""The journal keeps its promises: what was written is there, what is bad is named, nothing else is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cenario.domain.execution import Execution, Manifest, Step, ToolCall
from cenario.domain.vote import Vote
from cenario.errors import BadInputError
from cenario.store import journal, lines
from cenario.store.journal import Journal, TornTailWarning, encode, read, read_many


def manifest(**changes) -> Manifest:
    return msgspec.structs.replace(
        Manifest(batch="b", evaluation="C", seal="s", sealed_at="2026-11-04T13:00:00Z"), **changes
    )


def execution(conversation: str = "C01", k: int = 0, **changes) -> Execution:
    made = Execution(
        batch="b",
        evaluation="C",
        arm="off",
        model="simulated:steady",
        conversation=conversation,
        repetition=k,
        outcome="completed",
        steps=(Step(calls=(ToolCall(name="crm_find", arguments='{"a": "é\\n"}'),)),),
    )
    return msgspec.structs.replace(made, **changes)


def write(path: Path, *lines: bytes) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def refused(path: Path) -> str:
    with pytest.raises(BadInputError) as caught:
        read(path)
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    return text


def test_what_is_written_is_read_back(tmp_path):
    path = tmp_path / "deep" / "runs.jsonl"
    records = [manifest(), execution(), execution(k=1), execution("C02", outcome="harness_failure")]
    with Journal(path) as writer:
        for record in records:
            writer.write(record)
    contents = read(path)
    assert [*contents.manifests, *contents.executions] == records
    assert path.read_bytes() == b"".join(encode(record) for record in records)


@settings(max_examples=60, deadline=None)
@given(text=st.text(), cost=st.none() | st.floats(allow_nan=False, allow_infinity=False))
def test_any_text_goes_there_and_back(tmp_path_factory, text, cost):
    path = tmp_path_factory.mktemp("j") / "r.jsonl"
    record = execution(reply=text, cost_usd=cost, tags={"t": text})
    journal.write_whole(path, [record])
    assert path.read_bytes().count(b"\n") == 1
    assert read(path).executions == (record,)


def test_any_cut_loses_only_the_last_line(tmp_path):
    lines = [
        encode(manifest()),
        encode(execution(reply="são 10h · ção")),
        encode(execution(k=1, reply="fim")),
    ]
    whole = b"".join(lines)
    start = len(lines[0]) + len(lines[1])
    for cut in range(start + 1, len(whole) - 1):
        path = write(tmp_path / "r.jsonl", whole[:cut])
        with pytest.warns(TornTailWarning, match=":3"):
            contents = read(path)
        assert len(contents.executions) == 1
        assert contents.torn[0].line == 3
    path = write(tmp_path / "r.jsonl", whole[:-1])  # only the newline is missing: nothing is lost
    assert len(read(path).executions) == 2


def test_a_writer_sets_the_torn_tail_aside_and_goes_on(tmp_path):
    tail = encode(execution(k=1))[:40]
    path = write(tmp_path / "r.jsonl", encode(manifest()), encode(execution()), tail)
    with pytest.warns(TornTailWarning, match=r"\.torn"):
        writer = Journal(path)
    with writer:
        assert len(writer.contents.executions) == 1
        writer.write(execution(k=2))
    assert [e.repetition for e in read(path).executions] == [0, 2]
    assert Path(f"{path}.torn").read_bytes() == tail + b"\n"


def test_blocks_of_zeros_after_a_loss_of_power_are_a_torn_tail(tmp_path):
    path = write(tmp_path / "r.jsonl", encode(execution()), b"\0" * 4096)
    with pytest.warns(TornTailWarning):
        assert len(read(path).executions) == 1


def test_a_missing_last_newline_is_mended_before_the_next_line(tmp_path):
    path = write(tmp_path / "r.jsonl", encode(execution()).rstrip(b"\n"))
    with Journal(path) as writer:
        writer.write(execution(k=1))
    assert len(read(path).executions) == 2


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b'{"kind": "execution", "batch": 3}\n', "batch"),
        (b'{"kind": "vote"\n', ":2"),
        (encode(execution(k=5)).replace(b'"repetition":5', b'"repetition":"5"'), "repetition"),
        (encode(execution(k=5)).replace(b'"name":"crm_find"', b'"name":7'), r"steps[0].calls[0].name"),
        (encode(execution(k=5)).replace(b'"arm":', b'"amr":'), "amr"),
        (encode(execution(k=5, scores={"reward": 1.0})).replace(b'"reward":1.0', b'"reward":NaN'), "NaN"),
        (encode(execution(k=5, scores={"reward": 1.0})).replace(b"1.0", b"-Infinity"), "Infinity"),
        (encode(execution(sent=True)), "sent"),
        (encode(execution(arm_proved=False)), "arm_proved"),
        (b'{"format_version": 2, "kind": "manifest"}\n', ":2"),
        (b'{"hello": 1}\n', "kind"),
        (b"[1, 2]\n", "kind"),
        (b"\xff\xfe\n", "UTF-8"),
        (b"not json\n", "JSON"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"\n", ":2"),
    ],
)
def test_any_other_bad_line_is_named(tmp_path, bad, words):
    path = write(tmp_path / "r.jsonl", encode(manifest()), bad, encode(execution(k=9)))
    text = refused(path)
    assert words in text
    assert ":2" in text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "nenhuma"),
        (b"\xef\xbb\xbf", "nenhuma"),
        (b" \n\r\n", "nenhuma"),
        (b"hello", "importar"),
        (b'{\n  "results": []\n}\n', "importar"),
        (b'[{"task_id": 0, "reward": 1.0}]', "importar"),
        (b'{"kind": "execution", "model": "x"}', "falta"),
    ],
)
def test_a_file_of_another_kind_is_refused_in_one_line(tmp_path, data, words):
    assert words in refused(write(tmp_path / "r.jsonl", data))


def test_a_file_of_one_torn_line_is_an_error(tmp_path):
    path = write(tmp_path / "r.jsonl", encode(execution())[:30])
    with pytest.warns(TornTailWarning):
        assert "nenhuma" in refused(path)


def test_a_missing_file_and_a_folder(tmp_path):
    refused(tmp_path / "no.jsonl")
    refused(tmp_path)


def test_bom_and_crlf_are_read(tmp_path):
    lines = b"".join(encode(record) for record in (manifest(), execution(), execution(k=1)))
    path = write(tmp_path / "r.jsonl", b"\xef\xbb\xbf" + lines.replace(b"\n", b"\r\n") + b"\r\n")
    assert len(read(path).executions) == 2


def test_a_line_of_ten_megabytes_is_read_and_one_over_the_limit_refused(tmp_path, monkeypatch):
    path = write(tmp_path / "r.jsonl", encode(execution(reply="x" * 10_000_000)), encode(execution(k=1)))
    assert len(read(path).executions) == 2
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 1_000_000)
    assert ":1" in refused(path)


def test_a_key_measured_twice_is_refused_with_both_places(tmp_path):
    path = write(tmp_path / "r.jsonl", encode(manifest()), encode(execution()), encode(execution(reply="x")))
    text = refused(path)
    assert ":3" in text
    assert ":2" in text
    one, two = (
        write(tmp_path / "1.jsonl", encode(execution())),
        write(tmp_path / "2.jsonl", encode(execution())),
    )
    with pytest.raises(BadInputError, match=r"1\.jsonl:1"):
        read_many([one, two])


def test_a_harness_failure_may_be_run_again_and_its_money_is_kept(tmp_path):
    failed = execution(outcome="harness_failure", cost_usd=0.5)
    path = write(tmp_path / "r.jsonl", encode(failed), encode(execution()))
    contents = read(path)
    assert contents.executions == (execution(),)
    assert contents.superseded == (failed,)
    refused(write(tmp_path / "r.jsonl", encode(execution()), encode(failed)))


def test_votes_are_read_and_an_invalid_one_may_be_asked_again(tmp_path):
    vote = Vote(
        batch="b",
        evaluation="F5",
        model="m",
        judge="j",
        conversation="C01",
        baseline="json",
        candidate="linhas",
        first="candidate",
        winner="tie",
    )
    failed = msgspec.structs.replace(vote, winner=None, invalid="unreadable")
    contents = read(write(tmp_path / "v.jsonl", encode(failed), encode(vote)))
    assert contents.votes == (vote,)
    assert contents.superseded == (failed,)


def test_one_writer_a_file(tmp_path):
    path = tmp_path / "r.jsonl"
    with Journal(path), pytest.raises(BadInputError, match=r"r\.jsonl"):
        Journal(path)
    Journal(path).close()


def test_a_bad_file_is_left_as_it_is_and_unlocked(tmp_path):
    path = write(tmp_path / "r.jsonl", b"hello\n", encode(execution()))
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(BadInputError, match=":1"):
            Journal(path)
    assert path.read_bytes() == before


def test_threads_never_mix_lines(tmp_path):
    path = tmp_path / "r.jsonl"
    with Journal(path) as writer:

        def work(thread: int) -> None:
            for k in range(25):
                writer.write(execution(f"T{thread}", k, reply="x" * 5000))

        threads = [threading.Thread(target=work, args=(t,)) for t in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(read(path).executions) == 200


def test_a_full_disk_leaves_no_half_line(tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    real = os.write
    with Journal(path) as writer:
        writer.write(execution())

        def full(fd: int, data: memoryview) -> int:
            if fd == writer._fd:
                real(fd, data[:10])
                raise OSError(28, "No space left on device")
            return real(fd, data)

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(BadInputError, match="No space"):
            writer.write(execution(k=1))
        monkeypatch.setattr(os, "write", real)
        writer.write(execution(k=2))
    assert [e.repetition for e in read(path).executions] == [0, 2]


WRITER = """
import sys
from cenario.domain.execution import Execution
from cenario.store.journal import Journal
with Journal(sys.argv[1]) as writer:
    for k in range(1_000_000):
        writer.write(Execution(batch="b", evaluation="C", arm="a", model="m", conversation="c",
                               repetition=k, outcome="completed", reply="x" * 20_000))
        print(k, flush=True)
"""


def test_what_was_confirmed_survives_a_kill(tmp_path):
    path = tmp_path / "r.jsonl"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    confirmed = -1
    deadline = time.monotonic() + 60
    while confirmed < 20 and time.monotonic() < deadline:
        confirmed = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.wait()
    confirmed = int(rest[-1]) if rest else confirmed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TornTailWarning)
        with Journal(path) as writer:  # the dead writer's lock is free
            kept = [e.repetition for e in writer.contents.executions]
    assert kept == list(range(len(kept)))
    assert len(kept) >= confirmed + 1 >= 21


def test_a_failed_whole_write_leaves_nothing(tmp_path):
    path = tmp_path / "r.jsonl"
    with pytest.raises(TypeError):
        journal.write_whole(path, [execution(), execution(tags={"x": object()})])
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_in_what_a_model_wrote_is_kept_as_an_escape(tmp_path):
    path = tmp_path / "runs.jsonl"
    record = execution(reply="metade \ud800 de um emoji", tags={"nota": "\udfff"})
    with Journal(path) as journal:
        journal.write(record)
    (kept,) = read(path).executions
    assert kept.reply == "metade \\ud800 de um emoji"
    assert kept.tags == {"nota": "\\udfff"}
