"""Find references: who imports a file. On an import it is the imported file that counts, elsewhere the file itself.
On its first line, where the lens stands, and on a heading the files follow that it governs (``lsp.places`` lists them).
On a guard it is the files that it guards."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.core.document import parse
from guidechain.core.model import Import, Position
from guidechain.core.queries.governed import governed_by
from guidechain.core.queries.imports import importers_of
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_location, to_path, to_uri
from guidechain.lsp.feature import Feature
from guidechain.lsp.imports import imports_at
from guidechain.lsp.places import governed_places, titled
from guidechain.lsp.progress import finished_in_slices
from guidechain.lsp.text import text_of
from guidechain.lsp.written_guards import guard_at, pointed_files

SUFFIXES = (".md", ".mdc")
"""The endings of files that have Markdown headings."""


async def references(ls: GuidechainServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Every live import of the file in the whole workspace, then what it governs."""
    session, snapshot = ls.session, ls.session.snapshot
    path = to_path(params.text_document.uri)
    if path is None:
        return []
    settings = session.settings_for(path)
    position = text_of(snapshot, path).inward(params.position, session.client.encoding)
    tokens = imports_at(session, settings, path, position)
    written = None if tokens else guard_at(session, path, position)
    if written:
        files = pointed_files(session, written, position)
        return [lsp.Location(session.uri(each) or to_uri(each), START) for each in files]
    targets = dict.fromkeys(token.target for _, token in tokens if token.target) or {path: None}
    found: list[Import] = []
    for target in targets:
        found += await finished_in_slices(importers_of(snapshot, settings, target))
    importers = [
        to_location(snapshot, each.path, each.span, session.client.encoding, session.uri(each.path))
        for each in dict.fromkeys(found)
    ]
    if tokens or not _is_about_the_file(snapshot, path, position):
        return importers
    governed = await finished_in_slices(governed_by(snapshot, settings, path))
    files = governed_places(ls, settings, path, governed)
    return [*importers, *titled(session, settings, files).values()]


def _is_about_the_file(snapshot: Snapshot, path: str, position: Position) -> bool:
    """Whether ``position`` is on the first line, or in a heading of a Markdown file."""
    if position.line == 0 or not path.lower().endswith(SUFFIXES):
        return position.line == 0
    blocks = parse(snapshot.text(path) or "").blocks
    return any(each.kind == "heading" and each.first <= position.line <= each.last for each in blocks)


REFERENCES = Feature(lsp.TEXT_DOCUMENT_REFERENCES, references)
