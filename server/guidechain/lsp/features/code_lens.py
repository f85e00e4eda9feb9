"""Code lenses on line 1: the chain of any file, and what an instruction file is to each host. One on each guard."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from guidechain.core import explain
from guidechain.core.model import FileChain, Settings
from guidechain.core.queries.chains import chains_for
from guidechain.core.queries.governed import imported_files
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_path, to_uri
from guidechain.lsp.feature import Command, Feature
from guidechain.lsp.features.open_governing import OPEN_GOVERNING
from guidechain.lsp.features.open_reach import OPEN_GOVERNED, OPEN_IMPORTED
from guidechain.lsp.session import Session
from guidechain.lsp.summary import Statement, is_guided, standings_of, statements, wordings
from guidechain.lsp.written_guards import guard_lenses

MOST_CHARACTERS = 88
"""What the lenses of a line say together before they are shortened: editors draw them in one line and cut its end. So
much is seen in a window of 1280 pixels with a side bar on either side."""
BETWEEN = 3
"""Characters that an editor draws between two lenses."""


def code_lens(ls: GuidechainServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """One lens when all hosts load the same, else one per host and difference; none where nothing guides anybody."""
    session, uri = ls.session, params.text_document.uri
    path = to_path(uri)
    if path is None or not session.switch(path, "codeLens"):
        return []
    settings = session.settings_for(path)
    chains = chains_for(session.snapshot, settings, path)
    if not is_guided(session, settings, chains):
        return []
    guards = guard_lenses(session, path)
    there = [each for each in guards if each.range.start.line == 0]
    shorter: list[lsp.CodeLens] = []
    for shorter in line_one(session, settings, path, chains):  # The last one stays when none fits.
        if _width([*shorter, *there]) <= MOST_CHARACTERS:
            break
    return [*shorter, *guards]


def line_one(
    session: Session, settings: Settings, path: str, chains: tuple[FileChain, ...]
) -> Iterator[list[lsp.CodeLens]]:
    """The lenses of line 1, each time in fewer words. Of an instruction file they say last what it is itself: what
    governs it is in its hover."""
    uri = session.uri(path) or to_uri(path)
    standings = standings_of(session, settings, path)
    extent = [_lens(title, [uri], command) for title, command in _extent(session, settings, path)] if standings else []
    own = [_lens(explain.standings_words(settings, standings), [uri]), *extent] if standings else []
    for said in wordings(session, settings, statements(chains)):
        yield [*own, *(_lens(title, _choice(uri, chains, statement)) for title, statement in said)]
    if standings:
        yield own
        yield [_lens(explain.standings_short(standings), [uri]), *extent]


def _choice(uri: str, chains: tuple[FileChain, ...], statement: Statement) -> list[str]:
    """The arguments of the command: the file, the host where hosts differ, the launch folder where those differ."""
    host = [] if len(statement.chains) == len(chains) else [statement.chain.host.id]
    return [uri, *host, *statement.launches[:1]]


def _extent(session: Session, settings: Settings, path: str) -> Iterator[tuple[str, Command]]:
    """How far an instruction file reaches: "governs 120 files", "imports 2 files, 3,120 bytes"."""
    governed = session.scan.governed.get(path)
    if governed is not None:
        yield f"governs {explain.counted(governed.files, 'file')}", OPEN_GOVERNED
    imported = imported_files(session.snapshot, settings, path)
    if imported:
        size = sum(session.snapshot.entry(each).size for each in imported)
        yield f"imports {explain.counted(len(imported), 'file')}, {size:,} bytes", OPEN_IMPORTED


def _width(lenses: list[lsp.CodeLens]) -> int:
    titles = [each.command.title for each in lenses if each.command]
    return sum(map(len, titles)) + BETWEEN * (len(titles) - 1)


def _lens(title: str, arguments: list[str], command: Command = OPEN_GOVERNING) -> lsp.CodeLens:
    return lsp.CodeLens(START, lsp.Command(title, command.name, arguments=arguments))


CODE_LENS = Feature(lsp.TEXT_DOCUMENT_CODE_LENS, code_lens, lsp.CodeLensOptions(resolve_provider=False))
