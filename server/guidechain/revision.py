"""The FileSystem of one git revision: the world as it would be with that content checked out.

Below the repository's root it answers from git's entries, links inside them followed; everything else (home,
managed locations, what a link leads out to) it asks the disk. Ignored and untracked files do not exist in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from guidechain import git
from guidechain.core import paths
from guidechain.core.model import Entry, Kind
from guidechain.core.snapshot import FileSystem

_MOST_LINKS = 40


class Revision:
    """``content`` of the repository at ``top`` (absolute, links resolved) over the FileSystem ``below``."""

    def __init__(self, top: str, content: git.Content, below: FileSystem) -> None:
        self.top = top
        self.below = below
        self._content = content
        self._blobs = git.Blobs(top)
        # Git's own folder is no content, but hosts look for it to find the root.
        self._git = paths.join(top, ".git")
        self._folders: dict[str, dict[str, Kind | str]] = {top: {".git": below.entry(self._git).kind}}
        for name, (mode, _) in content.entries.items():
            self._add(paths.join(top, name), mode)

    def entry(self, path: str) -> Entry:
        """FileSystem: what stands at ``path``."""
        real, hops = self._resolved(path)
        if hops > _MOST_LINKS:
            return Entry("blocked", path)
        if not self._holds(real):
            return self.below.entry(real)
        if real in self._folders:
            return Entry("directory", real)
        kind = self._folders.get(paths.parent(real), {}).get(paths.name(real))
        if kind != "file":
            return Entry("missing", real)
        return Entry("file", real, self._blobs.size(self._content.entries[paths.relative(real, self.top)][1]))

    def read(self, path: str) -> bytes | None:
        """FileSystem: the content of ``path``."""
        found = self.entry(path)
        if found.kind != "file":
            return None
        return self._blob(found.real) if self._holds(found.real) else self.below.read(found.real)

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: the names in ``path``, in git's order."""
        found = self.entry(path)
        if not self._holds(found.real):
            return self.below.listdir(found.real)
        return self._folders.get(found.real, {})

    def _holds(self, real: str) -> bool:
        return paths.is_below(real, self.top) and not paths.is_below(real, self._git)

    def _add(self, path: str, mode: str) -> None:
        kind: Kind | str = {"120000": "link", "160000": "directory"}.get(mode, "file")
        if kind == "directory":
            self._folders.setdefault(path, {})
        while path != self.top:
            folder = paths.parent(path)
            known = folder in self._folders
            self._folders.setdefault(folder, {})[paths.name(path)] = kind
            if known:
                break
            path, kind = folder, "directory"

    def _blob(self, path: str) -> bytes:
        return self._blobs.read(self._content.entries[paths.relative(path, self.top)][1])

    def _resolved(self, path: str) -> tuple[str, int]:
        """``path`` with the links of this revision resolved, and how many there were."""
        hops = 0
        path = path if paths.is_below(path, self.top) else self.below.entry(path).real
        while paths.is_below(path, self.top) and hops <= _MOST_LINKS:
            step = self._first_link(path)
            if step is None:
                break
            hops += 1
            target = self._blob(step).decode("utf-8", "surrogateescape")
            path = paths.join(paths.join(paths.parent(step), target), paths.relative(path, step) or ".")
        return path, hops

    def _first_link(self, path: str) -> str | None:
        for step in paths.between(self.top, path)[1:]:
            if self._folders.get(paths.parent(step), {}).get(paths.name(step)) == "link":
                return step
        return None
