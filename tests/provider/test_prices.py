"""Price files of OpenRouter's shape, good and bad."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from cenario.errors import BadInputError
from cenario.provider.prices import load_prices
from cenario.provider.usage import Billed


def file(tmp_path, *models, **more):
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"data": list(models), **more}))
    return path


def test_unknown_model_has_no_price_and_minus_one_is_no_price(tmp_path):
    path = file(
        tmp_path,
        {"id": "openrouter/auto", "pricing": {"prompt": "-1", "completion": "-1"}},
        {"id": "x/free", "pricing": {"prompt": "0", "completion": "0"}},
    )
    table = load_prices(path)
    assert table.find("openrouter:auto") is None
    assert table.find("x:nope") is None
    free = table.find("x:free")
    assert free is not None
    assert free.cost(Billed(input=5, output=5)) == 0


def test_tiers_apply_to_the_whole_prompt(tmp_path):
    path = file(
        tmp_path,
        {
            "id": "x/y",
            "pricing": {
                "prompt": "0.000001",
                "completion": "0.000002",
                "overrides": [
                    {"min_prompt_tokens": 200000, "prompt": "0.000003", "completion": "0.000004"},
                    {"min_prompt_tokens": 1000, "prompt": "0.000002", "completion": "0.000003"},
                ],
            },
        },
    )
    price = load_prices(path).find("x:y")
    assert price is not None
    assert price.cost(Billed(input=999, output=10)) == 999 * Decimal("0.000001") + 10 * Decimal("0.000002")
    assert price.cost(Billed(input=1000, output=10)) == 1000 * Decimal("0.000002") + 10 * Decimal("0.000003")
    assert price.cost(Billed(input=500, cache_read=199500, output=0)) == 200000 * Decimal("0.000003")


def test_worst_case_is_never_below_any_split_of_the_cache(tmp_path):
    path = file(
        tmp_path,
        {
            "id": "x/y",
            "pricing": {
                "prompt": "0.000002",
                "completion": "0.00001",
                "input_cache_read": "0.0000002",
                "input_cache_write": "0.0000025",
            },
        },
    )
    price = load_prices(path).find("x:y")
    assert price is not None
    worst = price.worst(1000, 100, writes_cache=True)
    for read in range(0, 1001, 250):
        for write in range(0, 1001 - read, 250):
            for hour in range(0, 1001 - read - write, 250):
                billed = Billed(
                    input=1000 - read - write - hour,
                    output=100,
                    cache_read=read,
                    cache_write=write,
                    cache_write_1h=hour,
                )
                assert price.cost(billed) <= worst


@pytest.mark.parametrize("text", ["", "abc", "NaN", "Infinity", "1,5"])
def test_a_price_that_is_not_a_decimal_is_refused_with_its_place(tmp_path, text):
    path = file(tmp_path, {"id": "x/y", "pricing": {"prompt": text, "completion": "0"}})
    with pytest.raises(BadInputError, match=r"data\[0\].*prompt"):
        load_prices(path)


def test_dated_and_dotted_names(tmp_path):
    pricing = {"prompt": "0.000001", "completion": "0.000001"}
    path = file(
        tmp_path,
        {
            "id": "anthropic/claude-sonnet-4.6",
            "canonical_slug": "anthropic/claude-4.6-sonnet-20260217",
            "pricing": pricing,
        },
    )
    table = load_prices(path)
    for name in (
        "claude-sonnet-4-6",
        "claude-sonnet-4.6",
        "claude-sonnet-4-6-20260217",
        "claude-4.6-sonnet-20260217",
    ):
        assert table.find(f"anthropic:{name}") is not None, name
    assert table.find("openai:claude-sonnet-4-6") is None
    assert table.find("anthropic:claude-sonnet-46") is None


def test_date_is_the_file_s_own_or_the_day_it_was_written(tmp_path):
    assert load_prices(file(tmp_path, date="2026-11-01")).date == "2026-11-01"
    assert load_prices(file(tmp_path)).date > "2026-11-01"


@pytest.mark.real
def test_a_whole_answer_of_the_real_service(shared):
    table = load_prices(shared / "data" / "prices" / "openrouter_models.json")
    documents = json.loads((shared / "data" / "prices" / "openrouter_models.json").read_text())["data"]
    unpriced = [m["id"] for m in documents if m["pricing"]["prompt"] == "-1"]
    free = [m["id"] for m in documents if m["pricing"]["prompt"] == m["pricing"]["completion"] == "0"]
    tiered = [m["id"] for m in documents if m["pricing"].get("overrides")]
    assert (len(documents), len(unpriced), len(tiered)) == (336, 5, 44)
    assert not any(table.find(identity.replace("/", ":", 1)) for identity in unpriced)
    for identity in free:
        price = table.find(identity.replace("/", ":", 1))
        assert price is not None
        assert price.cost(Billed(input=1000, output=1000)) == 0
    for identity in tiered:
        price = table.find(identity.replace("/", ":", 1))
        assert price is not None
        assert price.tiers
