"""What a command prints for a machine."""

from __future__ import annotations

import sys

import msgspec

__all__ = ["print_json"]


def print_json(value: object) -> None:
    """Print `value` as indented JSON in UTF-8, keys in the order given."""
    data = msgspec.json.format(msgspec.json.encode(value), indent=2)
    sys.stdout.write(data.decode("utf-8") + "\n")
