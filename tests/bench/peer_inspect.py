"""The other side of the runner's bench: the same shape of work in Inspect AI, on its `mockllm`.

Run with a Python that has inspect-ai. Two tools (ours offers some twenty, of which it calls as
many), a loop of tool calls and a reply a sample, a log on disk; the second round counts.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time

from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import generate, system_message, use_tools
from inspect_ai.tool import tool


@tool
def find_free_slots():
    async def execute(event_type_slug: str, first: str = "", last: str = ""):
        """Find free slots.

        Args:
            event_type_slug: What is booked.
            first: From when.
            last: Until when.
        """
        return json.dumps({"slots": [{"starts_at": "2026-11-06T08:30:00-03:00"}]})

    return execute


@tool
def book_appointment():
    async def execute(event_type_slug: str, contact_id: str, starts_at: str):
        """Book an appointment.

        Args:
            event_type_slug: What is booked.
            contact_id: For whom.
            starts_at: When.
        """
        return json.dumps({"id": 1})

    return execute


def answer(messages, tools, tool_choice, config):
    done = sum(message.role == "tool" for message in messages)
    if done == 0:
        return ModelOutput.for_tool_call("mockllm/model", "find_free_slots", {"event_type_slug": "limpeza"})
    if done == 1:
        arguments = {
            "event_type_slug": "limpeza",
            "contact_id": "3f0c1a52-6d0e-4e0b-9a55-0b1f2f6f7a11",
            "starts_at": "2026-11-06T08:30:00-03:00",
        }
        return ModelOutput.for_tool_call("mockllm/model", "book_appointment", arguments)
    return ModelOutput.from_content("mockllm/model", "Prontinho, marquei para sexta às 8h30.")


def main() -> None:
    n_samples, epochs = 30, int(sys.argv[1])
    samples = [Sample(id=f"C{number:02d}", input=f"quero marcar, {number}") for number in range(n_samples)]
    task = Task(
        dataset=MemoryDataset(samples),
        solver=[
            system_message("Você atende a clínica. " * 50),
            use_tools(find_free_slots(), book_appointment()),
            generate(),
        ],
        epochs=epochs,
    )
    model = get_model("mockllm/model", custom_outputs=answer)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            began = time.perf_counter()
            (log,) = run_eval(task, model=model, display="none", log_dir=folder)
            took = time.perf_counter() - began
            if log.status != "success" or len(log.samples or ()) != n_samples * epochs:
                raise SystemExit(f"{log.status}: {log.error}")
    print(json.dumps({"executions_per_s": n_samples * epochs / took}))


if __name__ == "__main__":
    main()
