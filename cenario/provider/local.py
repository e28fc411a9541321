"""Any OpenAI-compatible server on this machine (Ollama, llama.cpp), and only on this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from cenario.errors import BadInputError, message

__all__ = ["DEFAULT_URL", "is_loopback", "local_url"]

DEFAULT_URL = "http://127.0.0.1:11434/v1"
"""Where Ollama listens."""


def local_url(environ: Mapping[str, str]) -> str:
    """Return where the local server is: ``LOCAL_BASE_URL``, else Ollama's place.

    Raises
    ------
    BadInputError
        It is not on this machine.
    """
    url = environ.get("LOCAL_BASE_URL") or DEFAULT_URL
    if not is_loopback(url):
        raise BadInputError(message("provider-not-local", url=url))
    return url


def is_loopback(url: str) -> bool:
    """Whether the URL's host is this machine, by its address and not by what a resolver says."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme not in ("http", "https"):
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
