"""``cenario local-model``: serve the small real model on this machine until Ctrl-C."""

from __future__ import annotations

import threading
from typing import Annotated

from cenario.cli.running import option
from cenario.labels.text import text
from cenario.provider.local_model import MODEL, PORT, open_server

__all__ = ["run"]


def run(
    *,
    port: Annotated[int, option("local-port", "--port", "--porta")] = PORT,
    threads: Annotated[int, option("local-threads", "--threads", "--linhas")] = 1,
) -> int:
    """Serve it."""
    server = open_server(port=port, threads=threads)
    print(text("local-serving", port=str(port), model=MODEL), flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        del server
    return 0
