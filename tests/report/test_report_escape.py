"""One door for every text: nothing runs, nothing is lost, nothing hides."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cenario.report.escape import escape, masking, shown, slug
from cenario.report.masking import mask_pii
from tests.report.hostile import HOSTILE, NAMED


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def read(markup: str) -> _Reader:
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader


def test_hostile_text_is_all_there_and_is_only_text() -> None:
    reader = read(escape(HOSTILE))
    assert reader.tags == []
    assert "<script>alert(1)</script>" in reader.words
    assert all(name in reader.words for name in NAMED)
    escape(HOSTILE).encode("utf-8")


@given(st.text())
def test_any_text_comes_back_as_it_was_shown(text: str) -> None:
    reader = read(escape(text))
    assert reader.tags == []
    assert html.unescape(escape(text)) == shown(text)
    escape(text).encode("utf-8")


@given(st.text())
def test_what_is_seen_is_never_lost(text: str) -> None:
    """Take the names of the hidden characters back: the text is whole again."""
    plain = text.replace("⟨", "")
    back = re.sub(r"⟨U\+([0-9A-F]+)⟩", lambda found: chr(int(found[1], 16)), shown(plain))
    assert back == plain


def test_line_ends_tabs_and_emoji_stay_as_they_are() -> None:
    assert shown("a\n\tb 👨‍👩‍👧 ❤️") == "a\n\tb 👨‍👩‍👧 ❤️"


def test_a_joiner_between_letters_is_named() -> None:
    assert shown("a\u200db") == "a⟨U+200D⟩b"


def test_a_slug_is_fit_for_an_id() -> None:
    assert slug('C01 "x" ção') == "c01-x-cao"
    assert slug("…") == "x"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("me liga no (11) 98765-4321", "me liga no [telefone]"),
        ("zap 11987654321 ok", "zap [telefone] ok"),
        ("+55 21 9 8765 4321", "[telefone]"),
        ("5511987654321", "[telefone]"),
        ("98765-4321", "[telefone]"),
        ("fixo 3456-7890", "fixo [telefone]"),
        ("(21) 3456-7890", "[telefone]"),
        ("+1 (415) 555-2671", "[telefone]"),
        ("CPF 123.456.789-09", "CPF [CPF]"),
        ("cpf:12345678909.", "cpf:[CPF]."),
        ("cpf 123 456 789 09", "cpf [CPF]"),
        ("maria.silva+x@exemplo.com.br!", "[e-mail]!"),
        ("98765\u200b-4321", "[telefone]"),
        ('{"phone": "+5511987654321"}', '{"phone": "[telefone]"}'),
    ],
)
def test_personal_data_is_masked(said: str, kept: str) -> None:
    assert mask_pii(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "2026-11-04T10:00:00-03:00", "04/11/2026 às 15h30", "de 2025-2026 a 2027", "R$ 1.234.567,89",
        "12.345.678 tokens", "3fa85f64-5717-4562-b3fc-2c963f66afa6", "0,0572 [−0,0572; 0,0572]",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", "pedido 4521",
    ],
)  # fmt: skip
def test_what_is_not_personal_stays(said: str) -> None:
    assert mask_pii(said) == said


def test_masking_reaches_the_door_only_where_it_is_asked_for() -> None:
    assert escape("(11) 98765-4321") == "(11) 98765-4321"
    with masking(on=True):
        assert escape("(11) 98765-4321") == "[telefone]"
