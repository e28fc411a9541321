"""Numbers written out in Portuguese and Spanish, up to the thousands."""

from __future__ import annotations

import re

_UNITS = {
    "um": 1, "uma": 1, "un": 1, "una": 1, "uno": 1, "dois": 2, "duas": 2, "dos": 2, "tres": 3,
    "quatro": 4, "cuatro": 4, "cinco": 5, "seis": 6, "sete": 7, "siete": 7, "oito": 8, "ocho": 8,
    "nove": 9, "nueve": 9, "dez": 10, "diez": 10, "onze": 11, "once": 11, "doze": 12, "doce": 12,
    "treze": 13, "trece": 13, "quatorze": 14, "catorze": 14, "catorce": 14, "quinze": 15, "quince": 15,
    "dezesseis": 16, "dieciseis": 16, "dezessete": 17, "diecisiete": 17, "dezoito": 18, "dieciocho": 18,
    "dezenove": 19, "diecinueve": 19, "vinte": 20, "veinte": 20, "veintiuno": 21, "veintidos": 22,
    "veintitres": 23, "veinticuatro": 24, "veinticinco": 25, "veintiseis": 26, "veintisiete": 27,
    "veintiocho": 28, "veintinueve": 29, "trinta": 30, "treinta": 30, "quarenta": 40, "cuarenta": 40,
    "cinquenta": 50, "cincuenta": 50, "sessenta": 60, "sesenta": 60, "setenta": 70, "oitenta": 80,
    "ochenta": 80, "noventa": 90, "cem": 100, "cien": 100, "cento": 100, "ciento": 100,
    "duzentos": 200, "doscientos": 200, "trezentos": 300, "trescientos": 300, "quatrocentos": 400,
    "cuatrocientos": 400, "quinhentos": 500, "quinientos": 500, "seiscentos": 600, "seiscientos": 600,
    "setecentos": 700, "setecientos": 700, "oitocentos": 800, "ochocientos": 800, "novecentos": 900,
    "novecientos": 900,
}  # fmt: skip
_THOUSAND = "mil"

_WORD = "|".join(sorted([*_UNITS, _THOUSAND], key=len, reverse=True))
WORDS = rf"(?:{_WORD})(?:\s(?:[ey]\s)?(?:{_WORD})\b){{0,7}}"
"""Pattern of a number in words, over flat text."""

NUMBER = rf"(?:\d{{1,4}}|{WORDS})"
"""Pattern of a whole number, in digits or in words, over flat text."""


def whole(text: str) -> int:
    """Return the number that `NUMBER` or `WORDS` matched."""
    if text.isdecimal():
        return int(text)
    total = current = 0
    for word in re.findall(r"[a-z]+", text):
        if word == _THOUSAND:
            total += (current or 1) * 1000
            current = 0
        else:
            current += _UNITS.get(word, 0)
    return total + current
