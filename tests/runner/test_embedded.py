"""The embedded batch of a bare machine: whole, honest about being simulated, and taken up if cut."""

from __future__ import annotations

from cenario.evaluations.registry import find
from cenario.runner.embedded import run_embedded
from cenario.store import journal


def test_every_arm_conversation_and_k_once(tmp_path):
    evaluation = find("tests/runner/evaluation_of_turns.py")
    (path,) = run_embedded(evaluation, folder=tmp_path, repetitions=1)
    contents = journal.read(path)
    assert contents.manifests[0].simulated
    assert contents.manifests[0].planned == len(contents.executions) == 60
    assert {e.arm_proved for e in contents.executions} == {True}
    before = path.read_bytes()
    assert run_embedded(evaluation, folder=tmp_path, repetitions=1) == (path,)
    assert path.read_bytes() == before
    (other,) = run_embedded(evaluation, folder=tmp_path, repetitions=1, seed=1)
    assert other != path


def test_same_seed_same_executions(tmp_path):
    evaluation = find("tests/runner/evaluation_of_turns.py")
    (one,) = run_embedded(evaluation, folder=tmp_path / "a", repetitions=1)
    (two,) = run_embedded(evaluation, folder=tmp_path / "b", repetitions=1)

    def told(path):
        return {
            e.key: (e.tool_sequence, e.reply, [c.arguments for c in e.calls], e.vetoes)
            for e in journal.read(path).executions
        }

    assert told(one) == told(two)
