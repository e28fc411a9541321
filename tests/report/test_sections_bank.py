"""The bank's own sections: every one shows, in both languages, with hostile text, with one chatbot or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.domain.bank import BankCase, BankPrompt, BankVariant
from cenario.domain.bank_records import to_tags
from cenario.domain.execution import Execution, Manifest
from cenario.domain.vote import Score
from cenario.report import sections_bank
from cenario.report.study import Study, open_study
from cenario.store import journal
from tests.report import hostile
from tests.report.test_report_escape import read

HOSTILE = hostile.HOSTILE.replace("\ud800", "")
SECTIONS = tuple(sections_bank.__all__)
CASES = (
    BankCase(
        id="f-1",
        dimension="factual",
        category=HOSTILE,
        prompt=HOSTILE,
        ground_truth=HOSTILE,
        extra={"source": "javascript:alert(1)", "trap": True, "accept": (HOSTILE,)},
    ),
    BankCase(id="f-2", dimension="factual", category="x", prompt="P?", ground_truth="Sim."),
    BankCase(
        id="r-1",
        dimension="robustness",
        category="x",
        prompt="P?",
        variants=(BankVariant(id="r-1-v1", variant_type="adversarial", level="persona", prompt=HOSTILE),),
        extra={"expected_behavior": HOSTILE},
    ),
    BankCase(
        id="c-1",
        dimension="consistency",
        category="x",
        prompt="P?",
        variants=(BankVariant(id="c-1-v1", variant_type="paraphrase", prompt="Q?"),),
        extra={"expected_topic": HOSTILE},
    ),
)


def record(path: Path, model: str, value: float | None, *, repetitions: int = 3) -> Path:
    executions, scores = [], []
    for k in range(repetitions):
        for case in CASES:
            for variant in (None, *case.variants):
                executions.append(
                    Execution(
                        batch=model,
                        evaluation="bank",
                        arm="chatbot",
                        model=model,
                        conversation=case.id,
                        variant=None if variant is None else variant.id,
                        repetition=k,
                        outcome="completed",
                        reply=f"{HOSTILE} (11) 98765-4321",
                        tags=to_tags(BankPrompt(case=case, variant=variant)),
                    )
                )
                if (variant is None) != (case.dimension == "robustness"):
                    scores.append(
                        Score(
                            batch=model,
                            evaluation="bank",
                            model=model,
                            judge="openai:judge",
                            arm="chatbot",
                            conversation=case.id,
                            variant=None if variant is None else variant.id,
                            repetition=k,
                            criterion=case.dimension,
                            value=value if case.id == "f-1" else 4.0,
                            invalid=None if value is not None or case.id != "f-1" else "no_json",
                            reason=HOSTILE,
                        )
                    )
    manifest = Manifest(batch=model, evaluation="bank", seal="s", sealed_at="2026-11-04T00:00:00Z")
    journal.write_whole(path, [manifest, *executions, *scores])
    return path


@pytest.fixture(scope="module")
def one(tmp_path_factory) -> Study:
    folder = tmp_path_factory.mktemp("one")
    return open_study(evaluation="bank", runs=[str(record(folder / "a.jsonl", "openai:a-1", 2.0))])


@pytest.fixture(scope="module")
def two(tmp_path_factory) -> Study:
    folder = tmp_path_factory.mktemp("two")
    paths = [
        record(folder / "a.jsonl", "openai:a-1", 2.0),
        record(folder / "b.jsonl", "openai:b-1", None, repetitions=2),
    ]
    return open_study(evaluation="bank", runs=[str(path) for path in paths], locale="en")


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_shows_hostile_text_and_runs_none_of_it(name, one, two):
    for study in (one, two):
        block = getattr(sections_bank, name)(study)
        html = block.html()
        assert block.title
        assert block.shows
        page = read(html)
        assert "<script" not in html.lower()
        assert page is not None
        assert block.text()


def test_the_worst_scenario_tells_all_that_was_said_of_it(one):
    words = sections_bank.worst_scenarios(one).text()
    assert "f-1 · nota 2,00" in words
    assert "adversária (r-1-v1)" in words
    assert "juiz, execução 0: 2" in words
    assert words.index("f-1") < words.index("f-2")


def test_what_was_not_evaluated_says_so(two):
    words = sections_bank.scenarios(two).text()
    (row,) = (line for line in words.splitlines() if "0/2" in line)
    assert row.split()[0] == "f-1"
    assert row.split("0/2")[0].split()[-1] == "—"


def test_noise_needs_three_runs_and_says_so(one, two):
    assert "3,50" not in sections_bank.noise(one).text().split("limiar")[0]
    assert "3,70" in sections_bank.noise(one).text()
    assert "2 complete runs of the bank, and calibrating needs at least 3" in sections_bank.noise(two).text()


def test_one_chatbot_has_nobody_to_be_compared_with(one, two):
    assert "Só um chatbot foi medido" in sections_bank.chatbots(one).text()
    assert "openai:b-1 less openai:a-1" in sections_bank.chatbots(two).text()


def test_personal_data_is_masked_where_asked(tmp_path):
    path = str(record(tmp_path / "a.jsonl", "openai:a-1", 2.0))
    study = open_study(evaluation="bank", runs=[path], mask_pii=True)
    assert "98765-4321" not in sections_bank.worst_scenarios(study).html()
