"""Usage objects as the providers document them, and what each costs."""

from __future__ import annotations

from decimal import Decimal

from cenario.provider.prices import Price, Rates, load_prices
from cenario.provider.usage import Billed, read_anthropic, read_openai
from tests.provider.samples import PRICES


def test_anthropic_input_leaves_the_cache_out():
    billed = read_anthropic(
        {
            "input_tokens": 21,
            "cache_creation_input_tokens": 188086,
            "cache_read_input_tokens": 500,
            "output_tokens": 393,
            "cache_creation": {"ephemeral_5m_input_tokens": 86, "ephemeral_1h_input_tokens": 188000},
        }
    )
    assert billed == Billed(input=21, output=393, cache_read=500, cache_write=86, cache_write_1h=188000)
    assert billed.prompt == 21 + 188086 + 500
    assert billed.usage.cache_write_tokens == 188086


def test_openai_prompt_takes_the_cache_in():
    billed = read_openai(
        {
            "prompt_tokens": 2006,
            "completion_tokens": 300,
            "total_tokens": 2306,
            "prompt_tokens_details": {"cached_tokens": 1920},
        }
    )
    assert billed == Billed(input=86, output=300, cache_read=1920)
    assert billed.prompt == 2006
    assert billed.usage.cache_write_tokens is None


def test_nothing_said_is_none_not_zero():
    for report in (None, {}, {"input_tokens": 3}, {"prompt_tokens": "3", "completion_tokens": 1}, [], "x"):
        assert read_anthropic(report) is None
        assert read_openai(report) is None


def test_same_conversation_costs_the_same_told_by_either_provider():
    """10,000 in (8,000 read, 1,000 written) + 1,000 out at Sonnet 4.5's price is US$ 0.02415.

    Oracle: genai-prices 0.2.3 `calc_price` and litellm 1.110.2 `cost_per_token` (both give 0.02415).
    """
    price = Price(
        id="anthropic/claude-sonnet-4.5",
        rates=Rates(
            input=Decimal("0.000003"),
            output=Decimal("0.000015"),
            cache_read=Decimal("0.0000003"),
            cache_write=Decimal("0.00000375"),
        ),
    )
    of_anthropic = read_anthropic(
        {
            "input_tokens": 1000,
            "cache_creation_input_tokens": 1000,
            "cache_read_input_tokens": 8000,
            "output_tokens": 1000,
        }
    )
    of_openai = read_openai(
        {
            "prompt_tokens": 10000,
            "completion_tokens": 1000,
            "prompt_tokens_details": {"cached_tokens": 8000, "cache_write_tokens": 1000},
        }
    )
    assert of_anthropic is not None
    assert of_openai is not None
    assert price.cost(of_anthropic) == price.cost(of_openai) == Decimal("0.02415")


def test_the_user_s_table_of_november():
    """Seed 001: USD per M in/out; cache read 10 % of input, 1-hour write 2x (Claude)."""
    table = load_prices(PRICES)
    assert table.date == "2026-11-01"
    expected = {
        "openai:gpt-5.6-luna": ("0.20", "1.20"),
        "openai:gpt-5.6-terra": ("2.00", "12.00"),
        "anthropic:claude-sonnet-4-6": ("3.00", "15.00"),
        "anthropic:claude-sonnet-5": ("2.00", "10.00"),
        "openai:gpt-6-luna": ("0.10", "0.50"),
        "anthropic:claude-haiku-5-5": ("0.10", "0.50"),
        "anthropic:claude-haiku-5.5": ("0.10", "0.50"),
    }
    million = 1_000_000
    for model, (tokens_in, tokens_out) in expected.items():
        price = table.find(model)
        assert price is not None, model
        assert price.cost(Billed(input=million, output=0)) == Decimal(tokens_in)
        assert price.cost(Billed(input=0, output=million)) == Decimal(tokens_out)
        assert price.cost(Billed(input=0, output=0, cache_read=million)) == Decimal(tokens_in) / 10
        if model.startswith("anthropic"):
            assert price.cost(Billed(input=0, output=0, cache_write_1h=million)) == Decimal(tokens_in) * 2
