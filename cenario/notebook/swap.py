"""Write a file beside its place and put it there in one step, so that nobody sees half of it."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def swap_in(content: str, out: Path) -> None:
    """Write `content` (UTF-8) to `out`, whole or not at all; missing folders are made."""
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_name(f".{out.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        beside.write_text(content, encoding="utf-8", newline="\n")
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)
