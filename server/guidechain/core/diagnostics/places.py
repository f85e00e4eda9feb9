"""Where an offset or a byte of a text stands, and which texts a check reads."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.document import MOST_TEXT
from guidechain.core.model import Position, Span
from guidechain.core.queries.inventory import InstructionFile, Inventory
from guidechain.core.snapshot import Snapshot

_LINE_END = re.compile(r"\r\n|\r|\n")


class Places:
    """The lines of ``text``; offsets count code points, lines end at ``\\n``, ``\\r\\n`` and ``\\r`` only."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def position(self, offset: int) -> Position:
        """The place of the character at ``offset``."""
        line = bisect_right(self._starts, offset) - 1
        return Position(line, offset - self._starts[line])

    def offset(self, position: Position) -> int:
        """The offset of a place; one past the end of its line counts as that end."""
        last = len(self._starts) - 1
        if position.line > last:
            return len(self.text)
        end = self._starts[position.line + 1] if position.line < last else len(self.text)
        return min(self._starts[position.line] + position.column, end)

    def span(self, start: int, end: int) -> Span:
        """The stretch from ``start`` to before ``end``."""
        return Span(self.position(start), self.position(end))


def after_byte(content: bytes, kept: int) -> Span:
    """The text after the first ``kept`` bytes; a character that the cut splits counts as lost."""
    places = Places(content.decode("utf-8", "replace"))
    cut = len(content[:kept].decode("utf-8", "ignore"))
    return places.span(cut, len(places.text))


def guidance(snapshot: Snapshot, inventory: Inventory, code: str) -> Iterator[tuple[InstructionFile, str]]:
    """The files that findings of ``code`` may speak of and that can be read, with their text; each real file once."""
    seen = set()
    for file in concerned(snapshot, inventory, code):
        real = snapshot.entry(file.path).real
        is_read = real not in seen and snapshot.entry(file.path).size <= MOST_TEXT
        text = snapshot.text(file.path) if is_read else None
        if text is not None:
            seen.add(real)
            yield file, text
