"""Real traffic: JSONL, WhatsApp's export and Chatwoot's JSON become conversations that criteria can score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cenario.cli.main import main
from cenario.errors import BadInputError
from cenario.importers.registry import Options, choose, read_file
from cenario.store import journal
from cenario.store.quality import quality_folder

WHATSAPP = """04/11/2026 10:00 - As mensagens são protegidas com a criptografia de ponta a ponta.
04/11/2026 10:01 - Rute Alves: oi, tem horário amanhã?
meu CPF é 123.456.789-09
04/11/2026 10:02 - Lia: Tem sim, às 15h.
06/11/2026 11:00 - Rute Alves: e na segunda?
06/11/2026 11:01 - Lia: Também: às 9h.
"""
IOS = "[04/11/26, 10:01:07] Rute: oi\n[04/11/26, 10:02:00] Lia: olá\n"
CHATWOOT = {
    "payload": [
        {
            "id": 7,
            "messages": [
                {"content": "oi", "message_type": 0, "created_at": 1793800000, "sender": {"name": "R"}},
                {"content": "olá", "message_type": 1, "sender": {"type": "agent_bot", "name": "Lia"}},
                {"content": "nota", "message_type": 1, "private": True, "sender": {"type": "user"}},
                {"content": "entrou", "message_type": 2},
            ],
        },
        {
            "id": 8,
            "messages": [
                {"content": "quero uma pessoa", "message_type": 0},
                {"content": "sou o Abel", "message_type": 1, "sender": {"type": "user", "name": "Abel"}},
            ],
        },
    ]
}
JSONL = [
    {"id": "1", "messages": [{"sender": "customer", "text": "oi"}, {"sender": "agent", "text": "olá"}]},
    {"id": "2", "messages": [{"sender": "customer", "text": "oi"}], "ended_by": "error"},
]


def write(folder: Path, name: str, words: str) -> Path:
    path = folder / name
    path.write_text(words, encoding="utf-8")
    return path


def read(path: Path, **more):
    return read_file(path, Options(arm="atual", **more))[2]


def test_each_format_is_recognised(tmp_path):
    found = {
        choose(write(tmp_path, "a.txt", WHATSAPP)).name,
        choose(write(tmp_path, "b.json", json.dumps(CHATWOOT))).name,
        choose(write(tmp_path, "c.jsonl", "\n".join(map(json.dumps, JSONL)))).name,
    }
    assert found == {"whatsapp", "chatwoot", "conversations"}


@pytest.mark.parametrize("words", [WHATSAPP, IOS], ids=["android", "ios"])
def test_whatsapp_tells_who_said_what(tmp_path, words):
    found = read(write(tmp_path, "a.txt", words), agent_name="Lia").executions
    first = found[0]
    assert [m.role for m in first.messages] == ["user", "assistant"]
    assert first.variant is None
    assert first.is_measured


def test_whatsapp_goes_on_over_lines_and_a_day_of_silence_begins_another(tmp_path):
    imported = read(write(tmp_path, "a.txt", WHATSAPP), agent_name="Lia")
    assert [one.conversation for one in imported.executions] == ["W001", "W002"]
    assert imported.executions[0].messages[0].text.endswith("\nmeu CPF é 123.456.789-09")
    assert any("1" in str(note) for note in imported.notes)


def test_whatsapp_needs_to_know_who_the_agent_is(tmp_path):
    path = write(tmp_path, "a.txt", WHATSAPP)
    for name in (None, "Bia"):
        with pytest.raises(BadInputError, match="Lia, Rute Alves"):
            read(path, agent_name=name)
    with pytest.raises(BadInputError, match="data"):
        read(write(tmp_path, "b.txt", "45/13/2026 10:00 - Lia: oi\n"), agent_name="Lia")


def test_chatwoot_tells_people_from_the_agent_and_leaves_notes_out(tmp_path):
    imported = read(write(tmp_path, "b.json", json.dumps(CHATWOOT)))
    bot, person = imported.executions
    assert [m.text for m in bot.messages] == ["oi", "olá"]
    assert (bot.tags["ended_by"], person.tags["ended_by"]) == ("limit", "human")
    named = read(write(tmp_path, "b.json", json.dumps(CHATWOOT)), agent_name="Abel")
    assert named.executions[1].tags["ended_by"] == "limit"


def test_jsonl_is_strict(tmp_path):
    imported = read(write(tmp_path, "c.jsonl", "\n".join(map(json.dumps, JSONL))))
    assert [one.outcome for one in imported.executions] == ["completed", "agent_failure"]
    twice = "\n".join(map(json.dumps, [JSONL[0], JSONL[0]]))
    with pytest.raises(BadInputError, match="duas vezes"):
        read(write(tmp_path, "d.jsonl", twice))
    with pytest.raises(BadInputError, match=r"d\.jsonl:1"):
        read(write(tmp_path, "d.jsonl", json.dumps({**JSONL[0], "personality": "Cordial"})))


def test_real_traffic_is_imported_masked_scored_and_judged(tmp_path, capsys):
    chat = write(tmp_path, "Conversa com +55 11 99999-0000.txt", WHATSAPP)
    real, scores = tmp_path / "real.jsonl", tmp_path / "real.scores.jsonl"
    declared = str(quality_folder() / "trafego-real.yaml")
    words = [
        "import",
        str(chat),
        "--quality",
        declared,
        "--agent-name",
        "Lia",
        "--mask-pii",
        "--out",
        str(real),
    ]
    assert main(words) == 0
    kept = real.read_text(encoding="utf-8")
    assert "123.456" not in kept
    assert "99999" not in kept
    assert "Rute" not in kept
    assert main(["pontuar", "--entrada", str(real), "--juiz", "simulated:exact", "--saida", str(scores)]) == 0
    found = journal.read(scores).scores
    assert {one.criterion for one in found} == {"Alucinações", "Relevância contextual", "Erro percebido"}
    assert {one.variant for one in found} == {None}
    simulated = str(quality_folder() / "atendimento.yaml")
    assert main(["import", str(chat), "--quality", simulated, "--agent-name", "Lia", "--out", str(real)]) == 3
    assert "simulada" in capsys.readouterr().err
