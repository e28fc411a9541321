"""The JSON Schemas of the records that cross the disk, written from the code and proved equal to it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cenario.domain.contract import AgentAnswer, AgentRequest
from cenario.domain.execution import Execution, Manifest
from cenario.domain.quality import QualityEvaluation
from cenario.domain.record import Record
from cenario.domain.scenario import Act, Scenario
from cenario.domain.traffic import RealConversation
from cenario.domain.vote import Score, Vote

__all__ = ["CONTRACTS", "DECLARED", "PUBLISHED", "RECORDS", "differing", "schema", "write"]

RECORDS: dict[str, type[Record]] = {
    "act": Act,
    "execution": Execution,
    "manifest": Manifest,
    "scenario": Scenario,
    "score": Score,
    "vote": Vote,
}
"""What stands in a journal, by the word in ``kind``; and the declared scenario."""

DECLARED: dict[str, type[Record]] = {"quality": QualityEvaluation, "real-conversation": RealConversation}
"""Declared files that are no records of a journal."""

CONTRACTS: dict[str, type[Record]] = {"agent-request": AgentRequest, "agent-answer": AgentAnswer}
"""What a foreign agent is asked and answers."""

PUBLISHED = {**RECORDS, **DECLARED, **CONTRACTS}

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(name: str) -> bytes:
    """Return the JSON Schema (draft 2020-12) of the record called `name`, as indented JSON with a newline."""
    made = msgspec.json.schema(PUBLISHED[name], schema_hook=_anything)
    ordered = {"$schema": DIALECT, "$id": f"{name}.schema.json", **made}
    return msgspec.json.format(msgspec.json.encode(ordered), indent=2) + b"\n"


def _anything(kind: type) -> dict[str, object]:
    """Return the schema of a value of any kind: the arguments of a call."""
    if kind is object:
        return {"$comment": "any value"}
    raise NotImplementedError(kind)


def write(folder: Path) -> list[Path]:
    """Write every schema into `folder` and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.schema.json" for name in PUBLISHED]
    for path, name in zip(paths, PUBLISHED, strict=True):
        path.write_bytes(schema(name))
    return paths


def differing(folder: Path) -> list[Path]:
    """Return the files of `folder` that are missing, or not what the code says."""
    paths = {name: folder / f"{name}.schema.json" for name in PUBLISHED}
    return [p for name, p in paths.items() if not p.is_file() or p.read_bytes() != schema(name)]
