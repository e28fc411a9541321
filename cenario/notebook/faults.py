"""What can go wrong with a notebook, beyond a wrong declaration (`BadInputError`)."""

from __future__ import annotations

from cenario.errors import CenarioError

__all__ = ["CellFailedError", "KernelDiedError", "UnsafePageError"]


class CellFailedError(CenarioError):
    """A cell raised an error that is not one of ours, or ran out of time."""


class KernelDiedError(CenarioError):
    """The Python that runs the notebook did not start, or ended by itself."""


class UnsafePageError(CenarioError):
    """A block of a page would run a script or ask the network: a fault of the program."""
