"""``cenario scenarios``: what a scenario bank holds, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.domain.bank import TARGETS, Bank, BankCase, Dimension
from cenario.errors import BadInputError, message
from cenario.labels.text import text
from cenario.store.bank import BankCheck, check_bank, load_bank
from cenario.store.bank_config import bank_folder

__all__ = ["run"]

ACTIONS = Literal["list", "check"]


def run(
    action: Annotated[ACTIONS, option("bank-cli-action")] = "list",
    /,
    *,
    listing: Annotated[bool, option("bank-cli-list", "--list", "--listar")] = False,
    dimension: Annotated[Dimension | None, option("bank-cli-dimension", "--dimension", "--dimensao")] = None,
    path: Annotated[Path | None, option("bank-cli-path", "--path", "--caminho")] = None,
    config: Annotated[Path | None, option("bank-cli-config", "--config")] = None,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """List a bank's dimensions, or one dimension's scenarios, or check the whole bank."""
    if listing and dimension is not None:
        raise BadInputError(message("bank-cli-list-or-dimension"))
    folder = bank_folder(path, config)
    if action == "check":
        return _check(check_bank(folder), folder, json=json)
    if dimension is not None:
        bank = load_bank(folder, dimensions=[dimension])
        _print_cases(bank, json=json)
        return 0
    _print_dimensions(load_bank(folder), folder, json=json)
    return 0


def _print_dimensions(bank: Bank, folder: Path, *, json: bool) -> None:
    rows = [
        {
            "dimension": file.dimension,
            "name": text(f"bank-dimension-{file.dimension}"),
            "version": file.version,
            "scenarios": len(file.cases),
            "prompts": sum(1 + len(case.variants) for case in file.cases),
            "target": TARGETS[file.dimension],
        }
        for file in bank.files
    ]
    if json:
        print_json({"path": str(folder), "digest": bank.digest(), "dimensions": rows})
        return
    for row in rows:
        print(text("bank-cli-row", **row))
    prompts = sum(1 for _ in bank.prompts())
    print(text("bank-cli-total", scenarios=len(bank.cases), prompts=prompts, path=folder))


def _print_cases(bank: Bank, *, json: bool) -> None:
    if json:
        print_json([case.document() for case in bank.cases])
        return
    for case in bank.cases:
        print(_one_line(case))


def _one_line(case: BankCase) -> str:
    """Return a scenario on one line, whatever its prompt holds."""
    marks = [text("bank-cli-trap")] if case.is_trap else []
    marks += [text("bank-cli-variants", n=len(case.variants))] if case.variants else []
    known = case.ground_truth or case.expected_topic or case.expected_behavior or ""
    parts = [case.id, case.category, case.prompt, known, *marks]
    return "  ".join(_plain(part) for part in parts if part)


def _plain(words: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def _check(check: BankCheck, folder: Path, *, json: bool) -> int:
    if json:
        print_json(
            {
                "path": str(folder),
                "ok": check.bank is not None,
                "faults": [_plain(str(fault)) for fault in check.faults],
                "warnings": [_plain(str(warning)) for warning in check.warnings],
            }
        )
    else:
        for mark, words in (("✗", check.faults), ("!", check.warnings)):
            for one in words:
                print(mark, _plain(str(one)))
        if check.bank is not None:
            print("✓", text("bank-cli-sound", path=folder, scenarios=len(check.bank.cases)))
    return 3 if check.bank is None else 0
