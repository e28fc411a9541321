"""A corpus is read whole, or refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.errors import BadInputError
from cenario.store.corpus import load_corpus

LINE = '{"id": "%s", "business": "loja", "contact": {"contact_id": "%s"}, "message": "oi"}\n'


def refused(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        load_corpus(path)
    return str(caught.value)


def test_conversations_come_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(LINE % ("B", "1") + LINE % ("A", "2"), encoding="utf-8")
    assert [each.id for each in load_corpus(path)] == ["B", "A"]


def test_what_is_twice_or_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    assert "A" in refused(path, LINE % ("A", "1") + LINE % ("A", "2"))
    assert "o mesmo contato" in refused(path, LINE % ("A", "ab") + LINE % ("B", "AB"))
    assert "vazio" in refused(path, "\n")
    assert ":1" in refused(path, LINE % ("../x", "1"))
