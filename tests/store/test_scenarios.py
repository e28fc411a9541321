"""Declared scenarios: what is refused at declaration, by rule, and what the ledger of acts keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cenario.domain.scenario import EXPECTATION_KINDS
from cenario.errors import BadInputError, CenarioError, FrozenError
from cenario.store import yaml_core
from cenario.store.places import data_folder
from cenario.store.scenarios import MAX_BYTES, ScenarioStore, read_scenario, version_of

Document = dict[str, Any]


BOMB = b"\n".join(
    [b"a0: &a0 [x]", *(b"a%d: &a%d [%s]" % (i, i, b",".join([b"*a%d" % (i - 1)] * 9)) for i in range(1, 9))]
)


def document(**changes: Any) -> Document:
    made: Document = {
        "id": "cobra-direito",
        "title": "Cobra o que foi combinado",
        "situation": {
            "id": "C22",
            "business": "loja",
            "contact": {"contact_id": "7410fd10-98e5-4138-9bee-a7b078959962"},
            "message": "pode gerar sim",
        },
        "inputs": ["pode gerar sim", "gera aí"],
        "expectations": [{"kind": "procedimento", "procedure": "cobranca", "state": "emitida"}],
        "procedures": [
            {
                "name": "cobranca",
                "states": ["emitida", "recusada"],
                "fields": [
                    {"name": "valor", "type": "number"},
                    {"name": "vencimento", "type": "date"},
                    {"name": "descricao", "type": "text"},
                    {"name": "itens", "type": "list"},
                ],
            }
        ],
        "resources": [
            {"name": "cobranca", "effect": "consequence"},
            {"name": "agenda", "effect": "read"},
            {"name": "misterio"},
        ],
    }
    return {**made, **changes}


def write(folder: Path, made: Document, name: str | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name or made['id']}.yaml"
    path.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")  # JSON is YAML, without anchors
    return path


def refusal(action: Callable[[], object]) -> str:
    """Return the one line of the refusal, and prove that it is one."""
    with pytest.raises(CenarioError) as caught:
        action()
    words = str(caught.value)
    assert "\n" not in words
    return words


def refused(tmp_path: Path, code: str, **changes: Any) -> str:
    made = document(**changes)
    path = write(tmp_path, made)
    with pytest.raises(BadInputError) as caught:
        read_scenario(path, as_ruler=True)
    fault = caught.value.message
    inner = fault.values.get("fault", fault)
    assert getattr(inner, "code", None) == code, str(fault)
    assert "\n" not in str(fault)
    assert path.name in str(fault)
    return str(fault)


@pytest.fixture
def store(tmp_path: Path) -> ScenarioStore:
    folder = tmp_path / "scenarios"
    write(folder, document())
    return ScenarioStore(folder)


def test_s000_3_the_five_parts_have_their_defaults(store: ScenarioStore) -> None:
    scenario = store.load("cobra-direito").scenario
    assert len(scenario.inputs) == 2
    assert scenario.expectations
    assert (scenario.repetitions, scenario.budget, scenario.gate) == (3, None, False)  # S000-6, 9, 11


def test_s000_1_a_scenario_declares_a_situation_and_what_must_happen_in_it(tmp_path: Path) -> None:
    for part in ("situation", "inputs"):
        made = document()
        del made[part]
        assert part in refusal(lambda made=made: read_scenario(write(tmp_path, made)))  # type: ignore[misc]
    scenario = read_scenario(write(tmp_path, document()), as_ruler=True)
    assert scenario.situation.message == scenario.inputs[0]


def test_s000_4_at_least_one_input(tmp_path: Path) -> None:
    assert "inputs" in refusal(lambda: read_scenario(write(tmp_path, document(inputs=[]))))


def test_s000_5_a_ruler_without_expectations_judges_nothing(tmp_path: Path) -> None:
    refused(tmp_path, "scenario-no-expectation", expectations=[])
    read_scenario(write(tmp_path, document(expectations=[])))  # as a draft it may wait


def test_s000_8_10_ceilings_are_apart_and_null_is_not_zero(tmp_path: Path) -> None:
    def budget(**axes: int | None) -> object:
        return read_scenario(write(tmp_path, document(budget=axes))).budget

    assert budget(inferences=0) != budget()
    assert msgspec.to_builtins(budget(inferences=0)) == {"inferences": 0}
    assert msgspec.to_builtins(budget(loops=4, inferences=None)) == {"loops": 4}
    assert "inferences" in refusal(lambda: budget(inferences=-1))


def test_s000_15_an_unknown_kind_names_the_nine(tmp_path: Path) -> None:
    words = refused(tmp_path, "scenario-kind", expectations=[{"kind": "passos", "steps": ["a"]}])
    assert all(kind in words for kind in EXPECTATION_KINDS)
    refused(tmp_path, "scenario-kind", expectations=[{"procedure": "cobranca"}])
    refused(tmp_path, "scenario-kind", expectations=[{"kind": "proibição", "resource": "cobranca"}])


@pytest.mark.parametrize("more", [{"negate": True}, {"must_touch": True}, {"absent": False}, {"min": 1}])
def test_s000_31_a_prohibition_has_no_inverse(tmp_path: Path, more: Document) -> None:
    refused(
        tmp_path, "scenario-inverse", expectations=[{"kind": "proibicao", "resource": "cobranca", **more}]
    )


def test_s000_30_only_a_consequence_can_be_forbidden(tmp_path: Path) -> None:
    def forbid(resource: str) -> list[Document]:
        return [{"kind": "proibicao", "resource": resource}]

    read_scenario(write(tmp_path, document(expectations=forbid("cobranca"))), as_ruler=True)
    assert "raciocínio" in refused(tmp_path, "scenario-forbidden-read", expectations=forbid("agenda"))
    refused(tmp_path, "scenario-no-effect", expectations=forbid("misterio"))
    refused(tmp_path, "scenario-resource", expectations=forbid("nada"))


def test_s000_18_19_a_procedure_has_a_name_and_just_one_of_state_and_absence(tmp_path: Path) -> None:
    def on(**fields: Any) -> list[Document]:
        return [{"kind": "procedimento", **fields}]

    read_scenario(
        write(tmp_path, document(expectations=on(procedure="cobranca", absent=True))), as_ruler=True
    )
    refused(tmp_path, "scenario-state-or-absence", expectations=on(procedure="cobranca"))
    both = on(procedure="cobranca", state="emitida", absent=True)
    refused(tmp_path, "scenario-state-or-absence", expectations=both)
    refused(tmp_path, "scenario-state", expectations=on(procedure="cobranca", state="paga"))
    refused(tmp_path, "scenario-procedure", expectations=on(procedure="cobrança", absent=True))
    unnamed = write(tmp_path, document(expectations=on(absent=True)))
    assert "procedure" in refusal(lambda: read_scenario(unnamed))


def test_s000_21_22_collected_needs_a_declared_field_that_is_no_list(tmp_path: Path) -> None:
    def collect(field: str, value: object) -> list[Document]:
        return [{"kind": "coletado", "procedure": "cobranca", "field": field, "value": value}]

    read_scenario(write(tmp_path, document(expectations=collect("valor", "480"))), as_ruler=True)
    assert "lista" in refused(tmp_path, "scenario-list-field", expectations=collect("itens", "a"))
    refused(tmp_path, "scenario-field", expectations=collect("juros", 1))
    refused(tmp_path, "scenario-value", expectations=collect("valor", "muito"))
    refused(tmp_path, "scenario-value", expectations=collect("vencimento", "sexta"))
    refused(tmp_path, "scenario-value", expectations=collect("descricao", 3))


@pytest.mark.parametrize(("code", "changes"), [
    ("scenario-input-twice", {"inputs": ["pode gerar sim", "  Pode   GERAR sim "]}),
    ("scenario-input-text", {"inputs": ["pode gerar sim", "   "]}),
    ("scenario-input-text", {"inputs": ["pode gerar sim", "a\x1b[31m"]}),
    ("scenario-first-input", {"inputs": ["gera aí"]}),
    ("scenario-title", {"title": "duas\nlinhas"}),
    ("scenario-procedure-twice", {"procedures": [{"name": "cobranca", "states": ["a"]}] * 2}),
    ("scenario-procedure-twice", {"procedures": [
        {"name": name, "states": ["a"]} for name in ("cobranca", "Cobranca")]}),
    ("scenario-resource-twice", {"resources": [{"name": "cobranca"}] * 2}),
    ("scenario-name", {"procedures": [{"name": "сobranca", "states": ["a"]}]}),
    ("scenario-field-twice", {"procedures": [
        {"name": "cobranca", "states": ["emitida"], "fields": [{"name": "x", "type": "text"}] * 2}]}),
    ("scenario-state-twice", {"procedures": [{"name": "cobranca", "states": ["emitida", "emitida"]}]}),
    ("scenario-expectation-twice", {"expectations": [{"kind": "transferencia"}] * 2}),
    ("scenario-contradiction", {"expectations": [
        {"kind": "resposta", "spoke": True}, {"kind": "resposta", "spoke": False}]}),
    ("scenario-silent-grounding", {"expectations": [
        {"kind": "resposta", "spoke": False}, {"kind": "embasamento", "source": "precos"}]}),
])  # fmt: skip
def test_names_said_twice_and_rulers_nobody_could_meet(tmp_path: Path, code: str, changes: Document) -> None:
    refused(tmp_path, code, **changes)


@pytest.mark.parametrize("bad", [
    "../../etc/passwd", "/abs", "a/b", "cobrа-direito", "Cobra", "cobrança", "a", "-a-b", "a" * 65, "a\x00b",
    "con.yaml", "", 3, None, "ａbc",
])  # fmt: skip
def test_an_id_that_is_a_path_or_only_looks_like_an_id(tmp_path: Path, bad: object) -> None:
    path = write(tmp_path, document(id=bad), name="x-y")
    with pytest.raises(BadInputError) as caught:
        read_scenario(path)
    assert caught.value.message.code == "scenario-id"
    assert str(caught.value).isprintable()
    if isinstance(bad, str):
        with pytest.raises(BadInputError):
            ScenarioStore(tmp_path).load(bad)


def test_a_file_has_the_name_of_its_id_and_is_no_link(tmp_path: Path) -> None:
    path = write(tmp_path, document(), name="outro-nome")
    assert "cobra-direito" in refusal(lambda: read_scenario(path))
    outside = write(tmp_path / "outside", document())
    (tmp_path / "cobra-direito.yaml").symlink_to(outside)
    refusal(lambda: ScenarioStore(tmp_path).load("cobra-direito"))


@pytest.mark.parametrize("hostile", [
    b"!!python/object/apply:os.system ['true']",
    b"id: !!binary aGVsbG8=",
    b"a: &a [x]\nid: *a",
    BOMB,
    b"id: cobra-direito\nid: outro",
    b"---\nid: a\n---\nid: b",
    b"[" * 100_000,
    b"\xff\xfe\x00",
    b"",
    b"- 1",
    b"x" * (MAX_BYTES + 1),
    b"x" * 10_000_000,
])  # fmt: skip
def test_hostile_yaml_is_refused_in_one_line(tmp_path: Path, hostile: bytes) -> None:
    path = tmp_path / "cobra-direito.yaml"
    path.write_bytes(hostile)
    assert len(refusal(lambda: read_scenario(path))) < 600
    assert len(refusal(lambda: ScenarioStore(tmp_path).load_all())) < 600


def test_s000_2_to_declare_seals_a_version_with_its_time(store: ScenarioStore) -> None:
    assert store.load("cobra-direito").standing == "draft"
    assert store.rulers() == ()
    assert "régua" in refusal(lambda: store.rulers(["cobra-direito"]))
    kept = store.declare("cobra-direito", by="Ana")
    assert kept.is_ruler
    assert kept.scenario.declared_at is not None
    assert (kept.acts[0].by, kept.acts[0].version) == ("Ana", kept.version)
    assert [each.id for each in store.rulers()] == ["cobra-direito"]
    assert store.load("cobra-direito") == kept
    refusal(lambda: store.declare("cobra-direito", by="Ana"))


def test_s000_2_an_edit_is_a_new_version_and_the_old_one_is_kept(store: ScenarioStore) -> None:
    first = store.declare("cobra-direito", by="Ana")
    path = store.path("cobra-direito")
    raw = yaml.safe_load(path.read_text())
    raw["expectations"].append({"kind": "trabalho", "state": "open"})
    path.write_text(yaml.safe_dump(raw, allow_unicode=True))
    edited = store.load("cobra-direito")
    assert edited.standing == "edited"
    assert edited.version != first.version
    assert store.rulers() == ()
    refusal(lambda: store.promote("cobra-direito", by="Ana"))
    second = store.declare("cobra-direito", by="Bia")
    assert second.is_ruler
    assert version_of(store.version("cobra-direito", first.version[:12])) == first.version
    assert len(store.version("cobra-direito", first.version).expectations) == 1
    refusal(lambda: store.version("cobra-direito", "ffff"))


@pytest.mark.parametrize("change", [
    lambda d: d["inputs"].append("outra forma"),
    lambda d: d.update(repetitions=5),
    lambda d: d.update(budget={"loops": 3}),
    lambda d: d["situation"].update(message="pode gerar sim", sender="Zé"),
    lambda d: d["procedures"][0]["fields"][0].update(type="text"),
    lambda d: d["resources"][0].update(effect=None),
])  # fmt: skip
def test_whatever_changes_what_is_measured_changes_the_version(
    tmp_path: Path, change: Callable[[Document], None]
) -> None:
    before = version_of(read_scenario(write(tmp_path, document())))
    changed = document()
    change(changed)
    assert version_of(read_scenario(write(tmp_path, changed))) != before


def test_words_about_a_scenario_do_not_change_its_version(tmp_path: Path) -> None:
    before = version_of(read_scenario(write(tmp_path, document())))
    assert version_of(read_scenario(write(tmp_path, document(title="Outro título")))) == before


def test_s000_11_12_to_promote_is_an_act_with_who_and_when(store: ScenarioStore) -> None:
    declared = store.declare("cobra-direito", by="Ana")
    assert not declared.scenario.gate
    promoted = store.promote("cobra-direito", by="  Bia\tLima ")
    assert promoted.scenario.gate
    assert promoted.scenario.promotion is not None
    assert promoted.scenario.promotion.by == "Bia Lima"
    assert promoted.version == declared.version
    assert promoted.is_ruler
    refusal(lambda: store.promote("cobra-direito", by="Bia"))
    demoted = store.demote("cobra-direito", by="Ana", reason="mudou a regra")
    assert not demoted.scenario.gate
    refusal(lambda: store.demote("cobra-direito", by="Ana"))
    assert [act.act for act in store.acts()] == ["declared", "promoted", "demoted"]


def test_an_edit_does_not_take_a_scenario_out_of_the_gate(store: ScenarioStore) -> None:
    store.declare("cobra-direito", by="Ana")
    store.promote("cobra-direito", by="Ana")
    raw = yaml.safe_load(store.path("cobra-direito").read_text())
    raw["expectations"] = [{"kind": "resposta", "spoke": True}]
    store.path("cobra-direito").write_text(yaml.safe_dump(raw, allow_unicode=True))
    assert (store.load("cobra-direito").standing, store.load("cobra-direito").scenario.gate) == (
        "edited",
        True,
    )
    assert store.declare("cobra-direito", by="Ana").scenario.gate


def test_a_gate_whose_file_is_gone_does_not_open_by_itself(store: ScenarioStore) -> None:
    store.declare("cobra-direito", by="Ana")
    store.promote("cobra-direito", by="Ana")
    kept = store.path("cobra-direito").read_bytes()
    store.path("cobra-direito").unlink()
    assert "cobra-direito" in refusal(store.load_all)
    store.path("cobra-direito").write_bytes(kept)
    assert store.load("cobra-direito").scenario.gate
    store.path("cobra-direito").unlink()
    assert store.withdraw("cobra-direito", by="Ana").standing == "withdrawn"
    store.path("cobra-direito").unlink()
    assert store.load_all() == ()


def test_what_is_withdrawn_neither_measures_nor_blocks(store: ScenarioStore) -> None:
    store.declare("cobra-direito", by="Ana")
    store.promote("cobra-direito", by="Ana")
    gone = store.withdraw("cobra-direito", by="Ana")
    assert (gone.standing, gone.scenario.gate) == ("withdrawn", False)
    assert store.rulers() == ()
    refusal(lambda: store.withdraw("cobra-direito", by="Ana"))
    assert store.declare("cobra-direito", by="Ana").is_ruler


@pytest.mark.parametrize("by", ["", "  ", "a" * 200, "a\x1b[2J"])
def test_an_act_without_somebody_is_refused(store: ScenarioStore, by: str) -> None:
    refusal(lambda: store.declare("cobra-direito", by=by))
    assert store.acts() == ()


@pytest.mark.parametrize("by_hand", [
    {"status": "declared"}, {"gate": True}, {"declared_at": "2026-01-01T00:00:00+00:00"},
    {"promotion": {"by": "eu", "at": "2026-01-01"}},
])  # fmt: skip
def test_what_only_an_act_can_do_is_not_written_by_hand(tmp_path: Path, by_hand: Document) -> None:
    write(tmp_path, document(**by_hand))
    refusal(lambda: ScenarioStore(tmp_path).load("cobra-direito"))


def test_a_gate_written_by_hand_into_a_declared_file_is_refused(store: ScenarioStore) -> None:
    store.declare("cobra-direito", by="Ana")
    raw = yaml.safe_load(store.path("cobra-direito").read_text())
    store.path("cobra-direito").write_text(yaml.safe_dump({**raw, "gate": True}, allow_unicode=True))
    refusal(lambda: store.load("cobra-direito"))


def test_a_ledger_rewritten_by_hand_shows(store: ScenarioStore) -> None:
    store.declare("cobra-direito", by="Ana")
    ledger = store.folder / "acts.jsonl"
    line = json.loads(ledger.read_text())
    line["ruler"]["repetitions"] = 1
    ledger.write_text(json.dumps(line) + "\n")
    refusal(lambda: store.load("cobra-direito"))


def test_s000_35_a_draft_is_saved_as_a_draft_and_a_declared_one_is_frozen(store: ScenarioStore) -> None:
    scenario = store.load("cobra-direito").scenario
    other = msgspec.structs.replace(scenario, id="outro-caso", gate=False)
    assert store.save_draft(other, new=True).standing == "draft"
    refusal(lambda: store.save_draft(other, new=True))
    store.declare("outro-caso", by="Ana")
    with pytest.raises(FrozenError):
        store.save_draft(other, new=False)


def test_s000_36_from_the_void_is_allowed_and_warned_of(store: ScenarioStore) -> None:
    assert [each.code for each in store.declare("cobra-direito", by="Ana").warnings] == ["scenario-from-void"]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=30)
TRICKY = ["1e3", "off", "~", "012", ".5", "+1", "null", "10:00", "2026-11-04", "- a", "#", "a: b", "=", "<<"]
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | TEXT | st.sampled_from(TRICKY),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, PLAIN, min_size=1, max_size=4))
def test_what_is_written_is_what_is_read(made: Document) -> None:
    assert yaml_core.load(yaml_core.dump(made)) == made


def test_the_shipped_scenarios_are_declared_and_fit_their_schema() -> None:
    store = ScenarioStore()
    kept = store.load_all()
    schema = json.loads((data_folder() / "schemas" / "scenario.schema.json").read_text())
    assert len(kept) >= 12
    assert all(each.is_ruler for each in kept)
    assert sum(each.scenario.gate for each in kept) == 2
    assert {each.scenario.situation.business for each in kept} == {"clinica", "imobiliaria", "loja", "curso"}
    kinds = {type(e).__struct_config__.tag for each in kept for e in each.scenario.expectations}
    assert kinds == set(EXPECTATION_KINDS)
    assert sum(len(each.scenario.inputs) > 1 for each in kept) >= 6
    for each in kept:
        jsonschema.validate(yaml_core.load(store.path(each.scenario.id).read_text()), schema)
        if each.scenario.origin is not None:
            from cenario.store.scenarios import situation_digest

            assert situation_digest(each.scenario.situation) == each.scenario.origin.situation  # S000-34
