"""A block reaches the page under its private type, and people under the usual ones."""

from __future__ import annotations

from IPython.core.formatters import DisplayFormatter

from cenario.report.shown import MIMETYPE, Shown


def test_a_block_is_published_under_its_private_type_and_the_usual_ones() -> None:
    published, _ = DisplayFormatter().format(Shown(html="<p>n = 3</p>", text="n = 3"))
    assert published[MIMETYPE] == published["text/html"] == "<p>n = 3</p>"
    assert published["text/plain"] == "n = 3"
