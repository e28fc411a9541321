"""Where a measurement comes from: digests of files, the code's revision, versions of packages."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from cenario.errors import BadInputError, message

__all__ = ["PACKAGES", "code_revision", "file_digest", "package_versions", "version"]

PACKAGES = ("anthropic", "duckdb", "msgspec", "numpy", "openai", "polars", "scipy")
"""Packages whose version can change a number or what goes out on the wire."""


def file_digest(path: Path) -> str:
    """Return the sha256 of the file, 64 hex digits.

    Raises
    ------
    BadInputError
        Missing or unreadable.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise BadInputError(message("documents-missing", path=path)) from None
    except OSError as error:
        raise BadInputError(message("documents-unreadable", path=path, detail=error.strerror)) from None


def version() -> str:
    """Return this package's version."""
    try:
        return metadata.version("cenario")
    except metadata.PackageNotFoundError:
        return "0"


@cache
def code_revision() -> str:
    """Return the commit this code stands at, ``+dirty`` where it was changed; else the package's version."""
    package = Path(__file__).parents[1]
    commit = _git(package, "rev-parse", "--short=12", "HEAD")
    tracked = _git(package, "ls-files", "--error-unmatch", str(Path(__file__)))
    if not commit or not tracked:  # installed, perhaps inside somebody else's repository
        return version()
    changed = _git(package, "status", "--porcelain", "--untracked-files=no", ".")
    return f"{commit}+dirty" if changed else commit


def package_versions(names: Iterable[str] = PACKAGES) -> dict[str, str]:
    """Return the installed version of each package; one that is not installed is left out."""
    found = {}
    for name in sorted(names):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _git(folder: Path, *arguments: str) -> str | None:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)  # noqa: S603 fixed words
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
