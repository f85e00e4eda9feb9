"""Questions to the client: one that it does not answer, or refuses, holds nothing up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from guidechain.lsp.connection import GuidechainServer

PATIENCE = 5.0
"""Seconds that the client has to answer."""

T = TypeVar("T")


async def answered(asked: Awaitable[T]) -> T | None:
    """The client's answer, or None when it has none in good time: what depends on it goes on without."""
    try:
        return await asyncio.wait_for(asked, PATIENCE)
    except (JsonRpcException, TimeoutError):
        return None


async def register(ls: GuidechainServer, registration: lsp.Registration) -> None:
    """Register with the client; one that does not take it is served without."""
    await answered(ls.client_register_capability_async(lsp.RegistrationParams([registration])))


async def unregister(ls: GuidechainServer, number: str, method: str) -> None:
    """Take back what was registered as ``number``."""
    gone = lsp.UnregistrationParams([lsp.Unregistration(number, method)])
    await answered(ls.client_unregister_capability_async(gone))
