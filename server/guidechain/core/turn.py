"""One turn of a Copse agent over time: what it has in context after each tool call, and which edit is deferred.

A ``Turn`` is frozen: ``begin`` makes one, ``act`` gives the next one with what the call added, each against the
snapshot of that moment. Reads are shared within a turn (CP-90 to CP-95), the next turn begins afresh. ``states``
gives what Settings says about every scope file afterwards (CP-70 to CP-74).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Literal

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts.copse_files import (
    MAX_PATHS,
    SCOPE_NAME,
    Scope,
    Source,
    barrier,
    by_name,
    entering,
    leaves,
    named_paths,
    nearest,
    opening,
    read_scope,
    start_files,
    toward,
    trusted,
)
from guidechain.core.model import Launch
from guidechain.core.snapshot import Snapshot

State = Literal["active", "scoped", "duplicate"]

EDIT_TOOLS = ("write_file", "str_replace", "delete_file", "rename_file", "make_directory")
"""Deferred once when they are the first to enter a scope with new text (CP-60, CP-63)."""
READ_TOOLS = ("read_file", "list_dir", "search_code", "search_codebase", "read_staged_diff")
"""They enter scopes as well and are never deferred (CP-52, CP-63). Every other tool enters none (CP-53)."""
MAX_DEPTH = 16
MAX_FOLDERS = 10_000
MAX_FILES = 200
"""Bounds of the discovery of all sources (CP-100)."""


@dataclass(frozen=True)
class Call:
    """One tool call. ``paths`` are all that it names (both of a rename, CP-59); ``by`` says who calls."""

    tool: str
    paths: tuple[str, ...]
    by: Literal["agent", "subagent", "acp-agent"] = "agent"


@dataclass(frozen=True)
class Turn:
    """What one turn has so far: ``injected`` in prompt order, the scopes in force, the context paths, the reads."""

    launch: Launch
    injected: tuple[Source, ...] = ()
    active: frozenset[str] = frozenset()
    context: tuple[str, ...] = ()
    reads: Mapping[str, Scope] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Step:
    """The turn after a call, the files that the call brought in, and whether it was deferred (not carried out)."""

    turn: Turn
    adds: tuple[Source, ...] = ()
    deferred: bool = False


def begin(snapshot: Snapshot, launch: Launch) -> Turn:
    """The turn as its prompt leaves: ``launch.mentions`` are the paths of prompt and attachments (CP-51)."""
    reads: dict[str, Scope] = {}
    rows = opening(snapshot, launch, lambda folder: _once(snapshot, launch, reads, folder))
    named = named_paths(launch)
    turn = Turn(launch, tuple(row for row in rows if isinstance(row, Source)), context=named)
    return _with_scopes(snapshot, replace(turn, reads=MappingProxyType(reads)), named)


def act(snapshot: Snapshot, turn: Turn, call: Call) -> Step:
    """The turn after ``call``; ``snapshot`` shows the files as they are before it.

    The caller carries out the call unless ``deferred``; the agent is expected to repeat a deferred one.
    """
    edits = call.tool in EDIT_TOOLS
    if call.by != "agent" or not (edits or call.tool in READ_TOOLS):
        return Step(turn)
    context = tuple(dict.fromkeys((*turn.context, *call.paths)))[:MAX_PATHS]
    touched = [path for path in call.paths if path in context]
    reads = dict(turn.reads)
    found = entering(
        snapshot, turn.launch, turn.injected, touched, lambda each: _once(snapshot, turn.launch, reads, each)
    )
    fresh = tuple(row for row in found if isinstance(row, Source))
    deferred = edits and bool(fresh)
    after = replace(turn, injected=turn.injected + fresh, context=context, reads=MappingProxyType(reads))
    after = _with_scopes(snapshot, after, touched)
    if edits and not deferred and any(paths.name(path) == SCOPE_NAME for path in call.paths):
        after = replace(after, reads=MappingProxyType({}))
    return Step(after, fresh, deferred)


def states(snapshot: Snapshot, turn: Turn) -> tuple[dict[str, State], bool]:
    """The state of every scope file of the project, in name order, and whether the list is complete.

    Of equal texts an active file carries it, else the first by name (CP-44). The prompt's order is another one (CP-58).
    None are given while the project is not trusted: all of its files are inert then (CP-30).
    """
    if not trusted(turn.launch):
        return {}, True
    scopes, complete = inventory(snapshot, turn.launch.cwd)
    listed = {row.text for row in start_files(snapshot, turn.launch) if isinstance(row, Source)}
    carriers: dict[str, str] = {}
    for source in sorted(scopes, key=lambda each: each.scope not in turn.active):
        carriers.setdefault(source.text, source.loaded.path)
    found: dict[str, State] = {}
    for source in scopes:
        path = source.loaded.path
        if source.text in listed or carriers[source.text] != path:
            found[path] = "duplicate"
        else:
            found[path] = "active" if source.scope in turn.active else "scoped"
    return found, complete


def inventory(snapshot: Snapshot, root: str) -> tuple[tuple[Source, ...], bool]:
    """Every scope file below ``root`` in name order, within the bounds, and whether none was met (CP-74, CP-100)."""
    found: list[Source] = []
    folders = [root]
    complete = True
    for depth in range(MAX_DEPTH + 1):
        below = [
            paths.join(folder, name)
            for folder in folders
            for name, kind in sorted(snapshot.listdir(folder).items())
            if kind == "directory" and not barrier(snapshot, paths.join(folder, name))
        ]
        complete = complete and not (below and depth == MAX_DEPTH) and len(below) <= MAX_FOLDERS
        folders = below[:MAX_FOLDERS] if depth < MAX_DEPTH else []
        scopes = (read_scope(snapshot, root, folder) for folder in folders)
        found += [scope for scope in scopes if isinstance(scope, Source)]
    return tuple(sorted(found[:MAX_FILES], key=by_name)), complete and len(found) <= MAX_FILES


def _once(snapshot: Snapshot, launch: Launch, reads: dict[str, Scope], folder: str) -> Scope:
    """The scope of ``folder`` as the turn first read it, absence included (CP-91)."""
    if folder not in reads:
        reads[folder] = read_scope(snapshot, launch.cwd, folder)
    return reads[folder]


def _with_scopes(snapshot: Snapshot, turn: Turn, touched: tuple[str, ...] | list[str]) -> Turn:
    """``turn`` with the scopes of ``touched`` that are in force: within the bounds of one call (CP-102), and with their
    text in the prompt, perhaps by a repeat."""
    texts = {source.text for source in turn.injected}
    inside = (path for path in touched if not leaves(snapshot, turn.launch.cwd, path))
    entered = {folder for path in inside for folder in toward(turn.launch.cwd, path)}
    scopes = (turn.reads.get(folder) for folder in entered)
    within = nearest(scope for scope in scopes if isinstance(scope, Source))
    active = {scope.scope for scope in within if scope.scope and scope.text in texts}
    return replace(turn, active=turn.active | active)
