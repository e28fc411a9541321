"""What only G shows: each section from a study over batches whose truth is known, hostile text as text."""

import pytest
from msgspec.structs import replace as with_fields

from cenario.domain.evaluation import Batch
from cenario.engine import Loaded, judge
from cenario.evaluations.g_economical_closing import EVALUATION
from cenario.report.sections_g import (
    bounds_against_margins,
    by_client,
    by_script,
    lost_items,
    refused_closings,
)
from cenario.report.study import Study
from tests.evaluations.g_batches import batch

HOSTILE = "<script>alert(1)</script> ]]> </style>"
LOSSES = {"lost_promise": 0.1, "other_deadline": 0.05}


def study(given, locale="pt-BR", **options):
    return Study(judge(EVALUATION, Loaded(batches=(given,))), locale, **options)


def html(block):
    return block.html()


@pytest.fixture(scope="module")
def losing():
    return batch(4, shadow=LOSSES, refused=2)


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
@pytest.mark.parametrize("show", [bounds_against_margins, by_script, by_client, lost_items, refused_closings])
def test_each_section_is_there_in_both_languages(losing, show, locale):
    block = show(study(losing, locale))
    assert block.title
    assert block.shows
    assert block.parts
    page = html(block)
    assert "<script" not in page


def test_the_bounds_name_each_method_and_margin(losing):
    page = html(bounds_against_margins(study(losing)))
    for words in ("por roteiro", "CR1-t", "ingênuo", "Promessas", "Prazos", "Intenções", "Entidades"):
        assert words in page


def test_a_lost_promise_stands_beside_both_closings_and_is_never_run(losing):
    def hurt(e):
        good = e.closing.closing
        if e.conversation != "G-R01-K1" or e.arm == "controle" or good is None:
            return e
        kept = good.declaration if e.arm == "atual" else None
        told = with_fields(good, declaration=kept, rolling_summary=HOSTILE)
        return with_fields(e, closing=with_fields(e.closing, closing=told))

    page = html(lost_items(study(Batch(model=losing.model, executions=[hurt(e) for e in losing.executions]))))
    assert "G-R01-K1" in page
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_every_item_that_an_arm_lost_is_accounted_for(losing):
    opened = study(losing)
    [items] = opened.frames("items").values()
    lost = items.filter(~(items["control_kept"] & items["shadow_kept"]))
    page = html(lost_items(opened))
    assert f"Todos os {lost.height} itens" in page
    assert set(lost["shadow_how"]) >= {"absent", "other_deadline", "promise_absent", "refused"}
    for words in ("outro prazo", "a promessa não está lá", "fechamento recusado"):
        assert words in page


def test_people_can_be_masked(losing):
    shown = html(lost_items(study(losing), most=200))
    masked = html(lost_items(study(losing, mask_pii=True), most=200))
    assert "@exemplo.com" in shown
    assert "@exemplo.com" not in masked


def test_refusals_are_listed_by_arm_and_kind(losing):
    page = html(refused_closings(study(losing)))
    assert page.count("sem JSON") == 2
    nothing = html(refused_closings(study(batch(4))))
    assert "sem JSON" not in nothing
