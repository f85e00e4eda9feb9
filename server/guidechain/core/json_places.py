"""Where the values of a JSON text stand. ``json`` gives values without positions; this gives positions only.

It is used on text that ``json`` has accepted, so it need not refuse anything.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping

from guidechain.core.model import Position, Span

Keys = tuple[str | int, ...]
"""The way to a value: names in objects, numbers in lists."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"\ufeff]+', re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r|\n")


def json_offsets(text: str) -> Mapping[Keys, tuple[int, int]]:
    """Start and end of every value of ``text``, () for the whole; of a key that is repeated the last one counts."""
    found: dict[Keys, tuple[int, int]] = {}
    open_: list[tuple[Keys, int, bool]] = []
    keys: list[str | int] = []
    at_key = False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "[{":
            open_.append((tuple(keys), token.start(), word == "{"))
            keys.append("" if word == "{" else 0)
            at_key = word == "{"
        elif word in "]}":
            if not open_:
                break
            place, start, _ = open_.pop()
            keys = list(place)
            found[place] = (start, token.end())
            at_key = False
        elif word == "," and open_:
            last = keys[-1]
            keys[-1] = last + 1 if isinstance(last, int) else ""
            at_key = open_[-1][2]
        elif word == ":":
            at_key = False
        elif at_key:
            keys[-1] = _string(word)
        else:
            found[tuple(keys)] = token.span()
    return found


def json_places(text: str) -> Mapping[Keys, Span]:
    """The span of every value of ``text``, strings with their quotes."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def place(offset: int) -> Position:
        line = bisect_right(starts, offset) - 1
        return Position(line, offset - starts[line])

    return {keys: Span(place(start), place(end)) for keys, (start, end) in json_offsets(text).items()}


def json_insertion(text: str, keys: tuple[str, ...], value: str) -> tuple[int, str] | None:
    """Where to insert what, so that the list at ``keys`` of the object ``text`` also holds the string ``value``.

    Lists and objects on the way that are missing are made, in the style of what is there. None where something else
    stands in their place.
    """
    offsets = json_offsets(text)
    depth = next((depth for depth in range(len(keys), -1, -1) if keys[:depth] in offsets), -1)
    if depth < 0:
        return None
    start, end = offsets[keys[:depth]]
    if text[start] != ("[" if depth == len(keys) else "{"):
        return None
    step = _step(text)
    line = "\n" + step * (depth + 1)
    inside = [at for place, (_, at) in offsets.items() if len(place) == depth + 1 and place[:depth] == keys[:depth]]
    last = max(inside, default=None)
    if depth == len(keys):
        new = json.dumps(value, ensure_ascii=False)
        if last is None:
            return start + 1, new
        first_line = text[start + 1 :].lstrip(" \t")[:1] in "\r\n"
        return last, f",{line if first_line else ' '}{new}"
    made = json.dumps([value], ensure_ascii=False)
    for name in reversed(keys[depth + 1 :]):
        made = f"{{{json.dumps(name)}: {made}}}"
    new = f"{json.dumps(keys[depth])}: {made}"
    if last is None:
        return start + 1, f"{line}{new}\n{step * depth}" if not text[start + 1 : end - 1].strip() else new
    return last, f",{line if _LINE_END.search(text, start, end) else ' '}{new}"


def _step(text: str) -> str:
    """One step of indentation as ``text`` has it."""
    found = re.search(r"\{[ \t]*(?:\r\n|\r|\n)([ \t]+)", text)
    return found[1] if found else "  "


def _string(word: str) -> str:
    try:
        return str(json.loads(word))
    except ValueError:
        return word
