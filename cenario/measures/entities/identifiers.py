"""E-mails, CPF, telephones, money and codes."""

from __future__ import annotations

import re
from decimal import Decimal

import phonenumbers
from validate_docbr import CPF

from cenario.measures.entities.flat import Board, Found
from cenario.measures.entities.lexicon import words
from cenario.measures.entities.numerals import WORDS, whole

LINK = re.compile(r"\bhttps?://\S{1,2000}")
_EMAIL = re.compile(r"(?<![\w.+%-])[a-z0-9][\w.+%-]{0,63}@(?:[a-z0-9][a-z0-9-]{0,62}\.){1,6}[a-z]{2,24}\b")
_CPF = re.compile(
    r"(?P<label>\bcpf\b\D{0,12})?(?<!\d)"
    r"(?P<digits>\d{3}(?P<dots>[. ]?)\d{3}(?P=dots)\d{3}[-. ]?\d{2})(?![\d-])"
)
_CNPJ = re.compile(r"(?<!\d)\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}(?!\d)")
_AREAS = words("area_codes")

_AMOUNT = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?"
_SCALE = r"(?:\s?(?P<scale>mil|k|milhao|milhoes|millon|millones)\b(?:\sde)?)?"
_MONEY = (
    re.compile(rf"(?<![\w$])(?P<sign>r\$|us\$|u\$s|eur|€|\$)\s?(?P<amount>{_AMOUNT}){_SCALE}(?!\d)"),
    re.compile(
        rf"(?<![\w.,])(?P<amount>{_AMOUNT}){_SCALE}\s?(?P<sign>reais|real|dolares|dolar|euros?|€|pesos?)(?!\w)"
    ),
    re.compile(rf"\b(?P<amount>{WORDS})(?P<scale>)\s(?:de\s)?(?P<sign>reais|real|dolares|euros?|pesos?)\b"),
)
_CURRENCY = {
    "r$": "BRL", "reais": "BRL", "real": "BRL", "us$": "USD", "u$s": "USD", "dolar": "USD",
    "dolares": "USD", "eur": "EUR", "€": "EUR", "euro": "EUR", "euros": "EUR",
    "$": "PESO", "peso": "PESO", "pesos": "PESO",
}  # fmt: skip
_SCALES = {"mil": 1_000, "k": 1_000, "milhao": 10**6, "milhoes": 10**6, "millon": 10**6, "millones": 10**6}

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_LABELLED = re.compile(
    r"(?:\b(?:pedido|orden|ordem|protocolo|codigo|cod|cupom|cupon|ref|referencia|nota fiscal|nf|contrato|"
    r"matricula|rastreio|ticket|chamado|imovel)\b|#)[\s:.#]{0,3}(?:n[o.°]{1,3}\s?)?#?"
    r"(?P<code>(?=[a-z/-]{0,12}\d)[a-z0-9]{1,20}(?:[-/][a-z0-9]{1,20}){0,4})(?![\w%])"
)
_UPPER = re.compile(
    r"(?<![\w-])(?=[A-Z-]{0,20}\d)(?=[\d-]{0,20}[A-Z])[A-Z0-9]{1,24}(?:-[A-Z0-9]{1,24}){0,4}(?![\w-])"
)
_LONG_NUMBER = re.compile(r"(?<![\w.,/-])\d{6,20}(?![\w,/-]|\.\d)")
_MIN_CODE = 4


def emails(board: Board) -> list[Found]:
    """Find e-mail addresses with a whole domain."""
    return [Found(m.start(), m.end(), "email", m[0]) for m in _EMAIL.finditer(board.flat)]


def tax_ids(board: Board) -> list[Found]:
    """Find CPF: written as one, called one, or eleven digits that check and look like no mobile.

    A CPF with wrong check digits is still what the contact gave, so it counts when it is called
    or written as one.
    """
    finds = [Found(m.start(), m.end(), "code", re.sub(r"\D", "", m[0])) for m in _CNPJ.finditer(board.flat)]
    checker = CPF()
    for m in _CPF.finditer(board.flat):
        digits = re.sub(r"\D", "", m["digits"])
        written = m["dots"] == "." or m["label"]
        mobile = digits[:2] in _AREAS and digits[2] == "9"
        if written or (not m["dots"] and not mobile and checker.validate(digits)):
            finds.append(Found(m.start("digits"), m.end("digits"), "cpf", digits))
    return finds


def phones(board: Board) -> list[Found]:
    """Find telephone numbers valid somewhere; without a country code they are read as Brazilian."""
    finds = []
    for match in phonenumbers.PhoneNumberMatcher(board.flat, "BR"):
        key = phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164)
        finds.append(Found(match.start, match.end, "phone", key))
    return finds


def money(board: Board) -> list[Found]:
    """Find amounts of money; the key is the currency and the amount in full."""
    finds: list[Found] = []
    for pattern in _MONEY:
        fresh = []
        for m in pattern.finditer(board.flat):
            amount = _decimal(m["amount"]) * _SCALES.get(m["scale"] or "", 1)
            fresh.append(Found(m.start(), m.end(), "money", f"{_CURRENCY[m['sign']]} {amount:.2f}"))
        board.take(fresh)
    return finds


def codes(board: Board) -> list[Found]:
    """Find order numbers, coupons, references and other codes: labelled, in capitals with digits, or long."""
    board.take([Found(m.start(), m.end(), "code", m[0].upper()) for m in _UUID.finditer(board.flat)])
    labelled = [
        Found(m.start("code"), m.end("code"), "code", m["code"].upper())
        for m in _LABELLED.finditer(board.flat)
    ]
    board.take(labelled)
    board.take(
        [
            Found(m.start(), m.end(), "code", m[0])
            for m in _UPPER.finditer(board.case)
            if len(m[0]) >= _MIN_CODE
        ]
    )
    return [Found(m.start(), m.end(), "code", m[0]) for m in _LONG_NUMBER.finditer(board.flat)]


def _decimal(written: str) -> Decimal:
    """Return an amount whose last separator is decimal when one or two digits follow it."""
    if written[0].isalpha():
        return Decimal(whole(written))
    head, separator, tail = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}))?", written).groups()  # type: ignore[union-attr]
    digits = re.sub(r"\D", "", head)
    return Decimal(f"{digits}.{tail}" if separator else digits)
