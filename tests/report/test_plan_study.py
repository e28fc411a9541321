"""The plan's blocks hold the plan's own numbers, in both languages."""

from __future__ import annotations

import pytest

from cenario.labels import numbers
from cenario.labels.text import use_locale
from cenario.report.plan_study import open_plan


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
@pytest.mark.parametrize("evaluation", ["C", "F5"])
def test_each_block_shows_the_plans_numbers(evaluation, locale):
    study = open_plan(evaluation, models=["anthropic:claude-sonnet-5"], locale=locale)
    with use_locale(locale):
        total = numbers.money(study.plan.total.usd_cache_on)
    assert total in study.statements().text()
    assert total in study.costs().html()
    assert "APROVA" in study.odds().text()
    assert "steps_per_turn" in study.constants().text()
    assert "2026-11-01" in study.constants().text()
