"""Hand-made measurements of a hand-made scenario, for the tests of the gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cenario.domain.conversation import Contact, Conversation
from cenario.domain.evaluation import Batch
from cenario.domain.execution import EndState, Execution, Manifest, Step, ToolCall
from cenario.domain.scenario import (
    HandoffExpectation,
    ProhibitionExpectation,
    ReplyExpectation,
    Resource,
    Scenario,
)
from cenario.judge.measurement import scenario_key
from cenario.store.scenarios import version_of

MODEL = "simulated:exact"
PARAMS = {"minimo": 1.0, "alpha": 0.05}
DECLARED, SEALED = "2026-11-01T10:00:00.000+00:00", "2026-11-02T10:00:00.000+00:00"
MET = EndState(replied=True, handed_off=True)
FAILED = EndState(replied=True, handed_off=False)


def scenario(**changes: Any) -> Scenario:
    situation = Conversation(
        id="X01",
        business="loja",
        contact=Contact(contact_id="11111111-1111-4111-8111-111111111111"),
        message="quero falar com alguém",
    )
    made = Scenario(
        id="passa-a-conversa",
        title="Passa a conversa a uma pessoa",
        status="declared",
        declared_at=DECLARED,
        situation=situation,
        inputs=("quero falar com alguém", "me passa pra uma pessoa"),
        expectations=(
            ReplyExpectation(spoke=True),
            HandoffExpectation(),
            ProhibitionExpectation(resource="cobranca"),
        ),
        resources=(Resource(name="cobranca", effect="consequence"),),
        gate=True,
    )
    return msgspec.structs.replace(made, **changes)


def execution(
    ruler: Scenario, position: int, k: int, state: EndState | None = MET, **changes: Any
) -> Execution:
    version = version_of(ruler)
    made = Execution(
        batch="gate-1",
        evaluation="gate",
        arm="candidata",
        model=MODEL,
        conversation=scenario_key(ruler.id, version),
        variant=str(position),
        repetition=k,
        outcome="completed",
        end_state=state,
        steps=(Step(), Step()),
        loops=2,
        tags={"scenario": ruler.id, "version": version},
    )
    return msgspec.structs.replace(made, **changes)


def every(
    ruler: Scenario, states: Mapping[tuple[int, int], EndState | None] | None = None, **changes: Any
) -> list[Execution]:
    """Return each input and repetition, met but where `states` says otherwise."""
    found = states or {}
    return [
        execution(ruler, position, k, found.get((position, k), MET), **changes)
        for position in range(len(ruler.inputs))
        for k in range(ruler.repetitions)
    ]


def batch(
    executions: Sequence[Execution], *rulers: Scenario, name: str = "gate-1", sealed_at: str = SEALED
) -> Batch:
    manifest = Manifest(
        batch=name, evaluation="gate", seal="s", sealed_at=sealed_at, params=PARAMS, rulers=rulers
    )
    return Batch(model=MODEL, executions=tuple(executions), manifests=(manifest,))


def touching(resource: str) -> tuple[Step, ...]:
    return (Step(calls=(ToolCall(name="crm", resource=resource, error="falhou"),)),)
