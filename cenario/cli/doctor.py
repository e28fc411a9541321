"""``cenario doctor``: what this machine has, and what each part that is missing would be for."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.errors import BadInputError, Message, message
from cenario.store.provenance import code_revision, package_versions, version

__all__ = ["run"]

NEEDED = ("cyclopts", "duckdb", "fluent.runtime", "msgspec", "nbconvert", "papermill", "polars", "seaborn")
OLDEST_PYTHON = (3, 11)


def run(*, json: Annotated[bool, option("cli-json", "--json")] = False) -> int:
    """Check the machine; 0 where everything needed is there, 3 where something is not."""
    checks = [check() for check in CHECKS]
    if json:
        print_json(
            {
                "version": version(),
                "revision": code_revision(),
                "packages": package_versions(),
                "checks": [{"name": n, "ok": ok, "says": str(m)} for n, ok, m in checks],
            }
        )
    else:
        for _, ok, words in checks:
            print({True: "✓", False: "✗", None: "·"}[ok], words)
    return 3 if any(ok is False for _, ok, _ in checks) else 0


Check = tuple[str, bool | None, Message]
"""A check's name, whether it passed (None: missing, but only some commands want it), and its words."""


def _python() -> Check:
    have = ".".join(str(part) for part in sys.version_info[:3])
    return "python", sys.version_info >= OLDEST_PYTHON, message("doctor-python", have=have)


def _packages() -> Check:
    missing = [name for name in NEEDED if not _installed(name)]
    if missing:
        return "packages", False, message("doctor-packages-missing", names=", ".join(missing))
    return "packages", True, message("doctor-packages", n=len(NEEDED))


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _writable() -> Check:
    folder = Path.cwd()
    try:
        with tempfile.TemporaryFile(dir=folder):
            return "folder", True, message("doctor-folder", path=folder)
    except OSError:
        return "folder", False, message("doctor-folder-not-writable", path=folder)


def _disk() -> Check:
    free_gb = shutil.disk_usage(Path.cwd()).free / 1e9
    return "disk", free_gb >= 1, message("doctor-disk", free=f"{free_gb:.1f}")


def _keys() -> Check:
    """Say which providers have a key in the environment; the key itself is never shown."""
    found = sorted(n for n in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY") if os.environ.get(n))
    if not found:
        return "keys", None, message("doctor-no-keys")
    return "keys", True, message("doctor-keys", names=", ".join(found))


def _corpora() -> Check:
    """Try the declared agents and corpora: every trap, every course in the agent's own world, every probe."""
    from cenario.agent.preview.corpus_c import check_corpus_c  # pydantic and the tools, wanted here only
    from cenario.agent.preview.persona import load_personas
    from cenario.measures.corpus_f5 import check_corpus_f5
    from cenario.store.corpus import corpus_path, load_corpus

    try:
        personas, corpus_c, corpus_f5 = (
            load_personas(),
            load_corpus(corpus_path("c")),
            load_corpus(corpus_path("f5")),
        )
        asyncio.run(check_corpus_c(corpus_c, personas))
        check_corpus_f5(corpus_f5, corpus_c)
    except BadInputError as error:
        return "corpora", False, error.message
    return (
        "corpora",
        True,
        message("doctor-corpora", agents=len(personas), c=len(corpus_c), f5=len(corpus_f5)),
    )


CHECKS: tuple[Callable[[], Check], ...] = (_python, _packages, _writable, _disk, _keys, _corpora)
