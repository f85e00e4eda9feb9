"""Places that an answer leads to: what is listed of many, and how a command shows them.

A client that lists places itself says so with ``experimental.guidechain.places`` and gets them as the command's answer,
as does one that can show no document or offer no choice. Any other is asked which one, and gets null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from guidechain.core import paths
from guidechain.core.explain import shown
from guidechain.core.model import Settings
from guidechain.core.queries.governed import Governed
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_uri
from guidechain.lsp.session import Session

MOST_CHOICES = 8
"""Places that are offered at most."""

MOST_PLACES = 200
"""Places of governed files that are listed at most."""


async def lead_to(ls: GuidechainServer, question: str, found: Mapping[str, lsp.Location], nothing: str) -> object:
    """Show one of ``found`` (by title), or ask which; the places themselves for a client that is not asked.

    ``nothing`` is what to say when there is none.
    """
    client = ls.session.client
    if client.lists_places or not (client.shows_documents and client.offers_choices):
        return list(found.values())
    if not found:
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, nothing))
        return None
    offered = dict(list(found.items())[:MOST_CHOICES])
    chosen = next(iter(offered.values())) if len(found) == 1 else await _asked(ls, question, offered)
    if chosen:
        await ls.window_show_document_async(
            lsp.ShowDocumentParams(chosen.uri, external=False, take_focus=True, selection=chosen.range)
        )
    return None


async def _asked(ls: GuidechainServer, question: str, found: Mapping[str, lsp.Location]) -> lsp.Location | None:
    actions = [lsp.MessageActionItem(title) for title in found]
    try:
        answer = await ls.window_show_message_request_async(
            lsp.ShowMessageRequestParams(lsp.MessageType.Info, question, actions)
        )
    except JsonRpcException:
        return None
    return found.get(answer.title) if answer else None


def titled(session: Session, settings: Settings, files: Sequence[str]) -> dict[str, lsp.Location]:
    """The start of each of ``files``, by its path for people."""
    return {shown(settings, each): lsp.Location(session.uri(each) or to_uri(each), START) for each in files}


def governed_places(ls: GuidechainServer, settings: Settings, path: str, governed: Governed) -> list[str]:
    """The files that ``path`` governs; when those are too many, one of each folder. A message says what is left out."""
    if governed.files <= MOST_PLACES:
        return [paths.join(each.path, name) for each in governed.folders for name in each.names]
    listed = governed.folders[:MOST_PLACES]
    which = f"the {len(listed)} nearest" if len(listed) < len(governed.folders) else "them"
    words = (
        f"{shown(settings, path)} governs {governed.files:,} files in {len(governed.folders):,} folders; "
        f"one file of each of {which} is listed."
    )
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, words))
    return [paths.join(each.path, each.names[0]) for each in listed]
