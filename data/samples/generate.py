"""Make the sample that `make report ARM=compare` shows when no recording is given. SIMULATED, all of it.

No model was called and no customer wrote: a seeded dice decides whether each side solves each of 90
orders' requests, the candidate worse than the baseline on changes of address. Run from the top folder:

    python data/samples/generate.py
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cenario.domain.execution import ChatMessage, Execution, Manifest, Step, ToolCall, Usage
from cenario.store.journal import Entry, write_whole

SEED = 20261104
FOLDER = Path(__file__).parent
START = datetime(2026, 11, 4, 13, tzinfo=UTC)
NAMES = ("Ana", "Bruno", "Carla", "Davi", "Elisa", "Fábio", "Gabi", "Hugo", "Inês", "João")

KINDS = {
    "endereco": (
        "Oi, aqui é {name}. Mudei de casa: dá para mandar o pedido {order} para a rua Nova, {number}?",
        "alterar_endereco",
    ),
    "prazo": ("Bom dia! {name} falando. Quando chega o pedido {order}?", "consultar_pedido"),
    "troca": (
        "Olá, sou {name}: a camiseta do pedido {order} veio pequena, quero trocar pelo tamanho {number}.",
        "abrir_troca",
    ),
}

SUCCESS = {
    "baseline": {"endereco": 0.92, "prazo": 0.97, "troca": 0.9},
    "candidate": {"endereco": 0.55, "prazo": 0.97, "troca": 0.88},
}
"""Chance of solving each kind of request: what the sample's maker decided, so the truth is known."""

ARMS = {"baseline": "prompt-atual", "candidate": "prompt-enxuto"}


def main() -> None:
    """Write both sides beside this script."""
    for role in ARMS:
        write_whole(FOLDER / f"compare-{role}.jsonl", records(role))


def records(role: str) -> list[Entry]:
    """Return the manifest and the executions of one side."""
    rng = random.Random(f"{SEED}-{role}")  # noqa: S311 a sample, not a secret
    batch = f"amostra-{ARMS[role]}"
    manifest = Manifest(
        batch=batch,
        evaluation="sample",
        seal="",
        sealed_at=START.isoformat(),
        arms=(ARMS[role],),
        models=("simulated:loja",),
        planned=90,
        repetitions=1,
        corpus="amostra simulada: 90 pedidos de uma loja que não existe",
        seed=SEED,
        simulated=True,
    )
    return [manifest, *(execution(role, batch, index, rng) for index in range(90))]


def execution(role: str, batch: str, index: int, rng: random.Random) -> Execution:
    """Return one conversation; about one in fifty is lost by the harness."""
    kind = tuple(KINDS)[index % 3]
    words, tool = KINDS[kind]
    order, number = 7000 + 13 * index, 30 + index % 17
    asked = words.format(name=NAMES[index % 10], order=order, number=number)
    started = START + timedelta(minutes=index, seconds=20 * (role == "candidate"))
    duration = round(rng.uniform(4, 15), 2)
    lost, solved = rng.random() < 0.02, rng.random() < SUCCESS[role][kind]
    called = tool if solved else "consultar_pedido"
    reply = _reply(kind, order, number, solved=solved)
    steps = (
        Step(calls=(_call(called, order, number),), usage=_usage(rng)),
        Step(usage=_usage(rng)),
    )
    return Execution(
        batch=batch,
        evaluation="sample",
        arm=ARMS[role],
        model="simulated:loja",
        model_served="simulated:loja",
        conversation=f"P{index + 1:02}",
        repetition=0,
        agent="loja",
        mode="recorded",
        outcome="harness_failure" if lost else "completed",
        outcome_reason="conexão perdida (simulada)" if lost else None,
        steps=() if lost else steps,
        duration_s=duration,
        reply=None if lost else reply,
        scores={} if lost else {"reward": float(solved)},
        messages=(ChatMessage(role="user", text=asked),) if lost else _messages(asked, called, order, reply),
        started_at=started.isoformat(),
        ended_at=(started + timedelta(seconds=duration)).isoformat(),
        seed=SEED,
        tags={"kind": kind},
    )


def _call(tool: str, order: int, number: int) -> ToolCall:
    extra = {
        "alterar_endereco": f', "endereco": "rua Nova, {number}"',
        "abrir_troca": f', "tamanho": "{number}"',
    }
    arguments = f'{{"pedido": "{order}"{extra.get(tool, "")}}}'
    return ToolCall(name=tool, arguments=arguments, known=True, valid=True, result='{"ok": true}')


def _usage(rng: random.Random) -> Usage:
    return Usage(input_tokens=rng.randint(700, 900), output_tokens=rng.randint(20, 90))


def _reply(kind: str, order: int, number: int, *, solved: bool) -> str:
    if not solved:
        return f"Encontrei o pedido {order}. Posso ajudar em algo mais?"
    done = {
        "endereco": f"Pronto: o pedido {order} agora vai para a rua Nova, {number}.",
        "prazo": f"O pedido {order} chega em três dias úteis.",
        "troca": f"Abri a troca do pedido {order} pelo tamanho {number}; a etiqueta vai por e-mail.",
    }
    return done[kind]


def _messages(asked: str, called: str, order: int, reply: str) -> tuple[ChatMessage, ...]:
    return (
        ChatMessage(role="system", text="Você atende os clientes de uma loja. (amostra simulada)"),
        ChatMessage(role="user", text=asked),
        ChatMessage(role="assistant", text=""),
        ChatMessage(role="tool", name=called, text=f'{{"ok": true, "pedido": "{order}"}}'),
        ChatMessage(role="assistant", text=reply),
    )


if __name__ == "__main__":
    main()
