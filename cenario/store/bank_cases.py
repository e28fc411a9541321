"""The scenarios of one bank file, read one by one: each fault is kept with its place, none stops the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cenario.domain.bank import LEVELS, PERTURBATIONS, BankCase, BankVariant, Dimension, freeze
from cenario.errors import Message, message
from cenario.store import yaml_core

__all__ = ["CaseReader"]

REQUIRED = ("id", "dimension", "category", "prompt", "ground_truth", "variants")
VARIANT_REQUIRED = ("id", "variant_type", "prompt")
LISTS_OF_TEXT = ("accept", "reject", "topic_terms")
CLAIMS = ("trap", "context_shift")


@dataclass
class CaseReader:
    """Reads the scenarios of a bank's files; ids must be unique across all it has read."""

    faults: list[Message] = field(default_factory=list)
    warnings: list[Message] = field(default_factory=list)
    _ids: dict[str, tuple[Path, str, str]] = field(default_factory=dict)
    _path: Path = field(default_factory=Path)
    _text: str = ""

    def read(
        self, scenarios: list[Any], *, path: Path, text: str, dimension: Dimension
    ) -> tuple[BankCase, ...]:
        """Return the sound scenarios of one file; what is wrong with the others is in `faults`."""
        self._path, self._text = path, text
        mismatched = [
            str(item.get("id", f"[{index}]"))
            for index, item in enumerate(scenarios)
            if isinstance(item, dict) and "dimension" in item and item["dimension"] != dimension
        ]
        if mismatched:
            self.faults.append(
                message("bank-case-dimension", path=path, dimension=dimension, ids=", ".join(mismatched))
            )
        cases = [self._case(item, index, dimension) for index, item in enumerate(scenarios)]
        return tuple(case for case in cases if case is not None)

    def _case(self, item: Any, index: int, dimension: Dimension) -> BankCase | None:
        at = f"$.scenarios[{index}]"
        before = len(self.faults)
        case = _label(item, index)
        if not self._has_fields(item, at, case, REQUIRED):
            return None
        self._texts(item, at, case, ("id", "category", "prompt"))
        truth = item["ground_truth"]
        if truth is not None and not isinstance(truth, str):
            self._fault("bank-ground-truth-type", f"{at}.ground_truth", case)
        if dimension == "factual" and (truth is None or (isinstance(truth, str) and not truth.strip())):
            self._fault("bank-ground-truth-empty", f"{at}.ground_truth", case)
        variants = self._variants(item["variants"], at, case, dimension)
        if len(self.faults) > before:
            return None
        self._unique(item["id"], f"{at}.id", case)
        if item["dimension"] != dimension:  # told once for the file, with all ids
            return None
        made = BankCase(
            id=item["id"],
            dimension=dimension,
            category=item["category"],
            prompt=item["prompt"],
            ground_truth=truth,
            variants=variants,
            extra=freeze({key: value for key, value in item.items() if key not in REQUIRED}),
        )
        self._doubts(made, at, case)
        return made

    def _variants(self, items: Any, at: str, case: Message, dimension: Dimension) -> tuple[BankVariant, ...]:
        if not isinstance(items, list):
            self._fault("bank-variants-not-a-list", f"{at}.variants", case)
            return ()
        if dimension == "factual" and items:
            self._fault("bank-variants-in-factual", f"{at}.variants", case)
            return ()
        if dimension != "factual" and not items:
            self._fault("bank-variants-empty", f"{at}.variants", case, dimension=dimension)
        made = [
            self._variant(item, f"{at}.variants[{i}]", _variant_label(case, item, i), dimension)
            for i, item in enumerate(items)
        ]
        return tuple(variant for variant in made if variant is not None)

    def _variant(self, item: Any, at: str, label: Message, dimension: Dimension) -> BankVariant | None:
        before = len(self.faults)
        required = (*VARIANT_REQUIRED, "level") if dimension == "robustness" else VARIANT_REQUIRED
        if not self._has_fields(item, at, label, required):
            return None
        self._texts(item, at, label, ("id", "prompt"))
        legal = PERTURBATIONS if dimension == "robustness" else ("paraphrase",)
        self._one_of(item["variant_type"], legal, f"{at}.variant_type", label, "variant_type")
        level = item.get("level")
        if level is not None or dimension == "robustness":
            self._one_of(level, LEVELS, f"{at}.level", label, "level")
        if len(self.faults) > before:
            return None
        self._unique(item["id"], f"{at}.id", label)
        known = (*VARIANT_REQUIRED, "level") if level is not None else VARIANT_REQUIRED
        return BankVariant(
            id=item["id"],
            variant_type=item["variant_type"],
            prompt=item["prompt"],
            level=level,
            extra=freeze({key: value for key, value in item.items() if key not in known}),
        )

    def _has_fields(self, item: Any, at: str, case: Message, names: tuple[str, ...]) -> bool:
        if not isinstance(item, dict):
            self._fault("bank-case-not-an-object", at, case)
            return False
        missing = [name for name in names if name not in item]
        for name in missing:
            self._fault("bank-field-missing", at, case, field=name)
        return not missing

    def _texts(self, item: dict[str, Any], at: str, case: Message, names: tuple[str, ...]) -> None:
        for name in names:
            value = item[name]
            if not isinstance(value, str) or not value.strip():
                self._fault("bank-field-text", f"{at}.{name}", case, field=name)

    def _one_of(self, value: Any, legal: tuple[str, ...], at: str, case: Message, name: str) -> None:
        if value not in legal:
            received = value if isinstance(value, str) else repr(value)
            self._fault("bank-field-choice", at, case, field=name, value=received, legal=", ".join(legal))

    def _unique(self, found: str, at: str, case: Message) -> None:
        if found not in self._ids:
            self._ids[found] = (self._path, self._text, at)
            return
        path, text, first = self._ids[found]
        self._fault(
            "bank-id-twice", at, case, id=found, first=f"{path.name}:{yaml_core.line_of(text, first)}"
        )

    def _doubts(self, made: BankCase, at: str, case: Message) -> None:
        """Keep what is legal and still looks like a slip."""
        if made.dimension == "factual" and made.source is None:
            self._warn("bank-no-source", at, case)
        if made.dimension == "consistency" and made.expected_topic is None:
            self._warn("bank-no-topic", at, case)
        if made.dimension == "robustness" and made.expected_behavior is None:
            self._warn("bank-no-behavior", at, case)
        for name in [*LISTS_OF_TEXT, *CLAIMS]:
            if name in made.extra and not _is_usable(name, made.extra[name]):
                self._warn("bank-aid-ignored", f"{at}.{name}", case, field=name)
        for variant in made.variants:
            if not variant.id.startswith(f"{made.id}-v"):
                self._warn("bank-variant-id", at, case, id=variant.id, expected=f"{made.id}-vN")

    def _fault(self, code: str, at: str, case: Message, **values: object) -> None:
        self.faults.append(message(code, place=self._place(at), case=case, **values))

    def _warn(self, code: str, at: str, case: Message, **values: object) -> None:
        self.warnings.append(message(code, place=self._place(at), case=case, **values))

    def _place(self, at: str) -> str:
        line = yaml_core.line_of(self._text, at)
        return str(self._path) if line is None else f"{self._path}:{line}"


def _is_usable(name: str, value: Any) -> bool:
    if name in CLAIMS:
        return isinstance(value, bool)
    return isinstance(value, tuple) and bool(value) and all(isinstance(v, str) and v.strip() for v in value)


def _label(item: Any, index: int) -> Message:
    found = item.get("id") if isinstance(item, dict) else None
    if isinstance(found, str) and found.strip():
        return message("bank-case", id=found, index=str(index))
    return message("bank-case-unnamed", index=str(index))


def _variant_label(case: Message, item: Any, index: int) -> Message:
    found = item.get("id") if isinstance(item, dict) else None
    if isinstance(found, str) and found.strip():
        return message("bank-variant", case=case, id=found, index=str(index))
    return message("bank-variant-unnamed", case=case, index=str(index))
