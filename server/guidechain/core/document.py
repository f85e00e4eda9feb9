"""Markdown with exact positions: blocks by line, inline text by offset, front matter.

CommonMark plus tables (or another ``Dialect``), no strikethrough, entities left as written. ``parse`` is a pure
function of the text and accepts any text. Offsets and columns count code points of the text as given: a byte order
mark, ``\\r\\n``, a lone ``\\r`` and NUL shift nothing. Blocks are found at once; the inline structure of a block only
when it is asked for, because most questions concern few blocks of a long file.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from markdown_it.token import Token
from markdown_it.utils import EnvType

from guidechain.core import frozen
from guidechain.core.front_matter import lines_of, split
from guidechain.core.markdown import Dialect, block_tokens, inline_tokens
from guidechain.core.model import Position, Span
from guidechain.core.snapshot import finished

MOST_TEXT = 1 << 20
"""Bytes of an instruction file that is read closely; of a longer one, which hardly any host sends whole, only the size
counts."""

BlockKind = Literal["heading", "paragraph", "cell", "fence", "indented", "html", "rule"]
InlineKind = Literal["text", "code", "link", "image", "autolink", "html", "escape"]

_HASHES = re.compile(r"[^#]*#{1,6}")
_BAR = re.compile(r"(?<!\\)\|")
_CONTAINERS = frozenset(("list_item_open", "list_item_close", "blockquote_open", "blockquote_close"))
_LEAVES: dict[str, BlockKind] = {"fence": "fence", "code_block": "indented", "html_block": "html", "hr": "rule"}
_INLINE_KINDS: dict[str, InlineKind] = {
    "code_inline": "code",
    "link_open": "link",
    "image": "image",
    "html_inline": "html",
    "text_special": "escape",
}


@frozen.dataclass(frozen=True)
class Block:
    """A leaf block: ``start`` and ``end`` are offsets from its first line's start to its last line's end,
    ``first`` and ``last`` its lines (``last`` included).

    ``level`` is 1 to 6 for headings, else 0. ``items`` are the first lines of the list items around it, outermost
    first; ``depth`` counts every container around it, quotes included; ``in_item``: the innermost of them is a list
    item. ``info`` is a fence's info string. For a cell ``row`` counts from the header row, 0, and ``column`` from 0.
    """

    kind: BlockKind
    start: int
    end: int
    first: int
    last: int
    level: int = 0
    items: tuple[int, ...] = ()
    depth: int = 0
    in_item: bool = False
    info: str = ""
    row: int = 0
    column: int = 0
    content: str = field(default="", repr=False)
    pieces: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    def offset(self, position: int) -> int:
        """The offset in the text of a position in ``content``."""
        index = max(bisect_right(self.pieces, position, key=lambda piece: piece[0]) - 1, 0)
        start, offset = self.pieces[index]
        return offset + max(position - start, 0)


@frozen.dataclass(frozen=True)
class Inline:
    """A stretch of a block: plain ``text``, or markup as a whole (a link's text also comes as its own ``text``).

    ``target`` is where a link or image leads, as written. A ``text`` never crosses markup, an escaped character or
    a line end, so its start is a boundary of markup or of a line.
    """

    kind: InlineKind
    start: int
    end: int
    target: str = ""


@dataclass(frozen=True)
class Document:
    """A parsed text. ``body`` is the offset where the text after a byte order mark and front matter starts;
    ``front_matter`` the offsets of the lines between its fences, None without any."""

    text: str
    body: int
    front_matter: tuple[int, int] | None
    blocks: tuple[Block, ...]
    line_starts: tuple[int, ...] = field(repr=False)
    references: EnvType = field(repr=False, compare=False, hash=False)
    dialect: Dialect = "tables"

    def position(self, offset: int) -> Position:
        """The line and column of ``offset``."""
        line = bisect_right(self.line_starts, offset) - 1
        return Position(line, offset - self.line_starts[line])

    def span(self, start: int, end: int) -> Span:
        """The span of two offsets."""
        return Span(self.position(start), self.position(end))

    def inlines(self, block: Block) -> tuple[Inline, ...]:
        """The inline stretches of ``block`` in order of their start; none for code, HTML and rules."""
        if not block.pieces:
            return ()
        return tuple(_inlines(inline_tokens(self.dialect, block.content, self.references), block))

    def texts(self, needle: str = "") -> Iterator[tuple[Block, Inline]]:
        """Every plain text stretch with its block, of blocks whose content holds ``needle``."""
        for block in self.blocks:
            if block.pieces and needle in block.content:
                for inline in self.inlines(block):
                    if inline.kind == "text":
                        yield block, inline


def parse(text: str, dialect: Dialect = "tables", body: int | None = None) -> Document:
    """Read ``text``; any text gives a Document. ``body`` is the offset where the Markdown starts, maybe inside a line;
    by default that is after a byte order mark and front matter."""
    return finished(parse_in_steps(text, dialect, body))


def parse_in_steps(text: str, dialect: Dialect = "tables", body: int | None = None) -> Generator[None, None, Document]:
    """``parse`` in steps that may be paused."""
    starts, ends = lines_of(text)
    front_matter, after = split(text) if body is None else (None, body)
    line_starts = (0, *starts[1:])
    skipped = bisect_left(starts, after) if body is None else bisect_right(line_starts, after) - 1
    if body is not None:
        starts[skipped], ends[skipped] = after, max(ends[skipped], after)
    lines = [text[start:end] for start, end in zip(starts[skipped:], ends[skipped:], strict=True)]
    references: EnvType = {}
    tokens = yield from block_tokens(dialect, "\n".join(lines).replace("\x00", "\ufffd"), references)
    blocks = list[Block]()
    for block in _Reader(lines, starts, ends, skipped).blocks(tokens):
        blocks.append(block)
        yield
    return Document(text, after, front_matter, tuple(blocks), line_starts, references, dialect)


@dataclass
class _Reader:
    """Turns block tokens into Blocks. ``lines`` are the lines after the front matter, which takes ``skipped``."""

    lines: list[str]
    starts: list[int]
    ends: list[int]
    skipped: int
    items: tuple[int, ...] = ()
    around: tuple[str, ...] = ()

    def blocks(self, tokens: list[Token]) -> Iterator[Block]:
        """Leaf blocks in order."""
        row = 0
        heading: Token | None = None
        cells: list[Token] | None = None
        for token in tokens:
            kind = token.type
            if kind in _CONTAINERS:
                self._enter_or_leave(token)
            elif kind == "heading_open":
                heading = token
            elif kind == "heading_close":
                heading = None
            elif kind == "thead_open":
                row = 0
            elif kind == "tr_open":
                cells = []
            elif kind == "tr_close" and cells is not None:
                yield from self._cells(cells, row)
                cells, row = None, row + 1
            elif kind == "inline" and cells is not None:
                cells.append(token)
            elif kind == "inline":
                yield self._prose(token, heading)
            elif kind in _LEAVES:
                yield self._block(_LEAVES[kind], token, info=token.info.strip())

    def _enter_or_leave(self, token: Token) -> None:
        self.around = (*self.around, token.type) if token.nesting > 0 else self.around[:-1]
        if token.type == "list_item_open":
            self.items = (*self.items, (token.map or [0])[0] + self.skipped)
        elif token.type == "list_item_close":
            self.items = self.items[:-1]

    def _block(self, kind: BlockKind, token: Token, **more: Any) -> Block:
        first, end = token.map or (0, 1)
        first, last = first + self.skipped, max(end - 1, first) + self.skipped
        start, stop = self.starts[first], self.ends[last]
        inner = self.around[-1:] == ("list_item_open",)
        return Block(kind, start, stop, first, last, items=self.items, depth=len(self.around), in_item=inner, **more)

    def _prose(self, token: Token, heading: Token | None) -> Block:
        first, end = token.map or (0, 1)
        if heading and heading.markup.startswith("#"):
            pieces = self._after_hashes(token.content, first)
        else:
            pieces = self._aligned(token.content.split("\n"), first, end)
        if heading is None:
            return self._block("paragraph", token, content=token.content, pieces=tuple(pieces))
        level = int(heading.tag[1:])
        return self._block("heading", heading, level=level, content=token.content, pieces=tuple(pieces))

    def _after_hashes(self, content: str, line: int) -> list[tuple[int, int]]:
        source = self.lines[line].replace("\x00", "\ufffd")
        opening = _HASHES.match(source)
        column = source.find(content, opening.end() if opening else 0)
        return [(0, self.starts[line + self.skipped] + column)] if content and column >= 0 else []

    def _aligned(self, parts: list[str], first: int, end: int) -> list[tuple[int, int]]:
        """Pairs of position in the content and offset in the text, one for each line of the content.

        The parser takes indentation and container marks off the front of each line, and white space off both ends of
        the whole; what is left of a line is the end of its source line.
        """
        sources = [line.replace("\x00", "\ufffd") for line in self.lines[first:end]]
        for skip in range(len(sources) - len(parts) + 1):
            pieces, position = [], 0
            for index, part in enumerate(parts):
                source, bare = sources[skip + index], part.lstrip(" \t")
                column = source.rfind(bare)
                left = source[column + len(bare) :]
                if column < 0 or (left and (index + 1 < len(parts) or left.strip())):
                    break
                at = self.starts[first + self.skipped + skip + index] + column
                pieces.append((position + len(part) - len(bare), at))
                position += len(part) + 1
            else:
                return pieces
        return []

    def _cells(self, cells: list[Token], row: int) -> Iterator[Block]:
        """The cells of one table row: the parser trims them and turns ``\\|`` into ``|``."""
        if not cells:
            return
        line = (cells[0].map or [0])[0]
        source = self.lines[line].replace("\x00", "\ufffd")
        bars = [found.start() for found in _BAR.finditer(source)]
        slots = list(zip([0, *(bar + 1 for bar in bars)], [*bars, len(source)], strict=True))
        written = [cell.content.replace("|", "\\|") for cell in cells]
        after_bar = [source[start:end].strip() for start, end in slots[1 : len(cells) + 1]]
        after_bar += [""] * (len(cells) - len(after_bar))
        slots = slots[1:] if after_bar == written else slots
        for column, (cell, raw) in enumerate(zip(cells, written, strict=True)):
            pieces: list[tuple[int, int]] = []
            at = source.rfind(raw, *slots[column]) if column < len(slots) else -1
            if raw and at >= 0:
                at += self.starts[line + self.skipped]
                pieces = [(0, at)]
                escaped = [position for position, char in enumerate(cell.content) if char == "|"]
                pieces += [(position, at + position + count) for count, position in enumerate(escaped, 1)]
            yield self._block("cell", cell, row=row, column=column, content=cell.content, pieces=tuple(pieces))


def _inlines(children: list[Token], block: Block) -> Iterator[Inline]:
    """Text stretches, adjacent ones joined, and markup, in order."""
    open_text: list[int] = []
    shown_address = False
    for token in children:
        if token.type == "text":
            if token.content and not shown_address and (start := token.meta.get("at")) is not None:
                if open_text and open_text[1] == start:
                    open_text[1] += len(token.content)
                    continue
                yield from _text(open_text, block)
                open_text = [start, start + len(token.content)]
            continue
        yield from _text(open_text, block)
        open_text = []
        shown_address = token.type == "link_open" and token.info == "auto"
        kind = _INLINE_KINDS.get(token.type)
        if kind and "span" in token.meta:
            start, end = token.meta["span"]
            kind = "autolink" if token.info == "auto" else kind
            target = token.attrGet("href") or token.attrGet("src") or ""
            yield Inline(kind, block.offset(start), block.offset(end - 1) + 1, str(target))
    yield from _text(open_text, block)


def _text(bounds: list[int], block: Block) -> Iterator[Inline]:
    if bounds:
        yield Inline("text", block.offset(bounds[0]), block.offset(bounds[1] - 1) + 1)
