"""The command ``guidechain.openGoverning``: open what governs a file, or offer the choice.

Arguments: the file's address, then optionally a host id and a launch folder (a path or an address); or one object
``{"uri", "host", "launch"}``. ``lsp.places`` says what the answer is; nearer files come first.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from guidechain.core import paths
from guidechain.core.explain import shown
from guidechain.core.model import Governing
from guidechain.core.queries.governing import governing_files
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path, to_uri
from guidechain.lsp.feature import Command, host_in, text_in
from guidechain.lsp.governed import first_line
from guidechain.lsp.places import lead_to


async def open_governing(ls: GuidechainServer, *arguments: Any) -> object:
    """Open the file or ask which; see the module for the arguments. Raises JsonRpcInvalidParams for others."""
    session = ls.session
    uri, host, launch = _read(arguments)
    path = to_path(uri)
    settings = session.settings_for(path) if path else None
    found = _chosen(governing_files(session.snapshot, settings, path), host, launch) if path and settings else []
    places = {shown(settings, each.path): _location(ls, each) for each in found} if settings else {}
    return await lead_to(ls, "Open which instruction file?", places, "No instruction file governs this file.")


def _read(arguments: tuple[Any, ...]) -> tuple[str, str | None, str | None]:
    names = ("uri", "host", "launch")
    one_object = len(arguments) == 1 and isinstance(arguments[0], dict)
    given = arguments[0] if one_object else dict(zip(names, arguments, strict=False))
    if len(names) < len(arguments) or not isinstance(given.get("uri"), str):
        raise JsonRpcInvalidParams('Expected the arguments [uri, host?, launch?] or [{"uri", "host", "launch"}]')
    launch = text_in(given, "launch")
    return given["uri"], host_in(given), launch if launch is None or paths.is_absolute(launch) else to_path(launch)


def _chosen(found: tuple[Governing, ...], host: str | None, launch: str | None) -> list[Governing]:
    return [
        each
        for each in found
        if any(host in (None, chain.host.id) and launch in (None, chain.launch.cwd) for chain, _ in each.uses)
    ]


def _location(ls: GuidechainServer, governing: Governing) -> lsp.Location:
    place = lsp.Position(first_line(ls.session.snapshot, governing.path), 0)
    return lsp.Location(ls.session.uri(governing.path) or to_uri(governing.path), lsp.Range(place, place))


OPEN_GOVERNING = Command("guidechain.openGoverning", open_governing)
