"""``cenario import``: another tool's log becomes a file of executions that every ruler can judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.domain.execution import Manifest
from cenario.errors import BadInputError, message
from cenario.importers.registry import Imported, Options, manifest_of, read_file
from cenario.labels.text import text
from cenario.measures.vote_summary import vote_summary
from cenario.store.journal import Entry, iterate, write_whole

__all__ = ["run"]


def run(
    file: Annotated[Path, option("import-file")],
    *,
    format_: Annotated[str | None, option("import-as", "--as", "--como")] = None,
    arm: Annotated[str | None, option("import-arm", "--arm", "--braco")] = None,
    model: Annotated[str | None, option("import-model", "--model", "--modelo")] = None,
    out: Annotated[Path, option("import-out", "--out", "--saida")],
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Read `file`, say what was understood and left out, and write `out` whole or not at all."""
    options = Options(arm=arm or file.stem, model=model)
    importer, source, imported = read_file(file, options, name=format_)
    _make_way(out)
    records: list[Entry] = [manifest_of(source, imported), *imported.executions]
    if importer.gives == "votes":
        records = [*imported.votes, *imported.scores]
    write_whole(out, records)
    counts = _counts(imported)
    notes = [str(note) for note in imported.notes]
    if json:
        read = {"votes": vote_summary(imported.votes)} if imported.votes else {}
        print_json({"format": importer.name, "out": str(out), **counts, **read, "notes": notes})
        return 0
    code = "import-done" if importer.gives == "executions" else "import-done-votes"
    print(text(code, format=importer.name, path=out, **counts))
    for note in notes:
        print(f"  {note}")
    return 0


def _counts(imported: Imported) -> dict[str, int]:
    executions = imported.executions
    return {
        "n": len(executions) or len(imported.votes) + len(imported.scores),
        "tasks": len({e.conversation for e in executions}),
        "repetitions": len({e.repetition for e in executions}),
        "harness_failures": sum(e.outcome == "harness_failure" for e in executions),
    }


def _make_way(out: Path) -> None:
    """Refuse to write over anything but an earlier import."""
    if not out.exists():
        return
    try:
        _, first = next(iterate(out), (0, None))
    except BadInputError:
        first = None
    if out.stat().st_size and not (isinstance(first, Manifest) and first.source is not None):
        raise BadInputError(message("import-in-the-way", path=out))
