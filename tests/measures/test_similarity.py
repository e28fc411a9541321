"""Similarities: the embedded ones against their definitions, embeddings on a model made here."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import jaccard_score

from cenario.errors import BadInputError
from cenario.measures import similarity as module
from cenario.measures.similarity import ChrF, Embeddings, TokenJaccard, mean_pairwise, similarity

WORDS = ["agua", "ouro", "prata", "rio", "mar", "sol"]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def naive_chrf(hypothesis: str, reference: str, *, order: int = 6, beta: float = 2.0) -> float:
    """chrF written again from its definition: mean precision and recall over orders, spaces dropped."""
    hyp, ref = ("".join(text.split()) for text in (hypothesis, reference))
    precisions, recalls = [], []
    for n in range(1, order + 1):
        left = [hyp[i : i + n] for i in range(len(hyp) - n + 1)]
        right = [ref[i : i + n] for i in range(len(ref) - n + 1)]
        if left and right:
            matched = sum(min(left.count(gram), right.count(gram)) for gram in set(left))
            precisions.append(matched / len(left))
            recalls.append(matched / len(right))
    if not precisions:
        return 0.0
    p, r = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 0.0 if p + r == 0 else (1 + beta**2) * p * r / (beta**2 * p + r)


@settings(deadline=None)  # the library loads on the first call
@given(texts.filter(bool), texts.filter(bool))
def test_chrf_is_the_published_definition(left, right):
    assert ChrF().compare(left, right) == pytest.approx(naive_chrf(left, right), abs=1e-9)


def test_chrf_ends():
    assert ChrF().compare("água", "água") == pytest.approx(1)
    assert ChrF().compare("abc", "xyz") == 0
    assert (ChrF().compare("", ""), ChrF().compare("", "a"), ChrF().compare("a", " ")) == (1, 0, 0)


@given(texts, texts)
def test_jaccard_is_the_library_s(left, right):
    if not left and not right:
        assert TokenJaccard().compare(left, right) == 1
        return
    rows = [[word in text.split() for word in WORDS] for text in (left, right)]
    assert TokenJaccard().compare(left, right) == pytest.approx(
        jaccard_score(rows[0], rows[1], zero_division=0)
    )


@settings(deadline=None)
@given(st.lists(texts, min_size=2, max_size=5))
def test_mean_pairwise_ignores_order_and_is_one_for_equal_texts(given_texts):
    by = ChrF()
    there, back = mean_pairwise(given_texts, by), mean_pairwise(given_texts[::-1], by)
    assert there == pytest.approx(back)
    assert mean_pairwise([given_texts[0]] * 3, by) == pytest.approx(1)


def test_one_answer_has_no_similarity_with_itself():
    assert mean_pairwise(["só uma"], ChrF()) is None
    assert mean_pairwise([], ChrF()) is None


@pytest.fixture
def tiny_model(tmp_path: Path) -> Path:
    """A static embedding model of six words in two directions: waters and metals."""
    from model2vec import StaticModel
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    tokenizer = Tokenizer(WordLevel({"[UNK]": 0} | {w: i for i, w in enumerate(WORDS, 1)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    vectors = np.array([[0, 0], [1, 0], [0, 1], [0.1, 1], [1, 0.1], [1, 0.2], [-1, -1]], dtype=np.float32)
    folder = tmp_path / "tiny"
    StaticModel(vectors, tokenizer).save_pretrained(folder)
    return folder


def test_embeddings_on_a_model_made_here(tiny_model):
    by = similarity(f"embeddings:{tiny_model}")
    assert by.name == "embeddings:tiny"
    assert by.compare("rio", "mar") > 0.99
    assert by.compare("rio", "ouro") < 0.2
    assert by.compare("sol", "agua") == 0
    assert by.compare("desconhecida", "agua") == 0
    assert by.compare("agua ouro", "agua ouro") == pytest.approx(1)


def test_embeddings_say_what_they_need(tmp_path, monkeypatch):
    with pytest.raises(BadInputError, match="não há modelo nesta pasta; baixe um modelo"):
        Embeddings(tmp_path / "none").compare("a", "b")
    module._model.cache_clear()
    monkeypatch.setitem(sys.modules, "model2vec", None)
    with pytest.raises(
        BadInputError, match=r"pede o extra cenario\[embeddings\] e a pasta de um modelo já baixado"
    ):
        Embeddings(tmp_path).compare("a", "b")


def test_names():
    assert [similarity(name).name for name in ("chrf", "jaccard")] == ["chrf", "jaccard"]
    for unknown in ("bleu", "embeddings:", "embeddings"):
        with pytest.raises(BadInputError, match="similaridade desconhecida"):
            similarity(unknown)
