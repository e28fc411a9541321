"""``cenario import``: another tool's log becomes a file of executions that every ruler can judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.domain.execution import Manifest, Source
from cenario.errors import BadInputError, message
from cenario.importers.registry import QUALITY, Imported, Options, manifest_of, read_file
from cenario.labels.text import text
from cenario.measures.vote_summary import vote_summary
from cenario.report.masking import mask_pii as mask_pii_in
from cenario.store.journal import Entry, iterate, write_whole
from cenario.store.quality import load_quality

__all__ = ["run"]

CURRENT = "atual"
"""The version that real traffic is of, where nothing else is said."""


def run(
    file: Annotated[Path, option("import-file")],
    *,
    format_: Annotated[str | None, option("import-as", "--as", "--como")] = None,
    arm: Annotated[str | None, option("import-arm", "--arm", "--braco")] = None,
    model: Annotated[str | None, option("import-model", "--model", "--modelo")] = None,
    out: Annotated[Path, option("import-out", "--out", "--saida")],
    agent_name: Annotated[str | None, option("import-agent-name", "--agent-name", "--nome-do-agente")] = None,
    quality: Annotated[Path | None, option("import-quality", "--quality", "--qualidade")] = None,
    mask_pii: Annotated[bool, option("import-mask", "--mask-pii", "--mask", "--mascarar")] = False,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Read `file`, say what was understood and left out, and write `out` whole or not at all."""
    declared = None if quality is None else load_quality(quality)
    if declared is not None and declared.kind != "real_traffic":
        raise BadInputError(message("import-quality-simulated", path=quality))
    options = Options(
        arm=arm or (file.stem if declared is None else CURRENT), model=model, agent_name=agent_name
    )
    importer, source, imported = read_file(file, options, name=format_)
    if mask_pii:
        source, imported = _masked(source, imported)
    if declared is not None:
        imported = replace(
            imported,
            executions=tuple(
                msgspec.structs.replace(each, evaluation=QUALITY) for each in imported.executions
            ),
        )
    _make_way(out)
    records: list[Entry] = [manifest_of(source, imported, declared), *imported.executions]
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


def _masked(source: Source, imported: Imported) -> tuple[Source, Imported]:
    """Return the import with CPF, phones and e-mails masked, and names of senders and of the file gone."""
    kept = msgspec.structs.replace(source, file=source.format)
    executions = tuple(
        msgspec.structs.replace(
            each,
            reply=None if each.reply is None else mask_pii_in(each.reply),
            messages=tuple(
                msgspec.structs.replace(m, text=mask_pii_in(m.text), name=None) for m in each.messages
            ),
            source=None if each.source is None else msgspec.structs.replace(each.source, file=source.format),
        )
        for each in imported.executions
    )
    return kept, replace(imported, executions=executions)


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
