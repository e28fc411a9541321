"""Mask what names a Brazilian contact (CPF, phone, e-mail), so that a report can be shared.

Masking errs on the side of hiding: a number that only looks like a phone is hidden too. It
does not find names and addresses, and the option's help says so.
"""

from __future__ import annotations

import re

from cenario.labels.text import text as label

_HIDDEN = r"\u00ad\u200b-\u200f\u2060\ufeff"
_GAP = rf"[\s.\-/\u00a0\u2010-\u2015{_HIDDEN}]{{0,3}}"
_JOIN = rf"[\s.\-\u00a0\u2010-\u2015{_HIDDEN}]{{1,3}}"
_START, _STOP = r"(?<!\w)(?<!\w-)(?<!\d[.,])", r"(?!\w|[.,\-]\d|-\w)"
"""A phone is not a piece of a longer number, of a uuid or of a digest."""

_NOT_YEARS = r"(?!(?:19|20)\d\d\D{1,3}(?:19|20)\d\d(?!\d))"
_AREA = rf"\(?0?[1-9]{_GAP}\d\)?{_GAP}"

_EMAIL = re.compile(
    rf"[\w.+%'{_HIDDEN}-]{{1,64}}[@＠]{_GAP}[\w{_HIDDEN}-]{{1,63}}(?:\.[\w{_HIDDEN}-]{{1,63}}){{1,8}}"
)
_CPF = re.compile(r"(?<!\w)" + _GAP.join([r"\d{3}", r"\d{3}", r"\d{3}", r"\d{2}"]) + r"(?!\w)")
_CELL_PHONE = re.compile(rf"{_START}(?:\+|00)?(?:55{_GAP})?(?:{_AREA})?9{_GAP}\d{{4}}{_GAP}\d{{4}}{_STOP}")
_FIXED_PHONE = re.compile(
    rf"{_START}(?:\+|00)?(?:55{_GAP})?{_AREA}[2-8]\d{{3}}{_GAP}\d{{4}}{_STOP}"
    rf"|{_START}{_NOT_YEARS}[2-8]\d{{3}}{_JOIN}\d{{4}}{_STOP}"
)
_FOREIGN_PHONE = re.compile(rf"(?<!\w)\+(?:\(?\d\)?{_GAP}){{8,14}}\d(?!\w)")


def mask_pii(text: str) -> str:
    """Return `text` with each e-mail, phone number and CPF replaced by its kind, in brackets."""
    masked = _EMAIL.sub(f"[{label('report-masked-email')}]", text)
    for pattern in (_FOREIGN_PHONE, _CELL_PHONE, _FIXED_PHONE):
        masked = pattern.sub(f"[{label('report-masked-phone')}]", masked)
    return _CPF.sub(f"[{label('report-masked-cpf')}]", masked)
