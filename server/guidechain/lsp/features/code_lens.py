"""Code lenses on line 1: the chain of any file, and what an instruction file is to each host. One on each guard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from lsprotocol import types as lsp

from guidechain.core import explain, paths
from guidechain.core.model import FileChain, Settings
from guidechain.core.queries.chains import chains_for
from guidechain.core.queries.governed import imported_files
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_path, to_uri
from guidechain.lsp.feature import Command, Feature
from guidechain.lsp.features.open_governing import OPEN_GOVERNING
from guidechain.lsp.features.open_reach import OPEN_GOVERNED, OPEN_IMPORTED
from guidechain.lsp.session import Session
from guidechain.lsp.summary import Statement, count_words, is_guided, statements, words
from guidechain.lsp.written_guards import guard_lenses

MOST_CHARACTERS = 120
"""What the lenses of a file say together before they are shortened: editors draw them in one line and cut its end."""


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
    states = state_lenses(session, settings, path)
    room = MOST_CHARACTERS - sum(len(each.command.title) for each in states if each.command)
    return [*states, *chain_lenses(session, settings, uri, chains, room), *guard_lenses(session, path)]


def chain_lenses(
    session: Session, settings: Settings, uri: str, chains: tuple[FileChain, ...], room: int
) -> list[lsp.CodeLens]:
    """The chains in full, else with bare names of files, else in numbers, as ``room`` (characters) allows."""
    said = statements(chains)
    for name in (None, paths.name):
        titles = [words(session, settings, each, name) for each in said]
        if sum(map(len, titles)) <= room:
            return [_lens(title, _choice(uri, chains, each)) for title, each in zip(titles, said, strict=True)]
    hosts = groupby(said, lambda each: each.chain.host.id)
    groups = [tuple(group) for _, group in hosts]
    return [_lens(count_words(session, settings, group), _choice(uri, chains, group[0])[:2]) for group in groups]


def _choice(uri: str, chains: tuple[FileChain, ...], statement: Statement) -> list[str]:
    """The arguments of the command: the file, the host where hosts differ, the launch folder where those differ."""
    host = [] if len(statement.chains) == len(chains) else [statement.chain.host.id]
    return [uri, *host, *statement.launches[:1]]


def state_lenses(session: Session, settings: Settings, path: str) -> list[lsp.CodeLens]:
    """What ``path`` itself is to each host, if it is an instruction file that the last scan saw."""
    inventory = session.scan.inventories.get(settings.root)
    files = inventory.files if inventory else ()
    standings = next((each.standings for each in files if each.path == path), ())
    if not standings:
        return []
    uri = session.uri(path) or to_uri(path)
    return [
        _lens(explain.standings_words(settings, standings), [uri]),
        *(_lens(title, [uri], command) for title, command in _extent(session, settings, path)),
    ]


def _extent(session: Session, settings: Settings, path: str) -> Iterator[tuple[str, Command]]:
    """How far an instruction file reaches: "governs 120 files", "imports 2 files, 3,120 bytes"."""
    governed = session.scan.governed.get(path)
    if governed is not None:
        yield f"governs {explain.counted(governed.files, 'file')}", OPEN_GOVERNED
    imported = imported_files(session.snapshot, settings, path)
    if imported:
        size = sum(session.snapshot.entry(each).size for each in imported)
        yield f"imports {explain.counted(len(imported), 'file')}, {size:,} bytes", OPEN_IMPORTED


def _lens(title: str, arguments: list[str], command: Command = OPEN_GOVERNING) -> lsp.CodeLens:
    return lsp.CodeLens(START, lsp.Command(title, command.name, arguments=arguments))


CODE_LENS = Feature(lsp.TEXT_DOCUMENT_CODE_LENS, code_lens, lsp.CodeLensOptions(resolve_provider=False))
