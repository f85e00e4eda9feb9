"""Messages over two pipes: a thread of its own reads, the event loop answers, a client that has gone is no error."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from typing import BinaryIO

logger = logging.getLogger(__name__)

_LENGTH = re.compile(rb"content-length\s*:\s*(\d+)\s*", re.IGNORECASE)
LARGEST = 256 * 1024 * 1024
"""Bytes of one message at most; a longer one cannot be anything an editor means."""


class Writer:
    """Writes to the client. Once it has gone, everything is dropped and ``on_gone`` is called, once."""

    def __init__(self, stdout: BinaryIO, on_gone: Callable[[], None]) -> None:
        self._stdout = stdout
        self._on_gone = on_gone
        self.gone = False

    def write(self, data: bytes) -> None:
        """Send ``data`` at once."""
        if self.gone:
            return
        try:
            self._stdout.write(data)
            self._stdout.flush()
        except (OSError, ValueError):  # ValueError: the stream has been closed.
            self.gone = True
            logger.info("the client has gone")
            self._on_gone()

    def close(self) -> None:
        """Nothing more is sent; the stream itself is left to its owner."""
        self.gone = True


def read_message(stdin: BinaryIO) -> bytes | None:
    """The body of the next message; None at the end of the stream or when it can be no longer followed."""
    length = None
    try:
        while line := stdin.readline():
            if found := _LENGTH.fullmatch(line.rstrip(b"\r\n")):
                length = int(found[1])
            elif not line.strip() and length is not None:
                if length > LARGEST:
                    return None
                body = stdin.read(length)
                return body if len(body) == length else None
    except (OSError, ValueError):
        pass
    return None


async def serve(stdin: BinaryIO, receive: Callable[[bytes], None], ended: asyncio.Event) -> None:
    """Hand every message to ``receive`` on the running loop, until the stream ends or ``ended`` is set.

    The reader is a daemon thread: one that waits for a client that never writes again does not keep the process. It
    calls ``receive`` through the loop directly; a queue and a task between them would cost a slice of background work.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            while (body := read_message(stdin)) is not None:
                loop.call_soon_threadsafe(receive, body)
            loop.call_soon_threadsafe(ended.set)
        except RuntimeError:  # The loop has ended first.
            return

    threading.Thread(target=read, name="stdin", daemon=True).start()
    await ended.wait()
