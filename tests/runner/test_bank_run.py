"""A bank run and scored on the simulated chatbot and judge: whole, resumed, under its ceiling."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import httpx2
import pytest

from cenario.agent.protocol import TurnResult
from cenario.domain.bank import Bank
from cenario.domain.evaluation import Evaluation
from cenario.labels.text import message
from cenario.measures.bank.checks import check_items, summarise_checks
from cenario.measures.bank.items import answers, bank_items
from cenario.measures.bank.summary import group_rows, summarise
from cenario.measures.similarity import TokenJaccard
from cenario.provider.protocol import Request, Turn
from cenario.provider.registry import Settings, open_client
from cenario.provider.retry import RetryPolicy
from cenario.provider.simulated.app import SimulatedService
from cenario.runner.bank import Asked, PreviewWorker, plan_bank
from cenario.runner.bank_scores import plan_scores
from cenario.runner.batch import Ceiling, run_batch
from cenario.runner.executor import LocalExecutor
from cenario.store import journal
from cenario.store.bank import load_bank
from cenario.store.seal import digest

OURS = Path(__file__).parents[2] / "data" / "bank"
QUICK = RetryPolicy(attempts=3, first_wait_s=0, longest_wait_s=0)
RULER = Evaluation(
    code="bank",
    title=message("bank-dimension-factual"),
    question=message("bank-dimension-factual"),
    params=(),
    arms=(),
    decide=lambda batch, params: None,
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(OURS)


def opened(*models: str) -> dict[str, object]:
    app = httpx2.ASGITransport(app=SimulatedService())
    return {model: open_client(model, Settings(retry=QUICK, transport=app)) for model in models}


async def sent(
    bank: Bank, path: Path, *, model="simulated:steady", repetitions=1, usd="5", worker=None, seed=7
):
    asked = Asked(model=model, max_tokens=64, declared={"type": "simulated", "model": model})
    plan = plan_bank(
        bank, asked, evaluation=RULER, params={}, repetitions=repetitions, seed=seed, worker=worker
    )
    ceiling = Ceiling(usd=Decimal(usd))
    return await run_batch(plan, path, clients=opened(model), ceiling=ceiling, executor=LocalExecutor(4))


async def scored(runs: Path, path: Path, *, judge="simulated:exact", usd="5", seed=7):
    executions = journal.read(runs).executions
    plan = plan_scores(executions, judge=judge, evaluation=RULER, params={}, seed=seed)
    ceiling = Ceiling(usd=Decimal(usd))
    result = await run_batch(plan, path, clients=opened(judge), ceiling=ceiling, executor=LocalExecutor(4))
    return result, bank_items(answers(executions), journal.read(path).scores)


@pytest.mark.anyio
async def test_an_exact_chatbot_under_an_exact_judge_has_full_marks(bank, tmp_path):
    result = await sent(bank, tmp_path / "r.jsonl", model="simulated:exact")
    assert (result.ended, result.planned, result.done, result.failed) == ("done", 198, 198, 0)
    result, items = await scored(tmp_path / "r.jsonl", tmp_path / "s.jsonl")
    assert (result.ended, result.planned, result.done) == ("done", 35 + 20 + 61, 116)
    summaries = summarise(items)
    assert [float(s.mean) for s in summaries.values()] == [5, 5, 5]
    assert [s.evaluated for s in summaries.values()] == [35, 20, 20]
    checks = summarise_checks(check_items(items, TokenJaccard()), similarity_name="jaccard")
    assert [checks[d].n_wrong for d in ("factual", "robustness")] == [0, 0]
    assert checks["consistency"].topic_share == 1
    contents = journal.read(tmp_path / "r.jsonl")
    (manifest,) = contents.manifests
    assert manifest.parts["corpus"] == digest(bank.digest())
    assert manifest.planned == 198
    execution = contents.executions[0]
    assert execution.mode == "direct"
    assert execution.reply == execution.messages[-1].text
    assert execution.cost_usd > 0


@pytest.mark.anyio
async def test_a_chatbot_that_obeys_attacks_is_found_out_where_it_does(bank, tmp_path):
    only = bank.only(("robustness",))
    await sent(only, tmp_path / "r.jsonl", model="simulated:fragile", repetitions=2)
    _, items = await scored(tmp_path / "r.jsonl", tmp_path / "s.jsonl")
    means = {(row.group, row.value): row.mean for row in group_rows(items)}
    assert means["type", "adversarial"] < 3.5
    assert means["level", "instruction"] < means["level", "surface"] - 1
    assert means["type", "typo"] > 4
    assert means["type", "noise"] > 4


@pytest.mark.anyio
async def test_same_seed_same_answers_other_seed_other_answers(bank, tmp_path):
    only = bank.only(("robustness",))
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        await sent(only, tmp_path / f"{name}.jsonl", seed=seed)
    said = {
        name: sorted((str(e.key), e.reply) for e in journal.read(tmp_path / f"{name}.jsonl").executions)
        for name in "abc"
    }
    assert said["a"] == said["b"] != said["c"]


@pytest.mark.anyio
async def test_a_judge_that_cannot_be_read_leaves_items_without_a_score(bank, tmp_path):
    only = bank.only(("factual",))
    await sent(only, tmp_path / "r.jsonl")
    _, items = await scored(tmp_path / "r.jsonl", tmp_path / "s.jsonl", judge="simulated:chaotic")
    lost = [item for item in items if item.lost == "judge"]
    assert 0 < len(lost) < len(items)
    assert all(item.value is None for item in lost)
    records = journal.read(tmp_path / "s.jsonl").scores
    assert all(score.attempts == 3 for score in records if score.value is None)
    assert {score.invalid for score in records if score.value is None} == {"no_json"}


@pytest.mark.anyio
async def test_the_ceiling_stops_the_bank_and_taking_it_up_again_asks_nothing_twice(bank, tmp_path):
    only, path = bank.only(("consistency",)), tmp_path / "r.jsonl"
    full = await sent(only, tmp_path / "whole.jsonl")
    half = await sent(only, path, usd=str(full.spent_usd / 2))
    assert half.ended == "ceiling"
    assert half.spent_usd <= full.spent_usd / 2
    kept = {e.key for e in journal.read(path).executions}
    assert 0 < len(kept) < 82
    items = bank_items(answers(journal.read(path).executions))
    assert "chatbot" in {item.lost for item in items}  # a set cut short is not a set
    first, _ = await scored(path, tmp_path / "s.jsonl")
    again = await sent(only, path)
    assert (again.ended, again.done) == ("done", 82)
    contents = journal.read(path)
    assert len(contents.executions) == 82
    assert not contents.superseded
    assert kept <= {e.key for e in contents.executions}
    second, items = await scored(path, tmp_path / "s.jsonl")  # what came since is scored, nothing twice
    assert first.planned < second.planned == second.done == 20
    assert len(journal.read(tmp_path / "s.jsonl").scores) == 20
    assert all(item.value is not None for item in items)


@pytest.mark.anyio
async def test_the_simulated_model_needs_no_bank_for_anything_else(tmp_path, monkeypatch):
    monkeypatch.setenv("CENARIO_DATA", str(tmp_path))
    folder = tmp_path / "simulated"
    folder.mkdir()
    (folder / "profiles.yaml").write_text("exact: {wire: anthropic}\n", encoding="utf-8")
    (client,) = opened("simulated:exact").values()
    reply = await client.complete(Request(system="", turns=(Turn(role="user", text="Oi?"),)))
    assert reply.text


@pytest.mark.anyio
async def test_a_chatbot_that_is_down_is_the_harness_s_failure(bank, tmp_path):
    only = bank.only(("factual",))
    result = await sent(only, tmp_path / "r.jsonl", model="simulated:fault-down")
    assert (result.done, result.failed) == (0, 35)
    executions = journal.read(tmp_path / "r.jsonl").executions
    assert {e.outcome for e in executions} == {"harness_failure"}
    assert {item.lost for item in bank_items(answers(executions))} == {"chatbot"}


class Parrot:
    """An agent of ours that answers with what it was asked."""

    mode = "preview"

    def open(self, task, client):
        return self

    async def turn(self, message=None):
        return TurnResult(outcome="completed", reply=self.said)

    async def aclose(self):
        pass

    async def run(self, task, client):
        raise NotImplementedError

    said = "Ottawa."


@pytest.mark.anyio
async def test_an_agent_of_ours_may_be_the_chatbot(bank, tmp_path):
    only = bank.only(("factual",))
    worker = PreviewWorker(Parrot(), "loja", "bank")
    result = await sent(only, tmp_path / "r.jsonl", model="simulated:exact", worker=worker)
    assert result.done == 35
    executions = journal.read(tmp_path / "r.jsonl").executions
    assert {e.mode for e in executions} == {"preview"}
    items = bank_items(answers(executions))
    assert [item.answers[0].text for item in items] == ["Ottawa."] * 35
    assert {item.case.id for item in items} == {case.id for case in only.cases}
