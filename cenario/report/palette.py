"""The few colours and signs of the page; no colour is ever the only carrier of what it says."""

from __future__ import annotations

from cenario.domain.verdict import VerdictOutcome
from cenario.report.parts import Mark

INK, FAINT, LINE = "#1b1f24", "#57606a", "#d0d7de"
BASELINE, CANDIDATE = "#57606a", "#0b5cad"
GOOD, BAD, UNSURE = "#116329", "#a40e26", "#7a4a00"

MARK_COLOURS: dict[Mark, str] = {"holds": GOOD, "fails": BAD, "undecided": UNSURE, "short": FAINT}
"""The same four stand in style.css; a test compares them."""

MARK_SIGNS: dict[Mark, str] = {"holds": "✓", "fails": "✗", "undecided": "≈", "short": "…", "plain": "·"}
"""What carries an outcome where colour does not."""

OUTCOME_SIGNS: dict[VerdictOutcome, str] = {"APROVA": "✓", "REPROVA": "✗", "INCONCLUSIVO": "?"}
"""The same for a verdict."""
