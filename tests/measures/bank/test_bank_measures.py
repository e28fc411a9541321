"""A bank's run by hand: items, summaries, groups, checks, calibration and comparison."""

from __future__ import annotations

import random
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cenario.domain.bank import BankCase, BankPrompt, BankVariant
from cenario.domain.bank_records import prompt_of, to_tags
from cenario.domain.execution import Execution
from cenario.domain.vote import Score
from cenario.errors import BadInputError, InsufficientDataError
from cenario.measures.bank.calibration import calibrate, run_means
from cenario.measures.bank.checks import check_items, summarise_checks
from cenario.measures.bank.comparison import compare
from cenario.measures.bank.items import answers, bank_items
from cenario.measures.bank.summary import group_rows, overall, summarise
from cenario.measures.similarity import ChrF, TokenJaccard

CHATBOT, JUDGE = "simulated:steady", "simulated:judge"


def factual(n: int, **extra) -> BankCase:
    return BankCase(
        id=f"factual-{n:03d}",
        dimension="factual",
        category="a" if n % 2 else "b",
        prompt=f"Pergunta {n}?",
        ground_truth="Ottawa.",
        extra={"accept": ("Ottawa",), "reject": ("Toronto",), **extra},
    )


def consistency(n: int) -> BankCase:
    return BankCase(
        id=f"consistency-{n:03d}",
        dimension="consistency",
        category="c",
        prompt="Base?",
        variants=tuple(
            BankVariant(id=f"consistency-{n:03d}-v{i}", variant_type="paraphrase", prompt=f"P{i}?")
            for i in (1, 2, 3)
        ),
        extra={"expected_topic": "fotossíntese"},
    )


def robustness(n: int) -> BankCase:
    kinds = (("typo", "character"), ("noise", "surface"), ("adversarial", "instruction"))
    return BankCase(
        id=f"robustness-{n:03d}",
        dimension="robustness",
        category="d",
        prompt="Base?",
        variants=tuple(
            BankVariant(id=f"robustness-{n:03d}-v{i}", variant_type=kind, level=level, prompt=f"V{i}?")
            for i, (kind, level) in enumerate(kinds, 1)
        ),
        extra={"accept": ("verde",), "reject": ("roxo",)},
    )


def ran(case: BankCase, replies, *, k: int = 0, failed: tuple[int, ...] = ()) -> list[Execution]:
    """Executions of every prompt of `case`, base first; `replies` one for each, or one for all."""
    prompts = [BankPrompt(case=case, variant=v) for v in (None, *case.variants)]
    texts = [replies] * len(prompts) if isinstance(replies, str) else replies
    return [
        Execution(
            batch="b",
            evaluation="bank",
            arm="chatbot",
            model=CHATBOT,
            conversation=case.id,
            variant=None if prompt.variant is None else prompt.variant.id,
            repetition=k,
            outcome="harness_failure" if i in failed else "completed",
            reply=None if i in failed else text,
            tags=to_tags(prompt),
        )
        for i, (prompt, text) in enumerate(zip(prompts, texts, strict=True))
    ]


def score(
    case: BankCase, value: float | None, *, variant: int | None = None, k: int = 0, judge=JUDGE
) -> Score:
    return Score(
        batch="b",
        evaluation="bank",
        model=CHATBOT,
        judge=judge,
        arm="chatbot",
        conversation=case.id,
        variant=None if variant is None else case.variants[variant].id,
        repetition=k,
        criterion=case.dimension,
        value=value,
        invalid="unreadable" if value is None else None,
    )


def test_a_record_carries_its_whole_prompt():
    for case in (factual(1, trap=True, source="https://x"), robustness(1)):
        for variant in (None, *case.variants):
            (execution, *_) = [e for e in ran(case, "x") if e.variant == (variant and variant.id)]
            back = prompt_of(execution)
            assert back.variant == variant
            assert back.case.document() == case.document() | {"variants": []}
            assert execution.tags["dimension"] == case.dimension
    stray = Execution(
        batch="b", evaluation="C", arm="off", model="m", conversation="C01", repetition=0, outcome="completed"
    )
    with pytest.raises(BadInputError, match="a execução não é de um banco"):
        answers([stray])


