"""Whom Codex trusts (CX-30, CX-31): the ``projects`` table, and which folders it is asked for.

The table is asked for the folder itself and then for the git checkout, which is not the project root of the search: a
``.git`` folder without ``HEAD`` is none, a ``.git`` file hides what is above it and leads to the main checkout, if the
two point at each other. A project's own configuration is trusted by its project root too. Observed on 0.171.0, cases
``trust-*``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from guidechain.core import paths
from guidechain.core.hosts import walk
from guidechain.core.hosts.codex_launch import Start
from guidechain.core.snapshot import Snapshot

Trust = Literal["trusted", "untrusted"]
LEVELS = ("trusted", "untrusted")
Mark = tuple[Trust | None, str | None]
"""A mark and the file that sets it."""


class Marks:
    """The trust table of one launch. ``tables`` are (source, top-level values), weakest first.

    A key counts as it is written: a folder is looked up by its real path, then by its own text, and a key with a
    final slash, with dots or through a link is no entry for the folder that it leads to.
    """

    def __init__(
        self, snapshot: Snapshot, start: Start, tables: Iterable[tuple[str, Mapping[str, Any]]], by_run: bool
    ) -> None:
        self._snapshot, self._start, self._by_run = snapshot, start, by_run
        self._marks: dict[str, tuple[Trust, str]] = {}
        for source, values in tables:
            projects = values.get("projects")
            for path, entry in projects.items() if isinstance(projects, dict) else ():
                level = entry.get("trust_level") if isinstance(entry, dict) else None
                if level in LEVELS and paths.is_absolute(path.replace("\\", "/")):
                    self._marks[self._written(path)] = (level, source)
        self._checkout = trusted_checkout(snapshot, start.cwd)

    def session(self) -> Mark:
        """The mark that decides about the project's instruction files: the launch folder's, else its checkout's."""
        return self._first(self._start.cwd, self._checkout)

    def config(self, folder: str, root: str) -> Mark:
        """The mark that decides about ``folder``'s configuration; ``root`` is the project root (see ``counts``)."""
        return self._first(folder, root, self._checkout)

    def _first(self, *folders: str | None) -> Mark:
        for folder in filter(None, folders) if self._marks else ():
            real = folder if "\0" in folder else self._snapshot.entry(folder).real
            for path in (real, folder):
                if mark := self._marks.get(self._written(path)):
                    return mark
        return ("trusted", None) if self._by_run else (None, None)

    def _written(self, path: str) -> str:
        return path.replace("\\", "/").lower() if self._start.windows else path


def counts(snapshot: Snapshot, marker: str) -> bool:
    """Whether ``marker`` makes a project root for the configuration: an empty ``.git`` folder does not."""
    if paths.name(marker) != ".git" or not walk.is_folder(snapshot, marker):
        return True
    return walk.exists(snapshot, paths.join(marker, "HEAD"))


def trusted_checkout(snapshot: Snapshot, folder: str) -> str | None:
    """The git checkout whose mark counts for a session in ``folder``."""
    found = walk.nearest(snapshot, folder, (".git",), lambda marker: counts(snapshot, marker))
    if found is None or walk.is_folder(snapshot, found[1]):
        return found[0] if found else None
    return _linked_main(snapshot, *found)


def _linked_main(snapshot: Snapshot, folder: str, link: str) -> str | None:
    """The main checkout of the linked worktree at ``folder``, if its store points back at ``link``."""
    main = walk.main_checkout(snapshot, folder)
    text = snapshot.text(link)
    if main is None or text is None:
        return None
    store = paths.join(folder, text.removeprefix("gitdir:").strip().replace("\\", "/"))
    back, common = (snapshot.text(paths.join(store, name)) for name in ("gitdir", "commondir"))
    points_back = back is not None and paths.join(store, back.strip()) == link
    shares = common is not None and paths.join(store, common.strip()) == paths.join(main, ".git")
    return main if points_back and shares else None
