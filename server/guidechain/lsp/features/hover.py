"""Hover: on line 1 of any file what governs it, on an import what it brings or why it brings nothing, on a guard what
it covers and what enforces it."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types as lsp

from guidechain.core import explain
from guidechain.core.model import Settings
from guidechain.core.queries.chains import chains_for
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_path, to_uri
from guidechain.lsp.feature import Feature
from guidechain.lsp.imports import imports_at
from guidechain.lsp.session import Session
from guidechain.lsp.summary import is_guided, standings_of, statements, words
from guidechain.lsp.text import text_of
from guidechain.lsp.written_guards import guard_at, written_lines

MOST_LINES = 6


def hover(ls: GuidechainServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """The words for the place under the pointer, or None."""
    session = ls.session
    path = to_path(params.text_document.uri)
    if path is None or not session.switch(path, "hover"):
        return None
    settings = session.settings_for(path)
    text = text_of(session.snapshot, path)
    position = text.inward(params.position, session.client.encoding)
    tokens = imports_at(session, settings, path, position)
    if tokens:
        lines = [explain.import_words(settings, host, token) for host, token in tokens]
        return _hover(session, lines, text.span(tokens[0][1].span, session.client.encoding))
    written = guard_at(session, path, position)
    lines = [_plain(session, each) for each in written_lines(written)] if written else []
    governing = governing_lines(session, settings, path) if position.line == 0 else []
    if lines or governing:
        shown = text.span(written.guard.span, session.client.encoding) if written and not governing else START
        return _hover(session, [*lines, *governing], shown)
    return None


def _plain(session: Session, words: str) -> str:
    return _escaped(words) if session.client.markdown else words


def governing_lines(session: Session, settings: Settings, path: str) -> list[str]:
    """What an instruction file is itself, then what governs ``path``: one line per statement, six at most, every file a
    link; none where nothing guides."""
    chains = chains_for(session.snapshot, settings, path)
    if not is_guided(session, settings, chains):
        return []
    standings = standings_of(session, settings, path)
    lines = [_plain(session, explain.standings_words(settings, standings))] if standings else []
    lines += [words(session, settings, each, _linked(session, settings)) for each in statements(chains)]
    if len(lines) <= MOST_LINES:
        return lines
    more = len(lines) - MOST_LINES + 1
    return [*lines[: MOST_LINES - 1], f"{more} more: guidechain chain {explain.shown(settings, path)}"]


def _linked(session: Session, settings: Settings) -> Callable[[str], str]:
    def link(path: str) -> str:
        shown = explain.shown(settings, path)
        return f"[{_escaped(shown)}]({to_uri(path)})" if session.client.markdown else shown

    return link


def _escaped(text: str) -> str:
    return "".join(f"\\{each}" if each in "\\`*_[]<>~#|" else each for each in text)


def _hover(session: Session, lines: list[str], shown: lsp.Range) -> lsp.Hover:
    kind = lsp.MarkupKind.Markdown if session.client.markdown else lsp.MarkupKind.PlainText
    end = "  \n" if session.client.markdown else "\n"
    return lsp.Hover(lsp.MarkupContent(kind, end.join(lines)), shown)


HOVER = Feature(lsp.TEXT_DOCUMENT_HOVER, hover)
