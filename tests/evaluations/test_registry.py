"""An evaluation is found by its file's name, in the package or outside it."""

from __future__ import annotations

import pytest

from cenario.errors import BadInputError
from cenario.evaluations import registry

USER = """
from dataclasses import dataclass
from cenario.domain.evaluation import Decision, Evaluation
from cenario.domain.verdict import Counts
from cenario.labels.text import message

def decide(batch, params):
    return Decision(clauses=(), counts=Counts())

EVALUATION = Evaluation(code="mine", title=message("glossary-arm"), question=message("glossary-arm"),
                        params=(), arms=(), decide=decide)
"""


def test_every_evaluation_of_the_package_is_found_under_its_own_code():
    for code in registry.codes():
        evaluation = registry.find(code)
        assert evaluation.code == code
        assert registry.find(code.swapcase()) is evaluation


def test_an_unknown_code_lists_the_legal_ones():
    with pytest.raises(BadInputError) as caught:
        registry.find("Z9")
    assert all(code in str(caught.value) for code in registry.codes())


def test_a_users_file_works_the_same(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(USER)
    assert registry.find(str(path)).code == "mine"


@pytest.mark.parametrize("source", ["x = 1", "1/0", "def (", "raise SystemExit(0)"])
def test_a_file_that_defines_none_is_refused(tmp_path, source):
    path = tmp_path / "bad.py"
    path.write_text(source)
    with pytest.raises(BadInputError, match=r"bad\.py"):
        registry.find(str(path))
    with pytest.raises(BadInputError, match=r"no\.py"):
        registry.find(str(tmp_path / "no.py"))
