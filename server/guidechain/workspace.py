"""The disk: the only module that looks at files, folders and the machine. Nothing here raises for any path.

``Disk`` is the FileSystem of what is on disk, ``Overlay`` puts the buffers that an editor holds open over it,
and ``Overlay``'s methods turn an editor's events into a ``Change``. Paths follow ``core.paths``; a name that is
no UTF-8 keeps its bytes as surrogate escapes. Over 300 lines, since the disk has one door.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping

from guidechain.core import paths
from guidechain.core.model import Change, Entry, Kind, Pairs
from guidechain.core.snapshot import FileSystem

LARGEST = 32 * 1024 * 1024
"""Bytes that are read of one file; the rest of a larger file is not looked at (its size stays true)."""

_NO_SUCH_PATH = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL)


def absolute(path: str) -> str:
    """``path`` as the machine writes it (relative, ``~``, Windows backslashes), in our form."""
    if path == "~" or path.startswith("~/"):
        path = os.path.expanduser(path)
    whole = os.path.join(current_folder(), path)
    return paths.normal(_with_slashes(whole))


def current_folder() -> str:
    """The current folder in our form; the root when it has been deleted.

    The shell's ``PWD`` is preferred where it names the same folder: it keeps links unresolved, as hosts see them.
    """
    try:
        here = os.getcwd()
    except OSError:
        return "/"
    named = os.environ.get("PWD", "")
    try:
        same = os.path.isabs(named) and os.path.samefile(named, here)
    except (OSError, ValueError):
        same = False
    return paths.normal(_with_slashes(named if same else here))


def home_folder() -> str | None:
    """The home folder in our form, or None when the machine names none."""
    found = os.path.expanduser("~")
    return paths.normal(_with_slashes(found)) if os.path.isabs(found) else None


def environment(names: Iterable[str]) -> Pairs:
    """The variables among ``names`` that are set, sorted by name."""
    return tuple((name, os.environ[name]) for name in sorted(set(names)) if name in os.environ)


def platform() -> str:
    """The machine's ``sys.platform``, which decides where hosts keep their managed files."""
    return sys.platform


class Disk:
    """The FileSystem of what is on disk now; it remembers nothing.

    As root every file opens, whatever its mode; a file or folder that its mode bits close to everybody
    counts as closed all the same, since the people whom the guidance serves are not root.
    """

    def entry(self, path: str) -> Entry:
        """What stands at ``path``, links followed; ``blocked`` for a link loop or a closed folder above it."""
        try:
            found = os.stat(path)
        except (OSError, ValueError) as error:  # ValueError: a NUL byte
            missing = isinstance(error, ValueError) or error.errno in _NO_SUCH_PATH
            return Entry("missing" if missing else "blocked", _real(path) if missing else path)
        return Entry(_kind(found) if _readable(path, found) else "unreadable", _real(path), found.st_size)

    def read(self, path: str) -> bytes | None:
        """The first ``LARGEST`` bytes of the regular file at ``path``; None when it cannot be read."""
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            # Not blocking: a pipe may have taken the file's place since somebody asked for its entry.
            handle = os.open(path, flags)
        except (OSError, ValueError):
            return None
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or (_is_root() and not found.st_mode & 0o444):
                return None
            with os.fdopen(handle, "rb", closefd=False) as file:
                return file.read(LARGEST)
        except OSError:
            return None
        finally:
            os.close(handle)

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """Names in the folder ``path`` in the order of the file system; empty when it is no readable folder."""
        names: dict[str, Kind | str] = {}
        try:
            if _is_root() and not os.stat(path).st_mode & 0o444:
                return names
            with os.scandir(path) as listing:
                for each in listing:
                    names[each.name] = _own_kind(each)
        except (OSError, ValueError):
            pass  # Closed, vanished or no folder: the names seen so far are the answer.
        return names


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


Stamp = tuple[int, ...] | None
"""What a file or folder looked like at some moment; None for what could not be looked at."""


class Stamped:
    """A FileSystem that remembers what each thing it showed looked like, to tell later what has changed since.

    For an editor that reports no changes on disk. ``changes`` costs one ``stat`` per remembered path.
    """

    def __init__(self, below: FileSystem) -> None:
        self.below = below
        self._entries: dict[str, Stamp] = {}
        self._listings: dict[str, Stamp] = {}

    def entry(self, path: str) -> Entry:
        """FileSystem: as below."""
        self._entries[path] = _file_stamp(path)
        return self.below.entry(path)

    def read(self, path: str) -> bytes | None:
        """FileSystem: as below."""
        self._entries[path] = _file_stamp(path)
        return self.below.read(path)

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: as below."""
        self._listings[path] = _folder_stamp(path)
        return self.below.listdir(path)

    def changes(self) -> Iterator[str | None]:
        """Every path that differs from when it was shown last (a listing as the folder with a final ``/``); None
        in between, where the look can be paused. What is reported counts as seen."""
        for seen, look, suffix in ((self._entries, _file_stamp, ""), (self._listings, _folder_stamp, "/")):
            for path, before in list(seen.items()):
                now = look(path)
                if now != before:
                    seen[path] = now
                    yield path + suffix
                else:
                    yield None


def _encoded(text: str) -> bytes:
    """``text`` as UTF-8; halves of surrogate pairs are joined, lone ones replaced, so that columns stay."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _with_slashes(path: str) -> str:
    """A path of the machine in our form: ``/`` for backslashes, no prefix for long Windows paths."""
    return path if os.sep == "/" else path.removeprefix("\\\\?\\").replace("\\", "/")


def _real(path: str) -> str:
    try:
        return _with_slashes(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def _kind(found: os.stat_result) -> Kind:
    if stat.S_ISDIR(found.st_mode):
        return "directory"
    return "file" if stat.S_ISREG(found.st_mode) else "special"


def _own_kind(each: os.DirEntry[str]) -> Kind | str:
    try:
        if each.is_symlink() or _is_junction(each):
            return "link"
        if each.is_dir(follow_symlinks=False):
            return "directory"
        return "file" if each.is_file(follow_symlinks=False) else "special"
    except OSError:
        return "missing"


def _is_junction(each: os.DirEntry[str]) -> bool:
    """Whether ``each`` is a Windows junction: a link to a folder that Python 3.11 shows as a plain folder."""
    if sys.platform != "win32":
        return False
    return each.stat(follow_symlinks=False).st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _readable(path: str, found: os.stat_result) -> bool:
    if _is_root():
        return bool(found.st_mode & 0o444) or _kind(found) == "special"
    return _kind(found) == "special" or os.access(path, os.R_OK)


def _file_stamp(path: str) -> Stamp:
    """What tells two states of a file apart; of a folder only what it is, since what it holds is in its listing."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    if stat.S_ISDIR(found.st_mode):
        return (found.st_mode, found.st_dev, found.st_ino)
    return (found.st_mode, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _folder_stamp(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_mode, found.st_dev, found.st_ino, found.st_mtime_ns)
