"""Documents and folders as the editor has them: what is open counts in place of the disk."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature
from guidechain.lsp.session import Buffer
from guidechain.lsp.settle import settle
from guidechain.lsp.text import clean, edited
from guidechain.lsp.watching import look_again


def did_open(ls: GuidechainServer, params: lsp.DidOpenTextDocumentParams) -> None:
    """A document is open: its text counts from now on."""
    document = params.text_document
    path = to_path(document.uri)
    if path is None:
        return
    ls.session.open(path, Buffer(document.uri, document.version, clean(document.text)))
    ls.publisher.repeat(document.uri)
    ls.publisher.schedule()
    look_again(ls)


def did_change(ls: GuidechainServer, params: lsp.DidChangeTextDocumentParams) -> None:
    """A document was edited."""
    path = to_path(params.text_document.uri)
    buffer = ls.session.buffers.get(path) if path else None
    if path is None or buffer is None:
        return
    text = edited(buffer.text, params.content_changes, ls.session.client.encoding)
    if ls.session.open(path, Buffer(buffer.uri, params.text_document.version, text)):
        ls.publisher.schedule()
    ls.publisher.tell_of_guards(path)


def did_save(ls: GuidechainServer, params: lsp.DidSaveTextDocumentParams) -> None:
    """A document was saved: the disk has its text."""
    path = to_path(params.text_document.uri)
    buffer = ls.session.buffers.get(path) if path else None
    if path is None or buffer is None:
        return
    ls.session.open(path, buffer)
    ls.publisher.tell_of_guards(path)
    ls.publisher.schedule()
    look_again(ls)


def did_close(ls: GuidechainServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """A document was closed: the disk counts again."""
    path = to_path(params.text_document.uri)
    if path is not None:
        ls.session.close(path)
        ls.publisher.schedule()


def did_change_folders(ls: GuidechainServer, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
    """Folders joined or left the workspace."""
    removed = {to_path(folder.uri) for folder in params.event.removed}
    added = [folder for folder in (to_path(each.uri) for each in params.event.added) if folder is not None]
    kept = [folder for folder in ls.session.folders if folder not in removed]
    ls.session.folders = tuple(dict.fromkeys([*kept, *added]))
    ls.start(settle(ls))


DID_OPEN = Feature(lsp.TEXT_DOCUMENT_DID_OPEN, did_open)
DID_CHANGE = Feature(lsp.TEXT_DOCUMENT_DID_CHANGE, did_change)
DID_SAVE = Feature(lsp.TEXT_DOCUMENT_DID_SAVE, did_save, lsp.SaveOptions(include_text=False))
DID_CLOSE = Feature(lsp.TEXT_DOCUMENT_DID_CLOSE, did_close)
DID_CHANGE_FOLDERS = Feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders)
