"""Batches of evaluation G whose truth is known: the corpus's good closings, with losses at known rates."""

from collections.abc import Mapping
from functools import cache
from random import Random

from msgspec.structs import replace

from cenario.domain.closing import Closing, ClosingRecord, Declaration, Intent
from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution
from cenario.provider.simulated.closings import degrade
from cenario.store.closing_corpus import scripted_closings

CLOCK = "2026-11-04T10:00:00-03:00"
AGENT, ECONOMICAL = "claude-sonnet-5", "claude-haiku-5-5"
MODEL = f"anthropic:{AGENT}"
SERVED = {"atual": AGENT, "controle": AGENT, "sombra": ECONOMICAL}


@cache
def conversations() -> list[Conversation]:
    """The hundred scripted conversations, and sixty that stand alone."""
    scripted = list(scripted_closings())
    alone = [
        replace(
            scripted[at],
            id=f"X{at:02d}",
            cluster=None,
            tags={},
            previous_summary=None,
            course_closing=Closing(
                commitments=(),
                objections=(),
                next_action=None,
                rolling_summary=f"Contato {at}.",
                declaration=Declaration(
                    intents=(Intent(what=f"saber o preço do item {at}", evidence="…"),), promises=()
                ),
            ),
        )
        for at in range(60)
    ]
    return scripted + alone


def record(conversation: Conversation, rates: Mapping[str, float], draws: Random) -> ClosingRecord:
    """One closing of the conversation, with losses at `rates`."""
    good = conversation.course_closing
    assert good is not None
    closing = degrade(good, lambda fault, *_: draws.random() < rates.get(fault, 0.0))
    return ClosingRecord(closing=closing, previous_summary=conversation.previous_summary)


def batch(
    seed: int = 0,
    *,
    reference: Mapping[str, float] | None = None,
    control: Mapping[str, float] | None = None,
    shadow: Mapping[str, float] | None = None,
    repetitions: int = 2,
    refused: int = 0,
) -> Batch:
    """One batch at known rates of loss; the first `refused` closings of the shadow are refused."""
    draws = Random(seed)
    rates = {"atual": reference or {}, "controle": control or {}, "sombra": shadow or {}}
    executions = []
    for repetition in range(repetitions):
        for conversation in conversations():
            for arm, losses in rates.items():
                made = record(conversation, losses, draws)
                if arm == "sombra" and refused > 0:
                    refused -= 1
                    made = ClosingRecord(
                        refused="no_json", attempts=3, previous_summary=conversation.previous_summary
                    )
                executions.append(
                    Execution(
                        batch="g",
                        evaluation="G",
                        arm=arm,
                        model=MODEL,
                        model_served=SERVED[arm],
                        conversation=conversation.id,
                        cluster=conversation.cluster,
                        repetition=repetition,
                        clock=CLOCK,
                        mode="direct",
                        arm_proved=True,
                        outcome="completed" if made.closing else "agent_failure",
                        closing=made,
                        tags=conversation.tags,
                    )
                )
    return Batch(model=MODEL, executions=executions)
