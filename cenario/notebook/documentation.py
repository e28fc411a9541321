"""Render the notebooks that document the project: method, performance, reliability."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from cenario.labels.text import current_locale, text
from cenario.notebook.choice import notebooks_folder
from cenario.notebook.execute import execute
from cenario.notebook.reading_copy import reading_copy
from cenario.notebook.render import load_meanwhile, render

__all__ = ["DOCUMENTS", "document"]

DOCUMENTS = ("methods", "performance", "reliability")
"""Notebooks, by stem, in the order to be read."""


def document(name: str, folder: Path) -> Path:
    """Run the notebook `name` and render it as ``folder/<name>.html``, in the locale in force.

    Raises
    ------
    CenarioError
        The notebook failed; an older page stays as it was.
    """
    locale = current_locale()
    with TemporaryDirectory() as aside:
        notebook = notebooks_folder() / f"{name}.ipynb"
        executed = execute(
            notebook, Path(aside) / f"{name}.ipynb", {"locale": locale}, meanwhile=load_meanwhile
        )
        reading = Path(aside) / "reading.ipynb"
        content = json.loads(executed.read_text(encoding="utf-8"))
        reading.write_text(json.dumps(reading_copy(content, locale)), encoding="utf-8")
        return render(
            reading, folder / f"{name}.html", title=text(f"notebook-document-{name}"), locale=locale
        )
