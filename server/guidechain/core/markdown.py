"""The Markdown parsers behind ``document``: the library's, with every inline token noting where it stands.

``block_tokens`` reads blocks only; ``inline_tokens`` reads the content of one block. In each token's ``meta``: ``at``,
the position of a text's first character in that content; ``span``, the stretch that a piece of markup takes.

``tables`` is CommonMark with tables. ``claude`` is what Claude Code reads (CC-30, CC-31, observed on 2.1.332, cases
``import-tables-are-text`` and ``import-tag-names``): no tables; a tag's name may hold ``_``, a closing one also ``:``;
any tag alone on its line ends a paragraph of a list item; a line with a tab ends none elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.html_re import attribute
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock, html_block, paragraph
from markdown_it.rules_inline import StateInline, autolink, backtick, escape, html_inline, image, link
from markdown_it.token import Token
from markdown_it.utils import EnvType

Dialect = Literal["tables", "claude"]
"""Which Markdown; see above."""
_Rule = Callable[[StateInline, bool], bool]
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n")


def block_tokens(dialect: Dialect, text: str, references: EnvType) -> Generator[None, None, list[Token]]:
    """The block tokens of ``text``, whose lines end in ``\\n``; its link definitions are noted in ``references``.

    A step reads one block outside any other. The library's own loop over them reads a long file in one step of 40 ms.
    """
    markdown = _PARSERS[dialect]
    rules = markdown.block.ruler.getRules("")
    state = StateBlock(text, markdown, references, [])
    while (line := state.skipEmptyLines(state.line)) < state.lineMax:
        state.line = line
        if not any(rule(state, line, state.lineMax, False) for rule in rules):
            raise AssertionError("the rule of paragraphs takes what no other takes")
        yield
    return state.tokens


def inline_tokens(dialect: Dialect, content: str, references: EnvType) -> list[Token]:
    """The inline tokens of a block's ``content``; ``references`` are the link definitions of its document."""
    tokens: list[Token] = []
    markdown = _PARSERS[dialect]
    markdown.inline.parse(content, markdown, references, tokens)
    return tokens


class _State(StateInline):
    """Notes in each token's ``meta`` where it stands: ``at``, the position of a text's first character."""

    _start = -1
    _pushed = (-1, -1)

    def append_pending(self, text: str) -> None:
        if self._start < 0:
            self._start = self.pos
        super().append_pending(text)

    def pushPending(self) -> Token:
        token = super().pushPending()
        token.meta["at"] = self._start
        self._start = -1
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        self._start = -1
        # Emphasis pushes its run of marks one by one without moving.
        at = self._pushed[1] + 1 if self._pushed[0] == self.pos and ttype == "text" else self.pos
        self._pushed = (self.pos, at)
        token.meta["at"] = at
        return token


class _Inline(ParserInline):
    """The library's inline parser over states that note positions; markup notes its whole ``span``."""

    def __init__(self) -> None:
        super().__init__()
        for name, rule in _MARKUP:
            self.ruler.at(name, _spanned(rule))
        self.ruler.disable(["entity", "strikethrough", "linkify"])
        self.ruler2.disable("fragments_join")

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _spanned(rule: _Rule) -> _Rule:
    """``rule``, with the stretch that it took noted on the first token of markup that it made."""

    def spanned(state: StateInline, silent: bool) -> bool:
        start, known = state.pos, len(state.tokens)
        found = rule(state, silent)
        if found and not silent:
            for token in state.tokens[known : known + 2]:
                if token.type != "text":
                    token.meta["span"] = (start, state.pos)
                    break
        return found

    return spanned


def _escape(state: StateInline, silent: bool) -> bool:
    """The library's rule takes any character after a backslash as escaped; only punctuation and line ends are."""
    after = state.src[state.pos + 1 : state.pos + 2]
    return after != "" and after in _ESCAPABLE and escape(state, silent)


_MARKUP: tuple[tuple[str, _Rule], ...] = (
    ("escape", _escape),
    ("backticks", backtick),
    ("link", link),
    ("image", image),
    ("autolink", autolink),
    ("html_inline", html_inline),
)


_TAG = re.compile(rf"<[A-Za-z][\w-]*{attribute}*\s*/?>|</[A-Za-z][\w:-]*\s*>", re.ASCII)
_NO_END = ("<?", *(f"<!{letter}" for letter in "[ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
_TAG_LINE = re.compile(rf"(?:<[A-Za-z][\w-]*{attribute}*[ \t]*/?>|</[A-Za-z][\w-]*[ \t]*>)[ \t]*", re.ASCII)


def _wide_html_inline(state: StateInline, silent: bool) -> bool:
    """The library's rule, and tags whose name it does not take."""
    if html_inline(state, silent):
        return True
    found = _TAG.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("html_inline", "", 0).content = found[0]
    state.pos = found.end()
    return True


def _wide_html_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """The library's rule, and a tag of any name alone on its line.

    In a list item both end a paragraph; elsewhere only comments and the known tags do, and only unindented ones.
    """
    if silent and not _in_list_item(state):
        known = state.sCount[first] == state.blkIndent and not state.src.startswith(_NO_END, _start(state, first))
        return known and html_block(state, first, end, True)
    if html_block(state, first, end, silent):
        return True
    if state.is_code_block(first) or not _TAG_LINE.fullmatch(state.src, _start(state, first), state.eMarks[first]):
        return False
    if silent:
        return True
    state.line = first + 1
    while state.line < end and state.sCount[state.line] >= state.blkIndent and not state.isEmpty(state.line):
        state.line += 1
    token = state.push("html_block", "", 0)
    token.map = [first, state.line]
    token.content = state.getLines(first, state.line, state.blkIndent, True)
    return True


def _wide_paragraph(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """The library's rule, outside list items with an end at lines of nothing or spaces only, not at tabs."""
    if not _in_list_item(state):
        empty = state.isEmpty
        state.isEmpty = lambda line: empty(line) and "\t" not in state.getLines(line, line + 1, 0, False)  # type: ignore[method-assign]
        try:
            return paragraph(state, first, end, silent)
        finally:
            state.isEmpty = empty  # type: ignore[method-assign]
    return paragraph(state, first, end, silent)


def _start(state: StateBlock, line: int) -> int:
    return state.bMarks[line] + state.tShift[line]


def _in_list_item(state: StateBlock) -> bool:
    """Whether the innermost open container is a list item. The state keeps what is open, so that no token is looked at
    twice in a long text."""
    known: tuple[int, list[str]] = getattr(state, "_known", (0, []))
    seen, around = known
    for token in state.tokens[seen:]:
        if token.nesting == 1:
            around.append(token.type)
        elif token.nesting == -1:
            around.pop()
    state._known = (len(state.tokens), around)  # type: ignore[attr-defined]
    return around[-1:] == ["list_item_open"]


def _parser(dialect: Dialect) -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"maxNesting": 100})
    markdown.inline = _Inline()
    if dialect == "tables":
        markdown.enable("table")
    else:
        markdown.inline.ruler.at("html_inline", _spanned(_wide_html_inline))
        markdown.block.ruler.at("html_block", _wide_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
        markdown.block.ruler.at("paragraph", _wide_paragraph)
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    return markdown


_PARSERS: dict[Dialect, MarkdownIt] = {"tables": _parser("tables"), "claude": _parser("claude")}
