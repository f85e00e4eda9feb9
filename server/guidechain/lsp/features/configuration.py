"""The client's configuration, section ``guidechain``, per workspace folder.

Keys: ``hosts``, ``launchFolders``, ``hostVersions``, ``severity``, ``exclude`` and host tables as in
``guidechain.toml``; ``hover`` and ``codeLens`` (true or false) switch what is shown on the first line.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_uri
from guidechain.lsp.feature import Feature

SECTION = "guidechain"


async def register_configuration(ls: GuidechainServer) -> None:
    """Ask to be told of changes; a client that can be asked says nothing otherwise."""
    if not ls.session.client.watches_configuration:
        return
    options = lsp.DidChangeConfigurationRegistrationOptions(section=SECTION)
    registration = lsp.Registration("configuration", lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
    await register(ls, registration)


async def register(ls: GuidechainServer, *registrations: lsp.Registration) -> bool:
    """Register with the client; whether it took it."""
    try:
        await ls.client_register_capability_async(lsp.RegistrationParams(registrations))
    except JsonRpcException:
        return False
    return True


async def pull_configuration(ls: GuidechainServer) -> None:
    """Ask for the section of every folder, and of none."""
    session = ls.session
    if not session.client.configuration:
        return
    scopes = [None, *session.folders]
    items = [lsp.ConfigurationItem(to_uri(scope) if scope else None, SECTION) for scope in scopes]
    try:
        answers = await ls.workspace_configuration_async(lsp.ConfigurationParams(items))
    except JsonRpcException:
        return
    # What came with initialize stands where the client has nothing to say.
    known = session.configurations.get(None)
    found = dict(zip(scopes, answers or (), strict=False))
    session.configure({**found, None: found.get(None) if isinstance(found.get(None), dict) else known})


def did_change_configuration(ls: GuidechainServer, params: lsp.DidChangeConfigurationParams) -> None:
    """Take the new configuration, pulled where the client can be asked, else as it was sent."""
    if ls.session.client.configuration:
        ls.start(pull_again(ls))
    else:
        ls.session.configure({None: _section(params.settings)})
        ls.publisher.schedule()


async def pull_again(ls: GuidechainServer) -> None:
    """Ask for the configuration, and tell the client what follows from it."""
    await pull_configuration(ls)
    ls.publisher.schedule()


def _section(settings: Any) -> Any:
    return settings.get(SECTION) if isinstance(settings, dict) else None


DID_CHANGE_CONFIGURATION = Feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration)
