"""What a host's model sees for a file: as a virtual document and as the custom request ``guidechain/preview``.

``guidechain/preview`` takes ``{"textDocument": {"uri": string}, "host"?: id, "launch"?: string, "act"?: act,
"showOutside"?: bool}``: by default the first host in use, the first launch folder that counts for the file, ``read``
and false. ``launch`` is written as ``guidechain/chain`` writes it. The answer is ``{"version": 1, "host", "title",
"launch", "text", "parts": [{"role", "path", "text"}]}``; ``text`` is the whole for reading, ``parts`` what is sent.

The same as a document, where the client has ``workspace/textDocumentContent``: its address has the scheme
``guidechain-preview``, any path (its last part is the title), and as query the JSON object
``{"uri", "host", "launch"}``, percent-encoded.
Imports from outside the workspace are named and not shown.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core import paths
from guidechain.core.hosts import HOSTS
from guidechain.core.model import ACTS, Host, Settings
from guidechain.core.plain import written
from guidechain.core.queries.chains import hosts_for, launch_folders, launch_for
from guidechain.core.queries.effective import effective_parts, effective_text
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature, host_in, text_in, uri_in
from guidechain.lsp.protocol import PREVIEW_SCHEME
from guidechain.lsp.session import Session
from guidechain.settings import launch_problem


def preview(ls: GuidechainServer, params: Any) -> dict[str, object] | None:
    """The composed text, or null for an address that is no ``file``. Raises JsonRpcInvalidParams for odd params."""
    session = ls.session
    path = to_path(uri_in(params))
    if path is None:
        return None
    settings = session.settings_for(path)
    host = _host(session, settings, host_in(params))
    folder = _folder(session, settings, path, text_in(params, "launch"))
    act = text_in(params, "act") or "read"
    if act not in ACTS:
        raise JsonRpcInvalidParams(f'Expected one of {", ".join(ACTS)} as "act"')
    launch = launch_for(settings, host, folder)
    outside = params.get("showOutside") is True
    parts = effective_parts(session.snapshot, settings, host, launch, path, act, outside)
    return {
        "version": 1,
        "host": host.id,
        "title": host.title,
        "launch": written(settings, folder),
        "text": effective_text(parts) or f"{host.title} shows its model nothing here\n",
        "parts": [
            {"role": part.role, "path": written(settings, part.path) if part.path else None, "text": part.text}
            for part in parts
        ],
    }


def text_document_content(ls: GuidechainServer, params: lsp.TextDocumentContentParams) -> lsp.TextDocumentContentResult:
    """The text of a virtual document. Raises JsonRpcInvalidParams for an address that is none of ours."""
    found = preview(ls, _asked(params.uri))
    if found is None:
        raise JsonRpcInvalidParams('Expected the address of a file as "uri" in the query')
    ls.session.previews[params.uri] = None
    return lsp.TextDocumentContentResult(str(found["text"]))


def _asked(uri: str) -> dict[str, Any]:
    parts = urlsplit(uri)
    try:
        asked = json.loads(unquote(parts.query))
    except (ValueError, RecursionError):
        asked = None
    if parts.scheme != PREVIEW_SCHEME or not isinstance(asked, dict):
        raise JsonRpcInvalidParams(f'Expected {PREVIEW_SCHEME}:/TITLE?{{"uri", "host", "launch"}}, percent-encoded')
    return {"textDocument": {"uri": asked.get("uri")}, "host": asked.get("host"), "launch": asked.get("launch")}


def _host(session: Session, settings: Settings, wanted: str | None) -> Host:
    known = {host.id: host for host in HOSTS}
    return known[wanted] if wanted else hosts_for(session.snapshot, settings)[0]


def _folder(session: Session, settings: Settings, path: str, wanted: str | None) -> str:
    if wanted is None:
        is_folder = session.snapshot.entry(path).kind == "directory"
        return path if is_folder else launch_folders(session.snapshot, settings, path)[0]
    folder = paths.join(settings.root, wanted)
    if folder != settings.root and (problem := launch_problem(session.snapshot, settings.root, folder)):
        raise JsonRpcInvalidParams(f'Expected a folder of the workspace as "launch"; {wanted!r:.80} {problem}')
    return folder


PREVIEW = Feature("guidechain/preview", preview)
TEXT_DOCUMENT_CONTENT = Feature(lsp.WORKSPACE_TEXT_DOCUMENT_CONTENT, text_document_content)
