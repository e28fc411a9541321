"""Small blocks and executions made by hand, for the tests of the report."""

from __future__ import annotations

from cenario.domain.execution import ChatMessage, Execution, Fault, Step, ToolCall, Veto
from cenario.report.parts import (
    BandChart,
    BandRow,
    BarChart,
    Column,
    Headline,
    IntervalChart,
    IntervalRow,
    MatrixChart,
    ModelLine,
    Table,
)
from tests.report.hostile import HOSTILE

TABLE = Table(
    caption="Tarefas discordantes",
    columns=(Column(title="Tarefa"), Column(title="n", align="right")),
    rows=(("C01", "1.234"), ("C02 <b>", "—")),
    marks=("fails", "holds"),
    notes=("Uma nota.",),
)

HEADLINE = Headline(
    first_line="Modelo simulado.",
    title="Comparação",
    question="A mudança perde mais?",
    outcome="REPROVA",
    headline="Pior, demonstrado.",
    warnings=("A régua é mais nova que a medição.",),
    models=(
        ModelLine(
            model="openai:gpt-4o", outcome="REPROVA", headline="Pior.", reasons=(("fails", "Perde 18 pp."),)
        ),
        ModelLine(model="local:x", outcome="APROVA", headline="Não pior.", in_use=False),
    ),
    facts=(("Custo", "US$ 1,00"),),
)

INTERVAL = IntervalChart(
    title="Diferença contra a margem",
    as_share=True,
    rows=(
        IntervalRow(label="reward", value=0.0, lower=-0.0572, upper=0.0572, limit=-0.05, outcome="undecided"),
    ),
)
BAND = BandChart(
    title="Banda",
    baseline="off",
    candidate="on",
    rows=(BandRow(label="passos por turno", baseline=(3.1, 3.2, 3.3), candidate=(3.1, 3.0)),),
)
MATRIX = MatrixChart(
    title="Concordância", rows=("k0", "k1"), columns=("k0", "k1"),
    values=((None, 0.16), (0.16, None)), written=(("", "16%"), ("16%", "")),
)  # fmt: skip
BARS = BarChart(
    title="Custo",
    labels=("off", "on"),
    values=(0.012, None),
    written=("US$ 0,012", "—"),
    groups=("off", "on"),
)
CHARTS = {"interval": INTERVAL, "band": BAND, "matrix": MATRIX, "bars": BARS}

EXECUTION = Execution(
    batch="b", evaluation="C", arm="on", model="simulated:steady", model_served="steady-1",
    conversation="C07", repetition=1, outcome="completed",
    scores={"reward": 0.5, "style": None}, cost_usd=0.0123,
    steps=(
        Step(calls=(ToolCall(
            name="book", arguments='{"id": "<i>"}', valid=False, landfill_uuid=True, result="Error: id",
            faults=(Fault(rule="uuid_parsing", path="id", format=True),),
        ),)),
        Step(),
    ),
    messages=(
        ChatMessage(role="user", text="Oi, sou <b>Ana</b>, (11) 98765-4321", at="2026-11-04T10:00-03:00"),
        ChatMessage(role="assistant", text=""),
        ChatMessage(role="tool", text="Error: id", name="book"),
        ChatMessage(role="assistant", text="Certo."),
    ),
    reply="Certo.", vetoes=(Veto(gate="promise", reason="prometeu sem prazo"),),
)  # fmt: skip

HOSTILE_EXECUTION = Execution(
    batch="b", evaluation="C", arm=HOSTILE, model="m:x", conversation="C01", repetition=0,
    outcome="agent_failure", outcome_reason=HOSTILE, reply=HOSTILE, scores={HOSTILE: 1.0},
    steps=(
        Step(calls=(ToolCall(name=HOSTILE, arguments=HOSTILE, known=False, result=HOSTILE, error=HOSTILE),)),
    ),
    messages=(ChatMessage(role="user", text=HOSTILE, name=HOSTILE, at=HOSTILE),),
    vetoes=(Veto(gate=HOSTILE, reason=HOSTILE),),
)  # fmt: skip