def test_an_unreadable_judge_is_not_a_three():
    """Scores 1 and 1 beside one unreadable: the mean is 1, not 5/3."""
    cases = [factual(n) for n in (1, 2, 3)]
    executions = [e for case in cases for e in ran(case, "x")]
    items = bank_items(answers(executions), [score(cases[0], 1), score(cases[1], 1), score(cases[2], None)])
    assert [(item.value, item.lost) for item in items] == [(1, None), (1, None), (None, "judge")]
    summary = summarise(items)["factual"]
    assert summary.mean == 1
    assert (summary.evaluated, summary.failed, summary.n_cases) == (2, 1, 3)
    assert summary.scored_share == pytest.approx(2 / 3)


def test_what_is_lost_and_why():
    case, other = consistency(1), robustness(1)
    executions = [*ran(case, "x", failed=(2,)), *ran(other, "x", failed=(2,))]
    items = bank_items(
        answers(executions), [score(case, 5), *(score(other, 4, variant=v) for v in (0, 1, 2))]
    )
    assert [(item.case.dimension, item.lost) for item in items] == [
        ("consistency", "chatbot"),
        ("robustness", None),
        ("robustness", "chatbot"),
        ("robustness", None),
    ]
    base_lost = bank_items(answers(ran(other, "x", failed=(0,))), [])
    assert [item.lost for item in base_lost] == ["chatbot"] * 3
    unjudged = bank_items(answers(ran(factual(1), "x")))
    assert [item.lost for item in unjudged] == ["not_judged"]


def test_items_are_what_the_judge_looks_at():
    case, other = consistency(1), robustness(1)
    items = bank_items(answers([*ran(case, ["a", "b", "c", "d"]), *ran(other, ["a", "b", "c", "d"], k=1)]))
    looked_at = [tuple(answer.text for answer in item.answers) for item in items]
    assert looked_at == [("a", "b", "c", "d"), ("a", "b"), ("a", "c"), ("a", "d")]
    assert items[1].key == ("robustness-001", "robustness-001-v1", 1)


def test_refusals():
    executions = ran(factual(1), "x")
    two = [score(factual(1), 3), score(factual(1), 4, judge="other:judge")]
    with pytest.raises(BadInputError, match="há notas de vários juízes"):
        bank_items(answers(executions), two)
    assert bank_items(answers(executions), two, judge="other:judge")[0].value == 4
    with pytest.raises(BadInputError, match=r"nota 7\.0 fora da escala"):
        bank_items(answers(executions), [score(factual(1), 7.0)])
    mixed = [*executions, *(e for e in [executions[0]])]
    mixed[1] = Execution(
        **{f: getattr(executions[0], f) for f in executions[0].__struct_fields__} | {"arm": "B"}
    )
    with pytest.raises(BadInputError, match="vários braços"):
        answers(mixed)


scores_of = st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=4), min_size=2, max_size=12)


@given(scores_of, st.randoms(use_true_random=False))
def test_summary_is_the_standard_library_s_over_scenarios(by_case, rng):
    executions, scores = [], []
    for n, values in enumerate(by_case):
        for k, value in enumerate(values):
            executions += ran(factual(n), "x", k=k)
            scores.append(score(factual(n), value, k=k))
    rng.shuffle(executions)
    rng.shuffle(scores)
    items = bank_items(answers(executions), scores)
    summary = summarise(items)["factual"]
    means = [statistics.fmean(values) for values in by_case]
    assert float(summary.mean) == pytest.approx(statistics.fmean(means))
    assert summary.median == pytest.approx(statistics.median(means))
    assert summary.stdev == pytest.approx(statistics.stdev(means))
    assert (summary.minimum, summary.maximum) == (min(means), max(means))
    assert summary.n_items == sum(map(len, by_case))
    lowest = [float(case.score) for case in summary.worst()]
    assert lowest == pytest.approx(sorted(means)[:5])
    if len(set(means)) > 1:
        error = statistics.stdev(means) / len(means) ** 0.5
        low, high = scipy_stats.t.interval(0.95, len(means) - 1, loc=statistics.fmean(means), scale=error)
        held = (max(1, low), min(5, high))
        assert (summary.interval.lower, summary.interval.upper) == pytest.approx(held)
    else:
        assert summary.interval is None


