"""What every structure that crosses the disk shares."""

from __future__ import annotations

from typing import Literal

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen, keyword-only structure: unknown keys are refused, defaults are left out of the file."""


def version_1() -> Literal[1]:
    """Return the format's version: a factory, so that the version is written in every line."""
    return 1
