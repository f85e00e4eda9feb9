"""The custom request ``guidechain/guards``: what guards a file.

Params: ``{"textDocument": {"uri": string}, "act"?: act}``, the act ``edit`` by default. The answer is that of
``guidechain guards PATH --format json`` (``core.guards.answer.guards_answer``). Null is the answer for an address that
is no ``file``.
"""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core.guards.answer import guards_answer
from guidechain.core.queries.guards import ACTS, guards_over, take_guards
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature, text_in, uri_in
from guidechain.lsp.progress import finished_in_slices


async def guards(ls: GuidechainServer, params: Any) -> dict[str, object] | None:
    """The guards over the file, strongest first. Raises JsonRpcInvalidParams for odd params."""
    path = to_path(uri_in(params))
    act = text_in(params, "act") or "edit"
    if act not in ACTS:
        raise JsonRpcInvalidParams(f'Expected one of {", ".join(ACTS)} as "act", found {act!r:.60}')
    if path is None:
        return None
    snapshot, settings = ls.session.snapshot, ls.session.settings_for(path)
    if ls.session.is_broad(settings.root):
        return guards_answer(settings, path, ())
    every = await finished_in_slices(take_guards(snapshot, settings))
    return guards_answer(settings, path, guards_over(snapshot, settings, every, path, act))


GUARDS = Feature("guidechain/guards", guards)
