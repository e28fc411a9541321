"""``cenario schemas``: write the records' JSON Schemas, or check that they equal the code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli.running import option
from cenario.errors import BadInputError, message
from cenario.labels.text import text
from cenario.store import schemas

__all__ = ["run"]

FOLDER = Path("data/schemas")


def run(
    *,
    check: Annotated[bool, option("schemas-check", "--check", "--confere")] = False,
    write: Annotated[bool, option("schemas-write", "--write", "--grava")] = False,
    out: Annotated[Path, option("schemas-out", "--out", "--saida")] = FOLDER,
) -> int:
    """Write (``--write``) or check (``--check``, the default) the schemas in `out`."""
    if write and check:
        raise BadInputError(message("schemas-both"))
    if write:
        for path in schemas.write(out):
            print(path)
        return 0
    if different := schemas.differing(out):
        raise BadInputError(message("schemas-differ", paths=", ".join(str(p) for p in different)))
    print(text("schemas-equal", n=len(schemas.PUBLISHED), path=out))
    return 0
