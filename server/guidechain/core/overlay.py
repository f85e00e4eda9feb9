"""Open buffers over a FileSystem, and the ``Change`` that each event of an editor or a watcher makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from guidechain.core import paths
from guidechain.core.model import Change, Entry, Kind
from guidechain.core.snapshot import FileSystem


class Overlay:
    """A FileSystem of open buffers over ``below``: a buffer's text counts in place of the file on disk.

    A buffer of a file that does not exist yet makes the file and the folders above it exist. Buffers are kept by
    resolved path, so that a file opened through a link counts under its own name too.
    """

    def __init__(self, below: FileSystem) -> None:
        self.below = below
        self._reals: dict[str, str] = {}
        self._texts: dict[str, bytes] = {}

    def open(self, path: str, text: str) -> Change:
        """Take ``text`` as the content of ``path`` from now on; also for each edit of an open buffer."""
        real = self._reals.setdefault(path, self.below.entry(path).real)
        self._texts[real] = _encoded(text)
        return self._change(path, real)

    def close(self, path: str) -> Change:
        """Fall back to the disk for ``path``."""
        real = self._reals.pop(path, path)
        if real not in self._reals.values():
            self._texts.pop(real, None)
        return self._change(path, real)

    def is_open(self, path: str) -> bool:
        """Whether the content of ``path`` comes from a buffer."""
        return path in self._reals or self.below.entry(path).real in self._texts

    def is_unsaved(self, path: str) -> bool:
        """Whether a buffer of ``path`` differs from the disk."""
        text = self._buffer(path)
        return text is not None and text != self.below.read(path)

    def changed(self, created: Iterable[str] = (), edited: Iterable[str] = (), deleted: Iterable[str] = ()) -> Change:
        """The Change for events of a watcher. What appeared or vanished may be a whole folder."""
        files = set(edited)
        trees = set(deleted)
        for path in created:
            (files if self.below.entry(path).kind == "file" else trees).add(path)
        return Change(
            frozenset(files | {self.below.entry(path).real for path in files}),
            frozenset(trees | {self.below.entry(path).real for path in trees}),
        )

    def entry(self, path: str) -> Entry:
        """FileSystem: what stands at ``path``, buffers counted."""
        found = self.below.entry(path)
        if not self._texts or found.kind not in ("file", "missing"):
            return found
        text = self._texts.get(found.real)
        if text is not None:
            return Entry("file", found.real, len(text))
        if found.kind == "missing" and any(paths.is_below(real, found.real) for real in self._texts):
            return Entry("directory", found.real)
        return found

    def read(self, path: str) -> bytes | None:
        """FileSystem: the buffer's text as UTF-8, else the content on disk."""
        text = self._buffer(path)
        return self.below.read(path) if text is None else text

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: the names on disk, then those that only buffers make exist."""
        names = self.below.listdir(path)
        if not self._texts:
            return names
        folder = self.below.entry(path)
        if folder.kind not in ("directory", "missing"):
            return names
        added: dict[str, Kind | str] = {}
        for real in self._texts:
            if real != folder.real and paths.is_below(real, folder.real):
                name, _, rest = paths.relative(real, folder.real).partition("/")
                if name not in names:
                    added[name] = "directory" if rest else "file"
        return {**names, **added} if added else names

    def _buffer(self, path: str) -> bytes | None:
        if not self._texts:
            return None
        found = self.below.entry(path)
        return self._texts.get(found.real) if found.kind in ("file", "missing") else None

    def _change(self, path: str, real: str) -> Change:
        """A buffer of a missing file changes the existence of the folders above it too."""
        touched = {path, real}
        for folder in paths.ancestors(paths.parent(real)):
            if self.below.entry(folder).kind != "missing":
                break
            touched.add(folder)
        return Change(frozenset(touched))


def _encoded(text: str) -> bytes:
    """``text`` as UTF-8; halves of surrogate pairs are joined, lone ones replaced, so that columns stay."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
