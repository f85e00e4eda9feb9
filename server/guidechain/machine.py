"""What the machine says beside its files: variables, home, current folder, platform. Nothing here raises."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from guidechain.core import paths
from guidechain.core.model import Pairs


def absolute(path: str) -> str:
    """``path`` as the machine writes it (relative, ``~``, Windows backslashes), in our form."""
    if path == "~" or path.startswith("~/"):
        path = os.path.expanduser(path)
    whole = os.path.join(current_folder(), path)
    return paths.normal(with_slashes(whole))


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
    return paths.normal(with_slashes(named if same else here))


def home_folder() -> str | None:
    """The home folder in our form, or None when the machine names none."""
    found = os.path.expanduser("~")
    return paths.normal(with_slashes(found)) if os.path.isabs(found) else None


def environment(names: Iterable[str]) -> Pairs:
    """The variables among ``names`` that are set, sorted by name."""
    return tuple((name, os.environ[name]) for name in sorted(set(names)) if name in os.environ)


def program_folders() -> tuple[str, ...]:
    """The folders in which the machine looks for programs, in its order."""
    named = os.environ.get("PATH", "").split(os.pathsep)
    return tuple(paths.normal(with_slashes(each)) for each in named if os.path.isabs(each) and "\0" not in each)


def platform() -> str:
    """The machine's ``sys.platform``, which decides where hosts keep their managed files."""
    return sys.platform


def with_slashes(path: str) -> str:
    """A path of the machine in our form: ``/`` for backslashes, no prefix for long Windows paths."""
    return path if os.sep == "/" else path.removeprefix("\\\\?\\").replace("\\", "/")
