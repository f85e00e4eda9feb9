"""Where the strings of a TOML text stand. ``tomli`` gives values without positions; this gives positions only.

It is used on text that ``tomli`` has accepted, so it need not refuse anything.
"""

from __future__ import annotations

import re

from guidechain.core.frozen import dataclass
from guidechain.core.model import Position, Span

_TOKEN = re.compile(
    r"""(?P<string>\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
    r"""|(?P<comment>\#[^\n]*)|(?P<line>\n)|(?P<mark>[\[\]{}=])|(?P<word>[A-Za-z0-9_.-]+)""",
    re.DOTALL,
)
_HEADER = re.compile(r"[ \t]*\[\[?(?P<name>[^\]\n]+)\]\]?")
_KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = re.compile(rf"\s*(?P<bracket>\[\[?\s*)?(?P<key>{_KEY}(?:\s*\.\s*{_KEY})*)\s*(?(bracket)\]|=)")
TOP = Span(Position(0, 0), Position(0, 0))


@dataclass(frozen=True)
class Place:
    """One string of the text: the table it stands in ("" before the first header), how many tables of that name
    came before (0 for the first), its key, its value and its span, quotes included."""

    table: str
    index: int
    key: str
    value: str
    span: Span


def places(text: str) -> tuple[Place, ...]:
    """Every table header (with no key) and every string value of ``text``, in order."""
    found: list[Place] = []
    seen: dict[str, int] = {}
    table, key, depth, at = "", "", 0, 0
    word, fresh = "", True
    while token := _TOKEN.search(text, at):
        at = token.end()
        if fresh and depth == 0 and token["mark"] == "[" and (header := _HEADER.match(text, token.start())):
            table = ".".join(_unquoted(part) for part in re.findall(_KEY, header["name"]))
            seen[table] = seen.get(table, -1) + 1
            at, fresh = header.end(), False
            span = Span(_position(text, token.start()), _position(text, at))
            found.append(Place(table, seen[table], "", "", span))
        elif token["line"]:
            fresh = fresh or depth == 0
        elif token["word"]:
            word, fresh = token["word"], False
        elif token["mark"] == "=":
            key = word
        elif token["mark"]:
            depth += 1 if token["mark"] in "[{" else -1
        elif token["string"]:
            word, fresh = _unquoted(token["string"]), False
            span = Span(_position(text, token.start()), _position(text, token.end()))
            found.append(Place(table, seen.get(table, 0), key, word, span))
    return tuple(found)


def header_span(found: tuple[Place, ...], table: str, index: int = 0) -> Span:
    """The ``index``-th header of ``table`` among ``places``, the start of the text when it is written another way."""
    wanted = (table, index, "")
    return next((each.span for each in found if (each.table, each.index, each.key) == wanted), TOP)


def key_span(text: str, keys: tuple[str, ...]) -> Span:
    """Where ``keys`` are written (``("a", "b")``): the key itself, else the nearest one above."""
    best, span = 0, TOP
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n")):
        found = _DOTTED.match(line)
        if not found:
            continue
        parts = tuple(_unquoted(part) for part in re.findall(_KEY, found["key"]))
        table = parts if found["bracket"] else table
        whole = parts if found["bracket"] else table + parts
        if best < len(whole) and whole == keys[: len(whole)]:
            best = len(whole)
            span = Span(Position(number, found.start("key")), Position(number, found.end("key")))
    return span


def _unquoted(raw: str) -> str:
    if raw[:1] not in ("'", '"'):
        return raw
    import tomli  # Here, since most questions about places meet no quoted key.

    try:
        return str(tomli.loads(f"it = {raw}")["it"])
    except tomli.TOMLDecodeError:
        return raw.strip("'\"")


def _position(text: str, offset: int) -> Position:
    return Position(text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1))
