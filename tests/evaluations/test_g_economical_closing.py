"""G decides: clauses, precedence, edge, minimums, refusals, and who served."""

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace as with_fields

from cenario.agent.closing.models import served_as_asked
from cenario.criteria.clustered import ceiling_clause, clustered_clause
from cenario.domain.evaluation import Batch
from cenario.domain.execution import Manifest
from cenario.domain.params import resolve
from cenario.domain.verdict import combine
from cenario.domain.wire import WireRequest
from cenario.errors import BadInputError
from cenario.evaluations.g_economical_closing import EVALUATION
from cenario.labels.text import use_locale
from cenario.measures.closing.ruler import ENDPOINTS
from cenario.store import warehouse
from tests.evaluations.g_batches import batch

PARAMS = resolve(EVALUATION)
NOISE = {
    "lost_promise": 0.005,
    "lost_intent": 0.005,
    "lost_fact": 0.003,
    "other_deadline": 0.005,
    "reworded": 0.2,
}


def decide(given, **params):
    return EVALUATION.decide(given, {**PARAMS, **params})


def clauses(decision):
    return {clause.name: clause for clause in decision.clauses}


@pytest.fixture(scope="module")
def equal():
    return decide(batch(3, control=NOISE, shadow=NOISE))


def test_the_corpus_reaches_every_minimum_at_k_2(equal):
    found = clauses(equal)
    assert {name: found[f"minimum_{name}"].n for name in ("promises", "deadlines", "turns")} == {
        "promises": 220,
        "deadlines": 180,
        "turns": 320,
    }
    assert all(c.outcome == "holds" for name, c in found.items() if name.startswith("minimum_"))


def test_k_1_is_inconclusive_and_says_what_is_short():
    decision = decide(batch(3, repetitions=1))
    assert combine(decision.clauses) == "INCONCLUSIVO"
    assert clauses(decision)["minimum_turns"].outcome == "short"
    assert clauses(decision)["minimum_turns"].n == 160


@pytest.mark.parametrize(("refused", "outcome"), [(9, "holds"), (10, "fails")])
def test_nine_refusals_of_320_pass_and_ten_do_not(refused, outcome):
    decision = decide(batch(3, refused=refused))
    assert clauses(decision)["refused"].outcome == outcome
    assert clauses(decision)["refused"].n == 320
    if refused == 10:
        assert combine(decision.clauses) == "REPROVA"


def test_a_refused_closing_loses_all_and_the_other_reading_stands_beside():
    given = batch(3, refused=9)
    lost, excluded = decide(given), decide(given, refused_items="excluded")
    assert clauses(lost)["promises"].value < 0
    assert clauses(excluded)["promises"].value == 0
    beside = {reading.name: reading for reading in lost.readings}
    assert beside["promises_without_refusals"].lower == clauses(excluded)["promises"].lower
    beside = {reading.name: reading for reading in excluded.readings}
    assert beside["promises_with_refusals"].lower == clauses(lost)["promises"].lower
    assert combine(excluded.clauses) == "APROVA"


def test_each_endpoint_prints_every_bound_with_its_companions(equal):
    for name in ENDPOINTS:
        clause = clauses(equal)[name]
        assert clause.proposed
        assert clause.threshold == -PARAMS[f"margin_{name}"]
        detail = clause.detail
        assert clause.lower < detail["one_sided_lower"] < clause.value
        assert clause.lower < detail["naive_lower"], (
            "the design effect is never below 1 and t is wider than z"
        )
        assert {"cr1_lower", "icc", "design_effect", "n_clusters"} <= detail.keys()
    assert equal.tables["bounds"].height == 3 * len(ENDPOINTS)


def identical(given):
    return next(r.value for r in decide(given).readings if r.name == "identical_shadow")


def test_the_reading_of_an_identical_shadow_is_about_what_equal_batches_come_to():
    """The plan says .57 at these rates; one batch's reading spreads, the mean of eight (.46) stays near."""
    given = [batch(seed, reference=NOISE, control=NOISE, shadow=NOISE) for seed in range(8)]
    assert 0.35 < sum(identical(one) for one in given) / 8 < 0.8
    assert identical(given[0]) == identical(given[0])
    assert identical(batch(3, control=NOISE, shadow={**NOISE, "lost_promise": 0.2})) < 0.3


