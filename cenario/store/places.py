"""Where the declared files are."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """Return the folder of declared files: ``CENARIO_DATA``, else ``data/`` beside the package."""
    chosen = os.environ.get("CENARIO_DATA")
    return Path(chosen) if chosen else Path(__file__).parents[2] / "data"
