"""A study from files to blocks: every section shows, in both languages, with hostile data and masked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cenario.domain.execution import ChatMessage, Execution, Manifest, Step, ToolCall, Usage
from cenario.errors import BadInputError
from cenario.report.blocks import Block
from cenario.report.study import Study, open_study, section
from cenario.store import journal
from tests.report import hostile
from tests.report.test_report_escape import read

HOSTILE, NAMED = hostile.WRITABLE, hostile.WRITABLE_NAMED
TOY = str(Path(__file__).parent / "toy_evaluation.py")
SECTIONS = (
    "verdict", "clauses", "readings", "intervals", "bands", "agreement", "counts", "losses", "costs", "worst",
    "limits", "params", "provenance",
)  # fmt: skip


def execution(arm: str, conversation: str, reward: float | None, **more: object) -> Execution:
    words = {
        "outcome": "completed",
        "scores": {"reward": reward},
        "cost_usd": 0.02 if arm == "off" else 0.01,
        "model_served": f"served {HOSTILE}",
        "messages": (ChatMessage(role="user", text=f"{HOSTILE} (11) 98765-4321"),),
        "steps": (
            Step(
                calls=(ToolCall(name=HOSTILE, arguments=HOSTILE, valid=False),),
                usage=Usage(input_tokens=1000 if arm == "off" else 600, output_tokens=20),
            ),
        ),
        "reply": HOSTILE,
    }
    return Execution(
        batch="b", evaluation="toy", arm=arm, model="openai:x", conversation=conversation, repetition=0,
        **{**words, **more},
    )  # fmt: skip


EXECUTIONS = (
    execution("off", "C01", 1.0),
    execution("on", "C01", 0.0),
    execution("off", "C02", 1.0),
    execution("on", "C02", 1.0),
    execution("off", "C03", 1.0),
    execution("on", "C03", None, outcome="harness_failure", outcome_reason=HOSTILE),
)


@pytest.fixture
def runs(tmp_path: Path) -> str:
    return recorded(tmp_path / "runs.jsonl", EXECUTIONS)


def recorded(path: Path, executions: Sequence[Execution], *, simulated: bool = False) -> str:
    manifest = Manifest(
        batch="b", evaluation="toy", seal="", sealed_at="2026-11-30T12:00:00Z", planned=8,
        simulated=simulated, prices_date="2026-11-01", corpus="toy",
        params={"margin": 0.05, "measure": "reward"},
    )  # fmt: skip
    journal.write_whole(path, [manifest, *executions])
    return str(path)


@pytest.fixture(params=["pt-BR", "en"])
def study(request: pytest.FixtureRequest, runs: str) -> Study:
    return open_study(evaluation=TOY, runs=[runs], locale=request.param)


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_shows_and_holds_hostile_data_as_text(study: Study, name: str) -> None:
    block = getattr(study, name)()
    reader = read(block.html())
    assert not {"script", "img", "a", "iframe"} & set(reader.tags)
    assert block.text()
    if name in ("worst", "provenance"):
        assert all(named in reader.words for named in NAMED)


def test_the_first_screen_says_it_all(runs: str) -> None:
    words = open_study(evaluation=TOY, runs=[runs]).verdict().text()
    assert "REPROVA: " in words
    assert "PROPOSTA" in words
    assert "US$ 0,0200 → US$ 0,0100 (−50,0%)" in words
    assert "1.000 → 600 (−40,0%)" in words
    assert "US$ 0,09 em 6 execuções, US$ 0,0150 por execução" in words
    assert "há 6 das 8 execuções planejadas" in words
    assert "simulado" not in words


def test_a_simulated_model_is_told_in_the_first_line(tmp_path: Path) -> None:
    runs = recorded(tmp_path / "s.jsonl", EXECUTIONS, simulated=True)
    assert "simulado" in open_study(evaluation=TOY, runs=[runs]).verdict().text().splitlines()[0]


def test_an_unknown_cost_is_told_and_is_not_zero(tmp_path: Path) -> None:
    blind = [execution("off", "C01", 1.0, cost_usd=None), execution("on", "C01", 1.0)]
    study = open_study(evaluation=TOY, runs=[recorded(tmp_path / "s.jsonl", blind)])
    assert "US$ 0,01 em 2 execuções, US$ 0,0100 por execução; 1 sem custo conhecido" in study.verdict().text()
    costs = study.costs().text()
    assert [line.split()[:3] for line in costs.splitlines() if line.startswith("off ")] == [["off", "1", "—"]]


def test_what_is_planned_and_does_not_exist_is_told(runs: str) -> None:
    assert "há 6 das 8 execuções planejadas" in open_study(evaluation=TOY, runs=[runs]).counts().text()


def test_the_worst_conversation_comes_with_both_transcripts(runs: str) -> None:
    words = open_study(evaluation=TOY, runs=[runs]).worst().text()
    assert "C01, repetição 0 (openai:x): nota −1,00" in words
    assert "C02" not in words


def test_masking_reaches_every_section(runs: str) -> None:
    study = open_study(evaluation=TOY, runs=[runs], mask_pii=True)
    assert "98765" in open_study(evaluation=TOY, runs=[runs]).worst().html()
    for name in SECTIONS:
        assert "98765" not in getattr(study, name)().html()
    assert "[telefone]" in study.worst().html()


def test_a_table_of_the_decision_shows_by_its_name(runs: str) -> None:
    words = open_study(evaluation=TOY, runs=[runs]).table("discordant", "Discordantes").text()
    assert "US$ 0,5000" in words
    assert "conversa" in words


def test_a_section_of_an_evaluation_speaks_as_the_study_does(runs: str) -> None:
    @section
    def own(study: Study, words: str) -> Block:
        from cenario.labels.text import text

        return Block(key="own", title=text("report-limits"), shows=words)

    study = open_study(evaluation=TOY, runs=[runs], locale="en", mask_pii=True)
    block = own(study, "(11) 98765-4321")
    assert block.text() == "What this does not measure\n[phone]"


def test_the_verdict_is_saved_whole_and_the_same_every_time(runs: str, tmp_path: Path) -> None:
    first, second = tmp_path / "deep" / "a.json", tmp_path / "b.json"
    open_study(evaluation=TOY, runs=[runs]).save_verdict(str(first))
    open_study(evaluation=TOY, runs=[runs]).save_verdict(str(second))
    assert first.read_bytes() == second.read_bytes()
    document = json.loads(first.read_text(encoding="utf-8"))
    assert document["verdict"] == "REPROVA"
    assert document["exit_code"] == 1
    assert set(document) >= {"headline", "clauses", "counts", "params", "provenance"}
    reward = next(clause for clause in document["clauses"] if clause["name"] == "reward")
    assert set(reward) >= {"value", "lower", "upper", "threshold", "n", "outcome", "reason"}
    assert document["counts"]["dropped"] == {"on": {"connection lost": 1}}
    assert document["counts"]["n_pairs"] == 2
    assert document["params"] == {"margin": 0.05, "measure": "reward"}
    assert list(tmp_path.glob("**/*.partial")) == []


def test_an_empty_path_saves_nothing(runs: str) -> None:
    open_study(evaluation=TOY, runs=[runs]).save_verdict("")
    assert list(Path(runs).parent.iterdir()) == [Path(runs)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"baseline": "a.jsonl"}, "os dois lados"),
        ({"model": "openai:y"}, "openai:x"),
        ({"locale": "fr"}, "pt-BR | en"),
        ({"params": {"margem": 1}}, "margem"),
    ],
)
def test_a_wrong_call_says_what_is_legal(runs: str, given: dict[str, object], said: str) -> None:
    with pytest.raises(BadInputError, match=said.replace("|", r"\|")):
        open_study(evaluation=TOY, **{"runs": [runs], **given})
