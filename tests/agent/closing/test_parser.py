"""A closing is found in whatever a model writes around it, and never made up."""

import json

import pytest

from cenario.agent.closing.parser import MAX_CHARACTERS, Refusal, parse_closing
from cenario.domain.closing import Closing

GOOD = {
    "commitments": [],
    "objections": ["achou caro"],
    "next_action": "retornar na sexta",
    "rolling_summary": 'Disse "tá {caro}, hein," e pediu prazo.',
    "declaracao": {
        "intencoes": [{"o_que": "comprar", "evidencia": "quero levar"}],
        "promessas": [{"o_que": "vou verificar e te aviso", "prazo": None}],
    },
}
TEXT = json.dumps(GOOD, ensure_ascii=False)
OTHER = TEXT.replace("na sexta", "no sábado")


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        json.dumps(GOOD, indent=2),
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}",
        f"\ufeff{TEXT}",
        f"Claro! Segue o fechamento:\n\n{TEXT}\n\nQualquer coisa, avise {{nome}}.",
        f"Use {{nome}} e {{valor}}. {TEXT}",
        f"sobrou uma chave {{ aqui. {TEXT}",
        f'um exemplo: {{"commitments": []}} e o certo: {TEXT}',
        f'aspas soltas " aqui {TEXT}',
        TEXT.replace("}]}}", "},],},}"),
        TEXT.replace("}]}}", "} ,\n ] , \t} ,}"),
        TEXT + OTHER,
    ],
)
def test_what_stands_around_does_not_matter(answer):
    closing = parse_closing(answer)
    assert isinstance(closing, Closing)
    assert closing.next_action == "retornar na sexta"
    assert closing.rolling_summary == GOOD["rolling_summary"]


def test_a_comma_inside_words_stays():
    summary = "ok,} e [a,]"
    closing = parse_closing(json.dumps(GOOD | {"rolling_summary": summary})[:-1] + ",}")
    assert isinstance(closing, Closing)
    assert closing.rolling_summary == summary


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("", "no_json"),
        ("Não há nada a registrar.", "no_json"),
        ("[1, 2]", "no_json"),
        (TEXT[:-2], "invalid_json"),
        (TEXT.replace('"objections"', "objections"), "invalid_json"),
        ("{'commitments': []}", "invalid_json"),
        ("{}", "invalid_shape"),
        (f'{{"fechamento": {TEXT}}}', "invalid_shape"),
        (TEXT[:-1] + ', "extra": 1}', "invalid_shape"),
        (TEXT.replace("null", '"logo mais"'), "invalid_shape"),
        ('{"a": NaN}', "invalid_json"),
    ],
)
def test_a_refusal_names_its_kind(answer, kind):
    refusal = parse_closing(answer)
    assert isinstance(refusal, Refusal)
    assert refusal.kind == kind


def test_a_refusal_says_where_and_never_what_was_written():
    secret = "52998224725"
    for answer in (
        TEXT.replace("null", f'"{secret}"'),
        TEXT[:-1] + f', "{secret}": 1}}',
        json.dumps(GOOD | {"objections": {secret: secret}}),
    ):
        refusal = parse_closing(answer)
        assert isinstance(refusal, Refusal)
        assert secret not in repr(refusal)
    place = parse_closing(TEXT.replace("null", '"amanhã"'))
    assert isinstance(place, Refusal)
    assert place.place == "$.declaracao.promessas[0]"


@pytest.mark.parametrize(
    "hostile",
    [
        "{" * 10**6,
        '{"a":' * 10**5,
        '{"' * 10**5,
        '"\\' * 10**5 + "{",
        '{"' + "\\" * 10**6,
        "{}" * 10**5,
        "{,}" * 10**5,
    ],
)
def test_hostile_text_takes_bounded_time(hostile):
    assert isinstance(parse_closing(hostile), Refusal)  # a quadratic reader would not come back


def test_the_text_beyond_the_limit_is_not_read():
    assert parse_closing(" " * MAX_CHARACTERS + TEXT) == Refusal("no_json")
