"""Find references: who imports a file. On an import it is the imported file that counts, elsewhere the file itself.
On a guard it is the files that it guards."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.core.model import Import
from guidechain.core.queries.imports import importers_of
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_location, to_path, to_uri
from guidechain.lsp.feature import Feature
from guidechain.lsp.imports import imports_at
from guidechain.lsp.progress import finished_in_slices
from guidechain.lsp.text import text_of
from guidechain.lsp.written_guards import guard_at, pointed_files


async def references(ls: GuidechainServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Every live import of the file, in the whole workspace."""
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
    return [
        to_location(snapshot, each.path, each.span, session.client.encoding, session.uri(each.path))
        for each in dict.fromkeys(found)
    ]


REFERENCES = Feature(lsp.TEXT_DOCUMENT_REFERENCES, references)
