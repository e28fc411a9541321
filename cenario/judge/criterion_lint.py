"""Advice on how criteria are written: warnings only, they never block (seed 004)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cenario.domain.quality import Criterion
from cenario.labels.text import Message, message

ADVISED = (2, 4)
"""Criteria that give most of the value, by the user's rule of thumb."""

_OPEN = re.compile(
    r"\b(?:verificar|avaliar|checar|comport\w+|corretamente|adequadamente|bem|geral)\b", re.IGNORECASE
)
_SUBJECTIVE = re.compile(
    r"\b(?:simpátic\w+|agradáve\w+|bonit\w+|legal|gentil|boa|bom|melhor|elegante|natural)\b", re.IGNORECASE
)
_OPERATIONAL = re.compile(r"\b(?:regra|regras|prompt|instruç\w+|política)\b", re.IGNORECASE)


def lint_criteria(
    criteria: Sequence[Criterion], *, own: Sequence[Criterion] | None = None
) -> tuple[Message, ...]:
    """Return warnings on `own` criteria (all, by default) and on how many are active."""
    found = [warning for criterion in (criteria if own is None else own) for warning in _warnings(criterion)]
    low, high = ADVISED
    if own and not low <= len(criteria) <= high:
        found.append(message("quality-lint-count", n=len(criteria), low=low, high=high))
    return tuple(found)


def _warnings(criterion: Criterion) -> list[Message]:
    said = criterion.description
    found = []
    if "?" not in said:
        found.append(message("quality-lint-question", name=criterion.name))
    if _OPEN.search(said) and "?" not in said:
        found.append(message("quality-lint-open", name=criterion.name))
    if _SUBJECTIVE.search(said):
        found.append(message("quality-lint-subjective", name=criterion.name))
    if _OPERATIONAL.search(said):
        found.append(message("quality-lint-operational", name=criterion.name))
    return found
