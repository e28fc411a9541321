"""The gate for a CI: one JUnit test case an execution, and one a clause that is not about executions.

Only what decides can fail a build: a failure of a scenario that is no gate is a skipped case that
says what it found.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite
from junitparser.junitparser import FinalResult

from cenario.domain.verdict import Clause, ModelVerdict
from cenario.engine import Judgement

__all__ = ["junit_xml", "write_junit"]

COMPETENCE = "/competencia"


def junit_xml(judgement: Judgement) -> bytes:
    """Return the judgement of the gate as JUnit XML, one suite a model."""
    document = JUnitXml("cenario gate")
    for model in judgement.verdict.models:
        suite = TestSuite(_legal(model.model))
        cells = judgement.decisions[model.model].tables.get("cells")
        if isinstance(cells, pl.DataFrame):
            suite.add_testcases([_cell_case(row) for row in cells.iter_rows(named=True)])
        suite.add_testcases(list(_clause_cases(model)))
        document.add_testsuite(suite)
    document.update_statistics()
    return bytes(document.tostring())


def write_junit(judgement: Judgement, path: Path) -> None:
    """Write `junit_xml` to `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(junit_xml(judgement))


def _cell_case(row: dict[str, object]) -> TestCase:
    name = f"{row['scenario']} [{row['position']}] k={row['repetition']}: {row['input']}"
    case = TestCase(_legal(name), classname=_legal(f"{row['scenario']}@{row['version']}"))
    words = _legal(str(row["reason"]))
    match row["outcome"]:
        case "met":
            return case
        case "not_met" if row["gate"]:
            case.result = [Failure(words)]
        case "not_met":
            case.result = [Skipped(words)]
        case _:
            case.result = [Error(words) if row["gate"] else Skipped(words)]
    return case


def _clause_cases(model: ModelVerdict) -> Iterator[TestCase]:
    for clause in model.clauses:
        told_by_cells = clause.name.endswith(COMPETENCE) and clause.outcome in ("holds", "fails")
        if told_by_cells or " " in clause.name:  # history is not tested again
            continue
        case = TestCase(_legal(clause.name), classname=_legal(clause.name.partition("/")[0]))
        case.result = _result(clause)
        yield case


def _result(clause: Clause) -> list[FinalResult]:
    words = _legal(str(clause.reason))
    if clause.outcome == "holds":
        return []
    if not clause.decides:
        return [Skipped(words)]
    return [Failure(words) if clause.outcome == "fails" else Error(words)]


def _legal(words: str) -> str:
    """Return `words` without what XML 1.0 cannot carry: they may come from a model."""
    return "".join(each if _is_xml(each) else "\N{REPLACEMENT CHARACTER}" for each in words)


def _is_xml(character: str) -> bool:
    code = ord(character)
    return code in (0x9, 0xA) or (
        code >= 0x20 and not 0xD800 <= code <= 0xDFFF and code not in (0xFFFE, 0xFFFF)
    )
