"""Definition and document links on imports: the file that a token names, whichever host reads it so. The definition of
a guarded path is the file, or the first one in the folder."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.core import explain
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, is_inside, to_path, to_range, to_uri
from guidechain.lsp.feature import Feature
from guidechain.lsp.imports import imports_at, imports_of
from guidechain.lsp.text import text_of
from guidechain.lsp.written_guards import guard_at, pointed_files


def definition(ls: GuidechainServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """The files that the import at the position leads to; hosts may read one token differently."""
    session = ls.session
    path = to_path(params.text_document.uri)
    if path is None:
        return []
    position = text_of(session.snapshot, path).inward(params.position, session.client.encoding)
    tokens = imports_at(session, session.settings_for(path), path, position)
    targets = dict.fromkeys(token.target for _, token in tokens)
    written = None if tokens else guard_at(session, path, position)
    if written and any(is_inside(position, place) for place in written.guard.places):
        targets = dict.fromkeys(pointed_files(session, written, position)[:1])
    return [
        lsp.Location(session.uri(target) or to_uri(target), START)
        for target in targets
        if target and session.snapshot.is_file(target)
    ]


def document_link(ls: GuidechainServer, params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
    """A link on every import that leads to a file; its tooltip says what each host makes of it."""
    session = ls.session
    path = to_path(params.text_document.uri)
    if path is None:
        return []
    settings = session.settings_for(path)
    links: dict[tuple[object, str], lsp.DocumentLink] = {}
    for host, token in imports_of(session, settings, path):
        if not token.target or not session.snapshot.is_file(token.target):
            continue
        words = explain.import_words(settings, host, token) if session.client.link_tooltips else None
        known = links.get((token.span, token.target))
        if known is None:
            shown = to_range(session.snapshot, path, token.span, session.client.encoding)
            target = session.uri(token.target) or to_uri(token.target)
            links[token.span, token.target] = lsp.DocumentLink(shown, target, words)
        elif words:
            known.tooltip = f"{known.tooltip}\n{words}"
    return list(links.values())


DEFINITION = Feature(lsp.TEXT_DOCUMENT_DEFINITION, definition)
DOCUMENT_LINK = Feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK, document_link, lsp.DocumentLinkOptions(resolve_provider=False))
