"""A batch from the first line to the last, through the real SDK, in process."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest

from cenario.domain.vote import Vote
from cenario.errors import ArmProofError, BadInputError, message
from cenario.provider.simulated.app import SimulatedService
from cenario.provider.simulated.courses import Courses
from cenario.runner.job import Job, Work
from cenario.store.journal import Journal
from tests.runner.samples import MODEL, OneInference, client, jobs, manifest, read, run

pytestmark = pytest.mark.anyio


async def test_the_manifest_comes_first_and_each_job_once(tmp_path):
    path = tmp_path / "c.jsonl"
    result = await run(path)
    lines = path.read_text().splitlines()
    assert '"kind":"manifest"' in lines[0]
    assert len(lines) == 1 + 16
    contents = read(path)
    assert {e.key for e in contents.executions} == {j.key for j in jobs()}
    assert (result.ended, result.done, result.failed, result.planned) == ("done", 16, 0, 16)
    assert all(
        e.seal == "s1" and e.batch == "b1" and e.started_at and e.ended_at for e in contents.executions
    )


async def test_money_is_the_sum_of_usage_at_list_price(tmp_path):
    path = tmp_path / "c.jsonl"
    result = await run(path, worker=OneInference(inferences=2))
    contents = read(path)
    total = Decimal(0)
    for execution in contents.executions:
        for step in execution.steps:
            total += step.usage.input_tokens * Decimal("0.000002") + step.usage.output_tokens * Decimal(
                "0.00001"
            )
        assert execution.cost_usd == pytest.approx(sum(step.cost_usd for step in execution.steps))
    assert result.spent_usd == total
    assert sum(e.cost_usd for e in contents.executions) == pytest.approx(float(total))


async def test_stopped_at_the_ceiling_then_finished_under_a_higher_one(tmp_path):
    path = tmp_path / "c.jsonl"
    worker = OneInference(inferences=3)
    first = await run(path, worker=worker, usd="0.006", concurrency=3)
    assert first.ended == "ceiling"
    assert first.spent_usd <= Decimal("0.006")
    assert 0 < first.done < 16
    part = read(path)
    assert sum(e.is_measured for e in part.executions) == first.done
    kept = {e.key for e in part.executions if e.is_measured}
    again = OneInference(inferences=3)
    second = await run(path, worker=again, usd="1", opening=manifest(planned=16, ceiling_usd=1.0))
    assert (second.ended, second.done) == ("done", 16)
    assert not kept & {j.key for j in again.began}
    whole = read(path)
    assert len(whole.executions) == 16
    assert all(e.is_measured for e in whole.executions)
    assert float(second.spent_usd) == pytest.approx(
        sum(e.cost_usd for e in (*whole.executions, *whole.superseded))
    )
    assert second.spent_usd > first.spent_usd, "money already in the file counts"
    assert [m.ceiling_usd for m in whole.manifests] == [None, 1.0]


async def test_a_resume_that_has_no_money_left_sends_nothing(tmp_path):
    path = tmp_path / "c.jsonl"
    await run(path, usd="0.003")
    service = SimulatedService(courses=Courses([]))
    result = await run(path, usd="0.003", clients={MODEL: client(app=service)})
    assert result.ended == "ceiling"
    assert service.requests == 0


async def test_what_is_done_is_not_done_again(tmp_path):
    path = tmp_path / "c.jsonl"
    await run(path)
    before = path.read_bytes()
    worker = OneInference()
    result = await run(path, worker=worker)
    assert worker.began == []
    assert result.done == 16
    assert path.read_bytes() == before


async def test_harness_failures_are_tried_again_counted_and_taken_up(tmp_path):
    path = tmp_path / "c.jsonl"
    down = SimulatedService(
        courses=Courses([]), faults=["http_500"] * 9
    )  # 3 attempts x 3 tries of the first job
    result = await run(path, todo=jobs(1, ("off",), 1), clients={MODEL: client(app=down)})
    assert (result.done, result.failed) == (0, 1)
    assert down.requests == 9
    contents = read(path)
    assert [e.outcome for e in contents.executions] == ["harness_failure"]
    assert "HTTP 500" in contents.executions[0].outcome_reason
    assert len(contents.superseded) == 2
    healed = await run(path, todo=jobs(1, ("off",), 1))
    assert (healed.done, healed.failed) == (1, 0)
    assert [e.outcome for e in read(path).executions] == ["completed"]


async def test_money_of_lost_answers_is_in_doubt_and_counts_against_the_ceiling(tmp_path):
    path = tmp_path / "c.jsonl"
    cut = SimulatedService(courses=Courses([]), faults=["cut_body"])
    result = await run(path, todo=jobs(1, ("off",), 1), clients={MODEL: client(app=cut)})
    (execution,) = read(path).executions
    assert execution.in_doubt_usd > 0
    assert float(result.spent_usd) == pytest.approx(execution.cost_usd + execution.in_doubt_usd)


async def test_a_worker_s_own_fault_is_a_record_and_not_a_crash(tmp_path):
    class Faulty(OneInference):
        async def __call__(self, job, clients):
            if job.conversation == "C01":
                raise ZeroDivisionError
            return await super().__call__(job, clients)

    path = tmp_path / "c.jsonl"
    result = await run(path, worker=Faulty())
    assert (result.done, result.failed) == (12, 4)
    lost = [e for e in read(path).executions if not e.is_measured]
    assert {e.conversation for e in lost} == {"C01"}
    assert {e.outcome_reason for e in lost} == {"ZeroDivisionError"}


async def test_a_wire_that_does_not_show_the_arm_stops_the_batch_before_it_spends(tmp_path):
    path = tmp_path / "c.jsonl"
    service = SimulatedService(courses=Courses([]))

    def no_arm(request):
        return message("provider-ranks-changed")

    with pytest.raises(ArmProofError, match="off"):
        await run(path, proofs={"off": no_arm}, concurrency=1, clients={MODEL: client(app=service)})
    kept = read(path).executions
    assert all(e.arm == "on" for e in kept)
    assert service.requests == len(kept)


async def test_proved_arms_say_so(tmp_path):
    path = tmp_path / "c.jsonl"
    await run(path, proofs={"off": lambda request: None})
    assert {(e.arm, e.arm_proved) for e in read(path).executions} == {("off", True), ("on", None)}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seal": "s2", "parts": {"params": "p1", "corpus": "c2"}}, "corpus"),
        ({"seal": "s2", "parts": {"params": "p2", "corpus": "c1"}}, "params"),
        ({"clock": "2026-11-05T10:00:00-03:00"}, "relógio"),
        ({"models": ("simulated:steady",)}, "models"),
        ({"evaluation": "U"}, "evaluation"),
    ],
)
async def test_a_file_of_another_ruler_clock_or_model_is_not_taken_up(tmp_path, changes, says):
    path = tmp_path / "c.jsonl"
    await run(path, todo=jobs(1))
    before = path.read_bytes()
    with pytest.raises(BadInputError, match=says):
        await run(path, todo=jobs(2), opening=manifest(**changes))
    assert path.read_bytes() == before


async def test_records_without_a_manifest_are_not_taken_up(tmp_path):
    path = tmp_path / "c.jsonl"
    await run(path, todo=jobs(1))
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(BadInputError, match="manifesto"):
        await run(path)


async def test_two_writers_of_one_file_are_refused(tmp_path):
    path = tmp_path / "c.jsonl"
    with Journal(path), pytest.raises(BadInputError):
        await run(path)


async def test_stop_lets_what_is_in_flight_end_and_begins_nothing_new(tmp_path):
    path = tmp_path / "c.jsonl"
    stop = asyncio.Event()

    class Stopping(OneInference):
        async def __call__(self, job, clients):
            stop.set()
            return await super().__call__(job, clients)

    result = await run(path, worker=Stopping(), concurrency=2, stop=stop)
    assert result.ended == "interrupted"
    assert 1 <= result.done <= 2
    assert sum(e.is_measured for e in read(path).executions) == result.done
    stop.clear()
    assert (await run(path)).done == 16


async def test_cancelled_in_flight_keeps_the_money_that_was_spent(tmp_path):
    path = tmp_path / "c.jsonl"
    reached = asyncio.Event()

    class Slow(OneInference):
        async def __call__(self, job, clients):
            await super().__call__(job, clients)
            reached.set()
            await asyncio.sleep(60)

    task = asyncio.ensure_future(run(path, worker=Slow(), concurrency=1))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (execution,) = read(path).executions
    assert execution.outcome == "stopped"
    assert execution.cost_usd > 0
    assert (await run(path)).done == 16


async def test_votes_are_jobs_too(tmp_path):
    class Judge:
        async def __call__(self, job: Job, clients):
            return Work(record=self.vote(job, clients, winner="tie"))

        def failed(self, job, clients, reason, *, stopped):
            return None if stopped else self.vote(job, clients, invalid=f"harness: {reason}")

        def vote(self, job, clients, **more):
            return Vote(
                batch=clients.batch,
                evaluation="T",
                model=MODEL,
                judge=MODEL,
                conversation=job.conversation,
                baseline="off",
                candidate="on",
                first="baseline",
                **more,
            )

    def vote_job(name):
        return Job(
            key=("b1", MODEL, MODEL, name, "off", "on", 0, "baseline"),
            model=MODEL,
            arm="on",
            conversation=name,
        )

    path = tmp_path / "v.jsonl"
    todo = tuple(vote_job(name) for name in ("A", "B"))
    assert (await run(path, todo=todo, worker=Judge())).done == 2
    again = await run(path, todo=todo, worker=Judge())
    assert again.done == 2
    assert len(read(path).votes) == 2
