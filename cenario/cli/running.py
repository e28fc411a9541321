"""Run one command: parse its words, warn and refuse in one line on stderr."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import traceback
import warnings

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from cenario.cli.commands import Command
from cenario.cli.manual import page
from cenario.errors import CenarioError, Message, message
from cenario.labels.text import text

__all__ = ["complain", "option", "run_command"]

WRONG_USE = 3


def option(help_code: str, *names: str, **more: object) -> Parameter:
    """Return an option: its names (English first, then the runbook's Portuguese), its label of help."""
    return Parameter(name=list(names) or None, help=text(help_code), **more)  # type: ignore[arg-type]


def run_command(command: Command, words: list[str]) -> int:
    """Run the command on its words and return its exit code."""
    app = application(command)
    if any(word in ("--help", "-h") for word in words):
        print(page(command, app))
        return 0
    with warnings.catch_warnings():
        warnings.showwarning = _warn  # type: ignore[assignment] # the rest of its signature is not used
        try:
            code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
        except CycloptsError as error:
            complain(_wrong_use(error, command))
            return WRONG_USE
        except CenarioError as error:
            complain(error.message)
            return error.exit_code
        except asyncio.CancelledError:  # a second Ctrl-C: what was in flight was cancelled
            raise KeyboardInterrupt from None
        except Exception as error:  # noqa: BLE001 a fault of ours must not read as a verdict (exit 1)
            complain(message("cli-fault", kind=type(error).__name__, detail=_one_line(error)))
            if os.environ.get("CENARIO_DEBUG"):
                traceback.print_exc()
            return WRONG_USE
    return code if isinstance(code, int) else 0


def application(command: Command) -> App:
    """Return the cyclopts application of one command."""
    module = importlib.import_module(f"cenario.cli.{command.module}")
    app = App(
        name=f"cenario {command.name}",
        help=text(command.help),
        help_flags=[],
        version_flags=[],
        default_parameter=Parameter(negative=()),
    )
    app.default(module.run)
    return app


def complain(words: Message) -> None:
    """Say on stderr, in one line, what was refused."""
    print(text("cli-error", words=_one_line(words)), file=sys.stderr)


def _warn(words: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    if issubclass(category, UserWarning):
        print(text("cli-warning", words=_one_line(words)), file=sys.stderr)


def _wrong_use(error: CycloptsError, command: Command) -> Message:
    name = command.name
    match error:
        case MissingArgumentError():
            return message("cli-missing", option=_option_name(error), command=name)
        case UnknownOptionError() | UnusedCliTokensError():
            token = getattr(error, "token", None)
            unused = getattr(error, "unused_tokens", None) or ()
            word = token.keyword or token.value if token is not None else " ".join(unused)
            return message("cli-unknown-option", option=word, command=name)
        case CoercionError() if error.token is not None:
            return message("cli-bad-value", option=_option_name(error), value=error.token.value, command=name)
        case RepeatArgumentError():
            return message("cli-repeated", option=_option_name(error), command=name)
    return message("cli-wrong-use", detail=_one_line(error), command=name)


def _option_name(error: CycloptsError) -> str:
    argument = error.argument
    return argument.name if argument is not None else "?"


def _one_line(words: object) -> str:
    return " ".join(str(words).split())
