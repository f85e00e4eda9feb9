"""The client's configuration, section ``guidechain``, per workspace folder.

Keys: ``hosts``, ``launchFolders``, ``hostVersions``, ``severity``, ``exclude`` and host tables as in
``guidechain.toml``; ``hover`` and ``codeLens`` (true or false) switch what is shown on the first line.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.feature import Feature
from guidechain.lsp.settle import SECTION, settle


def did_change_configuration(ls: GuidechainServer, params: lsp.DidChangeConfigurationParams) -> None:
    """Take the new configuration, pulled where the client can be asked, else as it was sent."""
    if not ls.session.client.configuration:
        ls.session.configure({None: _section(params.settings)})
    ls.start(settle(ls))


def _section(settings: Any) -> Any:
    return settings.get(SECTION) if isinstance(settings, dict) else None


DID_CHANGE_CONFIGURATION = Feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration)
