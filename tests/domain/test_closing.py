"""The shape of a closing: the names on the wire, strictness, and null apart from nothing."""

import msgspec
import pytest

from cenario.domain.closing import Closing, ClosingRecord, read_deadline

FULL = {
    "commitments": ["enviar a tabela"],
    "objections": [],
    "next_action": None,
    "rolling_summary": "Ana quer clareamento.",
    "declaracao": {
        "intencoes": [{"o_que": "clareamento", "evidencia": "quero clarear os dentes"}],
        "promessas": [{"o_que": "enviar a tabela", "prazo": "2026-11-05T15:00:00-03:00"}],
        "nada_a_declarar": False,
    },
}


def _with(path: tuple[object, ...], value: object) -> object:
    raw = msgspec.json.decode(msgspec.json.encode(FULL))
    spot = raw
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = value
    return raw


def test_the_names_on_the_wire_are_the_systems_own():
    closing = msgspec.convert(FULL, Closing)
    assert closing.promises[0].what == "enviar a tabela"
    assert msgspec.json.decode(msgspec.json.encode(closing)) == FULL


def test_an_absent_declaration_is_not_nothing_to_declare():
    bare = {k: v for k, v in FULL.items() if k != "declaracao"}
    absent = msgspec.convert(bare, Closing)
    nothing = msgspec.convert(
        bare | {"declaracao": {"intencoes": [], "promessas": [], "nada_a_declarar": True}}, Closing
    )
    assert absent.declaration is None
    assert nothing.declaration is not None
    assert nothing.declaration.nothing_to_declare
    assert absent != nothing
    assert msgspec.json.decode(msgspec.json.encode(absent))["declaracao"] is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("extra",), 1),
        (("declaracao", "extra"), 1),
        (("declaracao", "intencoes", 0, "extra"), 1),
        (("declaracao", "intencoes", 0, "o_que"), ""),
        (("declaracao", "intencoes", 0, "evidencia"), "  "),
        (("declaracao", "promessas", 0, "prazo"), "amanhã"),
        (("declaracao", "promessas", 0, "prazo"), "20261105"),
        (("declaracao", "promessas", 0, "prazo"), 5),
        (("declaracao", "nada_a_declarar"), "não"),
        (("commitments",), "enviar"),
        (("rolling_summary",), None),
    ],
)
def test_another_shape_is_refused(path, value):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(_with(path, value), Closing)


@pytest.mark.parametrize("missing", ["commitments", "objections", "next_action", "rolling_summary"])
def test_a_missing_field_is_refused(missing):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({k: v for k, v in FULL.items() if k != missing}, Closing)


@pytest.mark.parametrize("text", ["2026-11-05", "2026-11-05T15:00", "2026-11-05T15:00:00Z"])
def test_deadlines_are_days_or_instants(text):
    assert read_deadline(text) is not None


@pytest.mark.parametrize("text", ["", "2026-13-05", "2026-W45-4", "05/11/2026", "2026-11-05T25:00"])
def test_what_is_no_deadline(text):
    assert read_deadline(text) is None


def test_a_record_is_either_a_closing_or_a_refusal():
    closing = msgspec.convert(FULL, Closing)
    for record in (ClosingRecord(closing=closing), ClosingRecord(refused="no_json", attempts=3)):
        assert msgspec.json.decode(msgspec.json.encode(record), type=ClosingRecord) == record
    with pytest.raises(ValueError, match="either"):
        ClosingRecord()
    with pytest.raises(ValueError, match="either"):
        ClosingRecord(closing=closing, refused="no_json")
