"""An imagined tree: a snapshot with one file changed or added, to ask a host what it would do then."""

from __future__ import annotations

from collections.abc import Mapping

from guidechain.core import paths
from guidechain.core.model import Entry, Kind
from guidechain.core.snapshot import FileSystem, Snapshot


class _Imagined:
    """A FileSystem that is ``below`` with ``content`` at ``path``, whose folder exists."""

    def __init__(self, below: FileSystem, path: str, content: bytes) -> None:
        self._below, self._path, self._content = below, path, content

    def entry(self, path: str) -> Entry:
        if path == self._path:
            return Entry("file", path, len(self._content))
        return self._below.entry(path)

    def read(self, path: str) -> bytes | None:
        return self._content if path == self._path else self._below.read(path)

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        names = self._below.listdir(path)
        return {**names, paths.name(self._path): "file"} if path == paths.parent(self._path) else names


def with_file(snapshot: Snapshot, path: str, text: str) -> Snapshot:
    """``snapshot`` as it would be with ``text`` as the whole content of ``path``; what it looks at is noted there."""
    files = _Imagined(snapshot, path, text.encode("utf-8", "surrogateescape"))
    return snapshot.imagined(files, frozenset((path, paths.parent(path) + "/")))
