"""The judge against people: equal to scikit-learn and scipy, medians, disputes, and what is left out."""

from __future__ import annotations

import math
import statistics
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr
from sklearn.metrics import cohen_kappa_score

from cenario.domain.vote import Score
from cenario.errors import BadInputError, InsufficientDataError
from cenario.measures.bank.validation import HumanLabel, strength_of, validate_judge
from cenario.store.human_labels import load_labels

# Cohen (1968) weights on five levels; figures by scikit-learn 1.9.1 cohen_kappa_score(a, b, weights=...):
#   a = [5,4,3,2,1,5,5,2,3,4]  b = [5,3,3,2,2,4,5,1,4,4]
TYPED = {"linear": 0.6621621621621622, "quadratic": 0.8554913294797688}
A, B = [5, 4, 3, 2, 1, 5, 5, 2, 3, 4], [5, 3, 3, 2, 2, 4, 5, 1, 4, 4]


def labels(rows: list[list[int]]) -> list[HumanLabel]:
    return [
        HumanLabel(case=f"c{i}", variant=None, repetition=0, annotator=f"p{j}", score=score)
        for i, row in enumerate(rows)
        for j, score in enumerate(row)
    ]


def scores(values: list[float | None], judge: str = "openai:j") -> list[Score]:
    return [
        Score(
            batch="b", evaluation="bank", model="m:x", judge=judge, arm="chatbot", conversation=f"c{i}",
            criterion="factual", value=value, invalid=None if value is not None else "no_json",
        )
        for i, value in enumerate(values)
    ]  # fmt: skip


def test_typed_figures():
    (made,) = validate_judge(labels([[b, b, b] for b in B]), scores([float(a) for a in A]))
    assert made.kappa_linear == pytest.approx(TYPED["linear"], abs=1e-12)
    assert made.kappa_quadratic == pytest.approx(TYPED["quadratic"], abs=1e-12)
    assert made.mean_absolute_error == pytest.approx(0.5)


people = st.lists(st.integers(1, 5), min_size=3, max_size=5)


@settings(deadline=None)
@given(st.lists(st.tuples(people, st.integers(1, 5)), min_size=2, max_size=15))
def test_equal_to_the_oracles(rows):
    """A median may be a half: both sides are doubled, which changes no weight of a kappa."""
    consensus = [statistics.median(row) for row, _ in rows]
    judged = [value for _, value in rows]
    (made,) = validate_judge(labels([row for row, _ in rows]), scores([float(v) for v in judged]))
    doubled, twice = [round(2 * c) for c in consensus], [2 * v for v in judged]
    for weights, ours in (("linear", made.kappa_linear), ("quadratic", made.kappa_quadratic)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says that one level alone has no kappa; so do we
            oracle = cohen_kappa_score(twice, doubled, weights=weights, labels=list(range(2, 11)))
        assert (ours is None) == math.isnan(oracle)
        if ours is not None:
            assert ours == pytest.approx(oracle, abs=1e-9)
    if len(set(consensus)) > 1 and len(set(judged)) > 1:
        assert made.pearson == pytest.approx(pearsonr(judged, consensus).statistic, abs=1e-9)
    else:
        assert made.pearson is None
    errors = [abs(c - v) for c, v in zip(consensus, judged, strict=True)]
    assert made.mean_absolute_error == pytest.approx(statistics.fmean(errors))


def test_consensus_is_the_median_and_disputes_are_named():
    (made,) = validate_judge(labels([[1, 5, 5], [3, 3, 4], [2, 4, 3]]), scores([5.0, 3.0, 3.0]))
    assert made.mean_absolute_error == 0
    assert [key[0] for key in made.disputed] == ["c0", "c2"]
    assert made.kappa_linear == 1
    assert made.is_trusted


def test_what_is_left_out_is_counted():
    (made,) = validate_judge(labels([[1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 4]]), scores([1.0, 2.0, None, 4.0]))
    assert (made.n_items, made.too_few, made.unscored) == (2, 1, 1)
    with pytest.raises(InsufficientDataError, match="ao menos 3 pessoas"):
        validate_judge(labels([[1, 1]]), scores([1.0]))
    with pytest.raises(InsufficientDataError):
        validate_judge(labels([[1, 1, 1]]), scores([None]))


def test_people_among_themselves():
    rows = [[1, 1, 2], [2, 2, 2], [5, 5, 4], [3, 3, 3]]
    (made,) = validate_judge(labels(rows), scores([1.0, 2.0, 5.0, 3.0]))
    pairs = [(0, 1), (0, 2), (1, 2)]
    oracle = [
        cohen_kappa_score([r[i] for r in rows], [r[j] for r in rows], weights="quadratic") for i, j in pairs
    ]
    assert made.between_people == pytest.approx(statistics.fmean(oracle))
    assert made.n_people == 3


def test_a_constant_judge_has_no_kappa_by_luck():
    (made,) = validate_judge(labels([[4, 4, 4]] * 3), scores([4.0] * 3))
    assert (made.kappa_linear, made.pearson, made.strength, made.is_trusted) == (None, None, None, False)


def test_several_judges_are_told_apart():
    made = validate_judge(
        labels([[b] * 3 for b in B]), [*scores([float(a) for a in A]), *scores([3.0] * 10, "x:k")]
    )
    assert [one.judge for one in made] == ["openai:j", "x:k"]
    assert made[0].kappa_linear > made[1].kappa_linear


@pytest.mark.parametrize(
    ("kappa", "name"),
    [(-0.01, "poor"), (0, "slight"), (0.2, "slight"), (0.21, "fair"), (0.41, "moderate"),
     (0.61, "substantial"), (0.8, "substantial"), (0.81, "almost_perfect"), (1, "almost_perfect")],
)  # fmt: skip
def test_names_of_kappa(kappa, name):
    assert strength_of(kappa) == name


GOOD = "case,variant,repetition,annotator,score,note\nc1,,0,ana,5,x\nc1,c1-v1,1,bia,4,\nc1,,,bia,3,\n"


def test_labels_from_a_file(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert load_labels(path) == (
        ("c1", None, 0, "ana", 5),
        ("c1", "c1-v1", 1, "bia", 4),
        ("c1", None, 0, "bia", 3),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("case,score\na,1\n", ": falta a coluna annotator"),
        ("case,annotator,score\na,x,3.5\n", ":2: score “3.5” não é um inteiro de 1 a 5"),
        ("case,annotator,score\na,x,\n", ":2: score “” não é um inteiro de 1 a 5"),
        ("case,annotator,score\n,x,3\n", ":2: case está vazio"),
        ("case,annotator,score,repetition\na,x,3,um\n", ":2: repetition “um” não é um número inteiro"),
        ("case,annotator,score\na,x,3\na,x,4\n", ":3: x já deu nota a a; deixe uma"),
        ("case,annotator,score\n", ": arquivo vazio"),
    ],
)
def test_label_faults(tmp_path, text, words):
    path = tmp_path / "l.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        load_labels(path)
    assert str(caught.value).startswith(f"{path}{words}")
