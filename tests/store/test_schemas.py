"""The published JSON Schemas are the code's: they accept what the journal writes, refuse what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from cenario.domain.execution import Execution, Manifest, Source, Step, ToolCall, Usage, Wire
from cenario.domain.vote import Score, Vote
from cenario.store import schemas
from cenario.store.journal import encode

FOLDER = Path(__file__).parents[2] / "data" / "schemas"

EXECUTION = Execution(
    batch="b",
    evaluation="C",
    arm="off",
    model="m",
    conversation="C01",
    repetition=0,
    outcome="completed",
    steps=(Step(calls=(ToolCall(name="x", valid=False),), usage=Usage(input_tokens=3)),),
    wire=Wire(system="ab"),
    scores={"reward": None},
    source=Source(file="f", sha256="s", position="1", format="tau-bench"),
)
RECORDS = {
    "execution": EXECUTION,
    "manifest": Manifest(batch="b", evaluation="C", seal="s", sealed_at="t", params={"a": 0.5, "b": None}),
    "vote": Vote(
        batch="b", evaluation="F5", model="m", judge="j", conversation="c", baseline="a", candidate="b",
        first="baseline", winner="tie",
    ),
    "score": Score(
        batch="b", evaluation="sim", model="m", judge="j", arm="a", conversation="c", criterion="x", value=1.0
    ),
}  # fmt: skip


def test_the_published_schemas_equal_the_code():
    assert schemas.differing(FOLDER) == [], "run: cenario schemas --write"
    assert sorted(p.name for p in FOLDER.iterdir()) == sorted(f"{n}.schema.json" for n in schemas.PUBLISHED)


def validator(name: str) -> jsonschema.Draft202012Validator:
    loaded = json.loads(schemas.schema(name))
    jsonschema.Draft202012Validator.check_schema(loaded)
    return jsonschema.Draft202012Validator(loaded)


@pytest.mark.parametrize("name", RECORDS)
def test_what_the_journal_writes_is_valid_by_its_schema(name):
    validator(name).validate(json.loads(encode(RECORDS[name])))


@pytest.mark.parametrize(
    "change",
    [
        {"repetition": -1},
        {"outcome": "fine"},
        {"new_field": 1},
        {"batch": ""},
        {"arm": None},
        {"format_version": 2},
    ],
)
def test_schema_and_code_refuse_the_same(change):
    changed = {**json.loads(encode(EXECUTION)), **change}
    assert not validator("execution").is_valid(changed)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(changed, Execution)


def test_every_field_is_described():
    for name in schemas.RECORDS:
        for kind, told in json.loads(schemas.schema(name))["$defs"].items():
            for field, facts in told["properties"].items():
                assert field in ("kind", "format_version") or facts.get("description"), f"{kind}.{field}"
