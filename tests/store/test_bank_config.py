"""The declaration of a bank's run: what it needs, what it refuses, and when the environment is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cenario.errors import BadInputError
from cenario.store.bank_config import load_bank_config, with_environment

JUDGE = "judge: {provider: {type: openai, model: gpt-5.2}}\n"
CUSTOM = """\
provider:
  type: custom
  url: https://chat.example/v1/ask
  headers: {Authorization: "Bearer ${CHAT_TOKEN}"}
  request_template: {message: "{prompt}", meta: {lang: pt}}
  response_path: data.answer
  allow_remote: true
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_custom_chatbot_is_declared_without_its_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("CHAT_TOKEN", "s3cret")
    config = load_bank_config(write(tmp_path, CUSTOM + JUDGE))
    assert config.provider.label == "custom:chatbot"
    assert config.provider.headers == {"Authorization": "Bearer ${CHAT_TOKEN}"}
    assert (config.repetitions, config.provider.method, config.provider.temperature) == (1, "POST", None)
    assert config.dimensions == ("factual", "consistency", "robustness")
    assert config.judge.provider.label == "openai:gpt-5.2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "provider: {type: openai, model: gpt-5-latest}\n" + JUDGE,
            "provider.model: “gpt-5-latest” muda sem aviso",
        ),
        ("provider: {type: local, model: 'llama3:latest'}\n" + JUDGE, "“llama3:latest” muda sem aviso"),
        (
            "provider: {type: openai, model: a-1}\njudge: {provider: {type: openai, model: b-stable}}\n",
            "judge.provider.model: “b-stable” muda sem aviso; fixe a versão",
        ),
        (
            "provider: {type: openai}\n" + JUDGE,
            "falta o campo provider.model, que um chatbot do tipo openai pede",
        ),
        ("provider: {type: preview, model: steady}\n" + JUDGE, "falta o campo provider.agent"),
        (
            CUSTOM.replace("  response_path: data.answer\n", "") + JUDGE,
            "falta o campo provider.response_path",
        ),
        (CUSTOM.replace("{prompt}", "prompt") + JUDGE, "provider.request_template não tem {prompt}"),
        ("provider: {type: openai, model: a-1}\n", "falta o campo judge"),
        ("provider: {type: gemini, model: a-1}\n" + JUDGE, "provider.type: Invalid enum value 'gemini'"),
        (CUSTOM + JUDGE + "repetitions: 0\n", "repetitions: Expected `int` >= 1"),
        (CUSTOM + JUDGE + "dimensions: []\n", "dimensions: Expected `array` of length >= 1"),
        (CUSTOM + JUDGE + "repeticoes: 3\n", "campo desconhecido repeticoes"),
        ("", "arquivo vazio"),
        ("- a\n", "esperava object, veio array"),
    ],
)
def test_refusals_name_file_and_field(tmp_path, text, words):
    with pytest.raises(BadInputError) as caught:
        load_bank_config(write(tmp_path, text))
    assert words in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "config.yaml"))


def test_a_custom_model_may_be_called_latest(tmp_path):
    config = load_bank_config(
        write(tmp_path, CUSTOM.replace("  url:", "  model: bot-latest\n  url:") + JUDGE)
    )
    assert config.provider.label == "custom:bot-latest"


def test_the_environment_is_put_in_once_and_a_missing_variable_is_named():
    environ = {"A": "${B}", "B": "no"}
    value = {"x": ["${A}", 3], "y": "sem $A nem ${ A }"}
    assert with_environment(value, field="provider", environ=environ) == {"x": ["${B}", 3], "y": value["y"]}
    with pytest.raises(BadInputError, match=r"NOPE, usada em provider\.headers\.X, não está definida"):
        with_environment({"headers": {"X": "${NOPE}"}}, field="provider", environ={})
