"""A case file whose reader notes what was read, and one comparison of a case's expectation with an answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DESCRIPTIVE = frozenset(
    [
        "about",
        "evidence",
        "source",
        "rules",
        "note",
        "run",
        "warnings",
        "notices",
        "id",
        "host",
        "host_version",
        "via_hint",
        "kind",
        "no_debug",
    ]
)
"""Top-level fields that state no expectation and no input."""
DESCRIPTIVE_BELOW = frozenset({"why", "note", "source"})
"""The same inside a row: the reason in free words, a remark, the source line of an import."""


class Reader(Mapping[str, Any]):
    """A JSON object that remembers which keys were read, inside its lists and objects as well.

    ``reader[key]`` gives scalars as they are and objects as readers; ``whole(key)`` gives the plain JSON value and
    counts everything in it as read.
    """

    def __init__(self, values: Mapping[str, Any], descriptive: frozenset[str] = DESCRIPTIVE_BELOW) -> None:
        self._values = values
        self._descriptive = descriptive
        self._read: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._read:
            self._read[key] = _wrap(self._values[key])
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def whole(self, key: str, default: Any = None) -> Any:
        """The plain value of ``key``, all of it counted as read."""
        if key not in self._values:
            return default
        self._read[key] = None
        return self._values[key]

    def unread(self) -> Iterator[str]:
        """Each key that nobody read, as a path such as ``loaded[2].trimmed``."""
        for key in self._values:
            if key in self._descriptive:
                continue
            if key not in self._read:
                yield key
            else:
                yield from (f"{key}{rest}" for rest in _unread(self._read[key]))


def _wrap(value: Any) -> Any:
    if isinstance(value, dict):
        return Reader(value)
    return [_wrap(each) for each in value] if isinstance(value, list) else value


def _unread(value: Any) -> Iterator[str]:
    if isinstance(value, Reader):
        yield from (f".{path}" for path in value.unread())
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from (f"[{index}]{path}" for path in _unread(each))


def load(path: Path) -> Reader:
    """The case in a file. Raises TypeError when the file holds no JSON object."""
    values = json.loads(path.read_text("utf-8"))
    if not isinstance(values, dict):
        raise TypeError(f"{path}: a case is a JSON object, found {type(values).__name__}")
    return Reader(values, DESCRIPTIVE)


@dataclass(frozen=True)
class Comparison:
    """What a case says and what Guidechain says about one field; ``field`` starts with the case's top-level key."""

    field: str
    expected: object
    actual: object

    @property
    def holds(self) -> bool:
        """Whether both agree."""
        return self.expected == self.actual

    @property
    def key(self) -> str:
        """The case's top-level key that this compares."""
        return self.field.replace("[", ".").split(".")[0]
