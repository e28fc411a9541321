"""Street addresses with a number, and Brazilian postal codes (CEP)."""

from __future__ import annotations

import re

from cenario.measures.entities.flat import Board, Found
from cenario.measures.entities.lexicon import words

_STREET = re.compile(
    r"\b(?:rua|r\.|avenida|av\.?|travessa|tv\.|alameda|al\.|praca|pca\.|rodovia|rod\.|estrada|largo|"
    r"calle|carrera|paseo|plaza|camino)\s"
    r"(?P<street>(?!e\b|y\b)[a-z0-9'][\w'-]{0,30}(?:\s[a-z0-9'][\w'-]{0,30}){0,5}?)"
    r"(?:\s?,\s?|\s)(?:n[o.°]{0,2}\s?)?(?P<number>km\s?\d{1,4}|\d{1,5}\b|s/n\b)"
    r"(?:\s?[,-]\s?(?:apto?\.?|apartamento|casa|bloco|sala|piso|fundos|conjunto)(?:\s[a-z0-9-]{1,6})?\b){0,2}"
)
_POSTAL = re.compile(
    r"(?:\bcep\b[\s:]{0,3}(?P<labelled>\d{5}-?\d{3})|(?<![\d.-])(?P<bare>\d{5}-\d{3}))(?![\d-])"
)
_LINKING = words("street_links")


def addresses(board: Board) -> list[Found]:
    """Find addresses; the key is the street's own words and the number, without the kind of street."""
    finds = []
    for m in _STREET.finditer(board.flat):
        words = [word for word in m["street"].split() if word not in _LINKING]
        if words:
            finds.append(Found(m.start(), m.end(), "address", " ".join([*words, m["number"]])))
    board.take(finds)
    postal = []
    for m in _POSTAL.finditer(board.flat):
        group = "labelled" if m["labelled"] else "bare"
        postal.append(Found(m.start(group), m.end(group), "address", m[group].replace("-", "")))
    return postal
