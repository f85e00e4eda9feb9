"""The commands of the lenses that say how far an instruction file reaches.

``guidechain.openGoverned [uri]`` opens a file that it governs, ``guidechain.openImported [uri]`` one that it imports,
directly or through another. ``lsp.places`` says what the answers are.
"""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core.queries.governed import governed_by, imported_files
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Command
from guidechain.lsp.places import governed_places, lead_to, titled
from guidechain.lsp.progress import finished_in_slices


async def open_governed(ls: GuidechainServer, *arguments: object) -> object:
    """Open one or ask which. Raises JsonRpcInvalidParams for odd arguments."""
    path, places = _asked(arguments), dict[str, lsp.Location]()
    if path:
        settings = ls.session.settings_for(path)
        governed = await finished_in_slices(governed_by(ls.session.snapshot, settings, path))
        places = titled(ls.session, settings, governed_places(ls, settings, path, governed))
    return await lead_to(ls, "Open which of the governed files?", places, "This file governs nothing.")


async def open_imported(ls: GuidechainServer, *arguments: object) -> object:
    """Open one or ask which. Raises JsonRpcInvalidParams for odd arguments."""
    path, places = _asked(arguments), dict[str, lsp.Location]()
    if path:
        settings = ls.session.settings_for(path)
        places = titled(ls.session, settings, imported_files(ls.session.snapshot, settings, path))
    return await lead_to(ls, "Open which of the imported files?", places, "This file imports nothing.")


def _asked(arguments: tuple[object, ...]) -> str | None:
    match arguments:
        case [str(uri)]:
            return to_path(uri)
        case _:
            raise JsonRpcInvalidParams("Expected the arguments [uri]")


OPEN_GOVERNED = Command("guidechain.openGoverned", open_governed)
OPEN_IMPORTED = Command("guidechain.openImported", open_imported)
