"""What only the gate shows, on a hand-made measurement: words, signs, order, and hostile text."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.engine import Loaded, judge
from cenario.evaluations.gate import EVALUATION
from cenario.report.junit import junit_xml
from cenario.report.sections_gate import failures, history, matrix, rulers, transcripts
from cenario.report.study import Study
from tests.evaluations.gate_runs import FAILED, batch, every, scenario

HOSTILE = "<script>alert(1)</script>"


def study(locale: str = "pt-BR") -> Study:
    gate = scenario()
    free = scenario(id="mede-sem-barrar", title=HOSTILE, gate=False, inputs=(gate.inputs[0], HOSTILE))
    made = batch([*every(gate, {(1, 2): FAILED}), *every(free, {(0, 0): FAILED})], free, gate)
    return Study(judge(EVALUATION, Loaded(batches=(made,))), locale)  # type: ignore[arg-type]


def test_the_matrix_has_a_row_an_input_and_a_column_a_repetition() -> None:
    (table,) = matrix(study()).parts
    assert [row[-1] for row in table.rows] == ["2/3", "3/3", "3/3", "2/3"]  # type: ignore[union-attr]
    assert [row[3:6] for row in table.rows][3] == ("✓", "✓", "✗")  # type: ignore[union-attr]
    assert table.marks == ["fails", "holds", "holds", "fails"]  # type: ignore[union-attr]
    assert "%" not in matrix(study()).text()


def test_failures_name_the_gate_first_and_say_why() -> None:
    (table,) = failures(study()).parts
    assert [row[:2] for row in table.rows] == [("portão", "passa-a-conversa"), ("—", "mede-sem-barrar")]  # type: ignore[union-attr]
    assert "não foi entregue" in table.rows[0][4]  # type: ignore[union-attr]


def test_transcripts_rulers_and_history_are_there() -> None:
    assert "2 de 2" in transcripts(study()).text()
    assert "resposta, transferencia, proibicao" in rulers(study()).text()
    assert "não declarado" in rulers(study()).text()  # a budget nobody wrote
    assert "5/6" in history(study()).text()


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
def test_hostile_text_is_escaped_everywhere(locale: str) -> None:
    for build in (matrix, failures, transcripts, rulers, history):
        assert "<script>" not in build(study(locale)).html()


def test_junit_carries_what_a_model_may_say(tmp_path: Path) -> None:
    made = study()
    written = junit_xml(made.judgement)
    assert b"<script>" not in written
    assert b"\x00" not in written
