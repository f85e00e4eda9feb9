"""The command ``guidechain.openGuarded [uri, line]``: open a file that the guard on that line covers.

``lsp.places`` says what the answer is.
"""

from __future__ import annotations

from pygls.exceptions import JsonRpcInvalidParams

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Command
from guidechain.lsp.places import lead_to, titled
from guidechain.lsp.written_guards import OPEN_GUARDED as NAME


async def open_guarded(ls: GuidechainServer, *arguments: object) -> object:
    """Open one or ask which. Raises JsonRpcInvalidParams for odd arguments."""
    match arguments:
        case [str(uri), int(line)]:
            path = to_path(uri)
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [uri, line]")
    if path is None:
        return []
    session = ls.session
    guards = [each for each in session.scan.guards.get(path, ()) if each.guard.span.start.line == line]
    files = sorted({file for each in guards for file in each.reach.files})
    places = titled(session, session.settings_for(path), files)
    question = f"Open which of the {len(places)} guarded files?"
    return await lead_to(ls, question, places, "There is no file yet that this guards.")


OPEN_GUARDED = Command(NAME, open_guarded)
