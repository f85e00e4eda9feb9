"""Work-done progress for work that turns out to be long, and the slices that keep the loop free meanwhile."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Generator, Iterator
from typing import TypeVar, cast

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

T = TypeVar("T")

SLICE = 0.001
"""Seconds after which background work gives way at its next step; steps take about as long again."""

PATIENCE = 0.3
"""Seconds before a person is told that something is going on."""


class Cancelled(Exception):
    """The person cancelled the work."""


async def in_slices(steps: Iterator[T | None], progress: Progress | None = None) -> AsyncIterator[T]:
    """The values of ``steps`` without its pauses (None); waiting requests are answered between the slices."""
    end = time.perf_counter() + SLICE
    for step in steps:
        if step is not None:
            yield step
        if end <= time.perf_counter():
            if progress:
                progress.tick()
            await asyncio.sleep(0)
            end = time.perf_counter() + SLICE


async def finished_in_slices(steps: Generator[None, None, T], progress: Progress | None = None) -> T:
    """The answer of a long question, asked in slices."""
    while True:
        if progress:
            progress.tick()
        end = time.perf_counter() + SLICE
        try:
            next(steps)
            while time.perf_counter() < end:
                next(steps)
        except StopIteration as stop:
            return cast("T", stop.value)
        await asyncio.sleep(0)


class Progress:
    """A progress shown only if the work lasts; ``tick`` it while working and ``end`` it afterwards."""

    def __init__(self, server: LanguageServer, title: str, *, shown: bool) -> None:
        self._server = server
        self._title = title
        self._shown = shown
        self._since = time.perf_counter()
        self._token = str(uuid.uuid4())
        self._asked: asyncio.Task[object] | None = None
        self._begun = False

    def tick(self) -> None:
        """Note that the work goes on. Raises Cancelled when the person has cancelled it."""
        if not self._shown:
            return
        if self._asked is None:
            if time.perf_counter() - self._since > PATIENCE:
                self._asked = asyncio.ensure_future(self._server.work_done_progress.create_async(self._token))
        elif not self._asked.done():
            pass
        elif not self._begun and not self._asked.cancelled() and self._asked.exception() is None:
            self._begun = True
            begin = lsp.WorkDoneProgressBegin(title=self._title, cancellable=True)
            self._server.work_done_progress.begin(self._token, begin)
        elif self._begun and self._server.work_done_progress.tokens[self._token].cancelled():
            raise Cancelled

    def end(self) -> None:
        """The work is over, one way or another."""
        if self._asked and not self._asked.done():
            self._asked.cancel()
        if self._begun:
            self._server.work_done_progress.end(self._token, lsp.WorkDoneProgressEnd())
        self._server.work_done_progress.tokens.pop(self._token, None)
