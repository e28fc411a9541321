"""What only F5 shows: probes with expected and said, votes with their order undone, pairs side by side."""

from __future__ import annotations

from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution
from cenario.domain.vote import Vote
from cenario.engine import Loaded, judge
from cenario.evaluations import registry
from cenario.measures.probes import mark_probe
from cenario.report.sections_f5 import pairs, probes, votes_cast
from cenario.report.study import Study
from cenario.store.corpus import corpus_path, load_corpus
from tests.report.hostile import WRITABLE, WRITABLE_NAMED
from tests.report.test_report_escape import read

PROBE = next(each for each in load_corpus(corpus_path("f5")) if each.probe and not each.probe.control)


def execution(arm: str, reply: str) -> Execution:
    assert PROBE.probe is not None
    made = Execution(
        batch="b", evaluation="F5", arm=arm, model="m:x", conversation=PROBE.id, repetition=0,
        outcome="completed", arm_proved=True, reply=reply,
    )  # fmt: skip
    return mark_probe(made, PROBE)


def vote(first: str, winner: str | None, **more: object) -> Vote:
    return Vote(
        batch="b", evaluation="F5", model="m:x", judge="m:judge", conversation=PROBE.id, baseline="json",
        candidate="linhas", first=first, winner=winner, **more,
    )  # fmt: skip


def study(*votes: Vote) -> Study:
    assert PROBE.probe is not None
    executions = (
        execution("json", PROBE.probe.right),
        execution("linhas", f"{PROBE.probe.wrong} {WRITABLE}"),
    )
    loaded = Loaded(batches=(Batch(model="m:x", executions=executions, votes=votes),))
    return Study(judge(registry.find("F5"), loaded, {}), "pt-BR")


def test_a_probe_shows_what_was_expected_and_what_each_arm_said() -> None:
    assert PROBE.probe is not None
    block = probes(study())
    reader = read(block.html())
    assert "script" not in reader.tags
    assert all(named in reader.words for named in WRITABLE_NAMED)
    assert f"✓ {PROBE.probe.right}" in reader.words
    assert f"✗ {PROBE.probe.wrong}" in reader.words
    assert PROBE.probe.must[0][0] in reader.words


def test_a_vote_says_who_was_first_and_who_won_by_arm() -> None:
    words = votes_cast(study(vote("candidate", "baseline", reason=WRITABLE))).text()
    [line] = [line for line in words.splitlines() if "m:judge" in line]
    assert line.split("m:judge")[1].split()[:2] == ["linhas", "json"]
    assert "<script>" in line


def test_a_vote_that_is_none_says_why() -> None:
    assert "sem voto (cut)" in votes_cast(study(vote("baseline", None, invalid="cut"))).text()


def test_the_pair_that_tells_against_the_lines_is_side_by_side() -> None:
    block = pairs(study(vote("baseline", "baseline")))
    words = block.text()
    assert "a sonda passou em JSON e falhou em linhas, o juiz preferiu o JSON" in words
    assert block.html().count('class="cn-side"') == 2
