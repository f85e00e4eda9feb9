"""``workspace/didChangeWatchedFiles``: files that the client watches for us."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature
from guidechain.lsp.watching import look_again, take


def did_change_watched_files(ls: GuidechainServer, params: lsp.DidChangeWatchedFilesParams) -> None:
    """Files were created, changed or deleted; all events of one message are one change.

    A message without events asks for a second look: a client that cannot watch sends it when its window is back.
    """
    if not params.changes:
        look_again(ls)
    kinds: dict[lsp.FileChangeType, list[str]] = {kind: [] for kind in lsp.FileChangeType}
    for event in params.changes:
        path = to_path(event.uri)
        if path is not None:
            kinds[event.type].append(path)
    created, changed, deleted = (
        kinds[kind] for kind in (lsp.FileChangeType.Created, lsp.FileChangeType.Changed, lsp.FileChangeType.Deleted)
    )
    take(ls, ls.session.overlay.changed(created, changed, deleted))


DID_CHANGE_WATCHED_FILES = Feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files)
