"""Declared files: what is read, and the one line each fault is refused with."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cenario.errors import BadInputError
from cenario.store import yaml_core
from cenario.store.documents import load_json, load_jsonl, load_yaml, read_json, read_yaml


class Item(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    count: int = 0


class Box(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    day: dt.date | None = None
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    items: list[Item] = []


def write(tmp_path: Path, text: str | bytes, name: str = "box.yaml") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(path: Path, load=load_yaml, kind: type = Box) -> str:
    with pytest.raises(BadInputError) as caught:
        load(path, kind)
    words = str(caught.value)
    assert "\n" not in words
    assert words.startswith(str(path))
    return words.removeprefix(str(path))


def test_yaml_means_what_it_looks_like():
    text = "arm: off\nat: 10:00\nday: 2026-11-04\ncode: 010\nyes: no\nn: -3\nf: 1e3\nx: ~\ntrue: true\nvoid:"
    assert read_yaml(text, source="x") == {
        "arm": "off",
        "at": "10:00",
        "day": "2026-11-04",
        "code": "010",
        "yes": "no",
        "n": -3,
        "f": 1000.0,
        "x": None,
        "true": True,
        "void": None,
    }


def test_good_files_load(tmp_path):
    box = Box(name="caixa", day=dt.date(2026, 11, 4), items=[Item(id="a", count=2)])
    text = "name: caixa\nday: 2026-11-04\nitems:\n  - {id: a, count: 2}\n"
    assert load_yaml(write(tmp_path, text), Box) == box
    assert load_json(write(tmp_path, b"\xef\xbb\xbf" + msgspec.json.encode(box), "box.json"), Box) == box
    lines = write(tmp_path, '{"id": "a\u2028b"}\r\n\n{"id": "c"}\n', "items.jsonl")
    assert [item.id for item in load_jsonl(lines, Item)] == ["a\u2028b", "c"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ": arquivo vazio"),
        ("a: [1", ":1: YAML inválido (expected ',' or ']', but got '<stream end>')"),
        ("a: 1\n---\nb: 2", ":2: YAML inválido (but found another document)"),
        ("name: &x caixa", ":1: âncoras e apelidos (& e *) não são aceitos; escreva o valor por extenso"),
        ("name: *x", ":1: âncoras e apelidos (& e *) não são aceitos; escreva o valor por extenso"),
        (
            "name: !!python/name:os.system x",
            ":1: etiquetas (“tag:yaml.org,2002:python/name:os.system”) não são aceitas; escreva só o valor",
        ),
        ("name: a\nname: b", ":2: a chave “name” aparece duas vezes; deixe uma"),
        ("? [a]\n: b", ":1: a chave tem de ser texto, veio sequence"),
        ("items: []", ":1: falta o campo name"),
        ("name: a\nitems:\n  - id: b\n  - count: 2", ":4: falta o campo items[1].id"),
        (
            "name: a\nitems:\n  - id: b\n    cont: 2",
            ":4: campo desconhecido items[0].cont; confira a grafia ou retire",
        ),
        ("name: a\nitems:\n  - id: b\n    count: dois", ":4: items[0].count: esperava int, veio str"),
        ("name: a\nshare: 2", ":2: share: Expected `float` <= 1.0"),
        ("[]", ":1: $: esperava object, veio array"),
        (b"name: \xff", ":1: não está em UTF-8; grave o arquivo em UTF-8"),
        ("[" * 100_000, ": aninhado demais para um arquivo declarado"),
    ],
)
def test_yaml_faults(tmp_path, text, words):
    assert refusal(write(tmp_path, text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", ":1: JSON inválido (Expecting property name enclosed in double quotes)"),
        ('{"name": "a",\n "name": "b"}', ":2: a chave “name” aparece duas vezes; deixe uma"),
        ('{"name": "a",\n "share": NaN}', ": NaN não é um número de JSON; use null onde não há número"),
        ('{"name": "a",\n "items": [\n {"id": 3}]}', ":3: items[0].id: esperava str, veio int"),
        ("[" * 100_000, ": aninhado demais para um arquivo declarado"),
        (" ", ": arquivo vazio"),
    ],
)
def test_json_faults(tmp_path, text, words):
    assert refusal(write(tmp_path, text, "box.json"), load_json) == words


def test_a_huge_integer_is_refused_not_a_crash(tmp_path):
    path = write(tmp_path, '{"name": ' + "9" * 5000 + "}", "box.json")
    assert ": JSON inválido" in refusal(path, load_json)


def test_jsonl_names_the_line(tmp_path):
    path = write(tmp_path, '{"id": "a"}\n{"id": 1}\n', "items.jsonl")
    assert refusal(path, load_jsonl, Item) == ":2: id: esperava str, veio int"
    path = write(tmp_path, '{"id": "a"}\n\n{"id": "b"\n', "items.jsonl")
    assert refusal(path, load_jsonl, Item).startswith(":3: JSON inválido")


def test_missing_folder_and_size(tmp_path):
    assert refusal(tmp_path / "none.yaml") == ": arquivo não encontrado; confira o caminho"
    assert "não foi possível ler" in refusal(tmp_path)
    path = write(tmp_path, "name: caixa")
    assert load_yaml(path, Box, max_bytes=11).name == "caixa"
    with pytest.raises(BadInputError, match="passa do limite de 10 bytes"):
        load_yaml(path, Box, max_bytes=10)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(values.filter(lambda value: value is not None))
def test_json_comes_back_as_it_was(value):
    assert read_json(msgspec.json.encode(value).decode(), source="x") == value


@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True), values, min_size=1, max_size=4))
def test_yaml_agrees_with_what_pyyaml_wrote(value):
    """Quoted everything, so that 1.1 and 1.2 cannot differ; PyYAML writes, we read."""
    written = yaml.safe_dump(value, default_style='"', allow_unicode=True)
    plain = written.replace("!!int ", "").replace("!!bool ", "").replace("!!null ", "")
    if plain == written:
        assert read_yaml(written, source="x") == value
    else:
        with pytest.raises(BadInputError, match="etiquetas"):
            read_yaml(written, source="x")


def test_line_of_stops_where_the_path_stops():
    text = '{\n "a": [\n  {"b": 1},\n  {"b": 2}\n ]\n}'
    assert yaml_core.line_of(text, "$.a[1].b") == 4
    assert yaml_core.line_of(text, "$.a[1].zzz") == 4
    assert yaml_core.line_of(text, "$.z") == 1
    assert yaml_core.line_of("{", "$.z") is None
