"""``config.yaml`` of a bank's run: the chatbot under test, its judge, and which scenarios to send.

Values may name environment variables, ``${VAR}``. They are put in only when something is opened: what is
sealed and recorded is the declaration, so that no key is ever written down.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cenario.domain.bank import DIMENSIONS, Dimension
from cenario.domain.record import Record
from cenario.errors import BadInputError, message
from cenario.store.documents import load_yaml
from cenario.store.places import data_folder

__all__ = [
    "BankConfig",
    "ChatbotConfig",
    "JudgeConfig",
    "bank_folder",
    "load_bank_config",
    "with_environment",
]

Kind = Literal["anthropic", "openai", "local", "simulated", "custom", "preview"]
Temperature = Annotated[float, Meta(ge=0, le=2)]
Dollars = Annotated[float, Meta(ge=0)]
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_MOVING = re.compile(r"(?:^|[-:/])(?:latest|stable)$", re.IGNORECASE)


class ChatbotConfig(Record, frozen=True, kw_only=True):
    """The chatbot under test: a provider's model, an HTTP endpoint (``custom``), or the preview agent."""

    type: Annotated[Kind, Meta(description="Which kind of chatbot")]
    model: Annotated[
        str | None, Meta(description="The model's name; of a custom one, a name for the record")
    ] = None
    temperature: Annotated[
        Temperature | None, Meta(description="Sampling temperature; none: the model's own (some refuse any)")
    ] = None
    max_tokens: Annotated[int, Meta(description="Most output tokens", ge=1)] = 1024
    system: Annotated[str, Meta(description="System text; none by default")] = ""
    agent: Annotated[str | None, Meta(description="preview: which declared agent answers")] = None
    url: Annotated[str | None, Meta(description="custom: where to send")] = None
    method: Annotated[Literal["GET", "POST", "PUT", "PATCH"], Meta(description="custom: HTTP method")] = (
        "POST"
    )
    headers: Annotated[dict[str, str], Meta(description="custom: HTTP headers")] = {}
    request_template: Annotated[
        dict[str, Any] | str | None, Meta(description="custom: the body (query, for GET), with {prompt}")
    ] = None
    response_path: Annotated[
        str | None, Meta(description="custom: dot path of the answer's text, e.g. choices.0.message.content")
    ] = None
    timeout_s: Annotated[float, Meta(description="Seconds before an attempt is given up", gt=0)] = 120.0
    cost_usd_per_request: Annotated[
        Dollars | None, Meta(description="custom: US dollars of a request; 0 where it costs nothing")
    ] = None
    allow_remote: Annotated[bool, Meta(description="custom: whether it may be off this machine")] = False

    @property
    def label(self) -> str:
        """The model as the record names it, ``kind:name``."""
        return f"{self.type}:{self.model or self.agent or 'chatbot'}"


class JudgeProvider(Record, frozen=True, kw_only=True):
    """The judge's model."""

    type: Annotated[Literal["anthropic", "openai", "local", "simulated"], Meta(description="Provider")]
    model: Annotated[str, Meta(description="The model's name", min_length=1)]
    temperature: Annotated[
        Temperature | None, Meta(description="Sampling temperature; none: the model's own (some refuse any)")
    ] = None
    max_tokens: Annotated[int, Meta(description="Most output tokens", ge=1)] = 400

    @property
    def label(self) -> str:
        """``provider:model``."""
        return f"{self.type}:{self.model}"


class JudgeConfig(Record, frozen=True, kw_only=True):
    """Who scores the answers."""

    provider: Annotated[JudgeProvider, Meta(description="The judge's model")]


class BankConfig(Record, frozen=True, kw_only=True):
    """A bank's run, declared."""

    provider: Annotated[ChatbotConfig, Meta(description="The chatbot under test")]
    judge: Annotated[JudgeConfig, Meta(description="The judge")]
    dimensions: Annotated[tuple[Dimension, ...], Meta(description="Which to send", min_length=1)] = DIMENSIONS
    scenarios_path: Annotated[str | None, Meta(description="Folder of the bank; none: ours")] = None
    repetitions: Annotated[int, Meta(description="Times each prompt is sent", ge=1)] = 1


def load_bank_config(path: Path) -> BankConfig:
    """Return the declared run in the file at `path`.

    Raises
    ------
    BadInputError
        A bad file (see `cenario.store.documents`), a model that moves (``-latest``), or a
        chatbot's declaration that lacks what its kind needs.
    """
    config = load_yaml(path, BankConfig)
    provider = config.provider
    if provider.type != "custom" and provider.model is not None:
        check_pinned(provider.model, f"{path}: provider.model")
    check_pinned(config.judge.provider.model, f"{path}: judge.provider.model")
    for name in _NEEDS[config.provider.type]:
        if not getattr(config.provider, name):
            raise BadInputError(
                message("bank-config-needs", path=path, field=f"provider.{name}", kind=config.provider.type)
            )
    template = config.provider.request_template
    if template is not None and "{prompt}" not in msgspec.json.encode(template).decode():
        raise BadInputError(message("bank-config-template", path=path))
    return config


def check_pinned(model: str, place: str) -> None:
    """Refuse a model's name that means another model tomorrow; `place` is where it was declared.

    Raises
    ------
    BadInputError
        The name ends in latest or stable.
    """
    if _MOVING.search(model):
        raise BadInputError(message("bank-config-moving", place=place, model=model))


_NEEDS: Mapping[Kind, tuple[str, ...]] = {
    "anthropic": ("model",),
    "openai": ("model",),
    "local": ("model",),
    "simulated": ("model",),
    "custom": ("url", "request_template", "response_path"),
    "preview": ("model", "agent"),
}


def bank_folder(path: Path | None, config: Path | None) -> Path:
    """Return the bank's folder: ``--path``, else the config's ``scenarios_path``, else ours."""
    if path is not None:
        return path
    if config is not None:
        declared = load_bank_config(config).scenarios_path
        if declared is not None:
            return config.parent / declared
    return data_folder() / "bank"


def with_environment(value: Any, *, field: str, environ: Mapping[str, str] | None = None) -> Any:
    """Return `value` with every ``${VAR}`` in its texts replaced from the environment, once.

    Raises
    ------
    BadInputError
        A variable that is not set; names it and the field.
    """
    known = os.environ if environ is None else environ

    def replaced(found: re.Match[str]) -> str:
        if found[1] not in known:
            raise BadInputError(message("bank-config-variable", name=found[1], field=field))
        return known[found[1]]

    if isinstance(value, str):
        return _VARIABLE.sub(replaced, value)
    if isinstance(value, Mapping):
        return {
            key: with_environment(item, field=f"{field}.{key}", environ=known) for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [with_environment(item, field=field, environ=known) for item in value]
    return value
