"""A FileSystem that ends at some folders: what a repository says, whatever the machine around it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from guidechain.core import paths
from guidechain.core.model import Entry, Kind
from guidechain.core.snapshot import FileSystem

_PLAIN = re.compile(r"[A-Za-z0-9_.+@-]*[A-Za-z0-9_-]")
"""Names that no disk takes for another spelling, capitals aside."""


class Confined:
    """The FileSystem ``below`` without what lies outside ``folders``; the folders above them hold nothing else.

    A link inside that leads outside still shows what it leads to. It is for the short life of one command: a name that
    a listing did not show is missing, and nobody asks the disk again. Nine in ten looks of a host are for such names.
    """

    def __init__(self, below: FileSystem, folders: Iterable[str]) -> None:
        self.below = below
        self.folders = tuple(dict.fromkeys(each for top in folders for each in (top, below.entry(top).real)))
        self._inside = tuple(f"{each.rstrip('/')}/" for each in self.folders)
        self._folders: dict[str, Entry] = {}
        self._listed: dict[str, frozenset[str]] = {}

    def entry(self, path: str) -> Entry:
        """FileSystem: what stands at ``path`` if it is inside."""
        if self._holds(path):
            return self._absence(path) or self.below.entry(path)
        return Entry("directory" if any(self._ways(path)) else "missing", path)

    def read(self, path: str) -> bytes | None:
        """FileSystem: the content of ``path`` if it is inside."""
        return self.below.read(path) if self._holds(path) else None

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: the names in ``path``; above the folders only the way to them."""
        if not self._holds(path):
            return dict.fromkeys(self._ways(path), "directory")
        names = self.below.listdir(path)
        if names and all(map(str.isascii, names)):
            self._listed[path] = frozenset(map(str.lower, names))
        return names

    def _absence(self, path: str) -> Entry | None:
        """The entry of a path that is missing by what is known of its folder; None where the disk has to say."""
        folder, _, name = path.rpartition("/")
        if not _PLAIN.fullmatch(name) or not self._holds(folder):
            return None
        listed = self._listed.get(folder)
        if listed is not None and name.lower() in listed:
            return None
        above = self._folder(folder)
        if above.kind == "missing" or (above.kind == "directory" and listed is not None):
            return Entry("missing", f"{above.real.rstrip('/')}/{name}")
        return None

    def _folder(self, path: str) -> Entry:
        """What stands at ``path``, asked once; ``blocked`` for a folder whose names can be listed and nothing else."""
        found = self._folders.get(path)
        if found is None:
            found = self._absence(path) or self.below.entry(path)
            name = next(iter(self._listed.get(path, ())), None)
            if found.kind == "directory" and name and self.below.entry(f"{path}/{name}").kind == "blocked":
                found = Entry("blocked", found.real)
            self._folders[path] = found
        return found

    def _holds(self, path: str) -> bool:
        return path.startswith(self._inside) or path in self.folders

    def _ways(self, path: str) -> Iterable[str]:
        """The names in ``path`` that lead to a folder."""
        below = (folder for folder in self.folders if folder != path and paths.is_below(folder, path))
        return (paths.relative(folder, path).partition("/")[0] for folder in below)
