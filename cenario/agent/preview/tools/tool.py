"""What a tool is: a name, its arguments as the server validates them, what it leaves, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from cenario.agent.preview.persona import Capability
    from cenario.agent.preview.world import World
    from cenario.domain.execution import Effect

FieldType = Literal["text", "number", "boolean", "date", "datetime", "list"]


class Arguments(BaseModel):
    """Arguments of a tool: types are taken as they come, nothing is converted, nothing unknown passes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says back. `error` is its own failure; `is_empty` is set by searches only."""

    data: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None
    is_empty: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """The named procedure that a tool runs: the states it may end in, and its fields with their types."""

    name: str
    states: tuple[str, ...]
    fields: Mapping[str, FieldType]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool. `resource` is what it touches; for a source, `resource` is the prefix of its name."""

    name: str
    description: str
    arguments: type[Arguments]
    capability: Capability
    effect: Effect
    resource: str
    act: Callable[[World, Any], Answer]
    procedure: Procedure | None = None


def fail(error: str, **data: Any) -> Answer:
    """Return a tool's failure, named by `error`."""
    return Answer({"erro": error, **data}, error=error)
