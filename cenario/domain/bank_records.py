"""A prompt of the bank in an execution's tags: whole, so that a record is judged by what was asked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cenario.domain.bank import BankCase, BankPrompt, BankVariant, freeze
from cenario.domain.execution import Execution
from cenario.errors import BadInputError, message

__all__ = ["prompt_of", "prompts_of_case", "to_tags"]

CASE, VARIANT, PROMPTS = "bank_case", "bank_variant", "bank_prompts"
_CASE_FIELDS = ("id", "dimension", "category", "prompt", "ground_truth", "variants")
_VARIANT_FIELDS = ("id", "variant_type", "prompt", "level")


def to_tags(prompt: BankPrompt) -> dict[str, str]:
    """Return the tags of an execution of `prompt`: facts to group by, and the case and variant as JSON."""
    case, variant = prompt.case, prompt.variant
    tags = {"dimension": case.dimension, "category": case.category}
    if variant is not None:
        tags["variant_type"] = variant.variant_type
        if variant.level is not None:
            tags["level"] = variant.level
    tags[PROMPTS] = str(1 + len(case.variants))
    tags[CASE] = _written(replace(case, variants=()).document())
    if variant is not None:
        tags[VARIANT] = _written(variant.document())
    return tags


def prompt_of(execution: Execution) -> BankPrompt:
    """Return the prompt that the execution answered, as the bank had it then (the case without its variants).

    Raises
    ------
    BadInputError
        The execution is not one of a bank.
    """
    try:
        case = _case(json.loads(execution.tags[CASE]))
        written = execution.tags.get(VARIANT)
        variant = None if written is None else _variant(json.loads(written))
    except (KeyError, ValueError, TypeError):
        raise BadInputError(message("bank-not-a-record", conversation=execution.conversation)) from None
    return BankPrompt(case=case, variant=variant)


def prompts_of_case(execution: Execution) -> int:
    """Return how many prompts the execution's case had in the bank; 1 where nobody said."""
    told = execution.tags.get(PROMPTS, "1")
    return int(told) if told.isdecimal() else 1


def _case(value: dict[str, Any]) -> BankCase:
    extra = {key: item for key, item in value.items() if key not in _CASE_FIELDS}
    return BankCase(
        id=value["id"],
        dimension=value["dimension"],
        category=value["category"],
        prompt=value["prompt"],
        ground_truth=value["ground_truth"],
        extra=freeze(extra),
    )


def _variant(value: dict[str, Any]) -> BankVariant:
    extra = {key: item for key, item in value.items() if key not in _VARIANT_FIELDS}
    return BankVariant(
        id=value["id"],
        variant_type=value["variant_type"],
        prompt=value["prompt"],
        level=value.get("level"),
        extra=freeze(extra),
    )


def _written(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
