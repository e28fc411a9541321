"""The agent against itself: the published airline runs, and what no noise can be read from."""

from __future__ import annotations

import random

import msgspec
import pytest

from cenario.domain.execution import ChatMessage, Execution, Step, ToolCall
from cenario.errors import BadInputError, InsufficientDataError
from cenario.importers.registry import Options, read_file
from cenario.measures.copies import count_copies, recording
from cenario.measures.noise import measure_noise

AIRLINE = "data/tau-bench/gpt-4o-airline.json"


def run(k: int, rewards: list[float | None], tools: list[str], **changes) -> list[Execution]:
    return [
        msgspec.structs.replace(
            Execution(
                batch="b",
                evaluation="import",
                arm="a",
                model="m",
                conversation=f"T{i}",
                repetition=k,
                mode="recorded",
                outcome="completed",
                scores={"reward": reward},
                steps=(Step(calls=tuple(ToolCall(name=name) for name in names.split())),),
                started_at=f"2026-11-04T10:0{k}:{i:02}Z",
            ),
            **changes,
        )
        for i, (reward, names) in enumerate(zip(rewards, tools, strict=True))
    ]


@pytest.mark.real
def test_the_airline_runs_agree_with_themselves_as_published(shared):
    # Oracle: data/README.md beside the data, computed independently.
    executions = list(read_file(shared / AIRLINE, Options(arm="a", model="gpt-4o"))[2].executions)
    random.Random(1).shuffle(executions)
    (noise,) = measure_noise(executions)
    assert [p.n_equal for p in noise.agreement["tool_sequence"].pairs] == [8, 9, 7, 8, 8, 10]
    assert [p.n_equal for p in noise.agreement["reward"].pairs] == [31, 33, 36, 38, 39, 35]
    assert {p.n for p in noise.agreement["reward"].pairs} == {50}
    assert [round(p.estimate, 4) for p in noise.pass_hat] == [0.42, 0.2733, 0.22, 0.2]
    assert noise.values["reward"] == pytest.approx((0.42, 0.44, 0.40, 0.42))
    assert (noise.bands["reward"].lower, noise.bands["reward"].upper) == pytest.approx((0.40, 0.44))
    assert "invalid" not in noise.values  # nobody validated these calls
    assert noise.values["cost_usd"] == (None,) * 4
    assert "cost_usd" not in noise.bands


def test_what_the_harness_lost_is_left_out_of_both_sides_and_counted():
    first = run(0, [1.0, 0.0, 1.0], ["x y", "x", ""])
    second = run(1, [1.0, 1.0, None], ["x y", "x y", ""])
    second[1] = msgspec.structs.replace(
        second[1], outcome="harness_failure", outcome_reason="gone", scores={}
    )
    (noise,) = measure_noise([*first, *second])
    (pair,) = noise.agreement["tool_sequence"].pairs
    assert (pair.n_equal, pair.n) == (2, 2)
    (pair,) = noise.agreement["reward"].pairs
    assert (pair.n_equal, pair.n) == (1, 1)
    assert noise.values["reward"] == (2 / 3, 1.0)
    assert noise.lost == {1: {"gone": 1}}


def test_pass_k_is_not_said_of_scores_that_are_not_success_or_failure():
    (noise,) = measure_noise([*run(0, [0.5], ["x"]), *run(1, [0.75], ["x"])])
    assert noise.pass_hat is None


def test_one_repetition_and_an_unknown_score_are_refused():
    with pytest.raises(InsufficientDataError, match="uma só"):
        measure_noise(run(0, [1.0], ["x"]))
    with pytest.raises(BadInputError, match="reward"):
        measure_noise([*run(0, [1.0], ["x"]), *run(1, [1.0], ["x"])], score="rewrd")


def test_a_copied_repetition_is_refused_and_a_short_equal_answer_is_not():
    first = run(0, [1.0, 0.0], ["x y", "x"])
    copied = [msgspec.structs.replace(e, repetition=1, scores={"reward": 1.0}, batch="c") for e in first]
    with pytest.raises(BadInputError, match="mesma gravação"):
        measure_noise([*first, *copied])
    half = [copied[0], run(1, [0.0, 0.0], ["x", "x"])[1]]
    assert count_copies(zip(first, half, strict=True)).n_identical == 1
    assert measure_noise([*first, *half])
    short = [msgspec.structs.replace(e, started_at=None, reply="B") for e in (*first, *copied)]
    assert recording(short[0]) is None
    assert measure_noise(short)


def test_a_long_transcript_without_times_identifies_a_recording():
    long = (ChatMessage(role="assistant", text="palavra " * 40),)
    first = run(0, [1.0], ["x"], started_at=None, messages=long)
    with pytest.raises(BadInputError, match="mesma gravação"):
        measure_noise([*first, *run(1, [1.0], ["x"], started_at=None, messages=long)])
