"""Front matter without the Markdown behind it (CC-22): most rule files need no more, and the parser is slow to load."""

from __future__ import annotations

import re

from guidechain.core.model import Position, Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_FENCE_LINE = re.compile(r"---[ \t]*")


def split(text: str) -> tuple[tuple[int, int] | None, int]:
    """The offsets of the lines between the fences, None without any, and the offset where the text after them starts.

    A byte order mark before it counts as neither.
    """
    starts, ends = lines_of(text)
    if not _FENCE_LINE.fullmatch(text, starts[0], ends[0]):
        return None, starts[0]
    for line in range(1, len(starts)):
        if _FENCE_LINE.fullmatch(text, starts[line], ends[line]):
            return (starts[1], starts[line]), starts[line + 1] if line + 1 < len(starts) else len(text)
    return None, starts[0]


def lines_of(text: str) -> tuple[list[int], list[int]]:
    """The offsets where the lines start and where they end, line ends and a byte order mark left out."""
    starts, ends = [1 if text.startswith("\ufeff") else 0], []
    for found in _LINE_END.finditer(text):
        ends.append(found.start())
        starts.append(found.end())
    ends.append(len(text))
    return starts, ends


def span(text: str, start: int, end: int) -> Span:
    """The span of two offsets of ``text``, below its first line."""
    return Span(_position(text, start), _position(text, end))


def _position(text: str, offset: int) -> Position:
    starts, _ = lines_of(text[:offset])
    return Position(len(starts) - 1, offset - starts[-1])