def test_one_scenario_has_no_spread():
    summary = summarise(bank_items(answers(ran(factual(1), "x")), [score(factual(1), 4)]))["factual"]
    assert (summary.mean, summary.median, summary.stdev, summary.interval) == (4, 4.0, None, None)
    empty = summarise(bank_items(answers(ran(factual(1), "x"))))["factual"]
    assert (empty.mean, empty.median, empty.minimum, empty.maximum) == (None, None, None, None)
    assert overall({"factual": empty}) is None


def test_overall_is_over_scenarios_not_dimensions():
    cases = [factual(1), factual(2), factual(3), consistency(1)]
    executions = [e for case in cases for e in ran(case, "x")]
    scores = [score(case, value) for case, value in zip(cases, (5, 5, 5, 1), strict=True)]
    assert overall(summarise(bank_items(answers(executions), scores))) == 4


def test_a_robustness_scenario_weighs_one_whatever_its_variants():
    one, other = robustness(1), robustness(2)
    scores = [score(one, 1, variant=v) for v in range(3)] + [score(other, 5, variant=0)]
    executions = [*ran(one, "x"), *ran(other, "x")]
    summary = summarise(bank_items(answers(executions), scores))["robustness"]
    assert summary.mean == 3
    assert (summary.n_items, summary.n_scored) == (6, 4)


def test_groups():
    cases = [factual(1, trap=True), factual(2), factual(3)]
    variants = robustness(1)
    executions = [e for case in [*cases, variants] for e in ran(case, "x")]
    scores = [score(c, v) for c, v in zip(cases, (1, 3, 5), strict=True)]
    scores += [score(variants, v, variant=i) for i, v in enumerate((5, 4, 2))]
    rows = {(r.dimension, r.group, r.value): r for r in group_rows(bank_items(answers(executions), scores))}
    assert rows["factual", "trap", "true"].mean == 1
    assert rows["factual", "trap", "false"].mean == 4
    assert rows["factual", "category", "a"].mean == 3
    assert rows["factual", "category", "a"].n_cases == 2
    assert rows["robustness", "type", "adversarial"].mean == 2
    assert rows["robustness", "level", "character"].mean == 5
    assert rows["robustness", "level", "character"].interval is None


def test_checks_without_a_judge():
    case, group, variants = factual(1), consistency(1), robustness(1)
    executions = [
        *ran(case, "Ottawa"),
        *ran(factual(2), "A capital é Ottawa."),
        *ran(factual(3), "Não é Toronto, é Ottawa."),
        *ran(factual(4), "Toronto."),
        *ran(group, ["a fotossintese", "A FOTOSSÍNTESE", "outra coisa", "fotossínteses"]),
        *ran(variants, ["verde", "verde", "É roxo", "roxo não, verde"]),
    ]
    checks = check_items(bank_items(answers(executions)), TokenJaccard())
    summary = summarise_checks(checks, similarity_name="jaccard")
    plain = summary["factual"]
    assert (plain.n_right, plain.n_wrong, plain.n_undecided) == (2, 1, 1)
    assert plain.right_share == pytest.approx(2 / 3)
    assert plain.exact_share == pytest.approx(1 / 4)
    assert plain.similarity == pytest.approx((1 + 1 / 4 + 1 / 4 + 0) / 4)
    assert summary["consistency"].topic_share == pytest.approx(2 / 4)
    assert summary["consistency"].right_share is None
    kept = summary["robustness"]
    assert (kept.n_right, kept.n_wrong, kept.n_undecided) == (1, 1, 1)
    assert [c.similarity for c in checks if c.item.case.dimension == "robustness"] == pytest.approx(
        [1, 0, 1 / 3]
    )


