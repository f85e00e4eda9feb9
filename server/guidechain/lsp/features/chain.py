"""The custom requests ``guidechain/chain`` and ``guidechain/governing``: what governs one file, as JSON.

Both take ``{"textDocument": {"uri": string}}``; the file need not be open nor exist. Params must be sent. A folder
stands for a session that is started there. Null is the answer for an address that is no ``file``.

``guidechain/chain`` answers as ``guidechain chain PATH --format json`` does (``core.plain.chains_answer``).

``guidechain/governing`` answers, nearest first:
``{"files": [{"path", "uri", "line",
"hosts": [{"host", "title", "launch", "when", "acts", "bytes", "kept", "via"}]}]}``.
``path``, ``launch`` and ``via`` (the importing file, or null) are written as in ``chain``; ``uri`` is the address to
open and ``line`` the zero-based line where the guidance begins; ``when`` is ``start on-touch on-match on-request``;
``acts`` are those of ``read edit`` that bring the file; ``bytes`` is its size and ``kept`` what arrives.
"""

from __future__ import annotations

from typing import Any

from guidechain.core.plain import chains_answer
from guidechain.core.queries.chains import chains_for
from guidechain.core.queries.governing import governing_files
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature, uri_in
from guidechain.lsp.governed import governing_answer


def chain(ls: GuidechainServer, params: Any) -> dict[str, object] | None:
    """What each host loads for work on the file. Raises JsonRpcInvalidParams for params without an address."""
    path = to_path(uri_in(params))
    if path is None:
        return None
    settings = ls.session.settings_for(path)
    return chains_answer(settings, path, chains_for(ls.session.snapshot, settings, path))


def governing(ls: GuidechainServer, params: Any) -> dict[str, object] | None:
    """The files that apply to the file, nearest first. Raises JsonRpcInvalidParams for params without an address."""
    path = to_path(uri_in(params))
    if path is None:
        return None
    settings = ls.session.settings_for(path)
    return governing_answer(ls.session, settings, governing_files(ls.session.snapshot, settings, path))


CHAIN = Feature("guidechain/chain", chain)
GOVERNING = Feature("guidechain/governing", governing)
