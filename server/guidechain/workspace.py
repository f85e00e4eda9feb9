"""The disk: the only module that looks at files and folders. Nothing here raises for any path.

Reading never writes: ``write_file`` is for what a person asked to be written.

``Disk`` is the FileSystem of what is on disk, ``Overlay`` puts the buffers that an editor holds open over it,
and ``Overlay``'s methods turn an editor's events into a ``Change``. Paths follow ``core.paths``; a name that is
no UTF-8 keeps its bytes as surrogate escapes.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping

from guidechain.core.model import Entry, Kind
from guidechain.core.snapshot import FileSystem
from guidechain.machine import with_slashes

LARGEST = 32 * 1024 * 1024
"""Bytes that are read of one file; the rest of a larger file is not looked at (its size stays true)."""

MISSING_FOLDERS = 3
"""How many folders above a missing name are looked at one by one."""
_NO_SUCH_PATH = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL)


def write_file(path: str, text: str) -> str | None:
    """Put ``text`` at ``path``; the machine's words for why not, None when it is done."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        return str(getattr(error, "strerror", None) or error)
    return None


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
            return Entry("missing" if missing else "blocked", _real_of_missing(path) if missing else path)
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


Stamp = tuple[int, ...] | None
"""What a file or folder looked like at some moment; None for what could not be looked at."""


class Stamped:
    """A FileSystem that remembers what each thing it showed looked like, to tell later what has changed since.

    For an editor that reports no changes on disk. ``changes`` costs one ``stat`` per remembered path. What was seen
    first counts until ``changes`` has told of another look: a later one may have been for an older world.
    """

    def __init__(self, below: FileSystem) -> None:
        self.below = below
        self._entries: dict[str, Stamp] = {}
        self._listings: dict[str, Stamp] = {}

    def entry(self, path: str) -> Entry:
        """FileSystem: as below."""
        self._note(self._entries, _file_stamp, path)
        return self.below.entry(path)

    def read(self, path: str) -> bytes | None:
        """FileSystem: as below."""
        self._note(self._entries, _file_stamp, path)
        return self.below.read(path)

    def listdir(self, path: str) -> Mapping[str, Kind | str]:
        """FileSystem: as below."""
        self._note(self._listings, _folder_stamp, path)
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

    def _note(self, seen: dict[str, Stamp], look: Callable[[str], Stamp], path: str) -> None:
        if path not in seen:
            seen[path] = look(path)


def _real(path: str) -> str:
    """``path`` with every link resolved, also where nothing stands (any more) at its end."""
    try:
        if sys.platform == "linux":
            return _real_on_linux(path)
        return with_slashes(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def _real_of_missing(path: str) -> str:
    """The same for a path at whose end nothing stands: most often only the name is missing, or its folder too.

    Each look at a path takes the kernel a step per folder, so that few looks matter where folders are deep.
    """
    above, rest = path, ""
    for _ in range(MISSING_FOLDERS if sys.platform == "linux" else 0):
        above, _, name = above.rpartition("/")
        rest = f"/{name}{rest}"
        if name in ("", ".", ".."):
            break
        try:
            handle = os.open(above or "/", os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            break
        try:
            os.stat(name, dir_fd=handle, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return _shown(handle, above).rstrip("/") + rest
        except (OSError, ValueError):
            break
        finally:
            os.close(handle)
        break
    return _real(path)


def _real_on_linux(path: str) -> str:
    """The same from the kernel in a third of the time: a workspace holds thousands of paths.

    Below a missing folder nothing exists, so the last folder that does is found by halving.
    """
    real = _real_of_existing(path)
    if real is not None:
        return real
    parts = path.split("/")
    known, missing, real = 1, len(parts), "/"
    probe = missing - 1
    while missing - known > 1:
        found = _real_of_existing("/".join(parts[:probe]) or "/")
        if found is None:
            missing = probe
        else:
            known, real = probe, found
        probe = (known + missing) // 2
    if os.path.islink("/".join(parts[:missing])) or not {"", ".", ".."}.isdisjoint(parts[known:]):
        return os.path.realpath(path)
    return "/".join([real.rstrip("/"), *parts[known:]])


def _real_of_existing(path: str) -> str | None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return _shown(handle, path)
    finally:
        os.close(handle)


def _shown(handle: int, path: str) -> str:
    """Where ``handle``, opened as ``path``, really stands."""
    found = os.readlink(f"/proc/self/fd/{handle}")
    # What vanished meanwhile, or stands on no path of ours, is shown in another way.
    return found if found.startswith("/") and not found.endswith(" (deleted)") else os.path.realpath(path)


def _kind(found: os.stat_result) -> Kind:
    if stat.S_ISDIR(found.st_mode):
        return "directory"
    return "file" if stat.S_ISREG(found.st_mode) else "special"


def _own_kind(each: os.DirEntry[str]) -> Kind | str:
    try:
        if each.is_file(follow_symlinks=False):
            return "file"
        if each.is_dir(follow_symlinks=False):
            return "link" if sys.platform == "win32" and _is_junction(each) else "directory"
        return "link" if each.is_symlink() else "special"
    except OSError:
        return "missing"


def _is_junction(each: os.DirEntry[str]) -> bool:
    """Whether ``each`` is a Windows junction: a link to a folder that Python 3.11 shows as a plain folder."""
    if sys.platform == "win32":
        return each.stat(follow_symlinks=False).st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT
    return False


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
