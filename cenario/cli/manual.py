"""A command's page of help, in the reader's language: its use, what it does, its arguments and options."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable
from typing import Any

from cyclopts import App

from cenario.cli.commands import Command
from cenario.labels.text import text

__all__ = ["page"]

WIDTH = 100


def page(command: Command, app: App) -> str:
    """Return the page of help of `command`, from what its application parses."""
    arguments = [a for a in app.assemble_argument_collection() if a.parameter.show is not False]
    positional = [a for a in arguments if not a.name.startswith("-")]
    options = [a for a in arguments if a.name.startswith("-")]
    shown = " ".join(f"{a.name}" if a.required else f"[{a.name}]" for a in positional)
    use = f"cenario {command.name} {shown}".rstrip() + f" [{text('cli-options').upper()}]"
    names = command.name if command.alias == command.name else f"{command.name} · {command.alias}"
    lines = [f"{names}: {text(command.help)}", "", f"  {use}"]
    for title, group in (("cli-arguments", positional), ("cli-options", options)):
        if group:
            lines += ["", text(title), *_rows(group)]
    return "\n".join([*lines, "", text("help-exit-codes")])


def _rows(arguments: Iterable[Any]) -> list[str]:
    rows = []
    for argument in arguments:
        rows.append(f"  {'  '.join(argument.names)}")
        told = [argument.parameter.help or "", *_facts(argument)]
        rows += textwrap.wrap(
            " ".join(w for w in told if w), WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8
        )
    return rows


def _facts(argument: Any) -> list[str]:
    facts = []
    if argument.required:
        facts.append(text("cli-required"))
    default = argument.field_info.default
    if default not in (None, False, (), [], "", inspect.Parameter.empty):
        facts.append(text("cli-default", value=str(default)))
    if environment := argument.parameter.env_var:
        facts.append(text("cli-environment", names=", ".join(environment)))
    return facts
