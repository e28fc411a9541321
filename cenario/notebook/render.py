"""Turn an executed notebook into one self-contained HTML page, swapped in whole."""

from __future__ import annotations

import threading
from importlib import import_module
from pathlib import Path
from typing import Any

from cenario.errors import BadInputError, message
from cenario.labels.text import Locale
from cenario.notebook.swap import swap_in

_PAGE = "cenario.notebook.page"


def load_meanwhile() -> None:
    """Import nbconvert in the background: call it when the kernel has started (`execute(meanwhile=…)`)."""
    threading.Thread(target=import_module, args=(_PAGE,), daemon=True).start()


def render(executed: Path, out: Path, *, title: str, locale: Locale) -> Path:
    """Write the page of the executed notebook to `out`; what was there stays when anything fails.

    The page makes no request and holds no script: blocks of ours are shown as they are, any other
    HTML is sanitised, everything else is text. Code stands behind one switch.

    Raises
    ------
    BadInputError
        `executed` is no notebook.
    UnsafePageError
        A block of ours holds a script or an address: nothing is written.
    """
    page: Any = import_module(_PAGE)
    nbformat: Any = import_module("nbformat")
    try:
        notebook = nbformat.reads(executed.read_text(encoding="utf-8"), as_version=4)
    except FileNotFoundError as fault:
        raise BadInputError(message("notebook-missing", path=str(executed))) from fault
    except (ValueError, KeyError, AttributeError, nbformat.ValidationError) as fault:
        raise BadInputError(message("notebook-not-a-notebook", path=str(executed))) from fault
    swap_in(page.page_html(notebook, title=title, locale=locale), out)
    return out
