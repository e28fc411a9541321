"""YAML with the 1.2 core rules and nothing that can grow or run.

No alias, no anchor, no tag, no repeated key.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import yaml

__all__ = ["RefusedError", "dump", "line_of", "line_of_repeated", "load"]


class RefusedError(Exception):
    """What the text holds that we do not read: the fault's name, its words and its line (from 1)."""

    def __init__(self, fault: str, detail: str, line: int | None) -> None:
        super().__init__(detail)
        self.fault, self.detail, self.line = fault, detail, line


class _CoreLoader(yaml.SafeLoader):
    """PyYAML's safe loader (YAML 1.1) brought to 1.2's core schema and stripped of reuse and tags."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise RefusedError("reuse", "", line)
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise RefusedError("tag", str(tag), line)
        return super().compose_node(parent, index)

    def construct_core_map(self, node: Any) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise RefusedError("key-not-text", key.id, line)
            if key.value in seen:
                raise RefusedError("duplicate-key", key.value, line)
            seen[key.value] = self.construct_object(value, deep=True)
        return seen


_SCALARS = (
    ("null", r"^(?:~|null|Null|NULL|)$", "~nN"),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
)
for _name, _pattern, _first in _SCALARS:
    _CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", re.compile(_pattern), list(_first))
_CoreLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^$"), [""])
_CoreLoader.add_constructor("tag:yaml.org,2002:map", _CoreLoader.construct_core_map)


def load(text: str) -> Any:
    """Return the one document in `text` as dict, list, str, int, float, bool or None.

    Raises
    ------
    RefusedError
        Not YAML, more than one document, or something of YAML's that we do not read.
    """
    try:
        return yaml.load(text, Loader=_CoreLoader)  # noqa: S506 - a stricter SafeLoader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = error.problem or error.context or "?"
        raise RefusedError("syntax", words, None if mark is None else mark.line + 1) from None
    except (yaml.YAMLError, ValueError) as error:
        raise RefusedError("syntax", str(error), None) from None


class _CoreDumper(yaml.SafeDumper):
    """Writes what `load` reads back: text that 1.1 or 1.2 would take for something else is quoted."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never reuse: a value that stands twice is written twice."""
        del data
        return True


for _name, _pattern, _first in _SCALARS:
    _CoreDumper.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", re.compile(_pattern), list(_first))


def dump(value: Any) -> str:
    """Return plain Python (dict, list, str, int, float, bool, None) as YAML that `load` reads back."""
    return str(yaml.dump(value, Dumper=_CoreDumper, allow_unicode=True, sort_keys=False, width=100))


def line_of(text: str, path: str) -> int | None:
    """Return the line (from 1) where ``$.scenarios[0].id`` stands in YAML or JSON `text`; None where unknown.

    JSON is read as the YAML it is. The walk stops at the deepest part of `path` that exists.
    """
    node = _composed(text)
    line: int | None = None
    for index, name in re.findall(r"\[(\d+|\.\.\.)\]|\.([^.\[]+)", path):
        if name and isinstance(node, yaml.MappingNode):
            pair = next(((k, v) for k, v in node.value if k.value == name), None)
            if pair is None:
                return line or _line(node)
            line, node = _line(pair[0]), pair[1]
        elif index.isdigit() and isinstance(node, yaml.SequenceNode) and int(index) < len(node.value):
            node = node.value[int(index)]
            line = _line(node)
        else:
            return line
    return line if line is not None else _line(node)


@lru_cache(maxsize=4)
def _composed(text: str) -> Any:
    """Return the text's nodes, or None; kept, because one bad file is asked about many times."""
    try:
        return yaml.compose(text, Loader=_CoreLoader)
    except (yaml.YAMLError, RefusedError, RecursionError):
        return None


def line_of_repeated(text: str, key: str) -> int | None:
    """Return the line (from 1) where JSON `text` gives `key` a second time; None where unknown."""
    try:
        yaml.load(text, Loader=_CoreLoader)  # noqa: S506 - a stricter SafeLoader
    except RefusedError as error:
        return error.line if (error.fault, error.detail) == ("duplicate-key", key) else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return None


def _line(node: Any) -> int | None:
    return None if node is None else int(node.start_mark.line) + 1
