"""The flags at the provider's seam, and the schema that goes on the wire in each arm."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.agent.preview.tools.formats import PATTERNS
from cenario.agent.preview.tools.registry import TOOLS
from cenario.agent.preview.tools.schema import format_nodes, wire_schema
from cenario.agent.preview.tools.validation import has_landfill_uuid, is_landfill_uuid, judge_call

CONTACT = "3b1f6a1e-5c7d-4e0a-9a55-0c6d2f7e1a01"
NIL, MAX = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
BOOKING = {"event_type_slug": "limpeza", "contact_id": CONTACT, "starts_at": "2026-11-05T15:00:00-03:00"}


def judge(name: str, arguments: object) -> tuple[bool | None, list[tuple[str, str, bool]]]:
    judged = judge_call(name, json.dumps(arguments), TOOLS)
    return judged.valid, [(fault.rule, fault.path, fault.format) for fault in judged.faults]


def test_a_good_call_is_valid() -> None:
    judged = judge_call("crm_book_appointment", json.dumps(BOOKING), TOOLS)
    assert (judged.known, judged.valid, judged.has_format_field, judged.landfill_uuid) == (
        True,
        True,
        True,
        False,
    )
    assert judged.arguments is not None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"starts_at": "2026-11-05T15:00:00"}, ("datetime_format", "starts_at", True)),
        ({"starts_at": "amanhã às 15h"}, ("datetime_format", "starts_at", True)),
        ({"starts_at": 5}, ("string_type", "starts_at", False)),
        ({"contact_id": "contato-1"}, ("uuid_format", "contact_id", True)),
        ({"contact_id": None}, ("string_type", "contact_id", False)),
        ({"attendee_email": "ana@gmail"}, ("email_format", "attendee_email", True)),
        (
            {"guests": [{"name": "Bia"}, {"name": "Caio", "email": "x"}]},
            ("email_format", "guests.1.email", True),
        ),
        ({"guests": "Bia"}, ("tuple_type", "guests", False)),
        ({"event_type_slug": ""}, ("string_too_short", "event_type_slug", False)),
        ({"color": "azul"}, ("extra_forbidden", "color", False)),
    ],
)
def test_each_fault_says_its_rule_place_and_whether_it_is_of_format(
    change: dict[str, object], fault: tuple[str, str, bool]
) -> None:
    assert judge("crm_book_appointment", BOOKING | change) == (False, [fault])


def test_nothing_is_converted() -> None:
    assert judge("crm_find_free_slots", {"event_type_slug": "x", "dias_a_frente": "3"})[1] == [
        ("int_type", "dias_a_frente", False)
    ]
    assert judge("crm_update_lead", {"lead_id": CONTACT, "value": "10"})[1] == [
        ("float_type", "value", False)
    ]
    assert judge("crm_update_lead", {"lead_id": CONTACT, "is_urgent": "sim"})[0] is False


def test_what_is_missing_is_no_fault_of_format() -> None:
    valid, faults = judge("crm_schedule_callback", {"at": "depois"})
    assert valid is False
    assert ("missing", "contact_id", False) in faults
    assert ("datetime_format", "at", True) in faults


@pytest.mark.parametrize("raw", ["{", "nada", '{"a": NaN}', '"texto"', "[]", "null", "7", '{"a"' * 5000])
def test_arguments_that_are_no_object_are_invalid_never_an_exception(raw: str) -> None:
    judged = judge_call("crm_book_appointment", raw, TOOLS)
    assert (judged.known, judged.valid) == (True, False)
    assert not any(fault.format for fault in judged.faults)


@pytest.mark.parametrize("raw", ["", "  ", "{}"])
def test_blank_arguments_are_no_arguments(raw: str) -> None:
    assert judge_call("crm_list_stages", raw, TOOLS).valid is True
    assert judge_call("crm_book_appointment", raw, TOOLS).valid is False


def test_a_tool_that_does_not_exist_is_neither_valid_nor_invalid() -> None:
    judged = judge_call("crm_cancel_appointment", json.dumps({"contact_id": NIL}), TOOLS)
    assert (judged.known, judged.valid, judged.has_format_field, judged.landfill_uuid) == (
        False,
        None,
        False,
        True,
    )


def test_a_landfill_uuid_passes_the_validation_and_is_counted_apart() -> None:
    masked = "00000000-0000-4000-8000-000000000000"
    for landfill in (NIL, MAX, masked, masked.replace("0", "f"), MAX.upper()):
        judged = judge_call("crm_book_appointment", json.dumps(BOOKING | {"contact_id": landfill}), TOOLS)
        assert (judged.valid, judged.landfill_uuid) == (True, True), landfill
    both = judge_call(
        "crm_book_appointment", json.dumps(BOOKING | {"contact_id": NIL, "starts_at": "x"}), TOOLS
    )
    assert (both.valid, both.landfill_uuid) == (False, True)


@given(st.uuids(version=4))
def test_a_well_formed_invention_is_no_landfill(value: object) -> None:
    assert not is_landfill_uuid(str(value))


@pytest.mark.parametrize("position", [each for each in range(32) if each not in (12, 16)])
def test_one_other_digit_is_enough_not_to_be_landfill(position: int) -> None:
    digits = list("0" * 32)
    digits[position] = "1"
    assert not is_landfill_uuid("".join(digits))
    digits = list("0" * 32)
    digits[12], digits[16] = "7", "b"
    assert is_landfill_uuid("".join(digits))


def test_a_landfill_uuid_is_found_deep_and_in_broken_json_but_not_inside_a_sentence() -> None:
    assert has_landfill_uuid(json.dumps({"a": [{"b": [NIL]}]}))
    assert has_landfill_uuid(f'{{"contact_id": "{MAX}", ')
    assert not has_landfill_uuid(json.dumps({"note": f"o id {NIL} não existe"}))
    assert not has_landfill_uuid(json.dumps({NIL: 1}))
    assert not has_landfill_uuid("0" * 31 + "f")


FORMATTED = [
    name
    for name, tool in TOOLS.items()
    if any(True for _ in format_nodes(wire_schema(tool.arguments, "off")))
]


@pytest.mark.parametrize("name", TOOLS)
def test_the_arms_differ_only_in_the_repeated_pattern(name: str) -> None:
    off, on = (wire_schema(TOOLS[name].arguments, knob) for knob in ("off", "on"))
    assert "$schema" not in json.dumps(off)
    assert "$ref" not in json.dumps(off)
    assert all(node["pattern"] == PATTERNS[str(node["format"])] for node in format_nodes(off))
    assert not any("pattern" in node for node in format_nodes(on))
    restored = json.loads(json.dumps(on))
    for node in format_nodes(restored):
        node["pattern"] = PATTERNS[node["format"]]  # type: ignore[index]
    assert restored == off
    for schema in (off, on):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False


def test_most_tools_have_a_format_and_all_four_formats_are_there() -> None:
    found = {
        node["format"]
        for name in FORMATTED
        for node in format_nodes(wire_schema(TOOLS[name].arguments, "off"))
    }
    assert found == set(PATTERNS)
    assert len(FORMATTED) >= 14


def test_a_pattern_without_format_stays_in_both_arms() -> None:
    from cenario.agent.preview.tools.schema import _without_repeated_pattern

    schema = {
        "properties": {
            "slug": {"type": "string", "pattern": "^a$"},
            "id": {"type": "string", "pattern": "^b$", "format": "uuid"},
            "pattern": {"type": "string"},
            "format": {"type": "array", "items": {"format": "date", "pattern": "^c$"}},
        }
    }
    assert _without_repeated_pattern(schema) == {
        "properties": {
            "slug": {"type": "string", "pattern": "^a$"},
            "id": {"type": "string", "format": "uuid"},
            "pattern": {"type": "string"},
            "format": {"type": "array", "items": {"format": "date"}},
        }
    }


@pytest.mark.parametrize("name", FORMATTED)
def test_the_published_pattern_agrees_with_the_server(name: str) -> None:
    """What the wire's schema refuses by pattern the server refuses too, and the other way round."""
    schema = wire_schema(TOOLS[name].arguments, "off")
    values = [
        CONTACT,
        NIL,
        "2026-11-05",
        "2026-02-30",
        "2026-11-05T15:00:00-03:00",
        "2026-11-05T15:00",
        "a@b.co",
        "a@b",
    ]
    for field, node in schema["properties"].items():
        formats = {each["format"] for each in format_nodes(node)}
        if not formats or node.get("type") == "array":
            continue
        for value in values:
            by_schema = jsonschema.Draft202012Validator(node).is_valid(value)
            faults = judge(name, {field: value})[1]
            by_server = not any(path == field for _, path, _ in faults)
            assert by_schema == by_server, (field, value)
