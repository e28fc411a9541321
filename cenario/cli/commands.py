"""The table of commands: what ``cenario --help`` shows, without importing any of them.

Each command is a module ``cenario.cli.<module>`` with one function ``run``, whose words are the
label ``help-<name>``. A command's Portuguese name is accepted word for word.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COMMANDS", "Command", "find"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its English name, its Portuguese one, and the module that holds it."""

    name: str
    alias: str
    module: str

    @property
    def help(self) -> str:
        """The label of what it does, in a line."""
        return f"help-{self.name}"


COMMANDS: tuple[Command, ...] = (
    Command("bank", "banco", "bank"),
    Command("close", "avaliar-fechamento", "close"),
    Command("compare", "comparar", "compare"),
    Command("corpus-g", "corpus-g", "corpus_g"),
    Command("doctor", "diagnostico", "doctor"),
    Command("gate", "portao", "gate"),
    Command("import", "importar", "import_"),
    Command("judge", "julgar", "judge"),
    Command("local-model", "modelo-local", "local_model"),
    Command("mcp", "mcp", "mcp_command"),
    Command("noise", "ruido", "noise"),
    Command("plan", "plano", "plan"),
    Command("report", "relatorio", "report"),
    Command("run", "executar", "run"),
    Command("scenario", "cenario", "scenario"),
    Command("scenarios", "cenarios", "scenarios"),
    Command("schemas", "esquemas", "schemas"),
    Command("score", "pontuar", "score"),
    Command("simulate", "simular", "simulate"),
)


def find(name: str) -> Command | None:
    """Return the command called `name`, in either language."""
    return next((c for c in COMMANDS if name in (c.name, c.alias)), None)
