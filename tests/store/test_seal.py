"""A seal changes when the ruler does, and only then."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest

from cenario.domain.evaluation import Evaluation, Param
from cenario.errors import BadInputError
from cenario.labels.text import message
from cenario.store import provenance
from cenario.store.seal import digest, seal, seal_ruler

EVALUATION = Evaluation(
    code="C",
    title=message("glossary-scenario"),
    question=message("glossary-scenario"),
    params=(Param(name="margin", default=0.05, low=0.0, high=1.0),),
    arms=(),
    decide=seal_ruler,
)


def test_the_digest_is_sha256_of_canonical_json():
    assert (
        digest({"b": 1, "a": [True, None, "é"]})
        == hashlib.sha256('{"a":[true,null,"é"],"b":1}'.encode()).hexdigest()
    )


def test_order_of_keys_does_not_matter_and_a_value_does():
    one = seal({"params": {"a": 1, "b": 2}, "corpus": "x"})
    assert one == seal({"corpus": "x", "params": {"b": 2, "a": 1}})
    other = seal({"params": {"a": 1, "b": 3}, "corpus": "x"})
    assert one.whole != other.whole
    assert one.parts["corpus"] == other.parts["corpus"]
    assert one.parts["params"] != other.parts["params"]


def test_a_ruler_is_sealed_with_its_params_and_what_it_stands_on():
    sealed = seal_ruler(EVALUATION, {"margin": 0.05}, corpus="d1")
    assert set(sealed.parts) == {"evaluation", "params", "corpus"}
    assert sealed.whole == seal_ruler(EVALUATION, {"margin": 0.05}, corpus="d1").whole
    assert sealed.whole != seal_ruler(EVALUATION, {"margin": 0.10}, corpus="d1").whole
    assert sealed.whole != seal_ruler(replace(EVALUATION, repetitions=3), {"margin": 0.05}, corpus="d1").whole


def test_provenance(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"abc")
    assert provenance.file_digest(path) == hashlib.sha256(b"abc").hexdigest()
    with pytest.raises(BadInputError, match="no"):
        provenance.file_digest(tmp_path / "no")
    assert re.fullmatch(r"[0-9a-f]{12}(\+dirty)?|\d+(\.\d+)*", provenance.code_revision())
    versions = provenance.package_versions(["msgspec", "no-such-package-here"])
    assert list(versions) == ["msgspec"]
