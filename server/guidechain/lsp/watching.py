"""Noticing what happens outside the editor: by the client's watchers, by our own, or by a second look.

Below a workspace folder one watcher sees everything, since a moved folder is one event for the folder alone.
Outside, the files that answers rest on are watched one by one (``~/.codex/AGENTS.md``).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Generator, Sequence

from lsprotocol import types as lsp

from guidechain.core import paths
from guidechain.core.model import Change
from guidechain.lsp.asking import register, unregister
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_uri
from guidechain.lsp.progress import finished_in_slices, in_slices
from guidechain.workspace import Stamped

logger = logging.getLogger(__name__)

MOST_OUTSIDE = 64
"""Folders outside the workspace that a client is asked to watch at most."""


def take(ls: GuidechainServer, change: Change) -> None:
    """Let a change on disk count; open documents are compared with the disk anew."""
    session = ls.session
    relevant = session.change(change)
    for path in (change.paths | change.trees) & session.buffers.keys():
        relevant = session.open(path, session.buffers[path]) or relevant
        ls.publisher.tell_of_guards(path)
    if relevant:
        ls.publisher.schedule()


async def register_watchers(ls: GuidechainServer) -> None:
    """Have the client watch the workspace, and what answers rest on outside of it. Call again when that may differ.

    They are registered apart: what lies outside is known only after a scan, and a client that is told anew of the
    workspace may miss events meanwhile.
    """
    if not ls.session.client.watches_files:
        return
    roots = ls.session.scanned_roots()
    await _register(ls, "files", [(root, "**/*") for root in roots])
    await _register(ls, "outside", await finished_in_slices(_outside(ls, roots)))


async def _register(ls: GuidechainServer, number: str, wanted: list[tuple[str, str]]) -> None:
    """Register pairs of a folder and a pattern below it as ``number``, unless they are."""
    before = ls.watched.get(number, [])
    if wanted == before:
        return
    ls.watched[number] = wanted
    if before:
        await unregister(ls, number, lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    if wanted:
        relative = ls.session.client.watches_relative
        patterns: list[lsp.GlobPattern] = [
            lsp.RelativePattern(to_uri(base), pattern) if relative else f"{base}/{pattern}" for base, pattern in wanted
        ]
        options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(each) for each in patterns])
        await register(ls, lsp.Registration(number, lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))


def _outside(ls: GuidechainServer, roots: Sequence[str]) -> Generator[None, None, list[tuple[str, str]]]:
    """Pairs of a folder outside the workspace and a pattern of the names in it that answers rest on; steps that may be
    paused, since they rest on every folder of the workspace too."""
    session = ls.session
    names: defaultdict[str, set[str]] = defaultdict(set)
    for number, path in enumerate(session.snapshot.dependencies()):
        if number % 500 == 0:
            yield
        if any(paths.is_below(path, root) for root in roots):
            continue
        folder, name = (path.rstrip("/"), "*") if path.endswith("/") else (paths.parent(path), paths.name(path))
        while session.snapshot.entry(folder).kind == "missing" and not paths.is_root(folder):
            folder, name = paths.parent(folder), paths.name(folder)
        if not paths.is_root(folder):
            names[folder].add(name)
    return [(folder, _one_of(each)) for folder, each in sorted(names.items())[:MOST_OUTSIDE]]


def _one_of(names: set[str]) -> str:
    if "*" in names:
        return "*"
    return "{" + ",".join(sorted(names)) + "}" if len(names) > 1 else next(iter(names))


def look_again(ls: GuidechainServer) -> None:
    """Where the client does not watch: compare the disk with what was seen of it, in the background."""
    if isinstance(ls.session.files, Stamped):
        ls.start(_compare(ls, ls.session.files))


async def _compare(ls: GuidechainServer, files: Stamped) -> None:
    changed = [path async for path in in_slices(files.changes())]
    if changed:
        take(ls, Change(frozenset(changed) | {ls.session.files.entry(path).real for path in changed}))


def watch_ourselves(ls: GuidechainServer) -> None:
    """Where the client does not watch, watch the workspace folders with the optional extra ``watch``, if installed."""
    if ls.watcher:
        ls.watcher.cancel()
    if isinstance(ls.session.files, Stamped):
        ls.watcher = asyncio.get_running_loop().create_task(_watch(ls))


async def _watch(ls: GuidechainServer) -> None:
    try:
        from watchfiles import awatch
    except ImportError:
        return
    session = ls.session
    roots = [root for root in session.scanned_roots() if session.snapshot.entry(root).kind == "directory"]
    if not roots:
        return
    try:
        async for _ in awatch(*roots):
            look_again(ls)  # What the events mean is told by what was seen before.
    except (OSError, RuntimeError) as error:
        logger.warning("cannot watch the workspace; files count when one is opened or saved: %s", error)
