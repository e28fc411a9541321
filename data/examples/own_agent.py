"""An agent of your own under evaluation C: one ``AgentRequest`` in, one ``AgentAnswer`` out.

    cenario run --evaluation C --model local:NAME --agent "command:python data/examples/own_agent.py"

It is a template: one tool, one loop, any OpenAI-compatible server on this machine
(``LOCAL_BASE_URL``), the standard library only. What matters to the evaluation is marked below.
The contract is in ``data/schemas/agent-request.schema.json`` and ``agent-answer.schema.json``.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any
from urllib.request import Request, urlopen

UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
INSTANT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$"
PATTERNS = {"contact_id": UUID, "starts_at": INSTANT}


def main() -> None:
    """Read the turn from standard input and write what became of it to standard output."""
    asked = json.load(sys.stdin)
    body = {
        "model": str(asked["model"]).partition(":")[2],
        "messages": messages(asked),
        "tools": [tool(asked)],
    }
    answers, steps = [], []
    for _ in range(asked["max_loops"]):
        answer = ask(body)
        answers.append({"provider": "openai", "body": json.loads(json.dumps(body))})
        said = answer["choices"][0]["message"]
        calls = [judged(call["function"]) for call in said.get("tool_calls") or ()]
        usage = answer.get("usage") or {}
        steps.append(
            {"calls": calls, "usage": {name: usage.get(f"{key}_tokens") for name, key in USAGE.items()}}
        )
        if not calls:
            break
        body["messages"] += [said, *results(said, calls)]
    reply = said.get("content") if not calls else None
    json.dump(
        {
            "outcome": "agent_failure" if calls else "completed",
            "reply": reply,
            "steps": steps,
            "loops": len(steps),
            "requests": answers,  # without them no arm is proved, and there is no verdict
            "end_state": {"replied": reply is not None},
        },
        sys.stdout,
        ensure_ascii=False,
    )


USAGE = {"input_tokens": "prompt", "output_tokens": "completion"}


def messages(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the model reads; `clock` is the turn's now, never the machine's."""
    context = {
        key: asked[key] for key in ("clock", "contact", "history", "transcript", "message") if key in asked
    }
    system = (
        "Você atende pelo WhatsApp e agenda com a ferramenta agendar. Só diga que agendou se ela confirmou."
    )
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": json.dumps(context, ensure_ascii=False)},
    ]


def tool(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the tool as the arm asks: `knobs` are all that may differ from one arm to the other."""
    fields: dict[str, dict[str, str]] = {
        "contact_id": {"type": "string", "format": "uuid"},
        "starts_at": {"type": "string", "format": "date-time"},
    }
    if asked["knobs"].get("tool_schema", "off") == "off":
        for name, field in fields.items():
            field["pattern"] = PATTERNS[name]
    schema = {"type": "object", "properties": fields, "required": list(fields)}
    return {"type": "function", "function": {"name": "agendar", "parameters": schema}}


def judged(call: dict[str, str]) -> dict[str, Any]:
    """Return the call as it came, and what your server's validation says of it before it is discarded."""
    faults = []
    try:
        given = json.loads(call["arguments"] or "{}")
    except ValueError:
        given = None
    if not isinstance(given, dict):
        given, faults = {}, [{"rule": "json"}]
    for name, pattern in PATTERNS.items():
        if name not in given:
            faults.append({"rule": "missing", "path": name})
        elif not re.match(pattern, str(given[name])):
            faults.append({"rule": "format", "path": name, "format": True})
    known = call["name"] == "agendar"
    return {
        "name": call["name"],
        "arguments": call["arguments"],
        "known": known,
        "valid": not faults if known else None,
        "faults": faults if known else [],
        "has_format_field": known,
        "landfill_uuid": str(given.get("contact_id", "")).strip("0-") == "" and "contact_id" in given,
        "effect": "consequence",
        "resource": "agendamento",
    }


def results(said: dict[str, Any], calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what each call gave: a preview changes nothing and sends nothing."""
    words = ["agendado" if call["valid"] else json.dumps(call["faults"]) for call in calls]
    ids = [call["id"] for call in said["tool_calls"]]
    return [{"role": "tool", "tool_call_id": i, "content": w} for i, w in zip(ids, words, strict=True)]


def ask(body: dict[str, Any]) -> dict[str, Any]:
    """Ask the model once."""
    url = os.environ.get("LOCAL_BASE_URL", "http://127.0.0.1:11434/v1") + "/chat/completions"
    headers = {"content-type": "application/json", "authorization": "Bearer none"}
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=100) as response:  # noqa: S310
        return json.load(response)  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
