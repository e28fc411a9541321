"""Tools whose arguments are taken as they are: nothing unknown passes, nothing is converted.

The SDK drops arguments that nobody declared, reads ``"7"`` as 7 and JSON inside text as what it
holds. A ruler is not declared by guesses.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools.base import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp.types import ToolAnnotations
from pydantic import ConfigDict, create_model

from cenario.errors import CenarioError

__all__ = ["strict_tool"]

P = ParamSpec("P")
T = TypeVar("T")


class _AsGiven(FuncMetadata):
    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Leave text as text."""
        return data


def strict_tool(function: Callable[P, Awaitable[T]], *, reads_only: bool) -> Tool:
    """Return `function` as a tool with a closed, strict schema; its refusals are one line each."""
    tool = Tool.from_function(
        _refusing(function), annotations=ToolAnnotations(read_only_hint=reads_only, open_world_hint=False)
    )
    loose = tool.fn_metadata
    strict = create_model(
        loose.arg_model.__name__, __base__=_closed(loose.arg_model), __doc__=function.__doc__
    )
    tool.fn_metadata = _AsGiven(
        arg_model=strict,
        output_schema=loose.output_schema,
        output_model=loose.output_model,
        wrap_output=loose.wrap_output,
    )
    tool.parameters = strict.model_json_schema(by_alias=True)
    return tool


def _closed(model: Any) -> Any:
    return type(
        model.__name__,
        (model,),
        {
            "model_config": ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True),
            "__module__": __name__,
        },
    )


def _refusing(function: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    @functools.wraps(function)
    async def refusing(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await function(*args, **kwargs)
        except CenarioError as error:
            raise ToolError(" ".join(str(error).split())) from None

    return refusing
