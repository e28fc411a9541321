"""Read what a notebook's `parameters` cell declares, and hold the values given to it.

papermill lets three faults pass in silence: a misspelt name is only logged, a value of the wrong
type is injected as it is, and with no cell tagged ``parameters`` the values are injected and then
overwritten by the notebook's own defaults. Here each is an error, before anything runs.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

import msgspec

from cenario.errors import BadInputError, message

TAG = "parameters"
SCALARS: dict[str, Any] = {"str": str, "int": int, "float": float, "bool": bool, "None": None}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One declared parameter.

    Attributes
    ----------
    name
        As written in the cell.
    kind
        The type its annotation names (of the default, where there is no annotation).
    written
        The annotation as written, for messages.
    default
        The literal value in the cell.
    """

    name: str
    kind: Any
    written: str
    default: object


def declared(cells: Sequence[Mapping[str, Any]], notebook: str) -> dict[str, Parameter]:
    """Return the parameters that the one cell tagged ``parameters`` declares, in its order.

    Raises
    ------
    BadInputError
        No such cell, more than one, or a cell that holds anything but plain assignments of literals.
    """
    tagged = [n for n, cell in enumerate(cells) if TAG in cell.get("metadata", {}).get("tags", [])]
    if not tagged:
        raise BadInputError(message("notebook-no-parameters-cell", notebook=notebook))
    if len(tagged) > 1:
        numbers = ", ".join(str(n + 1) for n in tagged)
        raise BadInputError(message("notebook-two-parameters-cells", notebook=notebook, cells=numbers))
    found: dict[str, Parameter] = {}
    for statement in _statements(_source(cells[tagged[0]]), notebook):
        parameter = _parameter(statement, notebook)
        if parameter.name in found:
            raise BadInputError(message("notebook-parameter-twice", notebook=notebook, name=parameter.name))
        found[parameter.name] = parameter
    return found


def checked(
    parameters: Mapping[str, Parameter], given: Mapping[str, object], notebook: str
) -> dict[str, Any]:
    """Return the values of `given`, each of its declared type (a whole number serves where a float is asked).

    Raises
    ------
    BadInputError
        A name that is not declared (the nearest is proposed), or a value of another type.
    """
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in parameters:
            raise BadInputError(_unknown(name, parameters, notebook))
        values[name] = _converted(parameters[name], value, notebook)
    return values


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _statements(source: str, notebook: str) -> list[ast.stmt]:
    try:
        body = ast.parse(source).body
    except SyntaxError as fault:
        raise BadInputError(
            message("notebook-parameters-syntax", notebook=notebook, line=fault.lineno or 0)
        ) from fault
    return [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]


def _parameter(statement: ast.stmt, notebook: str) -> Parameter:
    annotation: ast.expr | None
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=noted, value=ast.expr() as value):
            annotation, written = noted, ast.unparse(noted)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            annotation, written = None, ""
        case _:
            raise BadInputError(
                message("notebook-parameters-statement", notebook=notebook, line=statement.lineno)
            )
    try:
        default = ast.literal_eval(value)
    except ValueError as fault:
        raise BadInputError(message("notebook-parameter-default", notebook=notebook, name=name)) from fault
    try:
        kind = _kind(annotation or ast.Name(type(default).__name__))
    except (LookupError, ValueError, SyntaxError, TypeError) as fault:
        raise BadInputError(
            message("notebook-parameter-annotation", notebook=notebook, name=name, written=written or "?")
        ) from fault
    parameter = Parameter(name=name, kind=kind, written=written or type(default).__name__, default=default)
    _converted(parameter, default, notebook)
    return parameter


def _kind(annotation: ast.expr) -> Any:
    """Return the type that `annotation` names; LookupError for one that a parameter cannot have."""
    kind: Any
    match annotation:
        case ast.Constant(value=None):
            kind = None
        case ast.Constant(value=str(quoted)):
            kind = _kind(ast.parse(quoted, mode="eval").body)
        case ast.Name(id=name):
            kind = SCALARS[name]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            kind = Union[_kind(left), _kind(right)]  # noqa: UP007 (None | None is no type)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=choices):
            kind = Literal[ast.literal_eval(choices)]
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            kind = list.__class_getitem__(_kind(inner))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[ast.Name(id="str"), inner])):
            kind = dict.__class_getitem__((str, _kind(inner)))
        case _:
            raise LookupError(ast.unparse(annotation))
    return kind


def _converted(parameter: Parameter, value: object, notebook: str) -> Any:
    try:
        return msgspec.convert(value, parameter.kind, strict=True)
    except msgspec.ValidationError as fault:
        raise BadInputError(
            message(
                "notebook-parameter-type",
                notebook=notebook,
                name=parameter.name,
                written=parameter.written,
                value=repr(value),
            )
        ) from fault


def _unknown(name: str, parameters: Mapping[str, Parameter], notebook: str) -> Any:
    lower = {each.lower(): each for each in parameters}
    near = [lower[each] for each in difflib.get_close_matches(name.lower(), lower, n=1)]
    known = ", ".join(parameters) or "—"
    if near:
        return message("notebook-parameter-misspelt", notebook=notebook, name=name, near=near[0], known=known)
    return message("notebook-parameter-unknown", notebook=notebook, name=name, known=known)
