"""The tree of errors; each prints as one line that says what, where and what to do.

    CenarioError                 anything this product refuses or cannot do
    ├── BadInputError            a file, option or declaration is wrong              exit 3
    ├── InsufficientDataError    too little was measured to state a number   (a criterion says INCONCLUSIVO)
    ├── FrozenError              an edit of what a measurement already stands on     exit 3
    ├── ArmProofError            the wire shows that an arm was not really applied   exit 3
    ├── CeilingReachedError      the next dispatch could pass the spend ceiling      exit 4
    └── ProviderError            a model's service failed beyond our retries         exit 3

The words are not here: an error carries a `Message` (a label's id and its values) and
is rendered when printed, in the locale in force then.
"""

from __future__ import annotations

from typing import ClassVar

from cenario.labels.text import Message, message

__all__ = [
    "ArmProofError",
    "BadInputError",
    "CeilingReachedError",
    "CenarioError",
    "FrozenError",
    "InsufficientDataError",
    "Message",
    "ProviderError",
    "message",
]


class CenarioError(Exception):
    """Anything this product refuses or cannot do."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class BadInputError(CenarioError):
    """A file, option or declaration is wrong."""


class InsufficientDataError(CenarioError):
    """Too little was measured to state a number."""


class FrozenError(CenarioError):
    """An edit of what a measurement already stands on."""


class ArmProofError(CenarioError):
    """The wire shows that an arm was not really applied."""


class CeilingReachedError(CenarioError):
    """The next dispatch could pass the spend ceiling."""

    exit_code: ClassVar[int] = 4


class ProviderError(CenarioError):
    """A model's service failed beyond our retries."""
