"""The command ``guidechain.openGuarded [uri, line]``: open a file that the guard on that line covers.

A client that can show documents and offer choices is asked which and gets null; any other gets the locations.
"""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from guidechain.core.explain import shown
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import START, to_path, to_uri
from guidechain.lsp.feature import Command
from guidechain.lsp.written_guards import OPEN_GUARDED as NAME

MOST_CHOICES = 8
"""Files that are offered at most."""


async def open_guarded(ls: GuidechainServer, *arguments: object) -> list[lsp.Location] | None:
    """Open one or ask which. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(uri), int(line)]:
            path = to_path(uri)
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [uri, line]")
    session = ls.session
    guards = session.scan.guards.get(path, ()) if path else ()
    files = [each for one in guards if one.guard.span.start.line == line for each in one.reach.files]
    found = {each: lsp.Location(session.uri(each) or to_uri(each), START) for each in sorted(dict.fromkeys(files))}
    if path is None or not session.client.shows_documents or not session.client.offers_choices:
        return list(found.values())
    if not found:
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, "There is no file yet that this guards."))
        return None
    settings = session.settings_for(path)
    titles = {shown(settings, each): place for each, place in list(found.items())[:MOST_CHOICES]}
    chosen = next(iter(titles.values())) if len(found) == 1 else await _ask(ls, titles, len(found))
    if chosen:
        await ls.window_show_document_async(lsp.ShowDocumentParams(chosen.uri, external=False, take_focus=True))
    return None


async def _ask(ls: GuidechainServer, titles: dict[str, lsp.Location], count: int) -> lsp.Location | None:
    question = f"Open which of the {count} guarded files?"
    actions = [lsp.MessageActionItem(title) for title in titles]
    try:
        answer = await ls.window_show_message_request_async(
            lsp.ShowMessageRequestParams(lsp.MessageType.Info, question, actions)
        )
    except JsonRpcException:
        return None
    return titles.get(answer.title) if answer else None


OPEN_GUARDED = Command(NAME, open_guarded)
