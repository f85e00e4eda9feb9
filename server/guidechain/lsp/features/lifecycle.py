"""``initialize`` and ``initialized``: who the client is, its folders, its configuration, what it watches for us."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from guidechain.lsp.client import read_client
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature
from guidechain.lsp.settle import register_configuration, settle


def initialize(ls: GuidechainServer, params: lsp.InitializeParams) -> None:
    """Take down the client's capabilities, folders and initialization options."""
    session = ls.session
    encoding = ls.workspace.position_encoding or lsp.PositionEncodingKind.Utf16
    session.client = read_client(params.capabilities, str(getattr(encoding, "value", encoding)))
    session.folders = tuple(folder for folder in map(to_path, _folder_uris(params)) if folder is not None)
    if not session.client.watches_files:
        session.remember_stamps()
    session.options = _options(params.initialization_options)


def initialized(ls: GuidechainServer, params: lsp.InitializedParams) -> None:
    """Ask for the configuration and for watching, and look the workspace through."""
    ls.start(_begin(ls))


async def _begin(ls: GuidechainServer) -> None:
    await register_configuration(ls)
    await settle(ls)


def _folder_uris(params: lsp.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    return [f"file://{params.root_path}"] if params.root_path else []


def _options(options: Any) -> Any:
    """Initialization options may hold the section itself or be it."""
    return options["guidechain"] if isinstance(options, dict) and "guidechain" in options else options


INITIALIZE = Feature(lsp.INITIALIZE, initialize)
INITIALIZED = Feature(lsp.INITIALIZED, initialized)
