"""What only a comparison of two recordings shows: the pairs in which the two sides differ."""

from __future__ import annotations

import polars as pl

from cenario.labels.text import text as label
from cenario.report.blocks import Block
from cenario.report.frames import frame_table
from cenario.report.parts import Part, Prose
from cenario.report.study import Study, section

__all__ = ["discordant"]


@section
def discordant(study: Study) -> Block:
    """Show the pairs in which baseline and candidate differ, the candidate's losses first."""
    parts: list[Part] = []
    for model, pairs in study.frames("pairs").items():
        differing = pairs.filter(pl.col("difference") != 0).sort("difference", "conversation", "repetition")
        columns = ["conversation", "repetition", "baseline", "candidate", "difference"]
        lost = pl.when(pl.col("difference") < 0).then(pl.lit("fails")).otherwise(pl.lit("holds"))
        marked = differing.select(*columns, lost.alias("mark"))
        caption = label("report-discordant-caption", n=differing.height, of=pairs.height, model=model)
        parts.append(frame_table(marked, caption=caption, columns=columns, mark_by="mark"))
    return Block(
        key="discordant",
        title=label("report-discordant"),
        shows=label("report-discordant-shows"),
        parts=parts or [Prose(text=label("report-empty-table"))],
    )
