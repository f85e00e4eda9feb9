"""Lines and positions: the core counts code points, an editor counts units of the agreed encoding.

Lines end at LF, CR LF and CR only, as the protocol says. A byte order mark belongs to the file
and not to the text that an editor shows: it stands in no line here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types as lsp

from guidechain.core.model import Position, Span
from guidechain.core.snapshot import Snapshot

BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """``text`` from the wire with every lone surrogate replaced, so that it can be encoded; columns stay."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


class Text:
    """One text as lines, and its positions in the core's terms and in the editor's.

    The core counts a byte order mark as the first column of the first line, an editor does not.
    """

    def __init__(self, text: str) -> None:
        self.marks = 1 if text.startswith(BOM) else 0
        self.lines: Sequence[str] = _LINE.findall(text[self.marks :])

    def line(self, number: int) -> str:
        """The line without its end; empty below the last one."""
        return self.lines[number].rstrip("\r\n") if number < len(self.lines) else ""

    def inward(self, position: lsp.Position, encoding: str) -> Position:
        """The editor's position as the core's; past the end of a line is its end, past the text is the text's end."""
        if position.line < len(self.lines):
            column = _points(self.line(position.line), position.character, encoding)
            return Position(position.line, column + self._mark(position.line))
        return self.end()

    def outward(self, position: Position, encoding: str) -> lsp.Position:
        """The core's position as the editor's."""
        column = max(0, position.column - self._mark(position.line))
        return lsp.Position(position.line, units(self.line(position.line)[:column], encoding))

    def span(self, span: Span, encoding: str) -> lsp.Range:
        """The core's span as the editor's range."""
        return lsp.Range(self.outward(span.start, encoding), self.outward(span.end, encoding))

    def end(self) -> Position:
        """The position behind the last character."""
        if not self.lines or self.lines[-1] != self.lines[-1].rstrip("\r\n"):
            return Position(len(self.lines), self._mark(len(self.lines)))
        return Position(len(self.lines) - 1, len(self.lines[-1]) + self._mark(len(self.lines) - 1))

    def offset(self, position: Position) -> int:
        """How many code points precede ``position``, a byte order mark included."""
        mark = self.marks if position.line else 0
        return mark + sum(map(len, self.lines[: position.line])) + position.column

    def _mark(self, line: int) -> int:
        return 0 if line else self.marks


def text_of(snapshot: Snapshot, path: str) -> Text:
    """The text of ``path``, split once per revision; empty when it cannot be read."""
    return snapshot.query(_text_of, path)


def _text_of(snapshot: Snapshot, path: str) -> Text:
    return Text(snapshot.text(path) or "")


def edited(text: str, changes: Sequence[lsp.TextDocumentContentChangeEvent], encoding: str) -> str:
    """``text`` after the editor's changes, which apply one after the other."""
    for change in changes:
        new = clean(change.text)
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            index = Text(text)
            start, end = sorted(
                index.offset(index.inward(place, encoding)) for place in (change.range.start, change.range.end)
            )
            text = text[:start] + new + text[end:]
        else:
            text = new
    return text


def units(text: str, encoding: str) -> int:
    """The length of ``text`` in units of ``encoding``."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _points(line: str, count: int, encoding: str) -> int:
    """How many code points of ``line`` make ``count`` units; a place inside a character counts it whole."""
    if encoding == "utf-32" or line.isascii():
        return min(count, len(line))
    passed = 0
    for index, char in enumerate(line):
        if passed >= count:
            return index
        passed += units(char, encoding)
    return len(line)
