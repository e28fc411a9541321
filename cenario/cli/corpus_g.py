"""``cenario corpus-g``: the corpus of evaluation G as one JSON file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cenario.cli.running import complain, option
from cenario.errors import message
from cenario.labels.numbers import count
from cenario.labels.text import text

__all__ = ["run"]

DESIGNED = 160
"""Conversations in the user's design: 30 of C, 30 probes of F5, 100 closings."""


def run(
    *,
    out: Annotated[Path, option("close-corpus-out", "--out", "--saida")],
    runs: Annotated[list[str] | None, option("close-corpus-runs", "--runs", "--input", "--entrada")] = None,
) -> int:
    """Write the corpus, with the answers that recorded executions gave."""
    from cenario.engine.loading import expand
    from cenario.store import journal
    from cenario.store.closing_corpus import declared_corpus, write_corpus

    executions = [e for path in expand(runs or ()) for e in journal.read(path).executions]
    corpus = declared_corpus(executions)
    write_corpus(out, corpus)
    replied = {e.conversation for e in executions if e.reply and e.outcome == "completed"}
    print(
        text(
            "close-corpus-written",
            n=count(len(corpus)),
            summaries=count(sum(c.previous_summary is not None for c in corpus)),
            recorded=count(sum(c.id in replied for c in corpus)),
            path=str(out),
        )
    )
    if len(corpus) < DESIGNED:
        complain(message("close-corpus-short", n=count(len(corpus)), wanted=count(DESIGNED)))
    sys.stdout.flush()
    return 0
