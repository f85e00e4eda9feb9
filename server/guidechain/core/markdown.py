"""The Markdown parser behind ``document``: the library's, with every inline token noting where it stands.

``MARKDOWN`` reads blocks only; ``inline_tokens`` reads the content of one block. In each token's ``meta``: ``at``, the
position of a text's first character in that content; ``span``, the stretch that a piece of markup takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline, autolink, backtick, escape, html_inline, image, link
from markdown_it.token import Token
from markdown_it.utils import EnvType

_Rule = Callable[[StateInline, bool], bool]
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n")


def inline_tokens(content: str, references: EnvType) -> list[Token]:
    """The inline tokens of a block's ``content``; ``references`` are the link definitions of its document."""
    tokens: list[Token] = []
    MARKDOWN.inline.parse(content, MARKDOWN, references, tokens)
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


def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    markdown.core.ruler.enableOnly(["normalize", "block"])
    markdown.inline = _Inline()
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    return markdown


MARKDOWN = _parser()
