"""``willCreateFiles``, ``willRenameFiles``, ``willDeleteFiles``: a word where a guard speaks of it, never a refusal."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from guidechain.core import paths
from guidechain.core.explain import shown
from guidechain.core.guards import said
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.guard_reach import PROBE, literal_folder
from guidechain.core.queries.guards import guards_over, is_about, take_guards
from guidechain.core.snapshot import Snapshot
from guidechain.lsp.connection import GuidechainServer
from guidechain.lsp.convert import to_path
from guidechain.lsp.feature import Feature
from guidechain.lsp.guarding import warns
from guidechain.lsp.progress import finished_in_slices

MOST_NAMED = 5
"""Files that one message names."""

EVERYTHING = lsp.FileOperationRegistrationOptions([lsp.FileOperationFilter(lsp.FileOperationPattern("**/*"), "file")])

_DOING = {"create": "creating", "rename": "renaming", "delete": "deleting"}


async def will_create(ls: GuidechainServer, params: lsp.CreateFilesParams) -> None:
    """Files are about to be created."""
    await _warn(ls, ((each.uri, "create") for each in params.files))


async def will_rename(ls: GuidechainServer, params: lsp.RenameFilesParams) -> None:
    """Files are about to be renamed: the old name goes, the new one comes."""
    both = (pair for each in params.files for pair in ((each.old_uri, "rename"), (each.new_uri, "create")))
    await _warn(ls, both)


async def will_delete(ls: GuidechainServer, params: lsp.DeleteFilesParams) -> None:
    """Files are about to be deleted."""
    await _warn(ls, ((each.uri, "delete") for each in params.files))


async def _warn(ls: GuidechainServer, acts: Iterable[tuple[str, str]]) -> None:
    said_ = []
    for uri, act in acts:
        path = to_path(uri)
        if path is not None and path not in ls.session.allowed:
            said_ += await _words(ls, path, act)
    if said_:
        more = [f"and {len(said_) - MOST_NAMED} more"] if len(said_) > MOST_NAMED else []
        text = "\n".join([*said_[:MOST_NAMED], *more])
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, text))


async def _words(ls: GuidechainServer, path: str, act: str) -> list[str]:
    session, snapshot = ls.session, ls.session.snapshot
    settings = session.settings_for(path)
    if session.is_broad(settings.root):
        return []
    every = await finished_in_slices(take_guards(snapshot, settings))
    found = [each for each in _over(snapshot, settings, every, path, act) if warns(each)]
    if not found:
        return []
    guard = found[0]
    words = f"Guarded ({said.force(settings, guard)}) against {_DOING[act]}: {said.says(settings, guard)}"
    return [f"{shown(settings, path)}: {said.ended(words)}{said.instead(guard)}"]


def _over(snapshot: Snapshot, settings: Settings, every: tuple[Guard, ...], path: str, act: str) -> tuple[Guard, ...]:
    """The guards over ``path``; for a folder also those of what is in it."""
    found = guards_over(snapshot, settings, every, path, act)
    if act == "create" or snapshot.entry(path).kind != "directory":
        return found
    inside = guards_over(snapshot, settings, every, f"{path}/{PROBE}", act)
    below = (guard for guard in every if is_about(guard, act) and _names_something_below(snapshot, guard, path))
    return (*found, *inside, *below)


def _names_something_below(snapshot: Snapshot, guard: Guard, folder: str) -> bool:
    places = (paths.join(guard.base, fixed) for each in guard.patterns if (fixed := literal_folder(each)))
    return any(paths.is_below(place, folder) and snapshot.entry(place).kind != "missing" for place in places)


WILL_CREATE = Feature(lsp.WORKSPACE_WILL_CREATE_FILES, will_create, EVERYTHING)
WILL_RENAME = Feature(lsp.WORKSPACE_WILL_RENAME_FILES, will_rename, EVERYTHING)
WILL_DELETE = Feature(lsp.WORKSPACE_WILL_DELETE_FILES, will_delete, EVERYTHING)