def test_promises_lost_show_both_texts():
    decision = decide(batch(3, control=NOISE, shadow={**NOISE, "lost_promise": 0.2}))
    lost = decision.tables["lost"].filter(decision.tables["lost"]["endpoint"] == "promises")
    assert lost.height > 20
    texts = decision.tables["closings"]
    for conversation, repetition in lost.select("conversation", "repetition").head(5).iter_rows():
        mine = texts.filter((texts["conversation"] == conversation) & (texts["repetition"] == repetition))
        assert mine["arm"].to_list() == ["atual", "controle", "sombra"]


def test_the_order_of_the_records_does_not_matter(equal):
    given = batch(3, control=NOISE, shadow=NOISE)
    shuffled = list(given.executions)
    Random(5).shuffle(shuffled)
    again = decide(Batch(model=given.model, executions=shuffled))
    for mine, theirs in ((again.clauses, equal.clauses), (again.readings, equal.readings)):
        assert [(c.name, c.value, c.lower, c.upper, str(c.reason), c.detail) for c in mine] == [
            (c.name, c.value, c.lower, c.upper, str(c.reason), c.detail) for c in theirs
        ]
    assert all(again.tables[name].equals(equal.tables[name]) for name in ("items", "lost", "by_script"))


def test_a_harness_failure_is_dropped_in_the_three_arms_and_counted():
    given = batch(3)
    broken = [
        with_fields(e, outcome="harness_failure", outcome_reason="timeout", closing=None)
        if (e.conversation, e.arm, e.repetition) == ("G-R01-K1", "sombra", 0)
        else e
        for e in given.executions
    ]
    decision = decide(Batch(model=given.model, executions=broken))
    assert clauses(decision)["minimum_turns"].n == 319
    assert [(loss.arm, loss.n) for loss in decision.counts.dropped] == [("sombra", 1)]


@pytest.mark.parametrize("served", [None, "claude-sonnet-5"])
def test_a_shadow_that_the_agents_model_served_is_no_shadow(served):
    given = batch(3)
    executions = [with_fields(e, model_served=served) if e.arm == "sombra" else e for e in given.executions]
    decision = decide(Batch(model=given.model, executions=executions))
    assert clauses(decision)["model_served"].outcome == "short"
    assert combine(decision.clauses) == "INCONCLUSIVO"


def test_the_wire_proves_the_model_served():
    def seen(asked, served):
        return served_as_asked(WireRequest("anthropic", {}, asked, served))

    assert seen("claude-haiku-5-5", "claude-haiku-5-5") is None
    assert seen("anthropic:claude-haiku-5-5", "claude-haiku-5-5-20260901") is None
    assert seen("gpt-6", "gpt-6-2026-09-01") is None
    assert "gpt-6-luna" in str(seen("gpt-6", "gpt-6-luna"))
    assert served_as_asked(WireRequest("local", {}, "small", "small.gguf")) is None


def test_other_files_are_refused_in_one_line():
    given = batch(3)
    for change, word in (
        ({"closing": None}, "fechamento"),
        ({"clock": None}, "relógio"),
        ({"clock": "2026-11-04T10:00:00"}, "relógio"),
    ):
        executions = [
            with_fields(e, **change) if e.conversation == "G-R01-K1" else e for e in given.executions
        ]
        with pytest.raises(BadInputError, match=word) as caught:
            decide(Batch(model=given.model, executions=executions))
        assert "\n" not in str(caught.value)
    other = [
        with_fields(e, closing=with_fields(e.closing, previous_summary="outro"))
        if (e.conversation, e.arm) == ("G-R01-K1", "sombra")
        else e
        for e in given.executions
    ]
    with pytest.raises(BadInputError, match="resumos"):
        decide(Batch(model=given.model, executions=other))


def items(script_losses, *, scripts=20, each=16, control_losses=0):
    """Return (control, candidate, clusters): the first scripts lose `script_losses` items each."""
    control, candidate, clusters = [], [], []
    for script in range(scripts):
        lost = script_losses[script] if script < len(script_losses) else 0
        for at in range(each):
            clusters.append(f"R{script:02d}")
            control.append(not (script == scripts - 1 and at < control_losses))
            candidate.append(at >= lost)
    return control, candidate, clusters


