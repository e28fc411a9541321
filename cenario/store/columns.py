"""The warehouse's columns, declared once: DuckDB's types, where each comes from, and what it means.

One table a kind of record, one row a record, one column a field. The tuples here make `read_json`'s
column map, the views, the documentation and the tests. What is deep and seldom asked for by column
is kept as the JSON it is.
"""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from cenario.domain.execution import Execution, Manifest
from cenario.domain.record import Record
from cenario.domain.vote import Score, Vote

__all__ = ["DERIVED", "KEYS", "KINDS", "Column", "columns_of", "identifier", "literal"]

KINDS: dict[str, type[Record]] = {
    "execution": Execution,
    "manifest": Manifest,
    "vote": Vote,
    "score": Score,
}
"""The records by the word in ``kind``; each has a view called by its plural."""

KEYS: dict[str, tuple[str, ...]] = {
    "execution": ("evaluation", "model", "arm", "conversation", "variant", "repetition"),
    "vote": (
        "batch", "model", "judge", "conversation", "baseline", "candidate", "repetition", "first",
    ),
    "score": (
        "batch", "model", "judge", "arm", "conversation", "variant", "repetition", "criterion",
    ),
}  # fmt: skip
"""What makes a record itself; the same as its `key`."""

TYPED = frozenset({"steps", "usage"})
"""Deep fields that are asked for by column: every other deep field is kept as the JSON text it is, because
a column for each of its leaves would cost more to write than all the rest."""

_SCALARS = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, DuckDB's type, where in the record it comes from, and what it means.

    `path` is a field of the record or, for a derived column, an expression over fields. `default` is
    the SQL of what an absent field means, None where it means unknown.
    """

    name: str
    type: str
    path: str
    description: str
    default: str | None = None


def columns_of(record: type[Record]) -> tuple[Column, ...]:
    """Return one column a field of the record, in its order."""
    hints = get_type_hints(record, include_extras=True)
    found = []
    for field in msgspec.structs.fields(record):
        kind = duckdb_type(hints[field.name])
        if field.name not in TYPED and ("STRUCT(" in kind or kind == "MAP(VARCHAR, VARCHAR)"):
            kind = "JSON"
        found.append(
            Column(
                field.encode_name,
                kind,
                field.encode_name,
                _description(hints[field.name]),
                _default(field, kind),
            )
        )
    return tuple(found)


def duckdb_type(hint: Any) -> str:
    """Return DuckDB's type for a field's annotation.

    Raises
    ------
    TypeError
        An annotation that no column can hold.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return duckdb_type(arguments[0])
    if hint in _SCALARS:
        return _SCALARS[hint]
    if hint in (object, Any):
        return "JSON"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct_type(hint)
    return _generic_type(hint, origin, arguments)


def _generic_type(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> str:
    if origin in (Union, types.UnionType):
        inner = [a for a in arguments if a is not type(None)]
        return duckdb_type(inner[0]) if len(inner) == 1 else "JSON"
    if origin is Literal:
        return _SCALARS[type(arguments[0])]
    if origin is tuple:
        return f"{duckdb_type(arguments[0])}[]"
    if origin is dict:
        return f"MAP({duckdb_type(arguments[0])}, {duckdb_type(arguments[1])})"
    raise TypeError(f"no column holds {hint!r}")


def _struct_type(struct: type[msgspec.Struct]) -> str:
    hints = get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    return f"STRUCT({', '.join(f'{identifier(f.encode_name)} {duckdb_type(hints[f.name])}' for f in fields)})"


def identifier(name: str) -> str:
    """Return `name` quoted as an SQL identifier, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """Return `value` quoted as an SQL string, whatever it holds."""
    return "'" + value.replace("'", "''") + "'"


def _description(hint: Any) -> str:
    notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
    told = (note.description for note in notes if isinstance(note, msgspec.Meta) and note.description)
    return next(told, "")


def _default(field: msgspec.structs.FieldInfo, kind: str) -> str | None:
    """Return the SQL of what an absent field means; None where it is unknown, or must be there."""
    made = field.default_factory
    default = field.default if made is msgspec.NODEFAULT else made()
    if default is None or default is msgspec.NODEFAULT:
        return None
    if kind == "JSON":
        return f"'{'[]' if isinstance(default, (tuple, list)) else '{}'}'::JSON"
    if isinstance(default, (tuple, list)):
        return f"[]::{kind}"
    if isinstance(default, dict):
        return f"MAP {{}}::{kind}"
    if isinstance(default, str):
        return literal(default)
    return str(default).lower()


def _known_sum(field: str) -> str:
    """Return the SQL of a sum over steps that is null where any step does not know its part."""
    each = f"list_transform(steps, lambda s: s.usage.{field})"
    return f"CASE WHEN len(list_filter({each}, lambda t: t IS NULL)) = 0 THEN list_sum({each}) END"


DERIVED: tuple[Column, ...] = (
    Column("n_steps", "BIGINT", "coalesce(len(steps), 0)", "Inferences"),
    Column(
        "n_calls",
        "BIGINT",
        "coalesce(list_sum(list_transform(steps, lambda s: len(s.calls))), 0)::BIGINT",
        "Tool calls",
    ),
    Column(
        "tool_sequence",
        "VARCHAR[]",
        "coalesce(flatten(list_transform(steps, lambda s: list_transform(s.calls, lambda c: c.name))), [])",
        "The ordered names of the tools called",
    ),
    Column(
        "input_tokens",
        "BIGINT",
        f"({_known_sum('input_tokens')})::BIGINT",
        "Over all steps; null where one is unknown",
    ),
    Column(
        "output_tokens",
        "BIGINT",
        f"({_known_sum('output_tokens')})::BIGINT",
        "Over all steps; null where one is unknown",
    ),
)
"""Columns that the view of executions adds to the record's own fields."""
