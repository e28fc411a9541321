"""The scenario bank: cases sent to a chatbot, in three dimensions.

Not the `Scenario` of expectations (a situation and what must be true when the turn ends): a
`BankCase` is one prompt of a bank and what is known of its answer. Fields beyond the required
ones are kept as they came, at every level, and come back in `document`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, get_args

Dimension = Literal["factual", "consistency", "robustness"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)

VariantType = Literal["paraphrase", "typo", "noise", "adversarial"]
PERTURBATIONS: tuple[VariantType, ...] = ("typo", "noise", "adversarial")
Level = Literal["character", "surface", "instruction", "persona"]
LEVELS: tuple[Level, ...] = get_args(Level)

TARGETS: Mapping[Dimension, int] = MappingProxyType({"factual": 15, "consistency": 10, "robustness": 10})
"""Base scenarios a dimension should have for a stable gate (the design's); below it, a warning."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


def freeze(value: Any) -> Any:
    """Return decoded JSON `value` with its lists as tuples and its objects read-only, at every depth."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    return value


def thaw(value: Any) -> Any:
    """Return a frozen `value` as plain lists and dicts: the inverse of `freeze`."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class BankVariant:
    """Another way of putting a case's question: a paraphrase, or a perturbation with its level."""

    id: str
    variant_type: VariantType
    prompt: str
    level: Level | None = None
    extra: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def shifts_context(self) -> bool:
        """Whether the paraphrase moves the question to another situation (``context_shift``)."""
        return self.extra.get("context_shift") is True

    def document(self) -> dict[str, Any]:
        """Return the variant as it stands in a file."""
        known: dict[str, Any] = {"id": self.id, "variant_type": self.variant_type, "prompt": self.prompt}
        if self.level is not None:
            known["level"] = self.level
        return {**known, **thaw(self.extra)}


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCase:
    """One base scenario of the bank, with its variants."""

    id: str
    dimension: Dimension
    category: str
    prompt: str
    ground_truth: str | None = None
    variants: tuple[BankVariant, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def source(self) -> str | None:
        """Where the answer can be verified, for the reader's trace."""
        return _text(self.extra.get("source"))

    @property
    def is_trap(self) -> bool:
        """Whether a common misconception leads to another answer (``trap``)."""
        return self.extra.get("trap") is True

    @property
    def shifts_context(self) -> bool:
        """Whether the scenario or any of its paraphrases moves the question to another situation."""
        own = self.extra.get("context_shift") is True
        return own or any(variant.shifts_context for variant in self.variants)

    @property
    def expected_topic(self) -> str | None:
        """The key idea that must appear in the answers (consistency)."""
        return _text(self.extra.get("expected_topic"))

    @property
    def topic_terms(self) -> tuple[str, ...]:
        """What counts as the topic being there: ``topic_terms``, else the expected topic alone."""
        topic = self.expected_topic
        return _texts(self.extra.get("topic_terms")) or (() if topic is None else (topic,))

    @property
    def expected_behavior(self) -> str | None:
        """What the answer must still do under perturbation (robustness)."""
        return _text(self.extra.get("expected_behavior"))

    @property
    def accepted(self) -> tuple[str, ...]:
        """Answers that are right, for a check without a judge: ``accept``, else the ground truth alone."""
        given = _texts(self.extra.get("accept"))
        return given or (() if not self.ground_truth else (self.ground_truth,))

    @property
    def rejected(self) -> tuple[str, ...]:
        """Answers known to be wrong: ``reject``."""
        return _texts(self.extra.get("reject"))

    def document(self) -> dict[str, Any]:
        """Return the scenario as it stands in a file, the required fields first."""
        return {
            "id": self.id,
            "dimension": self.dimension,
            "category": self.category,
            "prompt": self.prompt,
            "ground_truth": self.ground_truth,
            "variants": [variant.document() for variant in self.variants],
            **thaw(self.extra),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BankFile:
    """One dimension's file: the wrapper and its scenarios."""

    dimension: Dimension
    version: str
    cases: tuple[BankCase, ...]
    extra: Mapping[str, Any] = field(default_factory=_nothing)

    def document(self) -> dict[str, Any]:
        """Return the file's JSON value; what was read comes back whole."""
        return {
            "dimension": self.dimension,
            "version": self.version,
            "scenarios": [case.document() for case in self.cases],
            **thaw(self.extra),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPrompt:
    """One prompt to send: a case's base question (`variant` None) or one of its variants."""

    case: BankCase
    variant: BankVariant | None

    @property
    def text(self) -> str:
        """What is sent, word for word."""
        return self.case.prompt if self.variant is None else self.variant.prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """A bank: at most one file a dimension, in the order of `DIMENSIONS`."""

    files: tuple[BankFile, ...]
    _by_id: Mapping[str, BankCase] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Index the cases by id (unique across the bank: the loader refuses otherwise)."""
        object.__setattr__(self, "_by_id", MappingProxyType({case.id: case for case in self.cases}))

    @property
    def cases(self) -> tuple[BankCase, ...]:
        """Every base scenario, in file order."""
        return tuple(case for file in self.files for case in file.cases)

    @property
    def versions(self) -> dict[str, str]:
        """The version of each dimension's file."""
        return {file.dimension: file.version for file in self.files}

    def case(self, case_id: str) -> BankCase | None:
        """Return the case with this id, or None."""
        return self._by_id.get(case_id)

    def counts(self) -> dict[Dimension, int]:
        """Return how many base scenarios each dimension of the bank has; an absent one is not listed."""
        return {file.dimension: len(file.cases) for file in self.files}

    def only(self, dimensions: tuple[Dimension, ...]) -> Bank:
        """Return the bank with only these dimensions."""
        return Bank(files=tuple(file for file in self.files if file.dimension in dimensions))

    def only_cases(self, ids: frozenset[str]) -> Bank:
        """Return the bank with only these base scenarios; a dimension left with none goes too."""
        files = [
            replace(file, cases=tuple(case for case in file.cases if case.id in ids)) for file in self.files
        ]
        return Bank(files=tuple(file for file in files if file.cases))

    def prompts(self) -> Iterator[BankPrompt]:
        """Yield every prompt, base question first: a factual case has one, the others one a variant more."""
        for case in self.cases:
            yield BankPrompt(case=case, variant=None)
            for variant in case.variants:
                yield BankPrompt(case=case, variant=variant)

    def digest(self) -> str:
        """Return the sha256 of the bank's content: it changes with any word of any scenario."""
        documents = [file.document() for file in self.files]
        written = json.dumps(documents, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(written.encode()).hexdigest()


def below_target(counts: Mapping[Dimension, int]) -> dict[Dimension, tuple[int, int]]:
    """Return (scenarios, target) of each dimension present that has fewer than its target."""
    return {
        dimension: (counts[dimension], target)
        for dimension, target in TARGETS.items()
        if dimension in counts and counts[dimension] < target
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, tuple) and all(isinstance(item, str) and item.strip() for item in value):
        return value
    return ()
