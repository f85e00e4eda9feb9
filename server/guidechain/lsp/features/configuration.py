"""The client's configuration, section ``guidechain``, per workspace folder.

Keys: ``hosts``, ``launchFolders``, ``hostVersions``, ``severity``, ``exclude`` and host tables as in
``guidechain.toml``; ``hover`` and ``codeLens`` (true or false) switch what is shown on the first line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_uri
from guidechain.lsp.feature import Feature

SECTION = "guidechain"

PATIENCE = 5.0
"""Seconds that the client has to answer a question of ours."""

T = TypeVar("T")


async def register_configuration(ls: GuidechainServer) -> None:
    """Ask to be told of changes; a client that can be asked says nothing otherwise."""
    if not ls.session.client.watches_configuration:
        return
    options = lsp.DidChangeConfigurationRegistrationOptions(section=SECTION)
    registration = lsp.Registration("configuration", lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
    await register(ls, registration)


async def register(ls: GuidechainServer, registration: lsp.Registration) -> None:
    """Register with the client; one that does not take it is served without."""
    await answered(ls.client_register_capability_async(lsp.RegistrationParams([registration])))


async def answered(asked: Awaitable[T]) -> T | None:
    """The client's answer, or None when it has none in good time: what depends on it goes on without."""
    try:
        return await asyncio.wait_for(asked, PATIENCE)
    except (JsonRpcException, TimeoutError):
        return None


async def pull_configuration(ls: GuidechainServer) -> None:
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
