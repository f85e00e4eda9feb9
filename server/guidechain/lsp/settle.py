"""What the server asks of the client when a session starts, and again when its folders or settings change."""

from __future__ import annotations

from lsprotocol import types as lsp

from guidechain.lsp.asking import answered, register
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_uri
from guidechain.lsp.watching import register_watchers, watch_ourselves

SECTION = "guidechain"
"""The section of the client's configuration that is ours."""


async def settle(ls: GuidechainServer) -> None:
    """Ask for the configuration and for watching, and look the workspace through."""
    await _pull_configuration(ls)
    await register_watchers(ls)
    watch_ourselves(ls)
    ls.publisher.schedule(at_once=True)
    await ls.publisher.idle()
    await register_watchers(ls)  # The scan has shown which files outside the workspace matter.


async def register_configuration(ls: GuidechainServer) -> None:
    """Ask to be told of changes; a client that can be asked says nothing otherwise."""
    if not ls.session.client.watches_configuration:
        return
    options = lsp.DidChangeConfigurationRegistrationOptions(section=SECTION)
    registration = lsp.Registration("configuration", lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
    await register(ls, registration)


async def _pull_configuration(ls: GuidechainServer) -> None:
    """Ask for the section of every folder, and of none."""
    session = ls.session
    if not session.client.configuration:
        return
    scopes = [None, *session.folders]
    items = [lsp.ConfigurationItem(to_uri(scope) if scope else None, SECTION) for scope in scopes]
    answers = await answered(ls.workspace_configuration_async(lsp.ConfigurationParams(items)))
    if answers is None:
        return
    session.configure(dict(zip(scopes, answers, strict=False)))
