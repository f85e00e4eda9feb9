"""A FileSystem that ends at some folders: what a repository says, whatever the machine around it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from guidechain.core import paths
from guidechain.core.model import Entry, Kind
from guidechain.core.snapshot import FileSystem


class Confined:
    """The FileSystem ``below`` without what lies outside ``folders``; the folders above them hold nothing else.

    A link inside that leads outside still shows what it leads to.
    """

    def __init__(self, below: FileSystem, folders: Iterable[str]) -> None:
        self.below = below
        self.folders = tuple(dict.fromkeys(each for top in folders for each in (top, below.entry(top).real)))

    def entry(self, path: str) -> Entry:
        """FileSystem: what stands at ``path`` if it is inside."""
        if self._holds(path):
            return self.below.entry(path)
        return Entry("directory" if any(self._ways(path)) else "missing", path)

    def read(self, path: str) -> bytes | None:
        """FileSystem: the content of ``path`` if it is inside."""
        return self.below.read(path) if self._holds(path) else None

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: the names in ``path``; above the folders only the way to them."""
        return self.below.listdir(path) if self._holds(path) else dict.fromkeys(self._ways(path), "directory")

    def _holds(self, path: str) -> bool:
        return any(paths.is_below(path, folder) for folder in self.folders)

    def _ways(self, path: str) -> Iterable[str]:
        """The names in ``path`` that lead to a folder."""
        below = (folder for folder in self.folders if folder != path and paths.is_below(folder, path))
        return (paths.relative(folder, path).partition("/")[0] for folder in below)
