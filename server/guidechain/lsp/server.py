"""Start the language server on stdin and stdout."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sys
from importlib import import_module
from typing import BinaryIO

from guidechain.core.lazy_regex import LazyRegex
from guidechain.core.snapshot import FileSystem
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.features import COMMANDS, FEATURES
from guidechain.lsp.publish import DEBOUNCE
from guidechain.lsp.session import Machine, this_machine
from guidechain.lsp.stdio import Writer, serve
from guidechain.workspace import Disk

SWITCH_INTERVAL = 0.0005
"""Seconds until the reading thread gets its turn while the loop computes; Python's own 5 ms would show in a hover."""

COLLECT_AFTER = (500, 1, 10_000)
"""Thresholds of the garbage collector: many short passes instead of few long ones. A snapshot lives long and holds no
cycles: a full pass over it finds nothing and would hold a hover for 30 ms."""

LOADED_LATE = (
    *("bracex", "json", "jsonc", "pathspec.patterns.gitignore.base", "pathspec.patterns.gitignore.basic"),
    *("ruamel.yaml", "ruamel.yaml.error", "tomli", "urllib.parse", "wcmatch.glob"),
    *("guidechain.core.contract", "guidechain.core.document", "guidechain.core.toml_places"),
    *("guidechain.core.hosts.claude_guards", "guidechain.core.hosts.claude_problems"),
    *("guidechain.core.hosts.claude_shell", "guidechain.core.hosts.codex_guards"),
    "guidechain.core.hosts.codex_problems",
)
"""What the core imports where it is first needed, for the sake of commands: here that would hold a hover for 50 ms, and
the expressions that it compiles late for 130 ms."""


def create_server(
    files: FileSystem | None = None, machine: Machine | None = None, debounce: float = DEBOUNCE
) -> GuidechainServer:
    """A server with every feature and command registered, not yet connected; by default about this machine's disk."""
    server = GuidechainServer(files or Disk(), machine or this_machine(), debounce)
    for feature in FEATURES:
        server.feature(feature.method, feature.options)(feature.handle)
    for command in COMMANDS:
        server.command(command.name)(command.handle)
    return server


def main() -> int:
    """Serve one client on stdin and stdout until it leaves. Returns the exit status: 0 after ``shutdown``, else 1."""
    stdin, stdout = _take_over_pipes()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    sys.setswitchinterval(SWITCH_INTERVAL)
    load()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    server = create_server()
    try:
        asyncio.run(_serve(server, stdin, stdout))
    except SystemExit:
        pass  # ``exit`` was received; the status below is the one that the protocol asks for.
    except KeyboardInterrupt:
        return 130
    return 0 if server.protocol.has_shut_down else 1


def load() -> None:
    """Load and compile now what the core puts off until it is needed."""
    for module in LOADED_LATE:
        import_module(module)
    for each in gc.get_objects():
        if type(each) is LazyRegex:
            each.compile()


async def _serve(server: GuidechainServer, stdin: BinaryIO, stdout: BinaryIO) -> None:
    ended = asyncio.Event()
    server.protocol.set_writer(Writer(stdout, ended.set))
    await serve(stdin, server.protocol.receive, ended)


def _take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes for the protocol alone: whatever else prints, prints to stderr.

    Both are reopened without owning the descriptor, so that a reader that still waits keeps no exit from happening.
    """
    stdin = io.BufferedReader(io.FileIO(sys.stdin.fileno(), "rb", closefd=False))
    stdout = io.BufferedWriter(io.FileIO(sys.stdout.fileno(), "wb", closefd=False))
    sys.stdout = sys.stderr
    return stdin, stdout
