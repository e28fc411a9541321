"""The page that lists the reports of a folder, the newest first; its links are relative."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast, get_args

from cenario.domain.verdict import VerdictOutcome
from cenario.labels import numbers
from cenario.labels.text import current_locale
from cenario.labels.text import text as label
from cenario.report.escape import escape, slug
from cenario.report.palette import OUTCOME_SIGNS
from cenario.report.shown import STYLE_PATH

__all__ = ["Entry", "index_page"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One report: its evaluation, verdict, headline, when it was made, and its pages by relative path."""

    evaluation: str
    outcome: str
    headline: str
    made_at: datetime
    page: str
    verdict: str
    earlier: Sequence[tuple[str, str]] = ()


def index_page(entries: Sequence[Entry]) -> str:
    """Return the whole page; every text in it is escaped, and it asks nothing of the network."""
    style = STYLE_PATH.read_text(encoding="utf-8")
    title = label("report-index")
    items = "".join(_item(entry) for entry in entries) or f"<p>{escape(label('report-index-empty'))}</p>"
    language = current_locale()
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>body{{margin:1.5rem 1rem}}{style}</style></head>"
        f'<body><main class="cn"><h1>{escape(title)}</h1>{items}</main></body></html>\n'
    )


def _item(entry: Entry) -> str:
    known = entry.outcome in get_args(VerdictOutcome)
    sign = OUTCOME_SIGNS[cast(VerdictOutcome, entry.outcome)] if known else "·"
    earlier = "".join(f'<li><a href="{escape(to)}">{escape(name)}</a></li>' for name, to in entry.earlier)
    kept = (
        f"<details><summary>{escape(label('report-index-earlier', n=len(entry.earlier)))}</summary>"
        f"<ul>{earlier}</ul></details>"
        if earlier
        else ""
    )
    return (
        f'<section class="cn-model"><h2><a href="{escape(entry.page)}">{escape(entry.evaluation)}</a> '
        f'<span class="cn-tag cn-{slug(entry.outcome)}">{sign} {escape(entry.outcome)}</span></h2>'
        f"<p>{escape(entry.headline.removeprefix(f'{entry.outcome}: '))}</p>"
        f'<p class="cn-aside">{escape(numbers.moment(entry.made_at))} UTC · '
        f'<a href="{escape(entry.verdict)}">verdict.json</a></p>{kept}</section>'
    )
