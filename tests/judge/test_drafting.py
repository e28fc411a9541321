"""A draft of an observed turn: verbatim where it started, only suggesting what it ended in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cenario.agent.preview.persona import load_personas
from cenario.domain.execution import ChatMessage, EndState, Execution, Manifest, ProcedureRun
from cenario.domain.scenario import (
    CollectedExpectation,
    FollowUpExpectation,
    GroundingExpectation,
    HandoffExpectation,
    ProcedureExpectation,
    ReplyExpectation,
    ResumptionExpectation,
    WorkExpectation,
)
from cenario.errors import BadInputError
from cenario.judge.drafting import draft_from_turn, draft_of
from cenario.store.corpus import corpus_path, load_corpus
from cenario.store.journal import write_whole
from cenario.store.scenarios import situation_digest
from cenario.store.seal import digest
from cenario.store.turns import find_turn, observed_turns, situation_of

CORPUS = load_corpus(corpus_path("c"))
SITUATION = next(each for each in CORPUS if each.id == "C22")
STATE = EndState(
    replied=True,
    work="open",
    origin="scheduled_return",
    follow_up_at="2026-11-05T10:00:00-03:00",
    handed_off=True,
    procedures=(
        ProcedureRun(name="cobranca", state="recusada", fields={"valor": "1"}),
        ProcedureRun(name="cobranca", state="emitida", fields={"valor": "480", "vencimento": '"2026-11-06"'}),
        ProcedureRun(name="desconhecido", state="x"),
    ),
    sources=("catalogo",),
)


def observed(**changes: object) -> Execution:
    made = Execution(
        batch="b1", evaluation="C", arm="off", model="simulated:exact", conversation="C22", repetition=0,
        outcome="completed", end_state=STATE, messages=(ChatMessage(role="user", text=SITUATION.message),),
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def journal(folder: Path, execution: Execution, **parts: str) -> str:
    manifest = Manifest(
        batch="b1", evaluation="C", seal="s", sealed_at="2026-11-01T00:00:00+00:00", corpus="c",
        parts={"corpus": digest(CORPUS), **parts},
    )  # fmt: skip
    write_whole(folder / "c.jsonl", [manifest, execution])
    return "c.jsonl#1"


def test_s000_33_34_the_draft_starts_where_the_turn_started_word_for_word(tmp_path: Path) -> None:
    turn = find_turn(tmp_path, journal(tmp_path, observed()))
    draft = draft_of(turn, scenario_id="abc", title="t")
    assert draft.situation == SITUATION
    assert draft.inputs == (SITUATION.message,)
    assert draft.origin is not None
    assert draft.origin.situation == situation_digest(SITUATION)
    assert (draft.origin.batch, draft.origin.conversation, draft.origin.arm) == ("b1", "C22", "off")


def test_s000_35_what_was_seen_is_suggested_and_nothing_is_expected(tmp_path: Path) -> None:
    draft = draft_of(find_turn(tmp_path, journal(tmp_path, observed())), scenario_id="abc", title="t")
    assert draft.status == "draft"
    assert draft.expectations == ()
    assert set(map(repr, draft.suggested)) == set(
        map(
            repr,
            (
                ReplyExpectation(spoke=True),
                WorkExpectation(state="open"),
                ProcedureExpectation(procedure="cobranca", state="emitida"),
                CollectedExpectation(procedure="cobranca", field="valor", value=480),
                CollectedExpectation(procedure="cobranca", field="vencimento", value="2026-11-06"),
                FollowUpExpectation(),
                ResumptionExpectation(),
                HandoffExpectation(),
                GroundingExpectation(source="catalogo"),
            ),
        )
    )


def test_a_list_field_is_never_suggested() -> None:
    persona = load_personas()["clinica"]
    fields = {"participantes": '[{"nome": "Caio"}]', "servico": '"limpeza"'}
    state = EndState(procedures=(ProcedureRun(name="agendamento", state="confirmado", fields=fields),))
    draft = draft_from_turn(observed(end_state=state), SITUATION, persona, scenario_id="abc", title="t")
    assert [e.field for e in draft.suggested if isinstance(e, CollectedExpectation)] == ["servico"]


@pytest.mark.parametrize("changes", [
    {"outcome": "harness_failure"},
    {"outcome": "stopped"},
    {"messages": (ChatMessage(role="user", text="a"), ChatMessage(role="user", text="b"))},
])  # fmt: skip
def test_what_shows_no_single_turn_of_the_agent_makes_no_draft(changes: dict[str, object]) -> None:
    with pytest.raises(BadInputError):
        draft_from_turn(observed(**changes), SITUATION, None, scenario_id="abc", title="t")


def test_a_corpus_that_changed_since_no_longer_tells_where_the_turn_started(tmp_path: Path) -> None:
    name = journal(tmp_path, observed(), corpus="another digest")
    with pytest.raises(BadInputError, match="mudou"):
        situation_of(find_turn(tmp_path, name))


def test_turns_are_found_by_the_name_they_are_listed_under(tmp_path: Path) -> None:
    journal(tmp_path, observed())
    (turn,) = observed_turns(tmp_path)
    assert find_turn(tmp_path, turn.name) == turn
    for wrong in ("c.jsonl#9", "c.jsonl#0", "c.jsonl", "../c.jsonl#1", "#1", ""):
        with pytest.raises(BadInputError):
            find_turn(tmp_path, wrong)
