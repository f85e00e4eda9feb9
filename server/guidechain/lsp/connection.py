"""The server object that every handler gets: the session, the publisher, and pygls' way to the client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from pygls.lsp.server import LanguageServer

from guidechain import __version__
from guidechain.core.snapshot import FileSystem
from guidechain.lsp.protocol import Protocol, converter
from guidechain.lsp.publish import DEBOUNCE, Publisher
from guidechain.lsp.session import Machine, Session

logger = logging.getLogger(__name__)


class GuidechainServer(LanguageServer):
    """One client's server. ``files`` and ``machine`` are the world that it answers about.

    ``watched`` are the folders and patterns that the client watches for us, ``watcher`` is ours where it does not.
    """

    protocol: Protocol

    def __init__(self, files: FileSystem, machine: Machine, debounce: float = DEBOUNCE) -> None:
        super().__init__("guidechain", __version__, protocol_cls=Protocol, converter_factory=converter)
        self.session = Session(files, machine)
        self.publisher = Publisher(self, self.session, debounce)
        self.watched: dict[str, list[tuple[str, str]]] = {}
        self.watcher: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log it. Telling the client would fail in turn once it has gone, and help nobody before."""
        logger.error("%s: %s", getattr(source, "__name__", source), error)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside the requests; what goes wrong in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._ended)

    async def idle(self) -> None:
        """Wait until nothing runs in the background."""
        while self._background:
            await asyncio.wait(set(self._background))
        await self.publisher.idle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("background work failed", exc_info=error)