def test_the_edge_is_no_verdict():
    """Few losses, all in one script: the naive bound passes and the clustered one does not."""
    clause = clustered_clause("promises", *items([6]), margin=0.05, level=0.95)
    assert clause.detail["naive_lower"] >= -0.05 > clause.lower
    assert (clause.outcome, clause.detail["reading"]) == ("undecided", "edge")
    assert "beira" in str(clause.reason)
    with use_locale("en"):
        assert "edge" in str(clause.reason)


def test_shown_worse_is_told_from_not_shown():
    worse = clustered_clause("promises", *items([4] * 20), margin=0.03, level=0.95)
    assert (worse.outcome, worse.detail["reading"]) == ("fails", "worse")
    assert worse.upper < -0.03
    unsure = clustered_clause("promises", *items([1] * 8), margin=0.02, level=0.95)
    assert (unsure.outcome, unsure.detail["reading"]) == ("fails", "not_shown")
    assert unsure.detail["needed"] > 320
    shown = clustered_clause("promises", *items([]), margin=0.03, level=0.95)
    assert shown.outcome == "holds"
    assert shown.detail["needed"] is None


def test_swapping_the_arms_flips_the_sign():
    control, candidate, clusters = items([3, 1, 0, 2], control_losses=2)
    one = clustered_clause("promises", control, candidate, clusters, margin=0.03, level=0.95)
    other = clustered_clause("promises", candidate, control, clusters, margin=0.03, level=0.95)
    assert one.value == pytest.approx(-other.value)
    assert one.lower == pytest.approx(-other.upper)


def test_an_undeclared_closing_is_null_in_the_store_and_one_with_nothing_is_not(tmp_path):
    given = batch(3).executions
    [nothing] = [e for e in given if (e.conversation, e.arm, e.repetition) == ("G-R16-K1", "atual", 0)]
    closing = with_fields(nothing.closing.closing, declaration=None)
    silent = with_fields(nothing, arm="sombra", closing=with_fields(nothing.closing, closing=closing))
    path = tmp_path / "g.jsonl"
    manifest = Manifest(batch="g", evaluation="G", seal="", sealed_at="2026-11-04T13:00:00Z")
    path.write_bytes(b"".join(msgspec.json.encode(r) + b"\n" for r in (manifest, nothing, silent)))
    connection, snapshot = warehouse.connect(warehouse.build([path], tmp_path / "warehouse"))
    with snapshot, connection:
        rows = connection.execute(
            "SELECT arm, closing->'closing'->>'declaracao', "
            "closing->'closing'->'declaracao'->>'nada_a_declarar' FROM executions ORDER BY arm"
        ).fetchall()
    assert [(arm, declared is None, flag) for arm, declared, flag in rows] == [
        ("atual", False, "true"),
        ("sombra", True, None),
    ]


def test_too_little_is_short_and_not_zero():
    for given in (([], [], []), ([True], [True], ["R01"])):
        clause = clustered_clause("promises", *given, margin=0.03, level=0.95)
        assert (clause.outcome, clause.value) == ("short", None)
    assert ceiling_clause("refused", 0, 0, ceiling=0.03).outcome == "short"
    assert ceiling_clause("refused", 3, 100, ceiling=0.03).outcome == "holds"


def test_an_empty_batch_is_inconclusive_not_an_error():
    decision = decide(Batch(model="anthropic:x", executions=[]))
    assert combine(decision.clauses) == "INCONCLUSIVO"


def test_the_limits_say_what_is_not_measured():
    said = " ".join(str(limit) for limit in EVALUATION.limits)
    for words in (
        "fatos perdidos",
        "contradições",
        "intenções divergentes",
        "próxima ação",
        "nada_a_declarar",
    ):
        assert words in said
    assert "1,2 mil" in said
    assert "9,8 mil" in said
    assert "14 dias" in str(EVALUATION.next_step)


@pytest.mark.slow
def test_a_shadow_that_loses_a_tenth_of_promises_is_never_approved():
    outcomes = Counter(
        combine(decide(batch(seed, control=NOISE, shadow={**NOISE, "lost_promise": 0.1})).clauses)
        for seed in range(40)
    )
    assert outcomes["APROVA"] == 0
