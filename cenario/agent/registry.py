"""Open an agent under test by how it is named: ours, a URL, or a command."""

from __future__ import annotations

import shlex

from cenario.agent.command import CommandAgent
from cenario.agent.preview.agent import PreviewAgent
from cenario.agent.preview.persona import load_personas
from cenario.agent.protocol import AgentUnderTest
from cenario.agent.remote import RemoteAgent
from cenario.errors import BadInputError, message

PREVIEW = "preview"
COMMAND = "command:"


def open_agent(name: str = PREVIEW, *, allow_remote: bool = False) -> AgentUnderTest:
    """Return the agent that `name` means.

    Parameters
    ----------
    name
        ``preview`` (the declared agents of ``data/agents``), an ``http(s)://`` URL, or
        ``command:`` and a program with its arguments (split as a shell would, run without one).
    allow_remote
        Whether a URL may be another machine.

    Raises
    ------
    BadInputError
        None of these, or it cannot be opened.
    """
    if name == PREVIEW:
        return PreviewAgent(load_personas())
    if name.startswith(("http://", "https://")):
        return RemoteAgent(name, allow_remote=allow_remote)
    if name.startswith(COMMAND):
        try:
            return CommandAgent(shlex.split(name.removeprefix(COMMAND)))
        except ValueError:
            raise BadInputError(message("foreign-command", name=name)) from None
    raise BadInputError(message("foreign-name", name=name))
