"""Where ``cenario`` begins: find the command, run it, turn every refusal into one line and an exit code.

Exit codes: 0 APROVA or done, 1 REPROVA or gate blocked, 2 INCONCLUSIVO, 3 wrong use or bad data,
4 stopped at the ceiling. Nothing heavy is imported before a command is known, so that ``--help``
answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from cenario.cli.commands import COMMANDS, Command, find
from cenario.labels.plain import plain_text

__all__ = ["main"]

HELP = ("--help", "-h", "help", "ajuda")
LOCALE_OPTIONS = ("--locale", "--idioma")
WRONG_USE = 3
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if (locale := _take_locale(words)) is not None:
        if locale not in ("pt-BR", "en"):
            return _refuse("cli-locale", locale=locale)
        os.environ["LOCALE"] = locale
    if not words or words[0] in HELP:
        print(overview())
        return 0
    if words[0] == "--version":
        from cenario.store.provenance import version  # the package's metadata are slow to read

        print(version())
        return 0
    command = find(words[0])
    if command is None:
        names = [name for c in COMMANDS for name in (c.name, c.alias)]
        near = get_close_matches(words[0], names, n=1) or [", ".join(c.name for c in COMMANDS)]
        return _refuse("cli-unknown-command", name=words[0], near=near[0])
    return _run(command, words[1:])


def overview() -> str:
    """Return the first page of help: every command with its Portuguese name and what it does."""
    names = [f"{c.name} · {c.alias}" if c.name != c.alias else c.name for c in COMMANDS]
    width = max(len(name) for name in names)
    rows = [f"  {name:<{width}}  {plain_text(c.help)}" for name, c in zip(names, COMMANDS, strict=True)]
    head = [plain_text("help-product"), "", plain_text("help-usage"), ""]
    tail = ["", plain_text("help-more"), plain_text("help-exit-codes"), plain_text("help-locale")]
    return "\n".join([*head, *rows, *tail])


def _take_locale(words: list[str]) -> str | None:
    """Take ``--locale X`` out of the words, wherever it stands."""
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in LOCALE_OPTIONS:
            if equals:
                del words[index]
                return value
            value = words[index + 1] if index + 1 < len(words) else ""
            del words[index : index + 2]
            return value
    return None


def _run(command: Command, words: list[str]) -> int:
    from cenario.cli.running import run_command  # cyclopts alone takes longer to import than --help may

    try:
        return run_command(command, words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _refuse(code: str, **values: object) -> int:
    from cenario.cli.running import complain
    from cenario.labels.text import message

    complain(message(code, **values))
    return WRONG_USE


if __name__ == "__main__":
    sys.exit(main())
