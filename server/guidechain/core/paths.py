"""Absolute ``/`` string paths: ``/a/b`` or ``C:/a/b``. Text only: nothing here knows what exists."""

from __future__ import annotations

import posixpath
import re

_DRIVE = re.compile(r"[A-Za-z]:(?=/|$)")
_ODD_ENDS = ("/", "/.", "/..")
"""What no normal path ends with; the root does, too."""


def is_absolute(path: str) -> bool:
    """Whether ``path`` starts at a root (``/`` or a drive)."""
    return path.startswith("/") or (path[1:2] == ":" and _DRIVE.match(path) is not None)


def is_root(path: str) -> bool:
    """Whether ``path`` is ``/`` or a drive's root (``C:/``)."""
    return path == "/" or (len(path) <= 3 and _DRIVE.match(path) is not None)


def join(folder: str, name: str) -> str:
    """``name`` below ``folder``, normalised; an absolute ``name`` stands for itself."""
    is_relative = name[1:2] != ":" and name[:1] != "/"
    return normal(f"{folder}/{name}" if is_relative or not is_absolute(name) else name)


def normal(path: str) -> str:
    """``path`` without ``.``, ``..``, doubled and trailing slashes, by its text."""
    is_plain = "//" not in path and not path.endswith(_ODD_ENDS)
    if is_plain and "/." in path:
        is_plain = "/./" not in path and "/../" not in path
    if is_plain and path.startswith("/"):
        return path
    drive = _DRIVE.match(path)
    if drive:
        return drive.group() + posixpath.normpath("/" + path[drive.end() :].lstrip("/"))
    return posixpath.normpath("/" + path.lstrip("/")) if path.startswith("/") else posixpath.normpath(path)


def parent(path: str) -> str:
    """The folder that holds ``path``; a root is its own parent."""
    if is_root(path):
        return path
    head = path.rpartition("/")[0]
    if len(head) > 2:
        return head
    return head + "/" if not head or (len(head) == 2 and _DRIVE.match(head)) else head


def name(path: str) -> str:
    """The last part of ``path``."""
    return path.rpartition("/")[2]


def ancestors(path: str) -> list[str]:
    """``path`` itself and every folder above it, nearest first, the root included."""
    found = [path]
    while len(path) > 3 or not is_root(path):
        path = parent(path)
        found.append(path)
    return found


def is_below(path: str, folder: str) -> bool:
    """Whether ``path`` is ``folder`` or lies below it."""
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + "/")


def between(top: str, bottom: str) -> list[str]:
    """Every folder from ``top`` down to ``bottom``, both included; ``bottom`` must be at or below ``top``."""
    found = []
    for folder in ancestors(bottom):
        found.append(folder)
        if folder == top:
            break
    return found[::-1]


def relative(path: str, folder: str) -> str:
    """``path`` as seen from ``folder`` ("" for the folder itself); ``path`` must be at or below ``folder``."""
    return path[len(folder) :].lstrip("/")


def shown(path: str, root: str, home: str | None) -> str:
    """``path`` for people and programs: relative to ``root``, else ``~/...`` below ``home``, else absolute."""
    if is_below(path, root):
        return relative(path, root) or "."
    if home and is_below(path, home):
        return f"~/{relative(path, home)}".rstrip("/")
    return path
