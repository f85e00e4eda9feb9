"""Steps that several hosts' walks share: markers, main checkouts, files in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from guidechain.core import paths
from guidechain.core.snapshot import Snapshot


def exists(snapshot: Snapshot, path: str) -> bool:
    """Whether ``stat`` would succeed: anything but a missing path, a dangling link or a path behind a closed door."""
    return "\0" not in path and snapshot.entry(path).kind not in ("missing", "blocked")


def nearest(
    snapshot: Snapshot, folder: str, markers: Iterable[str], sees: Callable[[str], bool] | None = None
) -> tuple[str, str] | None:
    """The nearest folder, ``folder`` first and upwards, in which a marker exists, and that marker's path.

    ``sees`` can hide markers.
    """
    markers = tuple(markers)
    for each in paths.ancestors(folder) if markers else ():
        for marker in markers:
            path = paths.join(each, marker)
            if exists(snapshot, path) and (sees is None or sees(path)):
                return each, path
    return None


def main_checkout(snapshot: Snapshot, folder: str) -> str | None:
    """The main checkout of the linked git worktree whose root is ``folder``; None when it is no linked worktree.

    The ``.git`` file names ``<main>/.git/worktrees/<id>``. A submodule's names another place and gives None.
    """
    link = snapshot.text(paths.join(folder, ".git"))
    if link is None or not link.startswith("gitdir:"):
        return None
    store = paths.join(folder, link.removeprefix("gitdir:").strip().replace("\\", "/"))
    common = paths.parent(paths.parent(store))
    if paths.name(paths.parent(store)) != "worktrees" or paths.name(common) != ".git":
        return None
    return paths.parent(common)


def is_folder(snapshot: Snapshot, path: str) -> bool:
    """Whether ``path`` leads to a folder, also to one that cannot be opened."""
    found = snapshot.entry(path)
    if found.kind != "unreadable":
        return found.kind == "directory"
    return snapshot.listdir(paths.parent(found.real)).get(paths.name(found.real)) == "directory"


def is_link(snapshot: Snapshot, path: str) -> bool:
    """Whether ``path`` itself is a link, dangling or not; a link to itself is ``blocked`` and not asked about."""
    return snapshot.entry(path).real != paths.join(snapshot.entry(paths.parent(path)).real, paths.name(path))


def present(snapshot: Snapshot, folder: str, names: Iterable[str]) -> Iterator[str]:
    """The paths of those ``names`` in ``folder`` that lead to a file, readable or not."""
    for name in names:
        path = paths.join(folder, name)
        kind = snapshot.entry(path).kind
        if kind == "file" or (kind == "unreadable" and not is_folder(snapshot, path)):
            yield path
