#!/usr/bin/env python3
"""Read every tracked file and refuse what must not be committed; then hold the lock against pyproject.toml.

Refused: a package registry's host, a path of one person's machine, a secret, a file over 5 MB, a
notebook with outputs is nbstripout's to find. One line a finding, exit 1.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 5_000_000

# Host names are put together here, so that this file does not hold what it forbids.
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("conda", "anaconda", "org"),
        ("deb", "debian", "org"),
        ("proxy", "golang", "org"),
    )
]
FORBIDDEN = {
    "a registry's host": re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE),
    "a path of one machine": re.compile(r"(?<![\w.~*-])/(?:work|root|home|Users)/[\w.-]+"),
    "a secret": re.compile(
        r"sk-ant-[\w-]{20,}|\bsk-(?:proj-)?[A-Za-z0-9]{32,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}"
        r"|-----BEGIN [A-Z ]*PRIVATE KEY|\bxox[abp]-[\w-]{20,}|\bAIza[\w-]{35}"
    ),
}


def main() -> int:
    """Print each finding; return 1 when there is one."""
    findings = [*_contents(), *_lock()]
    for finding in findings:
        print(finding)
    print(f"tracked files: {len(findings) or 'nothing'} to mend")
    return 1 if findings else 0


def _contents() -> Iterator[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        raw = path.read_bytes()
        if len(raw) > LARGEST:
            yield f"{name}: {len(raw):,} bytes, over {LARGEST:,}"
        for number, line in enumerate(raw.decode("utf-8", "replace").splitlines(), start=1):
            for what, pattern in FORBIDDEN.items():
                if found := pattern.search(line):
                    yield f"{name}:{number}: {what}: {found.group()[:40]!r}"


def _lock() -> Iterator[str]:
    """Yield each requirement of pyproject.toml that requirements.lock does not meet."""
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for text in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        wanted = Requirement(text)
        pin = pins.get(re.sub(r"[-_.]+", "-", wanted.name).lower())
        if pin is None or not wanted.specifier.contains(pin, prereleases=True):
            yield f"requirements.lock: {text} is not met ({pin or 'absent'}): run make lock"


if __name__ == "__main__":
    sys.exit(main())
