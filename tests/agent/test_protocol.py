"""From turns to the record of one execution."""

from __future__ import annotations

import pytest

from cenario.agent.protocol import CLOCK, Slot, Task, TurnResult, fingerprint, to_execution
from cenario.domain.conversation import Contact, Conversation
from cenario.domain.execution import ChatMessage, Step, ToolCall, Veto
from cenario.domain.wire import WireRequest

CONVERSATION = Conversation(
    id="C01",
    business="clinica",
    contact=Contact(contact_id="4f0c1f5e-2f0a-4c1e-9d55-1f1de0a3c001"),
    message="oi",
    cluster="s1",
)
SLOT = Slot(batch="b", evaluation="C", arm="off", model="simulated:steady", repetition=2, seal="abc")


def turn(**fields: object) -> TurnResult:
    return TurnResult(**{"outcome": "completed", "loops": 1, "cost_usd": 0.5, "duration_s": 1.0, **fields})


def test_a_session_of_two_turns_is_one_execution() -> None:
    first = turn(
        steps=(Step(calls=(ToolCall(name="a"),)),),
        reply="oi",
        vetoes=(Veto(gate="promise"),),
        messages=(ChatMessage(role="user", text="1"),),
        model_served="served-1",
    )
    last = turn(
        steps=(Step(calls=(ToolCall(name="b"),)),), outcome="agent_failure", outcome_reason="x", loops=3
    )
    execution = to_execution(Task(conversation=CONVERSATION, seed=7), [first, last], SLOT, mode="preview")
    assert execution.key == ("C", "simulated:steady", "off", "C01", None, 2)
    assert execution.tool_sequence == ("a", "b")
    assert (execution.outcome, execution.outcome_reason, execution.reply) == ("agent_failure", "x", None)
    assert (execution.loops, execution.cost_usd, execution.duration_s) == (4, 1.0, 2.0)
    assert (execution.model_served, execution.cluster, execution.seed) == ("served-1", "s1", 7)
    assert (execution.clock, execution.agent, execution.sent) == (CLOCK, "clinica", False)
    assert execution.tags == {"business": "clinica"}
    assert [veto.gate for veto in execution.vetoes] == ["promise"]


@pytest.mark.parametrize("field", ["cost_usd", "duration_s", "loops"])
def test_what_one_turn_does_not_know_the_execution_does_not_know(field: str) -> None:
    turns = [turn(), turn(**{field: None})]
    execution = to_execution(Task(conversation=CONVERSATION), turns, SLOT, mode="preview")
    assert getattr(execution, field) is None


def test_a_message_that_left_is_on_the_record() -> None:
    turns = [turn(sent=True), turn()]
    assert to_execution(Task(conversation=CONVERSATION), turns, SLOT, mode="remote").sent is True


def request(**digests: str) -> WireRequest:
    return WireRequest(provider="openai", body={}, model_asked="m", digests=digests)


def test_the_fingerprint_keeps_what_is_the_same_and_shows_what_changed() -> None:
    same = fingerprint([request(system="s", tools="t"), request(system="s", tools="t")])
    assert (same.system, same.tools, same.requests) == ("s", "t", 2)
    changed = fingerprint([request(system="s", tools="t"), request(system="s", tools="u")])
    assert changed.system == "s"
    assert changed.tools not in ("t", "u", "")
    assert changed == fingerprint([request(system="s", tools="u"), request(system="s", tools="t")])


def test_an_agent_without_a_tape_has_no_fingerprint() -> None:
    assert to_execution(Task(conversation=CONVERSATION), [turn()], SLOT, mode="command").wire is None