def test_a_chatbot_s_failure_is_not_a_wrong_answer():
    executions = [*ran(factual(1), "Toronto", failed=(0,)), *ran(factual(2), "Ottawa")]
    checks = check_items(bank_items(answers(executions)), ChrF())
    summary = summarise_checks(checks, similarity_name="chrf")["factual"]
    assert (summary.n_items, summary.n_right, summary.n_wrong) == (1, 1, 0)


def runs(*means: tuple[int, ...]):
    """Runs of factual scenarios with these scores each."""
    made = []
    for values in means:
        executions = [e for n in range(len(values)) for e in ran(factual(n), "x")]
        made.append(bank_items(answers(executions), [score(factual(n), v) for n, v in enumerate(values)]))
    return made


def test_calibration_takes_the_lowest_mean_less_the_margin():
    (made,) = calibrate(run_means(runs((5, 5, 4), (4, 4, 5), (5, 5, 5))))
    assert made.threshold == 4.03  # 13/3 - 0.3 = 4.0333…, rounded down
    assert (made.band.lower, made.band.upper) == pytest.approx((13 / 3, 5))
    assert made.within_noise
    (tight,) = calibrate(run_means(runs((4, 4), (4, 4), (4, 4))))
    assert (tight.threshold, tight.within_noise) == (3.7, False)
    (published,) = calibrate({"robustness": [Fraction("3.37"), Fraction("3.5"), Fraction("3.4")]})
    assert published.threshold == 3.07


def test_calibration_needs_three_runs():
    with pytest.raises(
        InsufficientDataError, match="factual: 2 execuções completas do banco, e calibrar pede ao menos 3"
    ):
        calibrate(run_means(runs((5, 5), (4, 4))))
    with pytest.raises(InsufficientDataError, match="factual: 2"):
        calibrate({"factual": [Fraction(4), None, Fraction(4)]})


def test_comparison_is_paired_by_scenario():
    (left, right) = runs((5, 3, 4, 2), (5, 4, 5, 4))
    (made,) = compare(left, right)
    assert (made.wins, made.losses, made.ties) == (3, 0, 1)
    assert made.mean_difference == 1
    differences = [0, 1, 1, 2]
    error = statistics.stdev(differences) / 2
    low, high = scipy_stats.t.interval(0.95, 3, loc=1, scale=error)
    assert (made.interval.lower, made.interval.upper) == pytest.approx((low, high))
    assert made.test.p_value == pytest.approx(2 / 8)  # all three of three up: 1/8 a side
    assert made.test.exact
    (back,) = compare(right, left)
    assert (back.wins, back.losses, back.mean_difference) == (0, 3, -1)
    assert (back.interval.lower, back.interval.upper) == pytest.approx((-high, -low))
    assert back.test.p_value == pytest.approx(made.test.p_value)


def test_comparison_with_nothing_to_compare():
    (same,) = compare(*runs((3, 4), (3, 4)))
    assert (same.mean_difference, same.test) == (0, None)
    left, right = runs((3, 4, 5), (3,))
    (made,) = compare(left, right)
    assert made.only_one_side == ("factual-001", "factual-002")
    assert len(made.pairs) == 1
    assert made.interval is None
    executions = ran(factual(0, notes="other words"), "x")
    edited = bank_items(answers(executions), [score(factual(0), 3)])
    with pytest.raises(BadInputError, match="“factual-000” foi perguntado de outro modo"):
        compare(left, edited)


@pytest.mark.slow
def test_the_interval_covers_the_mean_it_claims():
    """Scenario means drawn around a known mean: the .95 interval holds it about 95 times in 100."""
    rng = random.Random(20261104)
    held = 0
    for _ in range(400):
        values = [min(5, max(1, round(rng.gauss(3.5, 1.0)))) for _ in range(20)]
        (items,) = runs(tuple(values))
        interval = summarise(items)["factual"].interval
        held += interval.lower <= 3.496 <= interval.upper  # the mean of the rounded, clipped normal
    assert 0.92 <= held / 400 <= 0.98
