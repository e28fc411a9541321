"""The declared agents: exactly the listed capabilities, no fewer and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.agent.preview.assembly import system_text
from cenario.agent.preview.persona import CAPABILITIES, Persona, load_persona, load_personas
from cenario.agent.preview.tools.registry import PROCEDURES, TOOLS, resources_of, tools_of
from cenario.errors import BadInputError

AGENTS = Path(__file__).parents[3] / "data" / "agents"


def refused(tmp_path: Path, old: str, new: str, name: str = "clinica") -> str:
    text = (AGENTS / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{name}.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        load_persona(path)
    return str(caught.value)


def test_four_agents_one_a_business(personas: dict[str, Persona]) -> None:
    assert {each.business for each in personas.values()} == set(personas) == set(CAPABILITIES)
    for persona in personas.values():
        assert {"retorno", "passagem"} <= set(persona.capabilities)


def test_a_capability_fewer_or_more_is_refused(tmp_path: Path) -> None:
    assert "falta capacidade: agenda" in refused(tmp_path, "[agenda, ", "[")
    assert "a mais: cobranca" in refused(tmp_path, "[agenda, ", "[agenda, cobranca, ")
    assert "repetida" in refused(tmp_path, "[agenda, ", "[agenda, agenda, ")
    assert "capabilities" in refused(tmp_path, "[agenda, ", "[agenda, telepatia, ")


@pytest.mark.parametrize(
    ("old", "new", "name", "what"),
    [
        ('first: "08:00", last: "18:00"}', 'first: "18:00", last: "08:00"}', "clinica", None),
        ("slug: limpeza", "slug: faxina", "clinica", "limpeza"),
        ("slug: visita", "slug: passeio", "imobiliaria", "visita"),
        ("stages: [novo, orcamento, pagamento, enviado, ganho, perdido]", "stages: []", "loja", "stages"),
        ("minutes: 60", "minutes: 0", "imobiliaria", "minutes"),
        ("slug: visita", "slug: '../visita'", "imobiliaria", "slug"),
    ],
)
def test_what_a_capability_needs_must_be_declared(
    old: str, new: str, name: str, what: str | None, tmp_path: Path
) -> None:
    if what is None:  # Saturdays are left: slots enough
        path = tmp_path / f"{name}.yaml"
        path.write_text(
            (AGENTS / f"{name}.yaml").read_text(encoding="utf-8").replace(old, new), encoding="utf-8"
        )
        assert load_persona(path).hours
    else:
        assert what in refused(tmp_path, old, new, name)


def test_an_agenda_without_hours_is_refused(tmp_path: Path) -> None:
    text = (AGENTS / "clinica.yaml").read_text(encoding="utf-8")
    start, end = text.index("hours:"), text.index("sources:")
    path = tmp_path / "clinica.yaml"
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    with pytest.raises(BadInputError, match="hours"):
        load_persona(path)


def test_the_file_is_named_for_its_agent(tmp_path: Path) -> None:
    (tmp_path / "outra.yaml").write_text((AGENTS / "loja.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(BadInputError, match="loja"):
        load_personas(tmp_path)
    with pytest.raises(BadInputError, match="nenhum agente"):
        load_personas(tmp_path / "vazio")


def test_the_agenda_books_what_the_runbook_names(personas: dict[str, Persona]) -> None:
    slugs = {name: {kind.slug for kind in persona.event_types} for name, persona in personas.items()}
    assert slugs["clinica"] == {"avaliacao", "limpeza", "clareamento", "manutencao"}
    assert slugs["imobiliaria"] == {"visita"}


def test_every_tool_is_offered_by_somebody_and_each_resource_has_one_effect(
    personas: dict[str, Persona],
) -> None:
    assert {name for persona in personas.values() for name in tools_of(persona)} == set(TOOLS)
    effects: dict[str, set[str]] = {}
    for persona in personas.values():
        for resource, effect in resources_of(persona).items():
            effects.setdefault(resource, set()).add(effect)
    assert all(len(found) == 1 for found in effects.values())
    assert effects["cobranca"] == effects["agendamento"] == {"consequence"}
    assert effects["agenda"] == effects["fonte:precos"] == {"read"}


def test_a_tool_of_consequence_runs_a_named_procedure_and_a_read_runs_none() -> None:
    for tool in TOOLS.values():
        assert (tool.procedure is not None) == (tool.effect == "consequence"), tool.name
    assert {"agendamento", "remarcacao", "cadastro", "cobranca", "retorno", "passagem"} <= set(PROCEDURES)


def test_the_system_is_the_same_for_every_conversation(personas: dict[str, Persona]) -> None:
    for persona in personas.values():
        text = system_text(persona)
        assert persona.prompt.strip() in text
        assert "2026-11-04" not in text
        assert "{" not in text
