"""Each rule of the user's first document (S000-1 to S000-36) has a test that carries its number."""

from __future__ import annotations

import ast
import re
from pathlib import Path

RULES = set(range(1, 37))
FOLDERS = ("evaluations", "judge", "mcp_server", "store", "cli")


def numbers_of(name: str) -> set[int]:
    """Return the rules that a test's name carries: ``test_s000_2_10_words`` is of rules 2 and 10."""
    found = re.match(r"test_s000((?:_\d+)+)_", name)
    return set(map(int, found[1].strip("_").split("_"))) if found else set()


def test_every_rule_has_its_test() -> None:
    covered: set[int] = set()
    for folder in FOLDERS:
        for path in (Path(__file__).parent / folder).glob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    covered |= numbers_of(node.name)
    assert covered == RULES, sorted(RULES - covered)
